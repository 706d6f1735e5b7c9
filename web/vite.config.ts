import { defineConfig } from "vite";

// The page is served by `ludex serve`; while developing, Vite serves it and passes the calls on.
export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  // Whoever gets the program gets the licences of what is built into its page.
  build: { target: "es2022", chunkSizeWarningLimit: 900, license: { fileName: "licences.md" } },
  server: { proxy: { "/api": { target: "http://127.0.0.1:7878", ws: true } } },
});

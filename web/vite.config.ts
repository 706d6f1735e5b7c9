import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

/** Typefaces come from style sheets, so the list of licences, made from modules, does not know of them. */
const typefaces: Plugin = {
  name: "licences-of-typefaces",
  generateBundle() {
    for (const name of ["inter", "fraunces"]) {
      const source = readFileSync(`node_modules/@fontsource-variable/${name}/LICENSE`);
      this.emitFile({ type: "asset", fileName: `licence-${name}.txt`, source });
    }
  },
};

// The page is served by `ludex serve`; while developing, Vite serves it and passes the calls on.
export default defineConfig({
  base: "./",
  plugins: [typefaces],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  // Whoever gets the program gets the licences of what is built into its page.
  build: { target: "es2022", chunkSizeWarningLimit: 900, license: { fileName: "licences.md" } },
  server: { proxy: { "/api": { target: "http://127.0.0.1:7878", ws: true } } },
});

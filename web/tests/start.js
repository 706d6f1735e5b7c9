// A server and a browser for the tests.

import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const PROGRAM = process.env.LUDEX_PROGRAM ?? new URL("../../target/debug/ludex", import.meta.url).pathname;
const CHROMIUM = process.env.LUDEX_CHROMIUM ?? "/usr/bin/chromium";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

function temporaryFolder() {
  return mkdtempSync(join(tmpdir(), "ludex-page-"));
}

/** Starts the program on a free port; `kill` ends it as hard as the system can. */
export async function startServer(data = temporaryFolder(), port = "0") {
  const child = spawn(PROGRAM, ["serve", "--port", port, "--data", data, "--longest", "5"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const address = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (data) => {
      text += data;
      const found = /http:\/\/\S+\//.exec(text);
      if (found) resolve(found[0]);
    });
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    child.on("error", reject);
  });
  return {
    address,
    data,
    port: new URL(address).port,
    kill: () => new Promise((resolve) => (child.once("exit", resolve), child.kill("SIGKILL"))),
  };
}

export function startBrowser() {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

/** A page without motion, which fails the test on any error in its console. */
export async function openPage(browser, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1200, height: 900 },
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  page.troubles = [];
  page.on("pageerror", (error) => page.troubles.push(error.message));
  page.on("console", (message) => message.type() === "error" && page.troubles.push(message.text()));
  return page;
}

/** Opens a table through the interface and returns its id. */
export async function openTable(address, game, seats, more = {}) {
  const answer = await fetch(`${address}api/tables`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ game, seats, pace: 0, ...more }),
  });
  const view = await answer.json();
  if (!answer.ok) throw new Error(view.detail);
  return view.id;
}

export async function getView(address, id) {
  return (await fetch(`${address}api/tables/${id}`)).json();
}

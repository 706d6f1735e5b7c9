// Takes the pictures of the documentation anew: `npm run pictures`, or `npm run pictures go hex` for some of them,
// against the program named in LUDEX_PROGRAM.

import { fileURLToPath } from "node:url";
import { getView, openTable, startBrowser, startServer } from "./tests/start.js";

const FOLDER = fileURLToPath(new URL("../docs/pictures/", import.meta.url));
const DESK = { viewport: { width: 1200, height: 880 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const AGENT = "alphabeta(nodes=4000)";
const OPPONENT = "level(n=4)";

const server = await startServer();
const browser = await startBrowser();

const post = (path, body) =>
  fetch(`${server.address}api/${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

const players = (game) => (game === "spao" ? [1, 2, 3] : [1, 2]);

/** A game that agents have played for some moves, with a person to go on. */
async function played(game, plies) {
  const id = await openTable(server.address, game, players(game).map(() => AGENT));
  while ((await getView(server.address, id)).tree.length <= plies) await new Promise((done) => setTimeout(done, 40));
  await post(`tables/${id}/seats`, { paused: true });
  await post(`tables/${id}/go`, { node: plies });
  const view = await getView(server.address, id);
  await post(`tables/${id}/seats`, { seats: view.players.map((_, seat) => (seat === view.turn.player ? "human" : OPPONENT)), paused: false });
  return `#/t/${id}`;
}

/** Those to be taken; all if none is named. */
const wanted = process.argv.slice(2);

async function take(name, begin, ready, { act = async () => {}, dark = false, device = DESK } = {}) {
  if (wanted.length > 0 && !wanted.includes(name)) return;
  const place = typeof begin === "string" ? begin : await begin();
  const context = await browser.newContext({ ...device, reducedMotion: "reduce", colorScheme: dark ? "dark" : "light" });
  const page = await context.newPage();
  await page.goto(server.address + place);
  await page.waitForSelector(ready, { timeout: 90_000 });
  await act(page);
  await page.waitForTimeout(1200);
  await page.screenshot({ path: `${FOLDER}${name}.png` });
  await context.close();
}

const BOARD = "svg.board .hit";
await take("games", "", ".card");
await take("tricolor", () => played("tricolor", 24), BOARD);
await take("phone", () => played("tricolor", 20), BOARD, { dark: true, device: PHONE });
await take("six", () => played("six", 16), BOARD);
await take("kalah", () => played("kalah", 9), BOARD);
await take("draughts", () => played("english-draughts", 16), BOARD, { dark: true });
await take("go", () => played("go", 24), BOARD);
await take("hex", () => played("hex", 30), BOARD);
await take("dots", () => played("dots-and-boxes", 34), BOARD);
await take("spline", () => played("spline", 17), "canvas[data-ready]");
await take("layers", () => played("spao", 18), "canvas[data-ready]", {
  act: async (page) => {
    await page.getByRole("button", { name: "Layer by layer" }).click();
    await page.waitForSelector(".hit.able");
  },
});
await take("tessera", () => played("tessera", 8), BOARD, {
  act: async (page) => {
    await page.getByRole("tab", { name: "Analysis" }).click();
    await page.locator(".analysis select").selectOption("uct");
    await page.getByRole("button", { name: "Analyse" }).click();
    await page.waitForSelector(".course circle");
    await page.waitForTimeout(3000);
  },
});
await take("describe", "#/describe", ".describe-board svg.board", {
  act: async (page) => {
    await page.getByLabel("Begin with").selectOption({ index: 2 });
    await page.locator(".describe-board input[type=range]").fill("12");
    await page.waitForTimeout(1500);
  },
});
await take("watch", "#/watch", ".boards-chosen li", {
  act: async (page) => {
    await page.getByRole("button", { name: /^Watch \d+ games$/ }).click();
    await page.waitForSelector(".small-table svg.board");
    await page.waitForTimeout(9000);
  },
});
await take("lab", "#/lab", ".lab-new", {
  act: async (page) => {
    await page.getByLabel("Game", { exact: true }).selectOption("kalah");
    await page.getByRole("button", { name: "Start the match" }).click();
    await page.waitForSelector(".run.finished .plot canvas", { timeout: 120_000 });
  },
});
await browser.close();
await server.kill();

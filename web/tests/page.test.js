// The page in a browser, against the real server.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { getView, openPage, openTable, startBrowser, startServer } from "./start.js";
import { ID, view as pyramid } from "./pyramid.js";

let server;
let browser;

before(async () => {
  server = await startServer();
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  server?.kill();
});

async function atTable(game, seats, more, options) {
  const id = await openTable(server.address, game, seats, more);
  const page = await openPage(browser, options);
  await page.goto(`${server.address}#/t/${id}`);
  await page.waitForSelector("svg.board, .space canvas");
  return { id, page };
}

const site = (page, name) => page.locator(`.hit[aria-label^="${name}:"], .hit[aria-label^="${name},"]`).first();
const HUMANS = ["human", "human"];

test("the first page shows every game and finds them by word", async () => {
  const page = await openPage(browser);
  await page.goto(server.address);
  await page.waitForSelector(".card");
  const games = await (await fetch(`${server.address}api/games`)).json();
  assert.equal(await page.locator(".card").count(), games.length);
  await page.fill("input[type=search]", games[0].name);
  await page.waitForFunction((all) => document.querySelectorAll(".card").length < all, games.length);
  await page.locator(".card").first().click();
  await page.waitForSelector(".setup-rules p");
  assert.deepEqual(page.troubles, []);
});

test("a game is set up and begun with a click", async () => {
  const page = await openPage(browser);
  await page.goto(`${server.address}#/new/tria`);
  await page.waitForSelector(".seat");
  await page.locator(".seat select").nth(1).selectOption("human");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForSelector("svg.board");
  assert.match(page.url(), /#\/t\/[0-9a-f]{32}$/);
});

test("stones are set by clicking, taken back and set again", async () => {
  const { id, page } = await atTable("tria(rows=3,cols=3)", HUMANS);
  await site(page, "b2").click();
  await page.waitForSelector(".stacks g");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".stacks > g").length === 0);
  await page.getByRole("button", { name: "Redo" }).click();
  await page.waitForSelector(".stacks > g");
  await site(page, "b2").click();
  await page.waitForSelector(".note-card");
  assert.match(await page.textContent(".note-card"), /b2 cannot be played now/);
  const view = await getView(server.address, id);
  assert.equal(view.tree.length, 2);
  assert.deepEqual(page.troubles, []);
});

test("the end is announced", async () => {
  const { page } = await atTable("tria(rows=3,cols=3)", HUMANS);
  for (const [index, name] of ["a1", "b1", "a2", "b2", "a3"].entries()) {
    await site(page, name).click();
    await page.waitForFunction((many) => document.querySelectorAll(".stacks > g").length === many, index + 1);
  }
  await page.waitForSelector(".banner");
  assert.match(await page.textContent(".banner"), /wins/);
});

test("a game can be played with the keyboard alone", async () => {
  const { id, page } = await atTable("tria(rows=3,cols=3)", HUMANS);
  await site(page, "a1").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".stacks > g");
  assert.equal((await getView(server.address, id)).tree[1].text, "b2");
});

test("a typed move that is not legal is explained", async () => {
  const { page } = await atTable("tria(rows=3,cols=3)", HUMANS);
  await page.fill(".type-move input", "z9");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".note-card");
  assert.match(await page.textContent(".note-card"), /'z9' is not a legal move here/);
});

test("an agent answers, and a hint shows a move", async () => {
  const { id, page } = await atTable("tria(rows=3,cols=3)", ["human", "random"]);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.waitForSelector(".hinted");
  await site(page, "b2").click();
  await page.waitForFunction(() => document.querySelectorAll(".stacks > g").length === 2);
  assert.equal((await getView(server.address, id)).turn.player, 0);
});

test("sides are exchanged, a game is resigned and begun anew", async () => {
  const { id, page } = await atTable("tria(rows=3,cols=3)", ["human", "level(n=1)"]);
  await page.getByRole("button", { name: "Swap sides" }).click();
  await page.waitForSelector(".stacks > g");
  assert.deepEqual((await getView(server.address, id)).seats, ["level(n=1)", "human"]);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.waitForFunction(() => !document.querySelector("[role=dialog]"));
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.waitForSelector(".banner");
  assert.match(await page.textContent(".banner"), /White resigned/);
  await page.getByRole("button", { name: "New game" }).click();
  await page.waitForFunction((old) => !location.href.endsWith(old) && document.querySelector(".table") && !document.querySelector(".banner"), id);
  await page.goto(server.address);
  await page.waitForSelector(".recent-list a");
  assert.equal(await page.locator(".recent-list a").count(), 2, "both are found again");
  await page.close();
});

test("passing is a button, and passing twice ends a game of Go", async () => {
  const { page } = await atTable("go", HUMANS);
  for (let passes = 1; passes <= 2; passes++) {
    await page.getByRole("button", { name: "Pass", exact: true }).click();
    await page.waitForFunction((many) => document.querySelectorAll(".moves .move").length === many, passes);
  }
  await page.waitForSelector(".banner");
  await page.close();
});

test("seeds are sown by clicking a pit", async () => {
  const { id, page } = await atTable("kalah", HUMANS);
  await site(page, "S3").click();
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 1);
  const view = await getView(server.address, id);
  const seeds = view.scene.pieces.reduce((sum, piece) => sum + piece.count, 0);
  const begun = (await getView(server.address, await openTable(server.address, "kalah", HUMANS))).scene.pieces;
  assert.equal(seeds, begun.reduce((sum, piece) => sum + piece.count, 0));
  const shown = await page.locator(".seeds .badge").allTextContents();
  assert.equal(shown.reduce((sum, text) => sum + Number(text), 0), seeds);
  assert.deepEqual(page.troubles, []);
});

test("tiles of Six are laid beside each other and the field can be zoomed", async () => {
  const { page } = await atTable("six", HUMANS);
  for (let count = 1; count <= 3; count++) {
    await page.locator(".hit.able").first().click();
    await page.waitForFunction((many) => document.querySelectorAll(".stacks > g").length === many, count);
  }
  const before = await page.getAttribute("svg.board", "viewBox");
  await page.getByRole("button", { name: "Zoom in" }).click();
  assert.notEqual(await page.getAttribute("svg.board", "viewBox"), before);
});

test("how many pieces move is asked where it matters", async () => {
  const id = await openTable(server.address, "tricolor", HUMANS);
  let view = await getView(server.address, id);
  const shared = () => {
    const seen = new Map();
    for (const move of view.moves) {
      const key = `${move.marks.from}-${move.marks.to}`;
      if (seen.has(key)) return [seen.get(key), move];
      seen.set(key, move);
    }
    return null;
  };
  for (let ply = 0; ply < 60 && !shared(); ply++) {
    const answer = await fetch(`${server.address}api/tables/${id}/play`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ move: view.moves[(ply * 5) % view.moves.length].text }),
    });
    view = await answer.json();
  }
  const [first] = shared();
  const page = await openPage(browser);
  await page.goto(`${server.address}#/t/${id}`);
  await page.locator(`[data-key=s${first.marks.from}]`).click();
  await page.locator(`[data-key=s${first.marks.to}]`).click();
  await page.waitForSelector(".chooser");
  assert.match(await page.textContent(".chooser"), /piece/);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => !document.querySelector(".chooser"));
  assert.equal((await getView(server.address, id)).tree.length, view.tree.length + 1);
});

test("every board tells a reader what lies where", async () => {
  const { page } = await atTable("kalah", HUMANS);
  const label = await site(page, "S1").getAttribute("aria-label");
  assert.equal(label, "S1: 4 seeds; can be chosen");
  await site(page, "S1").click();
  await page.waitForFunction(() => /South played 1/.test(document.body.textContent));
});

test("watched agents play to the end", async () => {
  const { id, page } = await atTable("tria(rows=3,cols=3)", ["random", "random"]);
  await page.waitForSelector(".banner");
  assert.equal((await getView(server.address, id)).turn.kind, "over");
});

test("the board fits a phone, and nothing is wider than the page", async () => {
  for (const game of ["tria", "kalah", "six", "tricolor", "dots-and-boxes", "go", "spline(base=3)"]) {
    const { page } = await atTable(game, HUMANS, {}, { viewport: { width: 360, height: 740 } });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `${game} is ${wide} wide`);
    await page.close();
  }
});

test("analysis shows values and a heat map", async () => {
  const { page } = await atTable("tria(rows=3,cols=3)", HUMANS);
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.locator(".analysis select").selectOption("uct");
  await page.getByRole("button", { name: "Analyse" }).click();
  await page.waitForSelector(".heat circle");
  await page.waitForSelector(".course circle");
  assert.ok((await page.locator(".rows tbody tr").count()) > 0);
  await page.getByRole("button", { name: "Stop" }).click();
});

test("another move from an old position becomes a variation", async () => {
  const { page } = await atTable("tria(rows=3,cols=3)", HUMANS);
  await site(page, "a1").click();
  await page.waitForFunction(() => document.querySelectorAll(".stacks > g").length === 1);
  await site(page, "b1").click();
  await page.waitForFunction(() => document.querySelectorAll(".stacks > g").length === 2);
  await page.getByRole("button", { name: "One move back" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".stacks > g").length === 1);
  await site(page, "c3").click();
  await page.waitForSelector(".variation");
});

test("a pyramid is played in space and layer by layer", async () => {
  const page = await openPage(browser);
  const played = [];
  await page.route("**/api/tables/**", (route) => {
    if (route.request().url().endsWith("/play")) played.push(route.request().postDataJSON().move);
    return route.fulfill({ json: pyramid });
  });
  await page.goto(`${server.address}#/t/${ID}`);
  await page.waitForSelector("canvas[data-ready]", { timeout: 90_000 });
  const goal = pyramid.scene.sites[pyramid.moves[0].marks.to];
  const [x, y] = await page.evaluate((at) => document.querySelector("canvas").ludexProject(at), goal.at);
  await page.mouse.click(x, y);
  await page.getByRole("button", { name: "Layer by layer" }).click();
  await site(page, "b1/1").click();
  while (played.length < 2) await page.waitForTimeout(50);
  assert.deepEqual(played, [goal.name, "b1/1"]);
  await page.close();
});

test("a saved record opens as the same game", async () => {
  const id = await openTable(server.address, "tria(rows=3,cols=3)", HUMANS, {
    record: "ludex record 1\ngame: tria(rows=3,cols=3)\n\n1. b2 a1\n2. c3\n",
  });
  const record = await (await fetch(`${server.address}api/tables/${id}/record`)).text();
  const page = await openPage(browser);
  await page.goto(server.address);
  await page.locator("input[type=file]").setInputFiles({ name: "game.ludex", mimeType: "text/plain", buffer: Buffer.from(record) });
  await page.waitForSelector(".moves .move");
  assert.deepEqual(await page.locator(".moves .move").allTextContents(), ["1b2", "2a1", "3c3"]);
});

test("light and dark can be chosen", async () => {
  const page = await openPage(browser, { colorScheme: "dark" });
  await page.goto(server.address);
  await page.waitForSelector("[data-theme=dark]");
  await page.getByRole("button", { name: /light theme/ }).click();
  await page.waitForSelector("[data-theme=light]");
});

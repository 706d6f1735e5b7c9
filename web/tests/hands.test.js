// Pieces dragged with a mouse and with a finger, and several games watched at once.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { getView, openPage, openTable, startBrowser, startServer } from "./start.js";

const HUMANS = ["human", "human"];
let server;
let browser;

before(async () => {
  server = await startServer();
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  await server?.kill();
});

async function atTable(game, more, options) {
  const id = await openTable(server.address, game, HUMANS, more);
  const page = await openPage(browser, options);
  await page.goto(`${server.address}#/t/${id}`);
  await page.waitForSelector("svg.board .hit.able");
  return { id, page, view: await getView(server.address, id) };
}

const middle = async (page, site) => {
  const box = await page.locator(`[data-key=s${site}]`).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

async function drag(page, from, to, look = async () => {}) {
  const [[x0, y0], [x1, y1]] = [await middle(page, from), await middle(page, to)];
  await page.mouse.move(x0, y0);
  await page.mouse.down();
  await page.mouse.move((x0 + x1) / 2, (y0 + y1) / 2, { steps: 4 });
  await look();
  await page.mouse.move(x1, y1, { steps: 4 });
  await page.mouse.up();
}

const texts = async (id) => (await getView(server.address, id)).tree.map((node) => node.text);
const movesShown = (page, many) => page.waitForFunction((moves) => document.querySelectorAll(".moves .move").length === moves, many);

test("a piece is dragged to where it goes, and back from where it may not", async () => {
  const { id, page, view } = await atTable("breakthrough(board-size=6)");
  const move = view.moves.find((one) => one.marks.from !== null && one.marks.to !== null);
  const reachable = new Set(view.moves.filter((one) => one.marks.from === move.marks.from).map((one) => one.marks.to));
  const far = view.scene.sites.findIndex((_, site) => site !== move.marks.from && !reachable.has(site));
  await drag(page, move.marks.from, far, async () => {
    assert.equal(await page.locator(".held").count(), 1, "the piece is in the hand");
    assert.equal(await page.locator(".stacks .lifted").count(), 1);
    assert.equal(await page.locator(".hints .dot, .hints .goal").count(), reachable.size, "where it may go is marked");
  });
  await page.waitForSelector(".note-card.bad");
  assert.match(await page.textContent(".note-card"), /cannot move to/);
  await page.waitForFunction(() => !document.querySelector(".held"));
  assert.deepEqual(await texts(id), [""]);
  await drag(page, move.marks.from, move.marks.to);
  await movesShown(page, 1);
  assert.deepEqual(await texts(id), ["", move.text]);
  await page.waitForFunction(() => !document.querySelector(".held, .lifted"));
  assert.deepEqual(page.troubles, []);
  await page.close();
});

test("a dragged stack asks how many go", async () => {
  const id = await openTable(server.address, "tricolor(side=3)", HUMANS);
  let view = await getView(server.address, id);
  const shared = () => view.moves.find((one) => view.moves.some((other) => other !== one && other.marks.from === one.marks.from && other.marks.to === one.marks.to));
  for (let ply = 0; ply < 60 && !shared(); ply++) {
    const answer = await fetch(`${server.address}api/tables/${id}/play`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ move: view.moves[(ply * 5) % view.moves.length].text }),
    });
    view = await answer.json();
  }
  const { marks } = shared();
  const page = await openPage(browser);
  await page.goto(`${server.address}#/t/${id}`);
  await page.waitForSelector("svg.board .hit.able");
  await drag(page, marks.from, marks.to);
  await page.waitForSelector(".chooser");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.waitForFunction(() => !document.querySelector(".held, .chooser"));
  await drag(page, marks.from, marks.to);
  await page.locator(".chooser-list button").first().click();
  await movesShown(page, view.tree.length);
  await page.close();
});

test("a piece from a hand is dragged onto the board, or laid by one click", async () => {
  const { id, page, view } = await atTable("gekitai");
  const site = (name) => view.scene.sites.findIndex((one) => one.name === name);
  await drag(page, site("hand1.1"), site("b2"));
  await movesShown(page, 1);
  await page.locator(`[data-key=s${site("e5")}]`).click();
  await movesShown(page, 2);
  assert.deepEqual(await page.locator(".moves .move").allTextContents(), ["1b2", "2e5"]);
  assert.equal((await getView(server.address, id)).turn.player, 0);
  await page.close();
});

test("a tile of Six is lifted and laid by one drag, and an impossible one is taken back", async () => {
  const position = "red=0,0;1,0;2,0;4,0;5,0;0,2 black=0,1;1,1;2,1;3,0;3,1;5,1 hand=0,0 player=1 stage=lift";
  const { id, page, view } = await atTable("six(tiles=6)", { position });
  const site = (name) => view.scene.sites.findIndex((one) => one.name === name);
  await drag(page, site("0,2"), site("1,1"));
  await page.waitForSelector(".note-card.bad");
  const before = (await getView(server.address, id)).node;
  assert.equal(before, 0);
  await drag(page, site("0,2"), site("-1,1"));
  await page.waitForFunction(() => document.querySelectorAll(".moves .move.here").length === 1);
  for (let wait = 0; wait < 100 && (await getView(server.address, id)).turn.player === 0; wait++) await page.waitForTimeout(20);
  const now = await getView(server.address, id);
  assert.equal(now.turn.player, 1);
  const red = now.scene.pieces.filter((piece) => piece.colour === "red").map((piece) => now.scene.sites[piece.site].name);
  assert.ok(red.includes("-1,1") && !red.includes("0,2"), red.join(" "));
  await page.close();
});

test("a finger drags a piece and does not scroll the page", async () => {
  const { id, page, view } = await atTable("breakthrough(board-size=6)", {}, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const move = view.moves.find((one) => one.marks.from !== null && one.marks.to !== null);
  const [[x0, y0], [x1, y1]] = [await middle(page, move.marks.from), await middle(page, move.marks.to)];
  const touch = await page.context().newCDPSession(page);
  const send = (type, x, y) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
  await send("touchStart", x0, y0);
  for (let step = 1; step <= 6; step++) await send("touchMove", x0 + ((x1 - x0) * step) / 6, y0 + ((y1 - y0) * step) / 6);
  await send("touchEnd");
  await movesShown(page, 1);
  assert.deepEqual(await texts(id), ["", move.text]);
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.close();
});

test("several games are watched at once, faster and slower, to their ends", async () => {
  const page = await openPage(browser);
  await page.goto(`${server.address}#/watch`);
  await page.waitForSelector(".boards-chosen li");
  for (let many = await page.locator(".boards-chosen li").count(); many > 0; many--) await page.getByRole("button", { name: /away$/ }).first().click();
  for (const game of ["tria", "tic-tac-toe", "kalah"]) await page.getByLabel("Add a board").selectOption(game);
  await page.getByRole("button", { name: "One more board of Tria" }).click();
  await page.locator(".seat select").first().selectOption("random");
  await page.locator(".seat select").nth(1).selectOption("random");
  await page.getByRole("button", { name: "Watch 4 games" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".small-table svg.board").length === 4);
  const ids = page.url().split("/").pop().split(",");
  assert.equal(ids.length, 4);
  await page.waitForFunction(() => [...document.querySelectorAll(".small-head span")].filter((one) => one.textContent !== "move 1").length > 1);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Continue" }).waitFor();
  for (const id of ids) assert.ok((await getView(server.address, id)).paused);
  await page.getByRole("slider", { name: "Speed" }).fill("3000");
  for (let wait = 0; wait < 100 && (await getView(server.address, ids[3])).pace !== 0; wait++) await page.waitForTimeout(20);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForFunction(() => /all games have ended/.test(document.querySelector(".tally").textContent));
  assert.equal(await page.locator(".small-end").count(), 4);
  const counts = (await page.locator(".tally strong").allTextContents()).map(Number);
  assert.equal(counts.reduce((sum, one) => sum + one, 0), 4);
  await page.locator(".small-table").nth(1).click();
  await page.waitForSelector(".table .banner");
  assert.ok(page.url().endsWith(ids[1]));
  assert.deepEqual(page.troubles, []);
  await page.close();
});

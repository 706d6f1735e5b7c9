// A whole game of each family, played by clicks to its end. The pyramid's is in describe.test.js.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { getView, openPage, openTable, startBrowser, startServer } from "./start.js";

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

/** Numbers from 0 to 1 that are the same at every run. */
function dice(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

const played = (page, many) =>
  page.waitForFunction((moves) => document.querySelectorAll(".moves .move").length >= moves, many, { polling: 20 });

/** Makes a move as a person does: points at where it starts, where it ends, and what remains to be chosen. */
async function click(page, view, move) {
  const { from, to, choice } = move.marks;
  const place = (site) => page.locator(`[data-key=s${site}]`);
  if (from === null && to === null) {
    await page.locator(".bare-moves button").nth(view.moves.filter((one) => one.marks.from === null && one.marks.to === null).indexOf(move)).click();
    return;
  }
  if (from !== null) await place(from).click();
  const isPit = from !== null && view.scene.sites[from].shape === "pit";
  if (to !== null && !isPit) await place(to).click();
  const twins = view.moves.filter((one) => one.marks.from === from && (isPit || one.marks.to === to));
  if (twins.length > 1) await page.locator(".chooser").getByRole("button", { name: choice || move.text, exact: true }).click();
}

/** Plays by clicks until the end is announced, and returns the last view. */
async function playToTheEnd(game, { seats = ["human", "human"], seed = 1, most = 200, layered = false } = {}) {
  const id = await openTable(server.address, game, seats);
  const page = await openPage(browser);
  await page.goto(`${server.address}#/t/${id}`);
  if (layered) await page.getByRole("button", { name: "Layer by layer" }).click({ timeout: 90_000 });
  await page.waitForSelector("svg.board .hit.able");
  const roll = dice(seed);
  let view = await getView(server.address, id);
  for (let turn = 0; view.turn.kind !== "over"; turn++) {
    assert.ok(turn < most, `${game} never ends`);
    const before = view.tree.length;
    const agent = seats[view.turn.player] !== "human";
    if (!agent) await click(page, view, view.moves[Math.floor(roll() * view.moves.length)]);
    await played(page, before);
    view = await getView(server.address, id);
  }
  await page.waitForSelector(".banner");
  const banner = await page.textContent(".banner");
  assert.match(banner, view.outcome.winner === null ? /A draw/ : new RegExp(`${view.players[view.outcome.winner]} wins`));
  for (const score of view.outcome.scores ?? []) assert.ok(banner.includes(String(score)), `${banner} names ${score}`);
  assert.equal(await page.locator(".hit.able").count(), 0);
  assert.deepEqual(page.troubles, []);
  await page.close();
  return view;
}

test("Tricolor is played to its end, with stacks that are divided", async () => {
  const view = await playToTheEnd("tricolor(side=3)", { seed: 3 });
  assert.ok(view.tree.length > 10);
});

test("Six is played to its end against an agent, through both of its phases", async () => {
  const view = await playToTheEnd("six(tiles=6,limit=24)", { seats: ["human", "random"], seed: 5 });
  assert.ok(view.tree.length > 12);
});

test("Kalah is played to its end and counted", async () => {
  const view = await playToTheEnd("kalah(pits=4,seeds=3)", { seats: ["human", "level(n=1)"], seed: 2 });
  assert.equal(view.outcome.scores.reduce((sum, score) => sum + score, 0), 24);
});

test("Tria and Tessera are played to their ends", async () => {
  await playToTheEnd("tria(rows=4,cols=4)", { seed: 4 });
  await playToTheEnd("tessera(rows=4,cols=4)", { seed: 6 });
});

test("games on squares, on points and on hexagons are played to their ends", async () => {
  await playToTheEnd("breakthrough(board-size=6)", { seed: 8 });
  await playToTheEnd("gekitai", { seed: 9 });
  await playToTheEnd("go(board-size=3)", { seed: 11 });
  await playToTheEnd("hex(board-size=5)", { seed: 10 });
});

test("Dots and Boxes is played to its end on its edges", async () => {
  const view = await playToTheEnd("dots-and-boxes(board=2x2)", { seed: 12 });
  assert.equal(view.tree.length, 13, "all twelve edges are drawn");
  assert.equal(view.outcome.scores.reduce((sum, score) => sum + score, 0), 4);
});

test("a mancala without stores is played to its end", async () => {
  await playToTheEnd("awari(pits=3,seeds=3)", { seed: 13 });
});

test("a pyramid for three is played to its end layer by layer", async () => {
  const view = await playToTheEnd("spao", { seats: ["human", "random", "human"], seed: 14, layered: true });
  assert.equal(view.players.length, 3);
});

// Studying a game and taking it elsewhere, and what must never be lost or let in, in a real browser.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
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

const post = (address, path, body) =>
  fetch(`${address}api/${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

async function atTable(game, seats, more, options) {
  const id = await openTable(server.address, game, seats, more);
  const page = await openPage(browser, options);
  await page.goto(`${server.address}#/t/${id}`);
  await page.waitForSelector("svg.board .hit");
  return { id, page };
}

test("the course of a game is a curve, and a click on it goes there", async () => {
  const { id, page } = await atTable("kalah", ["uct(iterations=40)", "uct(iterations=40)"]);
  await page.waitForSelector(".banner", { timeout: 60_000 });
  const { tree } = await getView(server.address, id);
  assert.ok(tree.some((node) => node.evaluation !== null), "the agents said what they thought");
  const over = page.locator(".curve .u-over");
  const box = await over.boundingBox();
  await over.click({ position: { x: box.width / 2, y: box.height / 2 } });
  await page.waitForFunction(() => !document.querySelector(".banner"));
  const { node } = await getView(server.address, id);
  const middle = (tree.length - 1) / 2;
  assert.ok(Math.abs(node - middle) <= 1, `move ${node} of ${tree.length - 1}`);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((next) => document.querySelector(".move.here .move-number")?.textContent === String(next), node + 1);
  assert.deepEqual(page.troubles, []);
  await page.close();
});

test("a position that can be solved is proved", async () => {
  const { page } = await atTable("tria(rows=3,cols=3)", HUMANS, { position: "bb1/ww1/3 b" });
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.getByRole("button", { name: "Prove the value" }).click();
  await page.waitForSelector(".proof");
  assert.match(await page.textContent(".proof"), /Black wins in 1 move\./);
  await page.close();
});

test("a table is taken elsewhere by its link, its record, its position and its pictures", async () => {
  const permissions = ["clipboard-read", "clipboard-write"];
  const { id, page } = await atTable("kalah", HUMANS, {}, { permissions });
  await page.locator(".hit.able").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 1);
  await page.getByRole("tab", { name: "Share" }).click();
  await page.getByRole("button", { name: "Copy the link to this table" }).click();
  await page.waitForSelector(".note-card.good");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${server.address}#/t/${id}`);
  const saved = async (name) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByText(name).click()]);
    return readFile(await download.path());
  };
  assert.match(String(await saved("Save the record")), /^ludex record 1\ngame: kalah\n/);
  assert.match(String(await saved("Save the picture (SVG)")), /^<svg /);
  assert.deepEqual([...(await saved("Save the picture (PNG)")).subarray(1, 4)], [...Buffer.from("PNG")]);
  await page.getByRole("link", { name: "Change it, or begin from it" }).click();
  await page.waitForSelector(".position-editor .hit");
  const position = await page.getByRole("textbox", { name: "Position" }).inputValue();
  assert.equal(position, (await getView(server.address, id)).position);
  assert.deepEqual(page.troubles, []);
  await page.close();
});

test("an agent is seated with its full parameters", async () => {
  const page = await openPage(browser);
  await page.goto(`${server.address}#/new/${encodeURIComponent("tria(rows=3,cols=3)")}`);
  await page.getByLabel("White").selectOption("uct");
  await page.getByRole("button", { name: "options" }).click();
  await page.getByLabel(/^iterations/).fill("60");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForSelector(".table .hit.able");
  const view = await getView(server.address, page.url().split("/").pop());
  assert.deepEqual(view.seats, ["human", "uct(iterations=60)"]);
  await page.locator(".hit.able").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".stacks > g").length === 2);
  await page.close();
});

test("names and descriptions are shown as text, never as markup", async () => {
  const evil = "<img src=x onerror=globalThis.hit=1>";
  const text = `(game "${evil}" (players 2) (equipment { (board (square 3)) (piece "Stone" Each) })
(rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
(metadata (info { (description "${evil}") (rules "${evil}") }))`;
  const { game } = await (await post(server.address, "descriptions", { text })).json();
  assert.ok(game, "the description is kept");
  const id = await openTable(server.address, game, HUMANS);
  const page = await openPage(browser);
  const seen = async () => {
    assert.equal(await page.evaluate(() => globalThis.hit), undefined);
    assert.equal(await page.locator("img[src=x]").count(), 0);
  };
  await page.goto(`${server.address}#/t/${id}`);
  await page.locator(".hit.able").first().click();
  await page.waitForSelector(".stacks > g");
  assert.ok((await page.textContent("h1")).includes(evil));
  await page.getByRole("tab", { name: "Rules" }).click();
  await page.waitForSelector(".prose");
  await seen();
  for (const place of [`#/new/${game}`, `#/describe/${game}`, "#/"]) {
    await page.goto(`${server.address}${place}`);
    await page.waitForSelector(".setup-rules .prose, .describe-board svg.board, .recent-list a");
    await seen();
  }
  const picture = await (await fetch(`${server.address}api/tables/${id}/picture`)).text();
  assert.ok(!picture.includes("<img"));
  assert.deepEqual(page.troubles, []);
  await page.close();
});

test("a kill in the middle of play loses at most the move in flight", async () => {
  let { address, data, kill } = await startServer();
  const id = await openTable(address, "six", HUMANS);
  const answered = [];
  for (let round = 0; round < 3; round++) {
    const killed = new Promise((resolve) => setTimeout(() => resolve(kill()), 120 + 70 * round));
    for (;;) {
      try {
        const view = await (await fetch(`${address}api/tables/${id}`)).json();
        if (view.moves.length === 0) break;
        const move = view.moves[(answered.length * 7) % view.moves.length].text;
        const answer = await post(address, `tables/${id}/play`, { move });
        if (answer.ok && (await answer.json())) answered.push(move);
      } catch {
        break;
      }
    }
    await killed;
    ({ address, kill } = await startServer(data));
    const kept = (await getView(address, id)).tree.slice(1).map((node) => node.text);
    assert.deepEqual(kept.slice(0, answered.length), answered);
    assert.ok(kept.length <= answered.length + 1, `${kept.length} kept, ${answered.length} answered`);
    answered.splice(0, answered.length, ...kept);
  }
  assert.ok(answered.length > 3, "some moves were made");
  await kill();
});

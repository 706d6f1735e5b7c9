// Describing a game, setting up a position, and what happens when a server goes away, in a real browser.

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

const site = (page, name) => page.locator(`.hit[aria-label^="${name}:"], .hit[aria-label^="${name},"]`).first();
const stones = (page, count) => page.waitForFunction((many) => document.querySelectorAll(".stacks > g").length === many, count);

async function editor() {
  const page = await openPage(browser);
  await page.goto(`${server.address}#/describe`);
  await page.waitForSelector(".cm-content");
  await page.waitForSelector(".describe-board svg.board");
  return page;
}

/** Replaces the text in the editor as a paste would. */
async function write(page, text) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}

const TINY = `(game "Tiny" (players 2)
(equipment { (board (square 3)) (piece "Stone" Each) })
(rules (play (move Add (to (sites Empty)))) (end { (if (is Line 3) (result Mover Win)) (if (is Full) (result All Draw)) })))`;

test("an error is underlined and named, and goes away when it is mended", async () => {
  const page = await editor();
  await write(page, TINY.replace("Empty", "Emty"));
  await page.waitForSelector(".cm-lintRange-error");
  assert.match(await page.locator(".cm-lintRange-error").first().textContent(), /Emty/);
  await page.waitForSelector(".remarks.wrong");
  assert.match(await page.textContent(".remarks"), /there is no ludeme `\(sites Emty/);
  assert.ok(await page.getByRole("button", { name: "Play this" }).isDisabled());
  await write(page, TINY);
  await page.waitForFunction(() => /in order/.test(document.querySelector(".remarks").textContent));
  assert.equal(await page.locator(".cm-lintRange-error").count(), 0);
  assert.deepEqual(page.troubles, []);
  await page.close();
});

test("the board changes as the description does, and random moves can be shown", async () => {
  const page = await editor();
  await write(page, TINY);
  const fields = () => page.locator(".describe-board .hit").count();
  await page.waitForFunction(() => document.querySelectorAll(".describe-board .hit").length === 9);
  await write(page, TINY.replace("square 3", "square 5"));
  await page.waitForFunction(() => document.querySelectorAll(".describe-board .hit").length === 25);
  assert.equal(await fields(), 25);
  await page.locator(".describe-board input[type=range]").fill("4");
  await stones(page, 4);
  await page.close();
});

test("words are completed and explained", async () => {
  const page = await editor();
  await write(page, TINY.replace("Empty", ""));
  for (let press = 0; press < TINY.length - TINY.indexOf("Empty") - 5; press++) await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("Emp");
  await page.waitForSelector(".cm-tooltip-autocomplete");
  assert.match(await page.textContent(".cm-tooltip-autocomplete"), /Empty/);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /sites Empty/.test(document.querySelector(".cm-content").textContent));
  await page.locator(".lud-ludeme", { hasText: /^is$/ }).first().hover();
  await page.waitForSelector(".hover-note");
  assert.match(await page.textContent(".hover-note"), /line|Line/);
  await page.close();
});

test("a described game is played to its end within a second of typing", async () => {
  const page = await editor();
  const begin = Date.now();
  await write(page, TINY);
  await page.waitForFunction(() => document.querySelector(".describe-board h2").textContent === "Tiny");
  await page.getByRole("button", { name: "Play this" }).click();
  await page.waitForSelector(".table .hit");
  const took = Date.now() - begin;
  assert.match(await page.textContent("h1"), /Tiny/);
  const id = page.url().split("/").pop();
  await fetch(`${server.address}api/tables/${id}/seats`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ seats: HUMANS }),
  });
  await page.waitForFunction(() => !/casual/.test(document.querySelector(".players").textContent));
  const moves = ["a1", "b1", "a2", "b2", "a3"];
  for (const [index, name] of moves.entries()) {
    await site(page, name).click();
    await stones(page, index + 1);
  }
  await page.waitForSelector(".banner");
  assert.match(await page.textContent(".banner"), /Player 1 wins/);
  assert.deepEqual(page.troubles, []);
  // About half a second on a machine of one's own; tests share theirs with others.
  assert.ok(took < 2000, `playable after ${took} ms`);
  await page.close();
});

test("every small template opens", async () => {
  const page = await editor();
  const select = page.getByLabel("Begin with");
  const names = await select.locator("optgroup").first().locator("option").evaluateAll((list) => list.map((one) => [one.value, one.textContent]));
  assert.ok(names.length >= 5);
  let last = "";
  for (const [value] of names) {
    await select.selectOption(value);
    await page.waitForFunction((old) => {
      const title = document.querySelector(".describe-board h2").textContent;
      return title !== old && /in order/.test(document.querySelector(".remarks").textContent);
    }, last);
    last = await page.textContent(".describe-board h2");
  }
  await page.waitForSelector(".describe-board canvas, .describe-board svg.board");
  assert.deepEqual(page.troubles, []);
  await page.close();
});

test("the editor fits a phone", async () => {
  const page = await openPage(browser, { viewport: { width: 360, height: 740 } });
  await page.goto(`${server.address}#/describe`);
  await page.waitForSelector(".cm-content");
  await page.waitForSelector(".describe-board svg.board");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 360, `${wide} wide`);
  await page.close();
});

test("a position is set up by clicks, and a wrong one is explained", async () => {
  const page = await openPage(browser);
  await page.goto(`${server.address}#/new/${encodeURIComponent("tria(rows=3,cols=3)")}`);
  await page.getByText("Set up a position").click();
  await site(page, "b2").click();
  await stones(page, 1);
  await page.getByRole("button", { name: "White", exact: true }).click();
  await site(page, "a1").click();
  await stones(page, 2);
  const text = page.getByRole("textbox", { name: "Position" });
  assert.equal(await text.inputValue(), "3/1b1/w2 b");
  await text.fill("3/1x1/w2 b");
  await page.waitForSelector(".problem");
  assert.ok((await page.textContent(".problem")).length > 10);
  assert.ok(await page.getByRole("button", { name: "Play", exact: true }).isDisabled());
  await text.fill("3/1b1/w2 b");
  await page.waitForFunction(() => !document.querySelector(".problem"));
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForSelector(".table .hit");
  const view = await getView(server.address, page.url().split("/").pop());
  assert.equal(view.scene.pieces.length, 2);
  await page.close();
});

test("seeds, described pieces and columns are set up by clicks", async () => {
  const page = await openPage(browser);
  await page.goto(`${server.address}#/new/kalah`);
  await page.getByText("Set up a position").click();
  await site(page, "S3").click();
  await page.waitForSelector(".problem");
  assert.match(await page.textContent(".problem"), /49 seeds/);
  await page.getByRole("button", { name: "One seed less" }).click();
  await site(page, "S1").click();
  await page.waitForFunction(() => !document.querySelector(".problem"));
  assert.match(await page.getByRole("textbox", { name: "Position" }).inputValue(), /^3,4,5,4/);
  await page.goto(`${server.address}#/new/tic-tac-toe`);
  await page.getByText("Set up a position").click();
  await page.getByRole("button", { name: "Nought2" }).click();
  await site(page, "b2").click();
  await stones(page, 1);
  assert.match(await page.getByRole("textbox", { name: "Position" }).inputValue(), /b2=Nought2/);
  await page.goto(`${server.address}#/new/tricolor`);
  await page.getByText("Set up a position").click();
  await stones(page, 36);
  await page.getByRole("button", { name: "Take away" }).click();
  await site(page, "44").click();
  await stones(page, 35);
  await page.getByRole("button", { name: "White", exact: true }).click();
  await site(page, "31").click();
  await stones(page, 36);
  await page.goto(`${server.address}#/new/six`);
  await page.getByText("Set up a position").click();
  await site(page, "0,0").click();
  await page.getByRole("button", { name: "Black", exact: true }).click();
  await site(page, "1,0").click();
  await site(page, "2,0").waitFor();
  assert.equal(await page.getByRole("textbox", { name: "Position" }).inputValue(), "red=0,0 black=1,0 hand=18,18 player=1 stage=lay");
  await page.goto(`${server.address}#/new/spline`);
  await page.getByText("Set up a position").click();
  await site(page, "e1/0").click();
  await stones(page, 1);
  assert.match(await page.getByRole("textbox", { name: "Position" }).inputValue(), /e1\/0=Ball1/);
  await page.goto(`${server.address}#/new/french-wari`);
  await page.getByText("Set up a position").click();
  await site(page, "a1").click();
  await page.waitForFunction(() => /a1=Seed\*5/.test(document.querySelector(".position-editor textarea").value));
  await page.getByRole("button", { name: "Take away" }).click();
  await site(page, "b1").click();
  await page.waitForFunction(() => /b1=Seed\*3/.test(document.querySelector(".position-editor textarea").value));
  await page.goto(`${server.address}#/new/spalone`);
  await page.getByText("Set up a position").click();
  await page.getByRole("button", { name: "Red", exact: true }).click();
  await site(page, "c1/0").click();
  await stones(page, 1);
  assert.deepEqual(page.troubles.filter((text) => !/422/.test(text)), []);
  await page.close();
});

test("two browsers play one game", async () => {
  const id = await openTable(server.address, "tria(rows=3,cols=3)", HUMANS);
  const pages = [await openPage(browser), await openPage(browser)];
  for (const page of pages) {
    await page.goto(`${server.address}#/t/${id}`);
    await page.waitForSelector(".hit.able");
  }
  for (const [index, name] of ["a1", "b1", "a2", "b2", "a3"].entries()) {
    await site(pages[index % 2], name).click();
    for (const page of pages) await stones(page, index + 1);
  }
  for (const page of pages) {
    await page.waitForSelector(".banner");
    await page.close();
  }
});

test("a page finds its game again after the server was killed and started", async () => {
  const first = await startServer();
  const id = await openTable(first.address, "tria(rows=3,cols=3)", HUMANS);
  const page = await openPage(browser);
  await page.goto(`${first.address}#/t/${id}`);
  await site(page, "b2").click();
  await stones(page, 1);
  await first.kill();
  await page.waitForSelector(".offline");
  const second = await startServer(first.data, first.port);
  await page.waitForFunction(() => !document.querySelector(".offline"), undefined, { timeout: 40_000 });
  await site(page, "a1").click();
  await stones(page, 2);
  assert.deepEqual((await getView(second.address, id)).tree.map((node) => node.text), ["", "b2", "a1"]);
  await page.close();
  await second.kill();
});

test("opponents by strength are chosen by clicks and answer", async () => {
  const page = await openPage(browser);
  await page.goto(`${server.address}#/new/${encodeURIComponent("tria(rows=3,cols=3)")}`);
  for (const strength of ["Beginner", "Strong"]) {
    await page.goto(`${server.address}#/new/${encodeURIComponent("tria(rows=3,cols=3)")}`);
    await page.getByLabel("White").selectOption({ label: strength });
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForSelector(".table .hit.able");
    await site(page, "b2").click();
    await stones(page, 2);
    assert.match(await page.textContent(".players"), new RegExp(strength.toLowerCase()));
  }
  await page.close();
});

/** Drags from beside the pyramid, which turns it. */
async function drag(page, by) {
  const box = await page.locator("canvas").first().boundingBox();
  await page.mouse.move(box.x + 12, box.y + 12);
  await page.mouse.down();
  await page.mouse.move(box.x + 12 + by, box.y + 12, { steps: 4 });
  await page.mouse.up();
  await page.waitForTimeout(300);
}

test("a described pyramid game is played to its end by clicks in space", async () => {
  const id = await openTable(server.address, "spline(base=3)", HUMANS);
  // A small window, because a machine without a graphics processor draws every pixel by itself.
  const page = await openPage(browser, { viewport: { width: 800, height: 640 } });
  await page.goto(`${server.address}#/t/${id}`);
  await page.waitForSelector("canvas[data-ready]", { timeout: 90_000 });
  let view = await getView(server.address, id);
  for (let turn = 0; view.turn.kind !== "over"; turn++) {
    assert.ok(turn < 60, "the game never ends");
    // The highest and nearest places are never hidden by others.
    const at = (move) => view.scene.sites[move.marks.to].at;
    const moves = view.moves.toSorted((a, b) => at(b)[2] - at(a)[2] || at(a)[1] - at(b)[1]);
    const before = view.tree.length;
    // A place behind others is reached as people reach it: by turning the pyramid.
    for (let look = 0; look < 6 && view.tree.length === before; look++) {
      if (look > 0) await drag(page, 140);
      for (const move of moves) {
        const [x, y] = await page.evaluate((place) => document.querySelector("canvas").ludexProject(place), at(move));
        await page.mouse.click(x, y);
        for (let wait = 0; wait < 30 && view.tree.length === before; wait++) {
          await page.waitForTimeout(50);
          view = await getView(server.address, id);
        }
        if (view.tree.length > before) break;
      }
    }
    assert.equal(view.tree.length, before + 1, "no place could be clicked");
    await page.waitForFunction((moves) => document.querySelectorAll(".moves .move").length === moves, before);
  }
  await page.waitForSelector(".banner");
  assert.match(await page.textContent(".banner"), /wins|draw/i);
  await page.getByRole("tab", { name: "Share" }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: /PNG/ }).click()]);
  assert.equal(download.suggestedFilename(), "spline.png");
  await page.close();
});

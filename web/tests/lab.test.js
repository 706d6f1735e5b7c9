// The laboratory in a real browser.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, startBrowser, startServer } from "./start.js";

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

test("a match is started, followed and read", async () => {
  const page = await openPage(browser);
  await page.goto(`${server.address}#/lab`);
  await page.getByLabel("Game", { exact: true }).selectOption("tic-tac-toe");
  await page.getByLabel("Games", { exact: true }).fill("40");
  await page.getByRole("button", { name: "Start the match" }).click();
  await page.waitForSelector(".run.finished", { timeout: 60_000 });
  await page.waitForSelector(".report .plot canvas");
  assert.match(await page.textContent(".report"), /won \d+, drew \d+, lost \d+/);
  assert.match(await page.textContent(".run-phase"), /40 games · finished/);
  await page.reload();
  await page.waitForSelector(".run.finished");
  assert.deepEqual(page.troubles, []);
  await page.close();
});

test("a game is measured", async () => {
  const page = await openPage(browser);
  await page.goto(`${server.address}#/lab`);
  await page.getByRole("button", { name: "Measurement" }).click();
  await page.getByLabel("Game", { exact: true }).selectOption("tic-tac-toe");
  await page.getByLabel("Games", { exact: true }).fill("50");
  await page.getByRole("button", { name: "Start measuring" }).click();
  await page.waitForSelector(".run.finished .report table", { timeout: 60_000 });
  assert.match(await page.textContent(".report"), /Duration/i);
  assert.deepEqual(page.troubles, []);
  await page.close();
});

test("a run that ends before the page listens shows its report all the same", async () => {
  const page = await openPage(browser);
  let listen;
  await page.routeWebSocket(/runs\/live/, (line) => {
    listen = () => line.connectToServer();
  });
  await page.goto(`${server.address}#/lab`);
  await page.getByRole("button", { name: "Measurement" }).click();
  await page.getByLabel("Game", { exact: true }).selectOption("tic-tac-toe");
  await page.getByLabel("Games", { exact: true }).fill("20");
  await page.getByRole("button", { name: "Start measuring" }).click();
  await page.waitForSelector(".run");
  const runs = async () => (await fetch(`${server.address}api/runs`)).json();
  while ((await runs())[0].phase !== "finished") await page.waitForTimeout(30);
  listen();
  await page.waitForSelector(".run.finished .report table");
  await page.close();
});

test("a long run can be stopped and removed, and the page fits a phone", async () => {
  const page = await openPage(browser, { viewport: { width: 360, height: 740 } });
  await page.goto(`${server.address}#/lab`);
  await page.getByLabel("Games", { exact: true }).fill("20000");
  await page.getByRole("button", { name: "Start the match" }).click();
  await page.waitForSelector(".run.running");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 360, `${wide} wide`);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.waitForSelector(".run.stopped");
  const before = await page.locator(".run").count();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove it" }).click();
  await page.waitForFunction((many) => document.querySelectorAll(".run").length === many, before - 1);
  await page.close();
});

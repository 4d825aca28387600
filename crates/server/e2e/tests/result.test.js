// The end of a game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { arena } from "../harness.js";

const { visitor } = arena();
/** Black to move with 24 squares empty. */
const LATE = "d3e3f6c3e2g7c5f5b3c6c7e1h8c2d6b6d2e6g6c8c1b4b5a5f1g5g4a3f3h7a6d7a4f2a2c4";

/** Two people play on to the end. @param {import("playwright-core").BrowserContextOptions} [options] */
async function finished(options) {
  const both = await visitor("/", options);
  await both.newGameOfTwo((dialog) => dialog.getByLabel("Start position").fill(LATE));
  while (await both.turn()) await both.playAny();
  return both;
}

test("a card tells who won, how it went, and leads on", async () => {
  const both = await finished();
  const { page } = both;
  assert.match(await both.text(".result-title"), /^(Anna|Ben) wins \d+–\d+$|^A draw/);
  const [black, white] = (await page.locator(".count").getAttribute("aria-label"))?.match(/\d+/g)?.map(Number) ?? [];
  assert.equal(await page.locator(".count .black").count(), black);
  assert.equal(await page.locator(".count .white").count(), white);
  await page.locator(".story", { hasText: /biggest moment is move \d+|No move stands out/ }).waitFor();
  assert.ok(await page.locator(".result .graph .line").getAttribute("d"));
  for (const button of [/^Review: \d key moments?$|^Review the game$/, "Play again", "Swap colours", "Share"])
    assert.ok(await page.getByRole("button", { name: button }).isVisible(), String(button));
  if (await page.locator("[data-action=moment]").isVisible()) {
    await page.click("[data-action=moment]");
    await page.waitForURL(/\/review#ply=\d+$/);
    await page.goBack();
    await page.waitForSelector("#table.over");
  }
  const moves = await both.moves();
  await both.press("review");
  await page.waitForURL(/\/g\/[\w-]+\/review/);
  const reviewed = () => page.$$eval("#reviewed [data-move]", (all) => all.map((one) => one.getAttribute("data-move")));
  await page.locator("#reviewed [data-move]").first().waitFor({ state: "attached" });
  assert.deepEqual(await reviewed(), moves);
  await page.goBack();
  await page.waitForSelector("#table.over");
  both.content();
});

test("play again keeps the colours, swap colours swaps them", async () => {
  const both = await finished();
  await both.press("again");
  await both.page.waitForSelector("#table:not(.over)");
  await both.page.locator(".plate[data-side=black]", { hasText: "Anna" }).waitFor();
  while (await both.turn()) await both.playAny();
  await both.press("swap");
  await both.page.waitForSelector("#table:not(.over)");
  await both.page.locator(".plate[data-side=black]", { hasText: "Ben" }).waitFor();
  both.content();
});

test("the result can be taken along as a line of othello-results.txt", async () => {
  const both = await finished();
  await both.press("share");
  const waiting = both.page.waitForEvent("download");
  await both.page.getByRole("link", { name: "Results file" }).click();
  const download = await waiting;
  assert.equal(download.suggestedFilename(), "othello-results.txt");
  const text = await (await import("node:fs/promises")).readFile(await download.path(), "utf8");
  assert.match(text, /Black: Anna, \d+ discs?\nWhite: Ben, \d+ discs?\n/);
  both.content();
});

test("on phones and tablets the card leaves the board free, and who won and the ways on are seen at once", async () => {
  const both = await finished({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const { page } = both;
  await page.locator(".story", { hasText: /biggest moment|No move stands out/ }).waitFor();
  const box = async (/** @type {string} */ what) => (await page.locator(what).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  for (const [width, height] of [
    [390, 844],
    [360, 640],
    [800, 1024],
  ]) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    const size = `${width} by ${height}`;
    const [board, title, acts] = [await box("#board"), await box(".result-title"), await box(".acts")];
    assert.ok(title.y >= board.y + board.height, `${size}: the board ends at ${board.y + board.height}, the card begins at ${title.y}`);
    assert.ok(title.height && title.y + title.height <= acts.y, `${size}: the title ends at ${title.y + title.height}, the buttons begin at ${acts.y}`);
    assert.ok(acts.y + acts.height <= height, `${size}: the buttons end at ${acts.y + acts.height}`);
    for (const { x, width: wide } of await Promise.all(["again", "swap", "share", "new"].map((action) => box(`.acts [data-action=${action}]`))))
      assert.ok(wide && x >= 0 && x + wide <= width, `${size}: a button from ${x} to ${x + wide}`);
    const [graph, story] = [await box(".result .graph"), await box(".story")];
    assert.ok(Math.abs(graph.width - story.width) < 2 && graph.height < 140, `${size}: the chart has ${graph.width} by ${graph.height}`);
  }
  await page.getByRole("button", { name: "One move back" }).click();
  await page.waitForSelector("#table:not(.over)");
  both.content();
});

test("resigning is told without blame, and a draw of discs is none", async () => {
  const anna = await visitor("/");
  await anna.turn();
  await anna.playAny();
  await anna.turn();
  await anna.press("resign");
  await anna.answer("Resign");
  assert.equal(await anna.text(".result-title"), "Computer wins");
  assert.match(await anna.text(".won .soft"), /^You resigned\. The discs: Black \d+, White \d+\.$/);
  assert.equal(await anna.page.locator(".falling .chip").count(), 0);
  anna.content();
});

test("the whole card is seen at 1280 by 800, and a click or a key on its chart goes to that move", async () => {
  const both = await finished();
  const { page } = both;
  await page.locator(".story", { hasText: /biggest moment|No move stands out/ }).waitFor();
  const graph = page.locator(".result .graph");
  // As high as it gets: the crest of a win, cards to practise, and a story with long names.
  await page.evaluate(() => {
    document.querySelector(".result")?.classList.add("victory");
    for (const button of document.querySelectorAll(".how-do > *")) button.removeAttribute("hidden");
    const story = document.querySelector(".story");
    if (story) story.textContent = "Bartholomew Featherstone was ahead until move 41. The biggest moment is move 11, Wilhelmina Featherstone’s b2. Blunder: about 17 discs, win chance 26% to 5% (estimate).";
  });
  const box = async (/** @type {string} */ what) => (await page.locator(what).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [chart, acts] = [await box(".result .graph"), await box(".result .acts")];
  assert.ok(chart.height > 60 && chart.y + chart.height <= acts.y, `the chart ends at ${chart.y + chart.height}, what follows begins at ${acts.y}`);
  const moves = (await both.moves()).length;
  await graph.focus();
  await page.keyboard.press("ArrowLeft");
  await page.waitForSelector("#table:not(.over)");
  await page.locator(".steps .at", { hasText: `Move ${moves - 1}` }).waitFor();
  await page.getByRole("button", { name: "To the newest position" }).click();
  await page.waitForSelector("#table.over");
  await graph.click({ position: { x: 2, y: 20 } });
  await page.locator(".steps .at", { hasText: "Start" }).waitFor();
  both.content();
});

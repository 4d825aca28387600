// The review of a game: its moments, the better move, trying for it, lines, numbers; on all screens and without a mouse.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, arena } from "../harness.js";

const { server, visitor } = arena();

/** Black to move with 24 squares empty. */
const LATE = "d3e3f6c3e2g7c5f5b3c6c7e1h8c2d6b6d2e6g6c8c1b4b5a5f1g5g4a3f3h7a6d7a4f2a2c4";
/** A tournament game with mistakes on both sides. */
const GAME = "f5d6c3d3c4f4f6f3e6e7f7g5e8d7c5c7d2c6e3b4b3d8a5f8b5b6a6e2f1e1d1c1b1c2f2b7g3h3h5h4g4h6a8g6b8c8g8a7g7h8h7a4a3a2a1b2h2h1g2g1";

/** @import {BrowserContextOptions} from "playwright-core" */
/** @import {Visitor} from "../harness.js" */
/** @import {Moment, Review} from "../../web/types/protocol.js" */

/** Anna has Black against the computer and plays the first move there is, to the end. @param {BrowserContextOptions} [options] */
async function lost(options) {
  const anna = await visitor("/", options);
  await anna.turn();
  await anna.newGame(async (dialog) => {
    await dialog.getByLabel("You and the computer").check();
    await dialog.getByText("Rules, clock, start").click();
    await dialog.getByLabel("Start position").fill(LATE);
  });
  while (await anna.turn()) await anna.playAny();
  await anna.page.locator(".result").waitFor();
  return anna;
}

/** Waits until all of a review is there. @param {Visitor} visitor */
const ready = ({ page }) => page.locator(".percent[data-text]:not([data-text=''])").first().waitFor();

/** The review of a record. @param {string} moves @param {BrowserContextOptions} [options] */
async function reviewed(moves, options) {
  const anna = await visitor(`/study/review#moves=${moves}`, options);
  await ready(anna);
  return anna;
}

/** What the server has kept of a game. @param {string} address of its review @returns {Promise<Review>} */
async function kept(address) {
  const game = /\/g\/([\w-]+)\//.exec(address)?.[1];
  const lines = (await (await fetch(`${server.address}/api/games/${game}/review`)).text()).trim().split("\n");
  assert.equal(lines.length, 1, "the review is not made again");
  return JSON.parse(lines[0]);
}

const heading = (/** @type {Visitor} */ { page }) => page.locator("#moment h2").innerText();

test("after a game: the card names the biggest moment, and one's own mistake is a question before it is told", async () => {
  const anna = await lost();
  const { page } = anna;
  await page.locator(".story", { hasText: /The biggest moment is move \d+/ }).waitFor();
  assert.match(await anna.text("[data-action=review]"), /^Review: [1-5] key moments?$/);
  await anna.press("review");
  await page.waitForURL(/\/g\/[\w-]+\/review/);
  await ready(anna);
  const review = await kept(page.url());
  assert.equal(await page.locator(".mo").count(), review.moments.length);

  const mine = /** @type {Moment} */ (review.moments.find(({ kind, side }) => kind === "mistake" && side === "black"));
  assert.ok(mine, "somebody who plays the first move there is errs");
  await page.locator(`.mo[data-ply="${mine.ply}"]`).click();
  const card = page.locator("#moment");
  assert.match(await card.innerText(), /You · \d of \d[^]*What was better\?/);
  assert.ok(!(await card.innerText()).includes(mine.told.black), "the reason would tell");
  assert.equal(await page.locator(".cell.better").count(), 0);

  // Trying: the move of the game is not it, the better one is.
  await card.getByRole("button", { name: "Try it yourself" }).click();
  await page.locator("#board.playable").waitFor();
  await anna.click(mine.move);
  await card.getByText(`${mine.move} is the move of the game`).waitFor();
  await anna.click(mine.accepted[0]);
  await card.getByText(`Right: ${mine.accepted[0]}.`).waitFor();
  assert.ok((await card.innerText()).includes(mine.told.black), "now the reason is told, to you");
  assert.equal(await page.locator(`[data-square=${mine.accepted[0]}] .badge`).innerText(), "✓");
  assert.match(await page.locator(`[data-square=${mine.accepted[0]}]`).getAttribute("aria-label") ?? "", /black.*a right answer/);

  // Back in the game both moves are marked, and what the better one would turn.
  await page.keyboard.press("Escape");
  await page.locator(".cell.better").waitFor();
  assert.equal(await page.locator(".cell.better").getAttribute("data-square"), mine.accepted[0]);
  assert.ok(await page.locator(".cell.would-turn").count());
  assert.equal(await page.locator(`[data-square=${mine.move}] .badge`).innerText(), review.moves[mine.ply].mark);

  // The place in the review survives a reload, and Back leads to the game.
  const name = await heading(anna);
  await page.reload();
  await ready(anna);
  assert.equal(await heading(anna), name);
  await page.goBack();
  await page.locator(".result").waitFor();
  anna.content();
});

test("every right answer is accepted, and no other", async () => {
  const anna = await visitor("/");
  const { page } = anna;
  // Read on its way to the page: the browser does not keep the body of a stream for long.
  let told = "";
  await page.route(/\/api\/review$/, async (route) => {
    const response = await route.fetch();
    told = await response.text();
    await route.fulfill({ response, body: told });
  });
  await page.goto(`${server.address}/study/review#moves=${GAME}`);
  await ready(anna);
  /** @type {Review} */
  const review = JSON.parse(told.trim().split("\n").at(-1) ?? "");
  const mistakes = review.moments.filter(({ kind }) => kind === "mistake");
  assert.ok(mistakes.length >= 3);
  for (const { ply, accepted, move } of mistakes)
    for (const square of [...accepted, move]) {
      await page.locator(`.mo[data-ply="${ply}"]`).click();
      await page.keyboard.press("r");
      await page.locator("#board.playable").waitFor();
      await page.keyboard.type(square);
      const verdict = square === move ? `${square} is the move of the game` : `Right: ${square}.`;
      await page.locator("#moment", { hasText: verdict }).waitFor();
    }
  anna.content();
});

test("by keys alone: moments, the better move, a line, and the numbers", async () => {
  const anna = await reviewed(GAME);
  const { page } = anna;
  const names = await page.$$eval(".mo .m", (all) => all.map((one) => one.textContent?.replace(/^(Black|White) /, "").replace(" ", ". ")));
  assert.ok(names.length >= 3, names.join());
  const at = async () => (await heading(anna)).replace(/^[?!]+\s*/, "").replace(/,.*/s, "").trim();
  assert.equal(await at(), names[0], "the first moment is on the board");
  for (const name of names.slice(1)) {
    await page.keyboard.press("ArrowDown");
    assert.equal(await at(), name);
  }
  await page.keyboard.press("ArrowDown");
  assert.equal(await at(), names.at(-1));
  assert.equal(await page.locator("#live").textContent(), "There is no later moment.");
  await page.keyboard.press("ArrowUp");
  assert.equal(await at(), names.at(-2));
  assert.match((await page.locator("#live").textContent()) ?? "", /^Move \d+, (Black|White) [a-h][1-8], (inaccuracy|mistake|blunder|the only good move|a sacrifice)\. \w+/);

  // The better move is hidden and shown.
  await page.keyboard.press("i");
  assert.equal(await page.locator(".cell.better").count(), 1);
  // A line is stepped through and left.
  const steps = page.locator("#moment .line").first().locator("button");
  await steps.nth(1).focus();
  await page.keyboard.press("Enter");
  await page.locator("#moment .line [aria-current]").waitFor();
  const board = await anna.board();
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await anna.board(), board);
  assert.equal(await page.locator("#moment .line [aria-current]").innerText(), await steps.nth(2).innerText());
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#moment .line [aria-current]").count(), 0);
  assert.equal(await at(), names.at(-2));

  // The tabs: all moves with marks, all numbers.
  await page.locator("#tab-moments").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator("#reviewed em").count() > 3, true);
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.getByRole("table", { name: /All moves/ }).locator("tbody tr").count(), 61, "sixty discs and a pass");
  await page.getByRole("row", { name: /^Opening/ }).waitFor();
  await page.locator("#tab-moments").click();

  // A word of the glossary has a board; a moment without a reason has no word.
  const word = page.locator("[data-action=word]");
  for (const moment of await page.locator(".mo").all()) {
    await moment.click();
    if (await word.count()) break;
  }
  await word.first().click();
  const dialog = page.getByRole("dialog", { name: "Words" });
  await dialog.getByRole("img").waitFor();
  await dialog.getByText("All words").click();
  await dialog.getByRole("button", { name: "parity", exact: true }).click();
  await dialog.getByRole("heading", { name: "parity" }).waitFor();
  await page.keyboard.press("Escape");
  anna.content();
});

test("on a phone the board, the stepper, the graph and the card are on one screen", async () => {
  const [width, height] = [390, 844];
  const anna = await reviewed(GAME, { viewport: { width, height }, hasTouch: true });
  const { page } = anna;
  for (const part of [".players", ".frame", ".steps", ".graph", "#moment", ".dock"]) {
    const box = await page.locator(`${part}:visible`).first().boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= height && box.x >= 0 && box.x + box.width <= width, `${part}: ${JSON.stringify(box)}`);
  }
  const square = await page.locator("[data-square=d3]").boundingBox();
  assert.ok(square && square.width >= 40, "squares can be hit");
  const [first] = [await heading(anna)];
  await page.locator(".dock [data-action=next]").tap();
  assert.notEqual(await heading(anna), first);
  await page.locator(".dock [data-action=try]").tap();
  await page.locator("#board.playable").waitFor();
  await page.locator(".dock [data-action=better]").tap();
  await page.locator(".cell.better").waitFor();
  await page.locator(".dock [data-action=moves]").tap();
  const dialog = page.getByRole("dialog", { name: "Moves" });
  await dialog.getByRole("button", { name: "Practise" }).waitFor();
  await dialog.locator("[data-ply='12']").first().tap();
  await dialog.waitFor({ state: "detached" });
  assert.match(await heading(anna), /12\. g5/);
  await page.setViewportSize({ width: 360, height: 640 });
  const small = await page.locator("[data-square=d3]").boundingBox();
  assert.ok(small && small.width >= 34, `squares can be hit on a small phone, too: ${small?.width}`);
  anna.content();
});

test("on a phone the mistakes become cards, from the end of the game too", async () => {
  const anna = await reviewed(GAME, { viewport: { width: 390, height: 844 }, hasTouch: true });
  const { page } = anna;
  await page.keyboard.press("End");
  await page.locator("#moment [data-action=practise]").tap();
  await anna.answer("Black");
  await page.waitForURL(/\/practice/);
  await page.locator(".mistakes").getByText(/[1-9] new card/).waitFor();
  anna.content();
});

test("a deeper look replaces the review, which stays until it is there, and is kept", async () => {
  const anna = await lost();
  const { page } = anna;
  await anna.press("review");
  await page.waitForURL(/\/g\/[\w-]+\/review/);
  await ready(anna);
  const before = await kept(page.url());
  assert.equal(before.deep, false);
  const moments = page.locator(".mo");
  const count = await moments.count();
  await page.locator(".told [data-action=look-deeper]").click();
  await page.locator(".looking-at:visible").waitFor();
  assert.equal(await moments.count(), count, "what is known stays");
  await page.locator(".looking-at").waitFor({ state: "hidden" });
  assert.equal(await page.locator("[data-action=look-deeper]:visible").count(), 0, "there is nothing deeper");
  const after = await kept(page.url());
  assert.equal(after.deep, true);
  assert.equal(await moments.count(), after.moments.length);
  // What explains a move does not depend on how deep the review is.
  const reasons = (/** @type {Review} */ { moments }) => new Map(moments.map(({ ply, reason }) => [ply, reason]));
  const earlier = reasons(before);
  for (const { ply, reason, move } of after.moments) if (earlier.has(ply)) assert.equal(reason, earlier.get(ply), move);
  await page.reload();
  await ready(anna);
  assert.equal(await page.locator("[data-action=look-deeper]:visible").count(), 0, "it is the deeper one that is kept");
  anna.content();
});

for (const colorScheme of /** @type {const} */ (["light", "dark"]))
  test(`axe finds nothing serious in ${colorScheme}`, async () => {
    const anna = await reviewed(GAME, { colorScheme });
    const { page } = anna;
    await accessible(anna, "a moment");
    await page.keyboard.press("r");
    await page.locator("#board.playable").waitFor();
    await accessible(anna, "trying");
    await page.keyboard.press("Escape");
    for (const tab of ["moves", "numbers"]) {
      await page.click(`#tab-${tab}`);
      await accessible(anna, tab);
    }
    await page.locator("[data-action=word]").first().click();
    await page.getByRole("dialog", { name: "Words" }).waitFor();
    await accessible(anna, "the glossary");
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 390, height: 844 });
    await accessible(anna, "on a phone");
    anna.content();
  });

test("with forced colours what is current has an outline, and marks keep their colours", async () => {
  const anna = await reviewed(GAME, { forcedColors: "active" });
  const { page } = anna;
  const outline = (/** @type {string} */ selector) => page.locator(selector).first().evaluate((one) => getComputedStyle(one).outlineStyle);
  assert.equal(await outline(".mo[aria-current]"), "solid");
  assert.equal(await outline("[role=tab][aria-selected=true]"), "solid");
  assert.equal(await page.locator(".badge.right").evaluate((one) => getComputedStyle(one).backgroundColor), "rgb(22, 86, 159)");
  anna.content();
});

for (const [width, height] of [
  [280, 640],
  [320, 640],
  [844, 390],
  [768, 1024],
  [1000, 1000],
  [1920, 1080],
])
  test(`fits ${width} by ${height}`, async () => {
    const anna = await reviewed(GAME, { viewport: { width, height } });
    const sideways = await anna.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(sideways <= 0, `${sideways}`);
    if (width >= 960) assert.ok((await anna.page.evaluate(() => document.documentElement.scrollHeight)) <= height, "it does not scroll");
    anna.content();
  });

test("a game of one move, resigned", async () => {
  const anna = await visitor("/");
  const { page } = anna;
  await anna.turn();
  await anna.newGame(async (dialog) => {
    await dialog.getByLabel("Two people on this device").check();
  });
  await anna.turn();
  await anna.click("f5");
  await anna.seesMore(0);
  await anna.press("resign");
  await anna.answer("Resign");
  await page.locator(".story", { hasText: "No move stands out." }).waitFor();
  assert.equal(await anna.text("[data-action=review]"), "Review the game");
  await anna.press("review");
  await ready(anna);
  await page.locator("#moment", { hasText: "No move stands out: nobody gave away much at once." }).waitFor();
  assert.match(await anna.text(".player[data-side=black] .percent"), /^100/);
  assert.match(await anna.text(".player[data-side=white] .percent"), /^–/);
  anna.content();
});

test("other rules are reviewed without trained values, and it is said", async () => {
  const start = "board=---------------------------OX------XO---------------------------&turn=black&rules=orthogonal";
  const anna = await visitor(`/study/review#${start}&moves=d3e3`);
  await ready(anna);
  await anna.page.locator("#moment", { hasText: "no trained values for these rules" }).waitFor();
  anna.content();
});

test("passes are stepped over like moves, and what cannot be reviewed is told", async () => {
  const board = `XO${"-".repeat(62)}`;
  const anna = await visitor(`/study/review#board=${board}&turn=white&moves=--c1`);
  await ready(anna);
  const { page } = anna;
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.locator("#moment", { hasText: /pass/ }).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.locator("#moment", { hasText: /c1/ }).waitFor();
  const none = await visitor("/study/review");
  await none.page.locator("#moment", { hasText: "There is no move to review." }).waitFor();
  await none.page.getByRole("button", { name: "Try again" }).waitFor();
  for (const one of [anna, none]) one.content(/422/);
});

test("a record in the study leads to its review, and the review to the study", async () => {
  const anna = await visitor(`/study#moves=${GAME.slice(0, 40)}`);
  const { page } = anna;
  await page.locator("#tree [data-move]").first().waitFor();
  await anna.more("review");
  await page.waitForURL(/\/study\/review#/);
  await ready(anna);
  await page.keyboard.press("Home");
  await page.locator("[data-action=study]:visible").click();
  await page.waitForURL(/\/study#/);
  assert.match(page.url(), /ply=0/);
  anna.content();
});

test("a link that leads to no game says so for good, and offers nothing that does nothing", async () => {
  const anna = await visitor("/study/review#moves=zz");
  await anna.page.locator(".looking-at").getByText("neither a square nor a pass").waitFor();
  for (const part of [".moments", "[data-action=look-deeper]", "[data-action=next]"]) assert.equal(await anna.page.locator(`${part}:visible`).count(), 0, part);
  await anna.page.getByRole("link", { name: "Open another game" }).click();
  await anna.page.waitForURL(/\/study$/);
  await anna.turn();
  anna.content(/400/);
});

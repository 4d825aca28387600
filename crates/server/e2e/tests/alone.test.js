// One person at one browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { arena } from "../harness.js";

const { visitor } = arena();

test("a board is there at once, against the computer at medium", async () => {
  const anna = await visitor("/");
  assert.ok(await anna.turn());
  assert.deepEqual((await anna.legal()).sort(), ["c4", "d3", "e6", "f5"]);
  await anna.page.locator(".plate[data-side=white] .note", { hasText: /^White · level 5, Club$/ }).waitFor();
  assert.match(await anna.text(".say"), /most discs at the end wins/);
  anna.content();
});

test("a whole game by mouse, then again with colours swapped, then with the same", async () => {
  const anna = await visitor("/");
  await anna.turn();
  await anna.newGame(async (dialog) => {
    await dialog.getByLabel("Easy").check();
    await dialog.getByLabel("Your name").fill("Anna");
  });
  await anna.page.evaluate(() => {
    /** @type {number[]} */
    const painting = (/** @type {any} */ (window).painting = []);
    let from = 0;
    document.addEventListener("click", () => (from = performance.now()), true);
    document.addEventListener("click", ({ target }) => {
      const there = /** @type {Element} */ (target).closest(".cell")?.querySelector("[data-colour=black]");
      painting.push(there ? performance.now() - from : Infinity);
    });
  });
  let moves = 0;
  for (; await anna.turn(); moves++) await anna.playAny();
  assert.ok(moves >= 5, `${moves} moves`);
  // Our own disc is there at once, not when the server has answered. The usual time: one move may meet a busy machine.
  const painting = /** @type {number[]} */ (await anna.page.evaluate("painting"));
  const usual = painting.sort((a, b) => a - b)[painting.length >> 1];
  assert.ok(usual < 50, `painted after ${usual} ms`);
  console.log(`own move on the board after ${usual.toFixed(1)} ms`);
  assert.match(await anna.text(".result-title"), /win|draw/i);
  await anna.press("swap");
  await anna.page.waitForSelector("#table[data-below=white]:not(.over)");
  await anna.page.locator(".plate[data-side=white]", { hasText: "Anna" }).waitFor();
  await anna.turn();
  await anna.press("resign");
  await anna.answer("Resign");
  await anna.press("again");
  await anna.page.waitForSelector("#table[data-below=white]:not(.over)");
  await anna.page.locator(".plate[data-side=white]", { hasText: "Anna" }).waitFor();
  anna.content();
});

test("a whole game by keyboard alone", async () => {
  const anna = await visitor("/");
  const { keyboard } = anna.page;
  await anna.turn();
  await anna.page.evaluate(() => document.body.focus());
  await keyboard.press("Tab");
  assert.equal(await anna.page.evaluate(() => document.activeElement?.textContent), "To the board");
  const onBoard = () => anna.page.evaluate(() => document.activeElement?.matches("#board .cell"));
  for (let tries = 0; tries < 12 && !(await onBoard()); tries++) await keyboard.press("Tab");
  const at = () => anna.page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  assert.equal(await at(), "d3, empty, legal, flips 1");
  for (const [key, square] of [
    ["Home", "a3"],
    ["End", "h3"],
    ["Control+Home", "a1"],
    ["Control+End", "h8"],
    ["ArrowRight", "h8"],
    ["ArrowUp", "h7"],
    ["ArrowLeft", "g7"],
  ]) {
    await keyboard.press(key);
    assert.match((await at()) ?? "", new RegExp(`^${square}, empty`));
  }
  assert.equal(await anna.page.locator("#board [tabindex='0']").count(), 1, "one tab stop");
  await keyboard.press("Enter");
  await anna.page.locator("#alert", { hasText: /g7 flips nothing/ }).waitFor({ state: "attached" });
  await keyboard.type("e4");
  await anna.page.locator("#alert", { hasText: /e4 is taken/ }).waitFor({ state: "attached" });
  await keyboard.type("d3");
  await anna.page.waitForSelector("[data-square=d3] [data-colour=black]");
  await anna.turn();
  await anna.page
    .locator("#live", { hasText: /Computer played .*Black \d+, White \d+\. Your turn\./s })
    .waitFor({ state: "attached" });
  for (let turn = 0; await anna.turn(); turn++) {
    const before = (await anna.moves()).length;
    const [square] = await anna.legal();
    if (turn % 2) await keyboard.type(square);
    else {
      await keyboard.press("Control+Home");
      for (let file = square.charCodeAt(0) - 97; file > 0; file--) await keyboard.press("ArrowRight");
      for (let row = Number(square[1]); row > 1; row--) await keyboard.press("ArrowDown");
      await keyboard.press(" ");
    }
    await anna.seesMore(before);
  }
  assert.match(await anna.text(".result-title"), /win|draw/i);
  anna.content();
});

test("dialogs and actions by keyboard alone", async () => {
  const anna = await visitor("/");
  const { page } = anna;
  const { keyboard } = page;
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
  const tabTo = async (/** @type {string} */ name) => {
    for (let tries = 0; tries < 40 && (await focused()) !== name; tries++) await keyboard.press("Tab");
    assert.equal(await focused(), name);
  };
  await anna.turn();
  await tabTo("New game");
  await keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New game" });
  await dialog.waitFor();
  await keyboard.press("ArrowRight");
  await keyboard.press("ArrowRight");
  assert.ok(await dialog.getByLabel("Two people on this device").isChecked());
  await keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.waitForSelector("#board .cell:focus");
  await keyboard.type("d3");
  await anna.sees(1);
  await anna.turn();
  await tabTo("Resign");
  await keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Resign this game?" }).waitFor();
  await tabTo("Resign");
  await keyboard.press("Enter");
  await tabTo("Play again");
  await keyboard.press("Enter");
  await anna.sees(0);
  anna.content();
});

test("shortcuts of one letter can be switched off; squares can still be typed on the board", async () => {
  const anna = await visitor("/");
  const { page } = anna;
  await anna.turn();
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
  await page.keyboard.press("n");
  await page.getByRole("dialog", { name: "New game" }).waitFor();
  await page.keyboard.press("Escape");
  await page.click("#settings");
  await page.getByLabel("Shortcuts of one letter").uncheck();
  await page.keyboard.press("Escape");
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
  await page.keyboard.type("nd3");
  assert.equal(await page.getByRole("dialog").count(), 0);
  await page.focus("#board [tabindex='0']");
  await page.keyboard.type("c4");
  // The board shows a move at once, the list when the server has it.
  await anna.seesMore(0);
  assert.equal((await anna.moves())[0], "c4", "nothing was typed before");
  anna.content();
});

test("auto: a game that was lost makes the next one easier, and a game counts once", async () => {
  const anna = await visitor("/");
  await anna.turn();
  await anna.newGame((dialog) => dialog.getByLabel("Adapts").check());
  const computer = anna.page.locator(".plate .note", { hasText: "adapts" });
  assert.ok(await anna.turn());
  await anna.playAny();
  await computer.filter({ hasText: /adapts, now level 2/ }).waitFor();
  // Ten moves, so that giving up says something.
  while ((await anna.moves()).length < 10) {
    assert.ok(await anna.turn());
    await anna.playAny();
  }
  await anna.press("resign");
  await anna.answer("Resign");
  await anna.page.locator("[data-action=swap]").waitFor();
  await anna.page.reload();
  await anna.press("swap");
  await computer.filter({ hasText: /adapts, now level 1/ }).waitFor();
  assert.equal(await anna.page.evaluate(() => localStorage.getItem("outflank.past")), '["2 lost"]');
  anna.content();
});

test("a game can be started again from its beginning", async () => {
  const anna = await visitor("/");
  await anna.turn();
  await anna.playAny();
  await anna.turn();
  await anna.more("restart");
  await anna.answer("Start again");
  await anna.sees(0);
  assert.equal(await anna.board(), "---------------------------OX------XO---------------------------");
  anna.content();
});

test("a variant: only rows and columns outflank, thirty discs each, and the panel says so", async () => {
  const anna = await visitor("/");
  await anna.turn();
  await anna.newGame(async (dialog) => {
    await dialog.getByLabel("Two people on this device").check();
    await dialog.getByText("Rules, clock, start").click();
    await dialog.getByLabel("Rows and columns only").check();
    await dialog.getByLabel("Thirty discs each").check();
  });
  await anna.turn();
  assert.match(await anna.text(".plate[data-side=black]"), /30 discs in hand/);
  assert.match(await anna.text(".body > .in-force"), /Rows and columns only\. .*diagonals do not count/s);
  assert.match(await anna.text(".body > .in-force"), /Thirty discs each\. /);
  await anna.click("d3");
  await anna.sees(1);
  await anna.turn();
  assert.match(await anna.text(".plate[data-side=black]"), /29 discs in hand/);
  assert.deepEqual((await anna.legal()).sort(), ["c5", "e3"], "c3 would be diagonal");
  anna.content();
});

test("computers play each other while one watches, and each is told apart", async () => {
  const anna = await visitor("/");
  await anna.turn();
  await anna.newGame(async (dialog) => {
    await dialog.getByLabel("Two computers").check();
    await dialog.getByLabel("Level of Black").selectOption("1");
    await dialog.getByLabel("Level of White").selectOption("1");
  });
  await anna.seesMore(5);
  while (await anna.page.locator(".result").isHidden()) await anna.page.waitForTimeout(100);
  assert.match(await anna.text(".result-title"), /^Computer \((Black|White)\) wins \d+–\d+|A draw/);
  anna.content();
});

test("computers that play each other can be paused, by button and by key", async () => {
  const anna = await visitor("/");
  await anna.turn();
  await anna.newGame(async (dialog) => {
    await dialog.getByLabel("Two computers").check();
  });
  const pause = anna.page.locator("#ask [data-action=pause]");
  await pause.filter({ hasText: "Pause" }).click();
  await anna.page.locator("#turn", { hasText: "Paused" }).waitFor();
  const { length } = await anna.moves();
  await anna.page.reload();
  await pause.filter({ hasText: "Continue" }).waitFor();
  assert.equal((await anna.moves()).length, length, "nothing was played meanwhile");
  await pause.click();
  await anna.seesMore(length);
  await pause.filter({ hasText: "Pause" }).waitFor();
  await anna.page.keyboard.press("p");
  await anna.page.locator("#turn", { hasText: "Paused" }).waitFor();
  anna.content();
});

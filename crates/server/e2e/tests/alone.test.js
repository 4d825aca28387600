// One person at one browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { arena } from "../harness.js";

const { visitor } = arena();

test("a board is there at once, against the computer at medium", async () => {
  const anna = await visitor("/");
  assert.ok(await anna.turn());
  assert.deepEqual((await anna.legal()).sort(), ["c4", "d3", "e6", "f5"]);
  assert.match(await anna.text(".player[data-side=white]"), /Computer\s+White · level 5/);
  assert.match(
    new URL(anna.page.url()).pathname + new URL(anna.page.url()).hash,
    /^\/g\/[\w-]+$/,
    "the secret is not left in the address",
  );
  anna.content();
});

test("a whole game by mouse, then a rematch with colours swapped", async () => {
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
  for (; await anna.turn(); moves++) {
    const before = (await anna.moves()).length;
    await anna.click((await anna.legal())[0]);
    await anna.page.waitForFunction((count) => document.querySelectorAll("#moves .move").length > count, before);
  }
  assert.ok(moves >= 5, `${moves} moves`);
  // Our own disc is there at once, not when the server has answered. The usual time: one move may meet a busy machine.
  const painting = /** @type {number[]} */ (await anna.page.evaluate("painting"));
  const usual = painting.sort((a, b) => a - b)[painting.length >> 1];
  assert.ok(usual < 50, `painted after ${usual} ms`);
  console.log(`own move on the board after ${usual.toFixed(1)} ms`);
  assert.match(await anna.text("#turn"), /win|draw/i);
  const total = (await anna.moves()).length;
  await anna.page.getByRole("button", { name: "Rematch" }).click();
  await anna.page.waitForFunction((count) => document.querySelectorAll("#moves .move").length < count, total);
  await anna.page.waitForSelector("#table[data-below=white]");
  assert.match(await anna.text(".player[data-side=white]"), /Anna/);
  anna.content();
});

test("a whole game by keyboard alone", async () => {
  const anna = await visitor("/");
  const { keyboard } = anna.page;
  await anna.turn();
  await anna.page.evaluate(() => document.body.focus());
  await keyboard.press("Tab");
  assert.equal(await anna.page.evaluate(() => document.activeElement?.textContent), "To the board");
  for (
    let tries = 0;
    tries < 12 && !(await anna.page.evaluate(() => document.activeElement?.matches("#board .cell")));
    tries++
  )
    await keyboard.press("Tab");
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
  await keyboard.type("d3");
  await anna.page.waitForSelector("[data-square=d3] [data-colour=black]");
  await anna.turn();
  await anna.page
    .locator("[role=status]", { hasText: /White\) plays .*Black \d+, White \d+\. Your turn\./s })
    .first()
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
    await anna.page.waitForFunction((count) => document.querySelectorAll("#moves .move").length > count, before);
  }
  assert.match(await anna.text("#turn"), /win|draw/i);
  anna.content();
});

test("dialogs and actions by keyboard alone", async () => {
  const anna = await visitor("/");
  const { page } = anna;
  const { keyboard } = page;
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
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
  assert.ok(await dialog.getByLabel("Two here").isChecked());
  await keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.waitForSelector("#board .cell:focus");
  await keyboard.type("d3");
  await anna.sees(1);
  await anna.turn();
  await keyboard.type("c3");
  await anna.sees(2);
  await keyboard.press("u");
  await anna.sees(1);
  await tabTo("Resign");
  await keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Resign this game?" }).waitFor();
  await tabTo("Resign");
  await keyboard.press("Enter");
  await page.getByRole("button", { name: "Rematch" }).waitFor();
  await tabTo("Rematch");
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
  const first = page.locator("#moves .move").first();
  await first.waitFor();
  assert.match(await first.innerText(), /c4/, "nothing was typed before");
  anna.content();
});

test("auto: a game that was lost makes the next one easier, and a game counts once", async () => {
  const anna = await visitor("/");
  await anna.turn();
  await anna.newGame((dialog) => dialog.getByLabel("Auto").check());
  const computer = anna.page.locator(".player .note", { hasText: "auto, now" });
  await computer.filter({ hasText: /auto, now level 2/ }).waitFor();
  // Ten moves, so that giving up says something.
  while ((await anna.moves()).length < 10) {
    assert.ok(await anna.turn());
    const before = (await anna.moves()).length;
    await anna.click((await anna.legal())[0]);
    await anna.page.waitForFunction((count) => document.querySelectorAll("#moves .move").length > count, before);
  }
  await anna.page.getByRole("button", { name: "Resign" }).click();
  await anna.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await anna.page.getByRole("button", { name: "Rematch" }).waitFor();
  await anna.page.reload();
  await anna.page.getByRole("button", { name: "Rematch" }).click();
  await computer.filter({ hasText: /auto, now level 1/ }).waitFor();
  assert.equal(await anna.page.evaluate(() => localStorage.getItem("outflank.past")), '["2 lost"]');
  anna.content();
});

test("undo, once; and restart", async () => {
  const anna = await visitor("/");
  await anna.turn();
  await anna.newGame((dialog) => dialog.getByLabel("Two here").check());
  await anna.turn();
  await anna.click("d3");
  await anna.sees(1);
  await anna.turn();
  await anna.click("c3");
  await anna.sees(2);
  await anna.page.getByRole("button", { name: "Undo" }).click();
  await anna.sees(1);
  await anna.turn();
  await anna.click("e3");
  await anna.sees(2);
  await anna.page.getByRole("button", { name: "Restart" }).click();
  await anna.page.getByRole("dialog").getByRole("button", { name: "Restart" }).click();
  await anna.sees(0);
  assert.equal(await anna.board(), "---------------------------OX------XO---------------------------");
  anna.content();
});

test("a variant: only rows and columns outflank, thirty discs each", async () => {
  const anna = await visitor("/");
  await anna.turn();
  await anna.newGame(async (dialog) => {
    await dialog.getByLabel("Two here").check();
    await dialog.getByText("Exact level, rules").click();
    await dialog.getByLabel("Orthogonal").check();
    await dialog.getByLabel("Thirty").check();
  });
  await anna.turn();
  assert.match(await anna.text(".player[data-side=black]"), /30 discs left/);
  await anna.click("d3");
  await anna.sees(1);
  await anna.turn();
  assert.deepEqual((await anna.legal()).sort(), ["c5", "e3"], "c3 would be diagonal");
  anna.content();
});

test("computers play each other while one watches", async () => {
  const anna = await visitor("/");
  await anna.turn();
  await anna.newGame(async (dialog) => {
    await dialog.getByLabel("Computers").check();
    await dialog.getByLabel("Level of Black").selectOption("1");
    await dialog.getByLabel("Level of White").selectOption("1");
  });
  await anna.page.waitForFunction(() => document.querySelectorAll("#moves .move").length >= 6);
  anna.content();
});

test("study: paste a record, step, try a move, values, graph, link", async () => {
  const anna = await visitor("/study");
  await anna.turn();
  await anna.page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", "f5d6c3d3c4f4f6f3e6");
    document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  });
  await anna.sees(9);
  await anna.page.getByRole("button", { name: "One move back" }).click();
  await anna.page.waitForFunction(
    () => document.querySelector("#moves [aria-current]")?.getAttribute("data-ply") === "8",
  );
  assert.match(anna.page.url(), /\/study#moves=f5d6c3d3c4f4f6f3e6&ply=8$/);
  await anna.page.getByRole("button", { name: "Values" }).click();
  await anna.page.waitForSelector(".value.best");
  const [other] = (await anna.legal()).filter((square) => square !== "e6");
  await anna.click(other);
  await anna.page.waitForFunction(
    (square) => document.querySelector("#moves li:last-child button")?.lastChild?.textContent === square,
    other,
  );
  await anna.page.getByRole("button", { name: "Graph" }).click();
  await anna.page.getByText(/Given away: Black/).waitFor();
  await anna.page.getByText("As a table").click();
  assert.equal(await anna.page.locator(".review tbody tr").count(), 9);
  const again = await visitor(anna.page.url());
  await again.sees(9);
  assert.equal(await again.board(), await anna.board());
  anna.content();
  again.content();
});

test("a record that cannot be read says what is wrong", async () => {
  const anna = await visitor("/study");
  await anna.turn();
  await anna.page.getByRole("button", { name: "Paste a record" }).click();
  const dialog = anna.page.getByRole("dialog");
  await dialog.getByLabel("Record", { exact: true }).fill("f5d6 a1 z9");
  await dialog.getByRole("button", { name: "Show" }).click();
  await dialog.locator("[role=alert]", { hasText: /\w+ .*\./ }).waitFor({ state: "attached" });
  anna.content(/422/);
});

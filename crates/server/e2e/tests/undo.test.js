// Undo belongs to a player: each has their own, with the number left beside the name.

import assert from "node:assert/strict";
import { test } from "node:test";
import { arena } from "../harness.js";

const { visitor } = arena();

/** Anna and Ben at one device, after d3 c3. @param {string} [undo] */
async function twoPeople(undo = "once") {
  const both = await visitor("/");
  await both.newGameOfTwo((dialog) => dialog.getByLabel("Taking back").selectOption(undo));
  await both.turn();
  await both.click("d3");
  await both.sees(1);
  await both.turn();
  await both.click("c3");
  await both.sees(2);
  return both;
}

/** @param {import("../harness.js").Visitor} visitor @param {string} side */
const left = (visitor, side) => visitor.text(`[data-undo=${side}]`);

test("a bare key offers the moves of both by name, and spends the one that was chosen", async () => {
  const both = await twoPeople();
  await both.page.keyboard.press("u");
  const dialog = both.page.getByRole("dialog", { name: "Take back a move" });
  await dialog.getByRole("button", { name: "Ben’s c3", exact: true }).waitFor();
  assert.match(await dialog.innerText(), /last undo of Anna.*last undo of Ben/s);
  await dialog.getByRole("button", { name: "Anna’s d3 with the reply c3", exact: true }).click();
  await both.sees(0);
  assert.equal((await left(both, "black")).trim(), "0");
  assert.equal((await left(both, "white")).trim(), "1", "Ben still has his");
  both.content();
});

test("each plate takes back its own player's move, and asks before the last one is spent", async () => {
  const both = await twoPeople();
  await both.page.click("[data-undo=white]");
  const question = both.page.getByRole("dialog", { name: "Take back Ben’s c3?" });
  await question.getByText("This is the last undo of Ben in this game.").waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  await both.sees(2);
  assert.equal((await left(both, "white")).trim(), "1");
  await both.page.click("[data-undo=white]");
  await both.answer("Take back");
  await both.sees(1);
  assert.equal((await left(both, "white")).trim(), "0");
  assert.equal((await left(both, "black")).trim(), "1", "Anna's is her own");
  await both.turn();
  await both.click("c5");
  await both.sees(2);
  assert.ok(await both.page.locator("[data-undo=white]").isDisabled());
  both.content();
});

test("with any number of undos the only possible one is done at once", async () => {
  const anna = await visitor("/");
  await anna.turn();
  await anna.newGame(async (dialog) => {
    await dialog.getByText("Rules, clock, start").click();
    await dialog.getByLabel("Taking back").selectOption("unlimited");
  });
  await anna.turn();
  assert.equal((await left(anna, "black")).trim(), "∞");
  await anna.click("d3");
  await anna.sees(2);
  await anna.turn();
  await anna.page.keyboard.press("u");
  await anna.sees(0);
  anna.content();
});

test("against the computer the reply goes with it, after asking for the last one", async () => {
  const anna = await visitor("/");
  await anna.turn();
  await anna.click("d3");
  await anna.sees(2);
  await anna.turn();
  const [, reply] = await anna.moves();
  await anna.press("undo");
  await anna.page.getByRole("dialog", { name: `Take back your d3 with the reply ${reply}?` }).waitFor();
  await anna.page.getByText("This is your last undo in this game.").waitFor();
  await anna.answer("Take back");
  await anna.sees(0);
  await anna.turn();
  await anna.playAny();
  await anna.turn();
  assert.equal(await anna.page.locator("[data-action=undo]").getAttribute("aria-disabled"), "true");
  anna.content();
});

test("by keyboard a question is answered with Enter, and one that gives something up is not", async () => {
  const anna = await visitor("/");
  const { page } = anna;
  await anna.turn();
  await anna.click("d3");
  await anna.sees(2);
  await anna.turn();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.keyboard.press("u");
  await page.getByRole("dialog", { name: /^Take back your d3/ }).waitFor();
  assert.equal(await focused(), "Take back");
  await page.keyboard.press("Enter");
  await anna.sees(0);
  await anna.turn();
  await anna.playAny();
  await anna.press("resign");
  await page.getByRole("dialog", { name: "Resign this game?" }).waitFor();
  assert.equal(await focused(), "Cancel");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.equal(await page.locator(".result:visible").count(), 0);
  await anna.press("more");
  await page.getByRole("dialog", { name: "More" }).waitFor();
  assert.equal(await focused(), "New game");
  anna.content();
});

test("no undo is no button", async () => {
  const both = await twoPeople("none");
  assert.equal(await both.page.locator("[data-undo]:visible").count(), 0);
  both.content();
});

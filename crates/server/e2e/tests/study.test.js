// Studying: the game stays, variations stand beside it, and Back stays on the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { arena } from "../harness.js";

const { server, visitor } = arena();
const GAME = "f5d6c3d3c4f4f6f3e6";

/** @param {import("../harness.js").Visitor} visitor @param {string} text */
async function paste(visitor, text) {
  await visitor.page.evaluate((record) => {
    const data = new DataTransfer();
    data.setData("text/plain", record);
    document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  }, text);
}

/** The move on the board. @param {import("../harness.js").Visitor} visitor @param {string | null} move */
const at = (visitor, move) =>
  visitor.page.waitForFunction((wanted) => document.querySelector("#tree [aria-current]")?.getAttribute("data-move") === wanted, move);

test("paste a record, step, values, link", async () => {
  const anna = await visitor("/study");
  await anna.turn();
  await paste(anna, GAME);
  await anna.sees(9);
  await anna.page.getByRole("button", { name: "One move back" }).click();
  await at(anna, "f3");
  assert.match(anna.page.url(), /\/study#moves=f5d6c3d3c4f4f6f3e6&ply=8$/);
  await anna.press("values");
  await anna.page.waitForSelector(".value.best");
  const again = await visitor(anna.page.url());
  await again.sees(9);
  assert.equal(await again.board(), await anna.board());
  anna.content();
  again.content();
});

test("a variation leaves the game as it was; one key returns; Back returns; a reload keeps both", async () => {
  const anna = await visitor("/");
  await anna.turn();
  await anna.page.goto(`${server.address}/study#moves=${GAME}`);
  await anna.sees(9);
  for (let step = 0; step < 3; step++) await anna.page.keyboard.press("ArrowLeft");
  await at(anna, "f4");
  const inGame = await anna.board();
  const [other] = (await anna.legal()).filter((square) => square !== "f6");
  await anna.click(other);
  await at(anna, other);
  await anna.sees(9);
  assert.equal(await anna.page.locator("#tree .variation [data-move]").count(), 1);
  const [next] = await anna.legal();
  await anna.click(next);
  await at(anna, next);
  assert.equal(await anna.page.locator("#tree .variation [data-move]").count(), 2);
  assert.equal(await anna.page.locator("#tree .variation .variation").count(), 0);
  const inVariation = await anna.board();

  await anna.page.keyboard.press("Escape");
  await at(anna, "f4");
  assert.equal(await anna.board(), inGame);
  await anna.page.keyboard.press("ArrowRight");
  await at(anna, "f6");

  await anna.page.locator("#tree .variation [data-move]").last().click();
  await at(anna, next);
  assert.equal(await anna.board(), inVariation);
  await anna.page.goBack();
  await at(anna, "f4");
  assert.match(anna.page.url(), /\/study#/);
  await anna.sees(9);
  assert.equal(await anna.page.locator("#tree .variation [data-move]").count(), 2, "Back forgets nothing");
  await anna.page.goForward();
  await at(anna, next);
  await anna.page.reload();
  await at(anna, next);
  await anna.sees(9);
  assert.equal(await anna.board(), inVariation);
  await anna.more("take-out");
  await at(anna, "f4");
  assert.equal(await anna.page.locator("#tree .variation").count(), 0);
  anna.content();
});

test("the graph belongs to the line on the board", async () => {
  const anna = await visitor(`/study#moves=${GAME}`);
  await anna.sees(9);
  await anna.press("graph");
  await anna.page.getByText(/Given away: Black/).waitFor();
  await anna.page.getByText("As a table").click();
  const played = () => anna.page.$$eval(".review tbody tr td:nth-child(2)", (cells) => cells.map((cell) => cell.textContent));
  assert.deepEqual(await played(), GAME.match(/../g));
  const ofGame = await anna.page.locator(".graph .line").getAttribute("d");
  for (let step = 0; step < 3; step++) await anna.page.keyboard.press("ArrowLeft");
  const [other] = (await anna.legal()).filter((square) => square !== "f6");
  await anna.click(other);
  await anna.page.waitForFunction(() => document.querySelectorAll(".review tbody tr").length === 7);
  assert.deepEqual(await played(), ["f5", "d6", "c3", "d3", "c4", "f4", other]);
  assert.notEqual(await anna.page.locator(".graph .line").getAttribute("d"), ofGame);
  await anna.page.keyboard.press("Escape");
  await anna.page.waitForFunction(() => document.querySelectorAll(".review tbody tr").length === 9);
  assert.equal(await anna.page.locator(".graph .line").getAttribute("d"), ofGame);
  anna.content();
});

test("what each side gave away is told by more than colour, and nothing is cut off", async () => {
  // Black gives away much with b2, White with a later reply.
  const anna = await visitor("/study#moves=f5d6c3d3c4f4f6f3e6e7c6b3b2");
  await anna.press("graph");
  await anna.page.getByText(/Given away: Black/).waitFor();
  const bars = await anna.page.$$eval(".graph .loss", (all) =>
    all.map((bar) => ({
      side: bar.getAttribute("class") ?? "",
      hatched: (bar.getAttribute("fill") ?? "").startsWith("url("),
      top: Number(bar.getAttribute("y")),
      foot: Number(bar.getAttribute("y")) + Number(bar.getAttribute("height")),
    })),
  );
  assert.ok(bars.length > 0);
  for (const { side, hatched, top, foot } of bars) {
    assert.equal(hatched, side.includes("white"), "White's bars are hatched");
    assert.ok(top > 0 && foot < 220, `${top} to ${foot}`);
  }
  anna.content();
});

test("values have one viewpoint on board and graph", async () => {
  // White to move.
  const anna = await visitor("/study#moves=f5d6c3d3c4f4f6f3e6e7f7");
  await anna.press("values");
  await anna.page.waitForSelector(".value.best");
  await anna.page.getByText("Values are for Black, in discs.").waitFor();
  await anna.page.locator("#live", { hasText: /^Best: .* for Black/ }).waitFor({ state: "attached" });
  const values = await anna.page.$$eval(".value:not(:empty)", (all) =>
    all.map((value) => ({
      score: Number(value.textContent?.replace("−", "-")),
      best: value.classList.contains("best"),
      bad: value.classList.contains("bad"),
    })),
  );
  const best = values.filter((value) => value.best).map(({ score }) => score);
  for (const { score } of values) assert.ok(score >= Math.min(...best) - 0.11, "the best move of White is the least for Black");
  // Colours are for the side to move: what is above 0 for Black is bad for White.
  for (const { score, best, bad } of values) if (!best && score) assert.equal(bad, score > 0, `${score} for Black, with White to move`);
  anna.content();
});

test("a game of its own can be played in an empty study, and gone on with", async () => {
  const anna = await visitor("/study");
  await anna.turn();
  assert.equal((await anna.text(".steps .at")).trim(), "Start");
  for (const square of ["f5", "d6", "c3"]) {
    await anna.click(square);
    await at(anna, square);
  }
  await anna.sees(3);
  await anna.press("play-on");
  const dialog = anna.page.getByRole("dialog", { name: "New game" });
  assert.ok(await dialog.getByLabel("White, moves first").isChecked(), "one plays the side to move");
  await dialog.getByLabel("Two people on this device").check();
  await dialog.locator("form > button.primary").click();
  await anna.page.waitForURL(/\/g\//);
  await anna.page.waitForSelector("[data-square=c3] [data-colour=black]");
  anna.content();
});

test("a record that cannot be read says what is wrong", async () => {
  const anna = await visitor("/study");
  await anna.turn();
  await anna.more("paste");
  const dialog = anna.page.getByRole("dialog", { name: "Study a record" });
  await dialog.getByLabel("Record", { exact: true }).fill("f5d6 a1 z9");
  await dialog.getByRole("button", { name: "Show" }).click();
  await dialog.locator("[role=alert]", { hasText: /\w+ .*\./ }).waitFor({ state: "attached" });
  anna.content(/422/);
});

test("passes have no number", async () => {
  // After White's eighth move Black cannot move.
  const anna = await visitor("/study#moves=f5f6d3g5h5h4f7h6--&ply=9");
  await anna.turn();
  await anna.click((await anna.legal())[0]);
  await anna.page.waitForFunction(() => document.querySelectorAll("#tree [data-move]").length === 10);
  const texts = await anna.page.$$eval("#tree [data-move]", (all) =>
    all.map((move) => (move.getAttribute("data-move") === "pass" ? "–" : (move.querySelector("small")?.textContent ?? ""))),
  );
  assert.deepEqual(texts, ["1", "2", "3", "4", "5", "6", "7", "8", "–", "9"]);
  anna.content();
});

test("a click or a key on the graph goes to that move", async () => {
  const anna = await visitor("/study#moves=f5d6c3d3c4f4f6f3e6e7");
  await anna.sees(10);
  await anna.press("graph");
  await anna.page.getByText(/Given away: Black/).waitFor();
  const graph = anna.page.getByRole("slider");
  const { width } = (await graph.boundingBox()) ?? { width: 0 };
  const at = anna.page.locator(".steps .at");
  for (const ply of [5, 0, 10, 3]) {
    await graph.click({ position: { x: (width / 600) * (10 + 58 * ply), y: 30 } });
    await at.filter({ hasText: ply ? `Move ${ply} of 10` : "Start" }).waitFor();
  }
  await graph.focus();
  for (const [key, where] of [
    ["ArrowRight", "Move 4 of 10"],
    ["ArrowLeft", "Move 3 of 10"],
    ["End", "Move 10 of 10"],
    ["Home", "Start"],
  ]) {
    await anna.page.keyboard.press(key);
    await at.filter({ hasText: where }).waitFor();
  }
  assert.match((await graph.getAttribute("aria-valuetext")) ?? "", /^the start/);
  anna.content();
});

test("on a phone a study and a review begin at the top, with the board in sight", async () => {
  for (const [path, list] of [["/study", "#tree"], ["/study/review", ".sheet"]]) {
    const phone = await visitor(`${path}#moves=${GAME}`, { viewport: { width: 390, height: 664 } });
    const shown = phone.page.locator(`${list} [aria-current]`);
    await shown.first().waitFor({ state: "attached" });
    assert.equal(await phone.page.evaluate(() => window.scrollY), 0, path);
    const before = await shown.first().textContent();
    await phone.page.keyboard.press("ArrowLeft");
    await phone.page.waitForFunction(([where, text]) => document.querySelector(`${where} [aria-current]`)?.textContent !== text, [list, before]);
    assert.equal(await phone.page.evaluate(() => window.scrollY), 0, `${path}, a move back`);
    phone.content();
  }
});

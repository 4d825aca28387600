// Openings: chosen by name, trained against what people play, and remembered by the browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, arena } from "../harness.js";

const { server, visitor } = arena();

/** @typedef {import("../harness.js").Visitor} Visitor */

/** A server that was killed. */
const GONE = /WebSocket connection|ERR_CONNECTION/;

/** What the book plays on the board, and what is wrong there. @param {Visitor} visitor */
async function advice(visitor) {
  const position = { board: await visitor.board(), turn: (await visitor.page.locator("#board").getAttribute("data-turn")) ?? "black" };
  const answer = await fetch(`${server.address}/api/book`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ position }) });
  const { moves } = await answer.json();
  const right = moves.filter((/** @type {{value: number | null}} */ { value }) => value !== null && moves[0].value - value <= 0.5);
  const squares = right.map((/** @type {{move: string}} */ { move }) => move);
  return { best: squares[0], wrong: (await visitor.legal()).find((square) => !squares.includes(square)) ?? "" };
}

/** Waits until a square is asked for, or the line is over. @param {Visitor} visitor */
async function asked({ page }) {
  const what = await page.waitForFunction(() => {
    if (document.querySelector("#board [aria-disabled=false]")) return "square";
    return document.querySelector("[data-action=next]:enabled") ? "next" : null;
  });
  return what.jsonValue();
}

/** Plays a line to its end with the keyboard. @param {Visitor} visitor */
async function playLine(visitor) {
  while ((await asked(visitor)) === "square") {
    const { best } = await advice(visitor);
    const before = await visitor.board();
    await visitor.page.keyboard.type(best);
    await visitor.page.waitForFunction((board) => {
      const cells = [...document.querySelectorAll("#board .disc")].map((disc) => ({ black: "X", white: "O" })[disc.getAttribute("data-colour") ?? ""] ?? "-");
      return cells.join("") !== board && (document.querySelector("#board [aria-disabled=false]") || document.querySelector("[data-action=next]:enabled"));
    }, before);
  }
}

test("an opening is found by its name and trained with the keyboard, over a reload and a killed server", async () => {
  const anna = await visitor("/practice");
  await anna.page.getByText("Not begun").waitFor();
  await anna.page.locator("#openings").focus();
  await anna.page.keyboard.press("Enter");
  await anna.page.getByText(/\d+ openings, those that people play most first/).waitFor();
  await accessible(anna, "openings");
  await anna.page.getByLabel("Name or moves").focus();
  await anna.page.keyboard.type("tiger");
  await anna.page.getByText(/^\d of \d+ openings$/).waitFor();
  await anna.page.keyboard.press("Enter");
  await anna.page.locator(".place").getByText("Tiger, line 1 of 10").waitFor();
  await anna.page.locator(".told").getByText("You play Black. Nothing trained yet.").waitFor();
  await accessible(anna, "opening");
  for (let line = 1; line <= 10; line++) {
    await playLine(anna);
    await anna.page.locator(".told").getByText("The book ends here.").waitFor();
    if (line === 3) await anna.page.reload();
    else if (line === 6) {
      await server.kill();
      await anna.page.locator("body[data-connection=lost]").waitFor();
      await server.start();
      await anna.page.locator("body[data-connection=live]").waitFor();
    } else {
      await anna.page.keyboard.press("Enter");
      await anna.page.locator(".told").getByText("The book ends here.").waitFor({ state: "detached" });
    }
  }
  await anna.page.goto(`${server.address}/practice`);
  await anna.page.locator(".openings-card").getByText("Nothing due").waitFor();
  const told = await anna.text(".openings-card");
  const [, known, right, answers] = /(\d+) known, (\d+) of (\d+) answers right/.exec(told) ?? [];
  assert.ok(Number(known) >= 10 && right === answers, told);
  anna.content(GONE);
});

test("a wrong answer is shown with what punishes it, and is due at once", async () => {
  const anna = await visitor("/practice/opening#opening=f5d6c3d3c4&side=white");
  assert.equal(await asked(anna), "square");
  const { wrong } = await advice(anna);
  await anna.click(wrong);
  await anna.page.locator(".verdict.wrong").getByText(`It goes on ${wrong}`).waitFor();
  await accessible(anna, "wrong answer");
  const before = await anna.board();
  await anna.page.getByRole("group", { name: "Yours" }).getByRole("button").first().click();
  assert.notEqual(await anna.board(), before);
  await anna.page.keyboard.press("Escape");
  assert.equal(await anna.board(), before);
  await anna.page.getByRole("link", { name: "All of practice" }).click();
  await anna.page.getByRole("link", { name: "Repeat 1 position with White" }).waitFor();
  await anna.page.locator(".opening-rows").getByText("1 due").first().waitFor();
  await anna.page.getByRole("link", { name: "Repeat 1 position with White" }).click();
  await anna.page.locator(".told").getByText("1 due").waitFor();
  assert.equal(await anna.board(), before, "the same position");
  anna.content();
});

test("openings are searched by other names and by moves", async () => {
  const anna = await visitor("/practice/openings#side=white");
  const search = anna.page.getByLabel("Name or moves");
  const rows = anna.page.locator(".opening-rows li");
  await rows.first().waitFor();
  assert.ok(await anna.page.getByLabel("White").isChecked());
  await search.fill("tanaka");
  await rows.getByText("Aubrey", { exact: true }).waitFor();
  await search.fill("f5d6c3d3c4b3");
  await rows.first().getByText("Aubrey", { exact: true }).waitFor();
  await search.fill("F5 d6 c4 d3 c5 f4 e3 f3");
  await rows.first().getByText("These moves: f5d6c4d3c5f4e3f3").waitFor();
  await search.fill("zzz");
  await anna.page.getByText(/^0 of/).waitFor();
  assert.equal(await rows.count(), 0);
  await anna.page.goto(`${server.address}/practice/opening#opening=nonsense`);
  await anna.page.getByText('no opening is called "nonsense"').waitFor();
  await rows.first().waitFor();
  anna.content();
});

test("what is studied can be trained from there, by whoever is to move", async () => {
  const anna = await visitor("/study#moves=f5d6c3d3c4");
  await anna.page.locator("#explorer").getByRole("link", { name: "Train it" }).click();
  await anna.page.locator(".told").getByText("Tiger, f5d6c3d3c4. You play White.").waitFor();
  anna.content();
});

for (const [width, height] of [
  [320, 640],
  [390, 844],
])
  test(`on a screen of ${width} by ${height} an opening is chosen and asked without scrolling sideways`, async () => {
    const anna = await visitor("/practice/openings", { viewport: { width, height }, hasTouch: true, colorScheme: "dark" });
    await anna.page.locator(".opening-rows li").nth(5).waitFor();
    assert.ok((await anna.page.evaluate(() => document.documentElement.scrollWidth)) <= width);
    await accessible(anna, "openings on a small screen");
    await anna.page.getByRole("link", { name: /^Tiger/ }).first().click();
    assert.equal(await asked(anna), "square");
    await anna.press("show");
    await anna.page.locator(".verdict.wrong").waitFor();
    const seen = await anna.page.evaluate(() => {
      const box = (/** @type {string} */ selector) => /** @type {Element} */ (document.querySelector(selector)).getBoundingClientRect();
      return { wide: document.documentElement.scrollWidth, foot: box(".drill-foot").bottom, board: box("#board").bottom };
    });
    assert.ok(seen.wide <= width && seen.foot <= height && seen.board <= height, JSON.stringify(seen));
    await accessible(anna, "opening on a small screen");
    anna.content();
  });

// Practice: lessons, the puzzle of the day, endings and cards, all of it kept in the browser.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { PROGRAM, ROOT, accessible, arena, nameMyself } from "../harness.js";

const { server, visitor } = arena();

/** @typedef {import("../harness.js").Visitor} Visitor */

/** A game in which White errs at move 26. */
const GAME = "f5d6c3d3c4f4e3f6c6c5d7e7e6c8g3f3g4e2g5g6f7h6h4f8d2h3f1h5f2";
/** A server that was killed. */
const GONE = /WebSocket connection|ERR_CONNECTION/;

/** @type {{title: string, steps: {task?: string, answers?: string}[]}[]} */
const LESSONS = JSON.parse(readFileSync(join(ROOT, "crates/study/data/lessons.en.json"), "utf8")).lessons;

/** Waits until something is asked, or something is to be read: which of the two. @param {Visitor} visitor */
async function asked({ page }) {
  const what = await page.waitForFunction(() => {
    if (document.querySelector("#board [aria-disabled=false]")) return "square";
    if (document.querySelector("[data-choice]:enabled")) return "choice";
    return document.querySelector("[data-action=next]:enabled") ? "next" : null;
  });
  return what.jsonValue();
}

/** Answers the card on the board without knowing it. @param {Visitor} visitor */
async function giveUp(visitor) {
  assert.equal(await asked(visitor), "square");
  await visitor.press("show");
  await visitor.page.locator("[data-choice], .verdict").first().waitFor();
  if ((await asked(visitor)) === "choice") await visitor.page.click("[data-choice='0']");
  await visitor.page.locator(".verdict.wrong").waitFor();
}

test("a lesson is walked through with the keyboard alone, and stays done", async () => {
  const anna = await visitor("/practice");
  const row = anna.page.locator(".lesson-row").nth(1);
  await row.focus();
  await anna.page.keyboard.press("Enter");
  for (const [at, { task, answers = "" }] of LESSONS[1].steps.entries()) {
    await anna.page.locator(".place").getByText(`${LESSONS[1].title}, ${at + 1} of ${LESSONS[1].steps.length}`).waitFor();
    if (task) {
      assert.equal(await asked(anna), "square");
      if (at === 0) {
        await accessible(anna, "lesson");
        const wrong = (await anna.legal()).find((square) => !answers.includes(square)) ?? "";
        await anna.page.keyboard.type(wrong);
        await anna.page.locator(".verdict.wrong").getByText(`Not ${wrong}.`).waitFor();
        assert.equal(await anna.text(`[data-square=${wrong}] .badge`), "✗");
        assert.match(await anna.text("#live"), new RegExp(`Not ${wrong}`));
      }
      // Right is right, also after a wrong answer; what it turned is marked.
      const [answer] = answers.split(" ");
      await anna.page.keyboard.type(answer);
      await anna.page.locator(".verdict.right").waitFor();
      assert.equal(await anna.text(`[data-square=${answer}] .badge`), "✓");
      assert.ok(await anna.page.locator(".cell.flipped").count());
    }
    await anna.page.locator("[data-action=next]:enabled").waitFor();
    await anna.page.keyboard.press("Enter");
    if (at === 1) {
      await anna.page.locator(".place").getByText(`${LESSONS[1].title}, 3 of`).waitFor();
      await anna.page.reload();
    }
  }
  await anna.page.locator(".told").getByText(`The lesson “${LESSONS[1].title}” is done.`).waitFor();
  assert.match(await anna.text("#live"), /is done/);
  assert.equal(await anna.text("[data-action=next]"), "Next lesson");
  await anna.page.goto(`${server.address}/practice`);
  await anna.page.getByRole("link", { name: new RegExp(`${LESSONS[1].title} ?, done`) }).waitFor();
  await anna.page.getByText("1 of 8 done").waitFor();
  await accessible(anna, "practice");
  anna.content();
});

test("words of the glossary are linked", async () => {
  const anna = await visitor("/practice/lesson-2");
  await anna.page.getByRole("button", { name: "corner", exact: true }).click();
  await anna.page.getByRole("dialog").getByRole("heading", { name: "corner" }).waitFor();
  await anna.page.keyboard.press("Escape");
  anna.content();
});

test("the puzzle of the day is solved", async () => {
  const env = { ...process.env, HOME: server.data, XDG_STATE_HOME: server.data };
  const puzzle = JSON.parse(execFileSync(PROGRAM ?? "", ["puzzle", "--daily", "--json"], { env, encoding: "utf8" }));
  const anna = await visitor("/practice");
  await anna.page.click("#daily");
  if ((await asked(anna)) === "choice") await anna.page.getByRole("button", { name: puzzle.answer }).click();
  else await anna.click(puzzle.answer);
  await anna.page.locator(".verdict.right").waitFor();
  await anna.page.locator(".told").getByText("Your rating:").waitFor();
  await accessible(anna, "puzzle");
  await anna.press("next");
  await anna.page.locator(".told").getByText("1 of 1 right.").waitFor();
  await anna.press("next");
  await anna.page.getByText("Done. Tomorrow there is another.").waitFor();
  await anna.page.getByText("after 1 puzzle").waitFor();
  anna.content();
});

test("an ending of the gym is played out", async () => {
  const anna = await visitor("/practice");
  await anna.page.locator("#gym-empties").selectOption("8");
  await anna.page.locator("#gym-against").selectOption("1");
  await anna.page.click("#gym");
  while ((await asked(anna)) === "square") {
    const before = await anna.board();
    await anna.click((await anna.legal())[0]);
    await anna.page.waitForFunction((board) => {
      const cells = [...document.querySelectorAll("#board .disc")].map((disc) => ({ black: "X", white: "O" })[disc.getAttribute("data-colour") ?? ""] ?? "-");
      return cells.join("") !== board;
    }, before);
  }
  assert.match(await anna.text(".told"), /In a row without losing a result/);
  await anna.page.goto(`${server.address}/practice`);
  await anna.page.getByText("1 ending,").waitFor();
  anna.content();
});

test("a sitting goes on after a reload and after the server was gone; the file brings it elsewhere", async () => {
  const anna = await visitor(`/study/review#moves=${GAME}`);
  await anna.page.locator(".percent[data-text]:not([data-text=''])").first().waitFor();
  await anna.press("practise");
  await anna.page.getByRole("dialog").getByRole("button", { name: "White" }).click();
  await anna.page.locator(".mistakes").getByText(/\d new card/).waitFor();
  const cards = Number(/(\d+) new card/.exec(await anna.text(".mistakes"))?.[1]);
  assert.ok(cards >= 1);
  await anna.page.click("#sit");
  await anna.page.locator(".place").getByText("Card 1 of").waitFor();
  await accessible(anna, "card");
  await giveUp(anna);
  await accessible(anna, "answered card");

  // The best line is played on the board, and taken back.
  const before = await anna.board();
  await anna.page.getByRole("group", { name: "Best" }).getByRole("button").first().click();
  assert.notEqual(await anna.board(), before);
  await anna.page.keyboard.press("Escape");
  assert.equal(await anna.board(), before);

  // What was missed comes back once in this sitting, also after a reload.
  await anna.page.reload();
  await anna.page.locator(".place").getByText("Card 1 of").waitFor();
  await asked(anna);
  await server.kill();
  await anna.page.locator("body[data-connection=lost]").waitFor();
  await server.start();
  await anna.page.locator("body[data-connection=live]").waitFor();
  await giveUp(anna);
  await anna.press("next");
  await anna.page.locator(".verdict").waitFor({ state: "detached" });
  while ((await asked(anna)) === "square") {
    await giveUp(anna);
    await anna.press("next");
    await anna.page.locator(".verdict").waitFor({ state: "detached" });
  }
  await anna.press("next");
  const cardOf = anna.page.locator(".mistakes");
  await cardOf.getByText("Nothing due. Next card tomorrow.").waitFor();

  const told = await anna.text(".practice-cards");
  const download = anna.page.waitForEvent("download");
  await anna.page.click("#export");
  const file = await (await download).path();
  assert.equal(readFileSync(file, "utf8").split("\n").filter((line) => line.includes('"is":"game"')).length, 1);
  await anna.page.click("#clear");
  await anna.answer("Forget");
  await cardOf.getByText("No cards yet").waitFor();
  assert.equal(await cardOf.getByRole("link", { name: "Play a game" }).getAttribute("href"), "/");
  const chooser = anna.page.waitForEvent("filechooser");
  await anna.page.click("#import");
  await (await chooser).setFiles(file);
  await cardOf.getByText("Nothing due. Next card tomorrow.").waitFor();
  assert.equal(await anna.text(".practice-cards"), told);
  anna.content(GONE);
});

test("the devices of a player go on with one practice, and another player here has none of it", async () => {
  const desktop = await visitor("/practice/daily");
  await asked(desktop);
  await desktop.press("show");
  await desktop.page.locator(".verdict").waitFor();
  await desktop.page.goto(`${server.address}/practice`);
  await desktop.page.getByText("Your practice is kept in this browser.").waitFor();
  // What was done before this browser knew who plays goes with the player.
  await desktop.page.goto(`${server.address}/lobby`);
  await nameMyself(desktop.page, "Dora");
  await desktop.page.goto(`${server.address}/practice`);
  await desktop.page.getByText("your other devices go on with it").waitFor();
  const dora = await desktop.page.evaluate(() => JSON.parse(localStorage.getItem("outflank.key") ?? "{}").key);
  /** Opens practice with the link of a player. @param {Visitor} visitor @param {string} key @param {string} name */
  const practiseAs = async ({ page }, key, name) => {
    await page.goto("about:blank");
    await page.goto(`${server.address}/#k=${key}`);
    await page.waitForFunction((wanted) => document.getElementById("me")?.textContent?.startsWith(wanted), name);
    await page.goto(`${server.address}/practice`);
  };
  const phone = await visitor("/practice", { viewport: { width: 390, height: 844 } });
  await practiseAs(phone, dora, "Dora");
  await phone.page.getByText("Done. Tomorrow there is another.").waitFor();
  await phone.page.getByRole("img", { name: /Tasks done this week: \w+day 1$/ }).waitFor();
  await accessible(phone, "practice with a week");
  phone.content();

  // Somebody else plays in the same browser.
  const other = "AAECAwQFBgcICQoLDA0ODw";
  const headers = { Authorization: `Bearer ${other}`, "Content-Type": "application/json" };
  assert.equal((await fetch(`${server.address}/api/me`, { method: "PUT", headers, body: JSON.stringify({ name: "Emil" }) })).status, 200);
  await practiseAs(phone, other, "Emil");
  await phone.page.getByText("The same for everybody.").waitFor();
  await practiseAs(phone, dora, "Dora");
  await phone.page.getByText("Done. Tomorrow there is another.").waitFor();

  // Forgotten, it is gone from the server, too.
  await desktop.page.click("#clear");
  await desktop.page.getByRole("dialog").getByText("forget it there as well").waitFor();
  await desktop.answer("Forget");
  await desktop.page.getByText("The same for everybody.").waitFor();
  const fresh = await visitor("/practice");
  await practiseAs(fresh, dora, "Dora");
  await fresh.page.getByText("The same for everybody.").waitFor();
  desktop.content();
});

test("one's own games become cards by themselves", async () => {
  const anna = await visitor("/");
  for (let move = 0; move < 8 && (await anna.turn()); move++) await anna.playAny();
  await anna.turn();
  await anna.press("resign");
  await anna.answer("Resign");
  await anna.page.locator(".result").waitFor();
  await anna.page.goto(`${server.address}/practice`);
  await anna.page.getByText("Discs lost in your last game").waitFor();
  anna.content();
});

test("an address that names no drill leads to practice", async () => {
  const anna = await visitor("/practice/lesson-9");
  await anna.page.getByText("there are 8 lessons").waitFor();
  await anna.page.locator("#sit").waitFor();
  assert.match(anna.page.url(), /\/practice$/);
  anna.content();
});

for (const [width, height] of [
  [320, 640],
  [390, 844],
  [844, 390],
  [768, 1024],
])
  test(`on a screen of ${width} by ${height} a task is answered without scrolling`, async () => {
    const anna = await visitor("/practice/lesson-2", { viewport: { width, height }, hasTouch: true });
    assert.equal(await asked(anna), "square");
    const seen = await anna.page.evaluate(() => {
      const box = (/** @type {string} */ selector) => /** @type {Element} */ (document.querySelector(selector)).getBoundingClientRect();
      const [task, foot, board] = [box(".task"), box(".drill-foot"), box("#board")];
      return { wide: document.documentElement.scrollWidth, task: task.bottom <= foot.top + 1, foot: foot.bottom, board: board.bottom };
    });
    assert.ok(seen.wide <= width, `${seen.wide} wide`);
    assert.ok(seen.foot <= height && seen.board <= height && seen.task, JSON.stringify(seen));
    await accessible(anna, "lesson on a small screen");
    await anna.page.goto(`${server.address}/practice`);
    await anna.page.locator("#sit").waitFor();
    assert.ok((await anna.page.evaluate(() => document.documentElement.scrollWidth)) <= width);
    anna.content();
  });

test("in the dark axe finds nothing serious either", async () => {
  const anna = await visitor("/practice", { colorScheme: "dark" });
  await anna.page.locator("#sit").waitFor();
  await accessible(anna, "practice");
  await anna.page.click("#daily");
  await asked(anna);
  await anna.press("show");
  await anna.page.locator(".verdict").waitFor();
  await accessible(anna, "puzzle");
  anna.content();
});

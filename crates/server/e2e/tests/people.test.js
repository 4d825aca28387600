// Strangers who find each other: the lobby, games over days, and a key that comes back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, arena } from "../harness.js";

const { server, visitor } = arena();

/** @import {Page} from "playwright-core" */

/** @param {Page} page @param {string} name */
async function nameMyself(page, name) {
  await page.click("#me");
  await page.fill("dialog input >> nth=0", name);
  await page.click("dialog .btn.primary");
  await page.waitForFunction((wanted) => document.getElementById("me")?.textContent?.startsWith(wanted), name);
}

test("two strangers find each other and play", async () => {
  const [anna, bert] = [await visitor("/lobby"), await visitor("/")];
  await nameMyself(anna.page, "Anna");
  await anna.page.selectOption(".people-now select", "300+0");
  await anna.page.click("#now");
  await anna.page.waitForSelector("text=Waiting for somebody");
  // The other comes from the start page, by the keyboard alone.
  await bert.page.focus("[data-action=people]");
  await bert.page.keyboard.press("Enter");
  await bert.page.waitForSelector("text=Anna (1500?)");
  await bert.page.focus("text=Accept");
  await bert.page.keyboard.press("Enter");
  await Promise.all([anna, bert].map(({ page }) => page.waitForURL(/\/g\//)));
  const black = (await anna.page.waitForSelector("#turn")) && (await anna.page.textContent("#turn"))?.includes("Your") ? anna : bert;
  const white = black === anna ? bert : anna;
  await black.page.click("#board [data-square=d3], #board [aria-label^='d3']");
  await white.page.waitForFunction(() => document.querySelectorAll("#board .disc[data-colour=black]").length === 4);
  assert.deepEqual([anna.complaints, bert.complaints], [[], []]);
});

test("a game over days waits while both are away", async () => {
  const [dora, emil] = [await visitor("/lobby"), await visitor("/lobby")];
  await nameMyself(dora.page, "Dora");
  await dora.page.click("#offer");
  await dora.page.selectOption("dialog select", "259200+0d");
  await dora.page.check("dialog input[name=colour][value=white]");
  await dora.page.click("dialog .btn.primary");
  await dora.page.waitForSelector("text=Your offer");
  const shown = await dora.page.textContent(".people-card:nth-child(2)");
  assert.match(shown ?? "", /You play White · 3 days a move/);
  await dora.page.close();
  await nameMyself(emil.page, "Emil");
  await emil.page.click("[aria-label='Accept the offer of Dora']");
  await emil.page.waitForURL(/\/g\//);
  await emil.page.waitForSelector("text=Your move");
  await emil.page.keyboard.type("d3");
  await emil.page.waitForFunction(() => document.querySelectorAll("#board .disc[data-colour=black]").length === 4);
  await emil.page.close();
  await server.kill();
  await server.start();
  const again = await dora.context.newPage();
  await again.goto(`${server.address}/lobby`);
  await again.waitForSelector(".tag.turn");
  assert.match(await again.title(), /^\(1\)/);
  await again.click(".row-link");
  await again.waitForURL(/\/g\//);
  await again.waitForSelector("text=Your move");
  await again.goto(`${server.address}/`);
  await again.waitForSelector("text=It is your move in a game.");
});

test("a lost key is brought back by its words", async () => {
  const first = await visitor("/lobby");
  await nameMyself(first.page, "Clara");
  await first.page.click("#me");
  const words = (await first.page.textContent(".words")) ?? "";
  assert.equal(words.split(/[\s-]+/).length, 8, words);
  await first.context.close();
  const second = await visitor("/lobby");
  await second.page.click("#me");
  await second.page.fill("dialog form:nth-of-type(2) input", "these are not any words at all");
  await second.page.click("text=Bring me back");
  await second.page.waitForSelector("dialog .error:not(:empty)");
  await second.page.fill("dialog form:nth-of-type(2) input", words);
  await second.page.click("text=Bring me back");
  await second.page.waitForFunction(() => document.getElementById("me")?.textContent?.startsWith("Clara"));
  // A link does the same for another device.
  const key = await second.page.evaluate(() => JSON.parse(localStorage.getItem("outflank.key") ?? "{}").key);
  const third = await visitor(`/#k=${key}`);
  await third.page.waitForFunction(() => document.getElementById("me")?.textContent?.startsWith("Clara"));
  assert.equal(new URL(third.page.url()).hash, "");
});

test("the lobby is fit for a phone and for screen readers", async () => {
  const phone = await visitor("/lobby", { viewport: { width: 390, height: 844 } });
  await phone.page.waitForSelector("text=Your games appear here.");
  const wide = await phone.page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `${wide} pixels wide`);
  await accessible(phone, "the lobby");
  await phone.page.click("#offer");
  await accessible(phone, "an offer");
  assert.deepEqual(phone.complaints, []);
});

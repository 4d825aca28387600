// People at browsers of their own.

import assert from "node:assert/strict";
import { test } from "node:test";
import { arena } from "../harness.js";

const { server, visitor } = arena();
/** Black to move with 24 squares empty: enough of a game to be interrupted in, quick enough to be played to the end. */
const LATE = "d3e3f6c3e2g7c5f5b3c6c7e1h8c2d6b6d2e6g6c8c1b4b5a5f1g5g4a3f3h7a6d7a4f2a2c4";
const HOSTILE = "<img src=x onerror=1>";

/** Anna makes a game and has the invite. @param {(dialog: import("playwright-core").Locator) => Promise<void>} [choose] */
async function host(choose) {
  const anna = await visitor("/");
  await anna.turn();
  await anna.newGame(async (dialog) => {
    await dialog.getByLabel("You and a friend, by link").check();
    await dialog.getByLabel("Your name").fill("Anna");
    await dialog.getByText("Rules, clock, start").click();
    await choose?.(dialog);
  });
  const share = anna.page.getByRole("dialog", { name: "Invite your friend" });
  const invite = await share.getByLabel("Invite", { exact: true }).inputValue();
  const watch = await share.getByLabel("To watch").inputValue();
  await share.locator("img.qr[src^='blob:']").waitFor();
  return { anna, share, invite, watch };
}

/** Takes the invite. @param {string} invite @param {string} name */
async function guest(invite, name) {
  const ben = await visitor(invite);
  const join = ben.page.getByRole("dialog", { name: "Anna invites you" });
  await join.getByLabel("Your name").fill(name);
  await join.getByRole("button", { name: "Play" }).click();
  return ben;
}

/** Anna makes a game, Ben takes the invite, Eve watches. @param {string} [start] */
async function friends(start) {
  const { anna, share, invite, watch } = await host((dialog) => dialog.getByLabel("Start position").fill(start ?? ""));
  const ben = await guest(invite, HOSTILE);
  // Nobody has to put the invite away: the friend is here.
  await share.waitFor({ state: "detached" });
  const eve = await visitor(watch);
  await anna.page.locator(".plate", { hasText: HOSTILE }).waitFor();
  return { anna, ben, eve, invite };
}

test("two browsers play by link; one reloads in the middle, a third watches, the server is killed once", async () => {
  const { anna, ben, eve } = await friends(LATE);
  for (const { page } of [anna, ben, eve]) assert.equal(await page.locator("img[src=x]").count(), 0, "a name is text");

  const players = [anna, ben];
  let count = 0;
  let mover = 0;
  for (;;) {
    await Promise.race(players.map((player) => player.turn()));
    if (await anna.page.locator(".result").isVisible()) break;
    mover = (await anna.legal()).length ? 0 : 1;
    if (!(await players[mover].turn())) break;
    const [square] = await players[mover].legal();
    await players[mover].click(square);
    await players[mover].seesMore(count);
    count = (await players[mover].moves()).length;
    await players[1 - mover].sees(count);
    if (count === 5) {
      await ben.page.reload();
      await ben.sees(count);
    }
    if (count === 9) {
      await server.kill();
      await server.start();
    }
  }
  await eve.sees(count);
  assert.equal(await ben.board(), await anna.board());
  assert.equal(await eve.board(), await anna.board());
  assert.deepEqual(await eve.moves(), await anna.moves());
  assert.match(await eve.text(".result-title"), /win|draw/i);
  const lost = /WebSocket|ERR_CONNECTION|Failed to load resource/;
  for (const one of [anna, ben, eve]) one.content(lost);
});

test("a take-back is asked for, resigning ends, another game is offered and accepted", async () => {
  const { anna, ben, eve } = await friends();
  await anna.turn();
  await anna.click("d3");
  await ben.sees(1);
  await anna.press("undo");
  await anna.answer("Ask");
  await ben.page.locator("#ask", { hasText: "Anna asks to take back a move." }).waitFor();
  await ben.press("accept");
  await anna.sees(0);
  await eve.page.click("[data-square=d3]", { force: true });
  await eve.page.locator("#alert", { hasText: /You are watching/ }).waitFor({ state: "attached" });
  await ben.press("resign");
  await ben.answer("Resign");
  await anna.press("swap");
  await ben.page.locator("#ask", { hasText: "Anna offers another game, colours swapped." }).waitFor();
  await ben.press("accept");
  await ben.page.waitForSelector("#table[data-below=black]:not(.over)");
  await ben.turn();
  assert.equal((await ben.legal()).length, 4, "Ben is Black now");
  await ben.press("resign");
  await ben.answer("Resign");
  // On a phone the offer is in sight, too, whatever the card tells.
  await anna.page.setViewportSize({ width: 390, height: 844 });
  await ben.press("again");
  await anna.page.locator("#ask", { hasText: "offers another game, same colours." }).waitFor();
  const accept = anna.page.locator(".acts [data-action=accept]");
  const box = await accept.boundingBox();
  assert.ok(box && box.y > 0 && box.y + box.height <= 844, `the answer is at ${JSON.stringify(box)}`);
  assert.ok(await accept.evaluate((one) => one.contains(document.elementFromPoint(one.getBoundingClientRect().x + 5, one.getBoundingClientRect().y + 18))));
  await anna.press("accept");
  await ben.page.waitForSelector("#table[data-below=black]:not(.over)");
  for (const one of [anna, ben, eve]) one.content();
});

test("who asked is told when the answer is no, and who was asked when the request is withdrawn", async () => {
  const { anna, ben, eve } = await friends();
  await anna.turn();
  await anna.click("d3");
  await ben.sees(1);
  await anna.press("undo");
  await anna.page.getByRole("dialog", { name: "Ask to take back your d3?" }).waitFor();
  await anna.answer("Ask");
  await anna.page.locator("#ask", { hasText: "You asked to take back a move." }).waitFor();
  await eve.page.locator("#ask", { hasText: "Anna asks to take back a move." }).waitFor();
  await ben.press("decline");
  await anna.page.locator("#alert.shown", { hasText: `${HOSTILE} declined.` }).waitFor();
  assert.equal(await ben.page.locator("#alert.shown").count(), 0, "Ben knows");
  await anna.press("undo");
  await anna.answer("Ask");
  await ben.page.locator("#ask", { hasText: "Anna asks to take back a move." }).waitFor();
  await anna.press("decline");
  await ben.page.locator("#alert.shown", { hasText: "Anna withdrew the request." }).waitFor();
  for (const one of [anna, ben, eve]) one.content();
});

test("a game that the other left has no score: the discs did not decide it", async () => {
  const anna = await visitor("/");
  const said = await anna.page.evaluate(async () => {
    const beside = document.querySelector("script[src]")?.getAttribute("src") ?? "";
    const { resultSentence } = await import(new URL("strings.js", new URL(beside, location.href)).href);
    const seats = { black: { name: "Anna" }, white: { name: "Ben" } };
    return resultSentence({ seats }, { winner: "black", loser: "white", reason: "left", black: 2, white: 5 }, ["black"]);
  });
  assert.equal(said, "You win. Ben left the game. The discs: Black 2, White 5.");
  anna.content();
});

test("while a game between people is on, the engine keeps out of it and the page says why", async () => {
  const { anna, ben } = await friends();
  await anna.turn();
  for (const tool of ["hint", "values"]) {
    const button = anna.page.locator(`[data-action=${tool}]`);
    assert.equal(await button.getAttribute("aria-disabled"), "true");
    await button.click({ force: true });
    await anna.page.locator("#alert", { hasText: "Hints and values open when the game between you is over." }).waitFor({ state: "attached" });
  }
  await anna.press("more");
  const study = anna.page.getByRole("dialog", { name: "More" }).locator("[data-action=study]");
  assert.ok(await study.isDisabled());
  await anna.page.keyboard.press("Escape");
  await anna.page.keyboard.press("v");
  await anna.page.waitForTimeout(300);
  assert.equal(await anna.page.locator(".value:not(:empty)").count(), 0);
  for (const one of [anna, ben]) one.content();
});

test("study elsewhere does not help either: a position of a game that is on is refused, and the page says why", async () => {
  const { anna, ben } = await friends();
  const players = [anna, ben];
  for (let count = 0; count < 11; count++) {
    const mover = players[count % 2];
    await mover.turn();
    await mover.click((await mover.legal())[0]);
    await anna.sees(count + 1);
    await ben.sees(count + 1);
  }
  const moves = (await anna.moves()).join("");
  const eve = await visitor(`/study#moves=${moves}`);
  await eve.sees(11);
  await eve.press("values");
  await eve.page.locator("#said", { hasText: /game/ }).waitFor();
  assert.match(await eve.text("#said"), /still|being played|over/i);
  assert.equal(await eve.page.locator(".value:not(:empty)").count(), 0);
  assert.equal(await eve.page.locator("[data-action=values]").getAttribute("aria-pressed"), "false");
  await eve.press("graph");
  await eve.page.locator(".given", { hasText: /still|being played|over/i }).waitFor();
  await ben.press("resign");
  await ben.answer("Resign");
  await eve.press("values");
  await eve.page.waitForSelector(".value.best");
  for (const one of [anna, ben]) one.content();
  eve.content(/403/);
});

test("host and guest each read what is for them", async () => {
  const { anna, share, invite } = await host();
  await share.getByRole("button", { name: "Close" }).click();
  await anna.page.locator("#said", { hasText: "Send your friend the link." }).waitFor();
  assert.equal(await anna.page.locator("[data-action=undo]").getAttribute("aria-disabled"), "true", "nobody to ask yet");
  await anna.page.locator("#ask [data-action=share]", { hasText: "Invite" }).waitFor();
  const ben = await guest(invite, "Ben");
  await ben.page.locator(".plate[data-side=white]", { hasText: "Ben" }).waitFor();
  assert.doesNotMatch(await ben.text(".say"), /link/);
  await anna.page.locator(".plate[data-side=white]", { hasText: "Ben" }).waitFor();
  assert.doesNotMatch(await anna.text(".say"), /link/);
  assert.equal(await anna.page.locator("#ask [data-action=share]").count(), 0);
  for (const one of [anna, ben]) one.content();
});

test("a guest is told the rules before sitting down", async () => {
  const { invite, anna } = await host(async (dialog) => {
    await dialog.getByLabel("Rows and columns only").check();
    await dialog.getByLabel("Thirty discs each").check();
    await dialog.getByLabel("Clock").selectOption("300+5");
  });
  const ben = await visitor(invite);
  const join = ben.page.getByRole("dialog", { name: "Anna invites you" });
  const text = await join.innerText();
  assert.match(text, /You play White\./);
  assert.match(text, /Rows and columns only\. .*diagonals do not count/s);
  assert.match(text, /Thirty discs each\. Each player has 30 discs/);
  assert.match(text, /Clock 5\+5/);
  assert.match(text, /One undo each/);
  for (const one of [anna, ben]) one.content();
});

test("the own seat is kept apart from what is shared", async () => {
  const { anna, share } = await host();
  const shown = await share.locator("input").evaluateAll((inputs) => inputs.map((input) => /** @type {HTMLInputElement} */ (input).value));
  assert.ok(shown.length >= 2);
  for (const address of shown) assert.doesNotMatch(address, /#s=/);
  await share.getByRole("button", { name: "Close" }).click();
  await anna.more("device");
  const device = anna.page.getByRole("dialog", { name: "Play on another device" });
  const seat = await device.getByLabel("Your own seat", { exact: true }).inputValue();
  assert.match(seat, /#s=/);
  const phone = await visitor(seat);
  await phone.turn();
  await phone.click("d3");
  await phone.sees(1);
  await anna.sees(1);
  assert.match(phone.page.url(), /\/g\/[\w-]+$/, "the secret is not left in the address");
  for (const one of [anna, phone]) one.content();
});

test("a friend who comes and a turn are told while the tab is hidden", async () => {
  const { anna, share, invite } = await host();
  await share.getByRole("button", { name: "Close" }).click();
  await anna.context.grantPermissions(["notifications"]);
  await anna.page.evaluate(() => {
    const told = (/** @type {any} */ (window).told = /** @type {string[]} */ ([]));
    class Told {
      static permission = "granted";
      static requestPermission = async () => "granted";
      /** @param {string} _ @param {{body: string}} options */
      constructor(_, { body }) {
        told.push(body);
      }
    }
    Object.assign(window, { Notification: Told });
  });
  await anna.page.click("#settings");
  await anna.page.getByLabel("Notifications").check();
  await anna.page.keyboard.press("Escape");
  await anna.turn();
  await anna.click("d3");
  await anna.sees(1);
  await anna.page.evaluate(() => Object.defineProperty(document, "hidden", { get: () => true }));
  const ben = await guest(invite, "Ben");
  await anna.page.waitForFunction(() => /** @type {any} */ (window).told.some((/** @type {string} */ text) => text.includes("Ben plays White.")));
  await ben.turn();
  await ben.click("c3");
  await anna.page.waitForFunction(() => /** @type {any} */ (window).told.some((/** @type {string} */ text) => /Ben played c3.*It is your move\./.test(text)));
  await anna.page.waitForFunction(() => document.title.startsWith("● Your move"));
  for (const one of [anna, ben]) one.content();
});

test("an invite works once, and the next one hears so before giving a name", async () => {
  const { ben, invite } = await friends();
  assert.match(ben.page.url(), /\/g\/[\w-]+$/, "no secret is left in the address");
  const late = await visitor(invite);
  const taken = late.page.getByRole("dialog", { name: "This seat is taken" });
  await taken.waitFor();
  assert.equal(await taken.locator("input").count(), 0);
  await taken.getByRole("button", { name: "Watch" }).click();
  await late.page.locator("#said", { hasText: "You are watching." }).waitFor();
  ben.content();
  late.content();
});

/** Writes down the tones that a page plays. @param {import("../harness.js").Visitor} visitor */
async function listen({ page }) {
  await page.evaluate(() => {
    const tones = (/** @type {any} */ (window).tones = /** @type {number[]} */ ([]));
    const set = AudioParam.prototype.setValueAtTime;
    AudioParam.prototype.setValueAtTime = function (value, at) {
      if (value > 100) tones.push(value);
      return set.call(this, value, at);
    };
  });
  return () => /** @type {Promise<number[]>} */ (page.evaluate("tones"));
}
const CHIME = 523;

test("who comes is heard by the other", async () => {
  const { anna, share, invite } = await host();
  await share.getByRole("button", { name: "Close" }).click();
  const hears = await listen(anna);
  const ben = await guest(invite, "Ben");
  await anna.page.waitForFunction((chime) => /** @type {any} */ (window).tones.includes(chime), CHIME);
  await anna.turn();
  await anna.click("d3");
  await ben.sees(1);
  assert.equal((await hears()).filter((tone) => tone === CHIME).length, 1);
  for (const one of [anna, ben]) one.content();
});

test("nobody is called by what they do themselves, nor by a computer that adapts", async () => {
  const anna = await visitor("/");
  await anna.turn();
  await anna.newGame((dialog) => dialog.getByLabel("Adapts").check());
  await anna.turn();
  const hears = await listen(anna);
  await anna.playAny();
  await anna.turn();
  await anna.press("resign");
  await anna.answer("Resign");
  await anna.press("again");
  await anna.page.waitForSelector("#table:not(.over)");
  await anna.turn();
  await anna.playAny();
  assert.ok((await hears()).length > 3, "discs and the end are heard");
  assert.ok(!(await hears()).includes(CHIME), String(await hears()));
  anna.content();
});

test("low time is told once, by title and sound", async () => {
  const anna = await visitor("/");
  await anna.turn();
  await anna.newGame(async (dialog) => {
    await dialog.getByText("Rules, clock, start").click();
    await dialog.getByLabel("Clock").selectOption("60+0");
  });
  await anna.turn();
  const hears = await listen(anna);
  await anna.playAny();
  await anna.turn();
  await anna.page.waitForFunction(() => document.title.startsWith("● Your move"));
  const LOW = 880;
  assert.ok(!(await hears()).includes(LOW));
  // Most of a minute goes by, for the page only.
  await anna.page.evaluate(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 42_000;
  });
  await anna.page.waitForFunction(() => document.title.startsWith("● Your time is low"));
  await anna.page.locator(".plate[data-side=black] .clock.low").waitFor();
  await anna.page.waitForFunction((low) => /** @type {any} */ (window).tones.includes(low), LOW);
  await anna.page.waitForTimeout(1200);
  assert.equal((await hears()).filter((tone) => tone === LOW).length, 2, "two beeps, once");
  anna.content();
});

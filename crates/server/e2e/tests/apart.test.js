// People at browsers of their own.

import assert from "node:assert/strict";
import { test } from "node:test";
import { arena } from "../harness.js";

const { server, visitor } = arena();
/** Black to move with 24 squares empty: enough of a game to be interrupted in, quick enough to be played to the end. */
const LATE = "d3e3f6c3e2g7c5f5b3c6c7e1h8c2d6b6d2e6g6c8c1b4b5a5f1g5g4a3f3h7a6d7a4f2a2c4";
const HOSTILE = "<img src=x onerror=1>";

/** Anna makes a game, Ben takes the invite, Eve watches. @param {string} [start] */
async function friends(start) {
  const anna = await visitor("/");
  await anna.turn();
  await anna.newGame(async (dialog) => {
    await dialog.getByLabel("Friend by link").check();
    await dialog.getByLabel("Your name").fill("Anna");
    await dialog.getByText("Exact level, rules").click();
    await dialog.getByLabel("Start position").fill(start ?? "");
  });
  const share = anna.page.getByRole("dialog", { name: "Invite your friend" });
  const invite = await share.getByLabel("Invite", { exact: true }).inputValue();
  const watch = await share.getByLabel("To watch").inputValue();
  await share.locator("img.qr[src^='blob:']").waitFor();
  await share.getByRole("button", { name: "Close" }).click();
  const ben = await visitor(invite);
  const join = ben.page.getByRole("dialog", { name: "Anna invites you" });
  await join.getByLabel("Your name").fill(HOSTILE);
  await join.getByRole("button", { name: "Play" }).click();
  const eve = await visitor(watch);
  await anna.page.getByText(HOSTILE).first().waitFor();
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
    if (await anna.page.locator("[data-action=review]").count()) break;
    mover = (await anna.legal()).length ? 0 : 1;
    if (!(await players[mover].turn())) break;
    const [square] = await players[mover].legal();
    await players[mover].click(square);
    await players[mover].page.waitForFunction((n) => document.querySelectorAll("#moves .move").length > n, count);
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
  assert.match(await eve.text("#turn"), /win|draw/i);
  const lost = /WebSocket|ERR_CONNECTION|Failed to load resource/;
  for (const one of [anna, ben, eve]) one.content(lost);
});

test("a take-back is asked for, resigning ends, a rematch is offered and accepted", async () => {
  const { anna, ben, eve } = await friends();
  await anna.turn();
  await anna.click("d3");
  await ben.sees(1);
  await anna.page.getByRole("button", { name: "Ask to undo" }).click();
  await ben.page.getByText("Anna asks to take back a move.").waitFor();
  await ben.page.getByRole("button", { name: "Accept" }).click();
  await anna.sees(0);
  await eve.page.click("[data-square=d3]", { force: true });
  await eve.page.locator("#alert", { hasText: /You are watching/ }).waitFor({ state: "attached" });
  await ben.page.getByRole("button", { name: "Resign" }).click();
  await ben.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await anna.page.getByRole("button", { name: "Rematch" }).click();
  await ben.page.getByText("Anna offers a rematch.").waitFor();
  await ben.page.getByRole("button", { name: "Accept" }).click();
  await ben.page.waitForSelector("#table[data-below=black]");
  await ben.turn();
  assert.equal((await ben.legal()).length, 4, "Ben is Black now");
  for (const one of [anna, ben, eve]) one.content();
});

test("a page that is opened while the server is away starts when it is back", async () => {
  const anna = await visitor("/");
  await anna.turn();
  const { page } = anna;
  // The page itself is there, and then nothing is.
  let away = true;
  await page.route("**/api/games", (route) => (away ? route.abort() : route.continue()));
  await page.goto(`${server.address}/`);
  await page.getByText("Connection lost. Trying again").waitFor();
  away = false;
  assert.ok(await anna.turn());
  anna.content(/ERR_FAILED/);
});

test("an invite works once, and an unknown game says so", async () => {
  const { ben, invite } = await friends();
  assert.match(ben.page.url(), /\/g\/[\w-]+$/, "no secret is left in the address");
  const late = await visitor(invite);
  await late.page.getByRole("dialog").getByRole("button", { name: "Play" }).click();
  await late.page.getByText("Close this to watch.").waitFor();
  const lost = await visitor("/g/AAAAAAAAAAAA");
  await lost.page.getByText("There is no such game").waitFor();
  ben.content();
  late.content(/410/);
  lost.content(/404|WebSocket/);
});

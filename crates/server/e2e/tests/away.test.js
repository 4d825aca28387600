// Without the server: what can be done is done, and the rest says what is the matter. And addresses that lead nowhere.

import assert from "node:assert/strict";
import { test } from "node:test";
import { arena } from "../harness.js";

const { server, visitor } = arena();

test("with the server away, everything opens or says why not", async () => {
  const anna = await visitor("/");
  const { page } = anna;
  await anna.turn();
  await anna.click("d3");
  await anna.sees(2);
  await anna.turn();
  await page.waitForLoadState("networkidle");
  await server.kill();
  await page.getByText("No connection. Trying again…").waitFor();
  for (const [open, title] of /** @type {const} */ ([
    ["#new", "New game"],
    ["#rules", "The rules of Othello"],
    ["#settings", "Settings"],
    ["[data-action=more]", "More"],
  ])) {
    await page.click(open);
    await page.getByRole("dialog", { name: title }).waitFor();
    await page.keyboard.press("Escape");
  }
  const alert = page.locator("#alert.shown.error", { hasText: "The server cannot be reached." });
  for (const tool of ["hint", "share"]) {
    await anna.press(tool);
    await alert.waitFor();
    await page.waitForFunction(() => !document.querySelector("#alert.shown"));
  }
  await anna.press("values");
  await alert.waitFor();
  await page.locator("header [data-tab-link=study]").click();
  await page.waitForURL(/\/study/);
  await alert.waitFor();
  await server.start();
  await page.goBack();
  assert.ok(await anna.turn());
  anna.content(/WebSocket|ERR_CONNECTION|Failed to load resource/);
});

test("a move made while the server is away is not lost to sight: the page says so and it can be made again", async () => {
  const anna = await visitor("/");
  const { page } = anna;
  await anna.turn();
  await page.waitForLoadState("networkidle");
  await server.kill();
  await anna.click("d3");
  await page.locator("#alert.shown.error", { hasText: "The server cannot be reached." }).waitFor();
  assert.equal(await page.locator("[data-square=d3] [data-colour=black]").count(), 0);
  await server.start();
  await anna.click("d3");
  await anna.seesMore(1);
  anna.content(/ERR_CONNECTION|Failed to load resource/);
});

test("an unknown game and an unknown address have a page", async () => {
  const lost = await visitor("/g/AAAAAAAAAAAA");
  await lost.page.getByRole("heading", { name: "There is no such game" }).waitFor();
  assert.equal(await lost.page.locator("#strip").innerText(), "", "the connection was never lost");
  await lost.page.getByRole("link", { name: "Play a game" }).click();
  assert.ok(await lost.turn());
  lost.content(/404|WebSocket/);
  const nowhere = await visitor("/no/such/page");
  await nowhere.page.getByRole("heading", { name: "There is no page at this address" }).waitFor();
  nowhere.content(/404/);
});

test("a message goes with its cause", async () => {
  const anna = await visitor("/");
  await anna.turn();
  await anna.page.keyboard.type("a1");
  await anna.page.locator("#alert.shown", { hasText: "a1 flips nothing" }).waitFor();
  const [alert, board] = await Promise.all([anna.page.locator("#alert").boundingBox(), anna.page.locator(".frame").boundingBox()]);
  assert.ok(alert && board && alert.y + alert.height <= board.y, "it does not cover the board");
  await anna.click("d3");
  await anna.seesMore(0);
  assert.equal(await anna.page.locator("#alert.shown").count(), 0);
  anna.content();
});

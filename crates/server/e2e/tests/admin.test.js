// The person in charge of a server, and what players report.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, arena, nameMyself, pair } from "../harness.js";

const { server, visitor } = arena();

test("the person in charge sees to a report", async () => {
  const [anna, bert] = [await visitor("/lobby"), await visitor("/lobby")];
  await nameMyself(anna.page, "Anna");
  await nameMyself(bert.page, "Bert");
  await pair(anna, bert, "Anna");
  await anna.more("report");
  await accessible(anna, "a report");
  await anna.page.getByRole("radio", { name: "Lets the time run, or leaves" }).check();
  await anna.answer("Report");
  await anna.page.waitForSelector("text=The person in charge will look at it.");
  // Once is enough.
  await anna.more("report");
  await anna.answer("Report");
  await anna.page.waitForSelector("text=You have reported this game already.");

  // A wrong token opens nothing; the right one does, and does not stay in the address.
  const boss = await visitor("/admin", { viewport: { width: 390, height: 844 } });
  await boss.page.getByLabel("Token").fill("nonsense");
  await boss.page.keyboard.press("Enter");
  await boss.page.waitForSelector("text=This is for the person in charge of the server.");
  await accessible(boss, "the door of the person in charge");
  await boss.page.getByLabel("Token").fill(server.admin);
  await boss.page.keyboard.press("Enter");
  await boss.page.waitForSelector("[data-report]");
  assert.match(await boss.text("[data-report]"), /Anna reports Bert[^]*Lets the time run/);
  const wide = await boss.page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `${wide} pixels wide`);
  await accessible(boss, "the page of the person in charge");
  boss.content(/403/);

  const other = await visitor(`/admin#t=${server.admin}`);
  await other.page.waitForSelector("[data-report]");
  assert.equal(new URL(other.page.url()).hash, "");
  // Every action asks once and says that it is done.
  /** @param {string} place @param {string} button @param {string} done */
  const act = async (place, button, done) => {
    await other.page.locator(place).getByRole("button", { name: button }).click();
    await other.answer(button.split(" ")[0] === "Ban" ? "Ban" : button.startsWith("Let play") ? "Let play" : button);
    await other.page.waitForSelector(`#alert.shown >> text=${done}`);
  };
  await act("[data-report]", "End", "The game is called off.");
  await bert.page.waitForSelector(".result:not([hidden]) >> text=The game was called off");
  await act("[data-report]", "Dismiss", "The report is dismissed.");
  await other.page.waitForSelector("text=Nobody has reported anything.");
  await act("[data-person=Bert]", "Ban Bert", "Bert may not play with others any more.");
  await act("[data-person=Bert]", "Let play Bert", "Bert may play again.");
  await other.page.locator("[data-person=Bert]").getByRole("button", { name: "Rename" }).click();
  await other.page.getByLabel("New name").fill("Berta");
  await other.page.keyboard.press("Enter");
  await other.page.waitForSelector("text=Bert is now called Berta.");
  await act("#offers", "Stop offers", "No offers are taken from now on.");
  await act("#offers", "Take offers again", "Offers are taken again.");
  await other.page.getByRole("button", { name: "Games of Berta" }).click();
  await other.page.waitForSelector("dialog >> text=Counts for nobody");
  await other.page.keyboard.press("Escape");
  const [file] = await Promise.all([other.page.waitForEvent("download"), other.page.locator("#export").getByRole("button", { name: "GGF" }).click()]);
  assert.equal(file.suggestedFilename(), "othello-all-games.ggf");
  await other.page.getByRole("button", { name: "Sign out" }).click();
  await other.page.getByLabel("Token").waitFor();
  for (const one of [anna, bert]) one.content(/422/);
  other.content();
});

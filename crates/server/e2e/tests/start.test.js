// Before the first move: nothing is stored, names are asked lightly, and the board is the one the server would give.

import assert from "node:assert/strict";
import { test } from "node:test";
import { arena } from "../harness.js";

const { server, visitor } = arena();

test("a visit makes no game; the first move does", async () => {
  const anna = await visitor("/");
  /** @type {string[]} */
  const made = [];
  anna.page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/games")) made.push(request.url());
  });
  for (let visit = 0; visit < 3; visit++) {
    await anna.page.reload();
    await anna.turn();
    await anna.page.waitForLoadState("networkidle");
  }
  assert.deepEqual(made, []);
  assert.equal(new URL(anna.page.url()).pathname, "/");
  await anna.click("f5");
  await anna.page.waitForURL(/\/g\/[\w-]+$/);
  await anna.seesMore(0);
  assert.equal(made.length, 1);
  assert.equal(new URL(anna.page.url()).hash, "", "the secret is not left in the address");
  anna.content();
});

test("the start the page shows is the one the server has, under all rules", async () => {
  const anna = await visitor("/");
  await anna.turn();
  for (const rules of ["standard", "orthogonal", "thirty", "orthogonal,thirty"]) {
    const [shown, told] = await anna.page.evaluate(async (rules) => {
      const { startPosition } = await import(/** @type {any} */ ("/squares.js"));
      const { board, turn, discs_left } = startPosition(rules);
      const start = { board, turn, rules, discs_left };
      const answer = await fetch("/api/view", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ start, moves: [] }),
      });
      return [startPosition(rules), (await answer.json()).plies[0].position];
    }, rules);
    assert.deepEqual(shown, told, rules);
  }
  anna.content();
});

test("the first game asks for a name, and the browser remembers it", async () => {
  const anna = await visitor("/");
  await anna.turn();
  await anna.page.getByLabel("What should we call you?").fill("Anna");
  await anna.page.getByRole("button", { name: "Save" }).click();
  await anna.page.locator(".plate[data-side=black]", { hasText: /Anna/ }).waitFor();
  await anna.playAny();
  await anna.page.locator(".plate[data-side=black]", { hasText: /Anna.*You · Black/s }).waitFor();
  await anna.page.goto(`${server.address}/`);
  await anna.turn();
  await anna.page.locator(".plate[data-side=black]", { hasText: /Anna/ }).waitFor();
  assert.equal(await anna.page.getByLabel("What should we call you?").isVisible(), false, "asked once");
  await anna.page.getByText("You have a game that is not finished.").waitFor();
  await anna.page.getByRole("link", { name: "Go on with it" }).click();
  await anna.seesMore(0);
  anna.content();
});

test("two people on one device are both asked, and both are remembered", async () => {
  const anna = await visitor("/");
  await anna.turn();
  await anna.press("new-two");
  const dialog = anna.page.getByRole("dialog", { name: "New game" });
  await dialog.getByLabel("Name of Black").fill("Anna");
  await dialog.getByLabel("Name of White").fill("Ben");
  await dialog.locator("form > button.primary").click();
  await anna.page.locator(".plate[data-side=black]", { hasText: "Anna" }).waitFor();
  await anna.page.locator(".plate[data-side=white]", { hasText: "Ben" }).waitFor();
  assert.equal(await anna.text("#turn"), "Anna to move");
  await anna.playAny();
  await anna.page.locator("#turn", { hasText: "Ben to move" }).waitFor();
  await anna.page.keyboard.press("n");
  const again = anna.page.getByRole("dialog", { name: "New game" });
  assert.equal(await again.getByLabel("Name of Black").inputValue(), "Anna");
  assert.equal(await again.getByLabel("Name of White").inputValue(), "Ben");
  anna.content();
});

test("levels say how strong they are", async () => {
  const anna = await visitor("/");
  await anna.turn();
  await anna.press("new-computer");
  const dialog = anna.page.getByRole("dialog", { name: "New game" });
  const seen = new Set();
  for (const level of ["1", "5", "10"]) {
    await dialog.getByLabel("Exact level").selectOption(level);
    seen.add(await dialog.locator(".strength:visible").innerText());
  }
  assert.equal(seen.size, 3);
  for (const text of seen) assert.match(text, /\w+ .*\./);
  anna.content();
});

test("a computer that moves first has its game at once", async () => {
  const anna = await visitor("/");
  await anna.turn();
  await anna.newGame((dialog) => dialog.getByLabel("White", { exact: true }).check());
  await anna.page.waitForURL(/\/g\/[\w-]+$/);
  await anna.seesMore(0);
  assert.ok(await anna.turn());
  anna.content();
});

test("a dialog stays open when text is marked beyond its edge, and goes when the page beside it is pressed", async () => {
  const anna = await visitor("/");
  const { page } = anna;
  await anna.turn();
  await page.locator("[data-everywhere=new]:visible").first().click();
  const dialog = page.getByRole("dialog", { name: "New game" });
  const name = dialog.getByLabel("Your name");
  await name.fill("Anna");
  const box = await name.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(20, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  assert.equal(await name.inputValue(), "Anna");
  await page.mouse.click(20, 20);
  await dialog.waitFor({ state: "detached" });
  anna.content();
});

test("a move that is typed leaves the keyboard on the board, not nowhere", async () => {
  const anna = await visitor("/");
  await anna.turn();
  await anna.page.locator("[data-action=people]").focus();
  await anna.page.keyboard.type("d3");
  await anna.seesMore(0);
  assert.equal(await anna.page.evaluate(() => document.activeElement?.getAttribute("data-square")), "d3");
  anna.content();
});

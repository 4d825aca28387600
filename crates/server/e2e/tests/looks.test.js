// Sizes, budgets, and what axe finds.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { arena } from "../harness.js";

const { visitor } = arena();
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** @param {import("../harness.js").Visitor} visitor @param {string} where */
async function accessible({ page }, where) {
  // Evaluated by the debugger, which the content security policy does not bind.
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run(document, { resultTypes: ["violations"] });
    return violations.map(
      (/** @type {any} */ v) =>
        `${v.impact}: ${v.id}: ${v.nodes.map((/** @type {any} */ n) => `${n.target} ${n.any[0]?.message ?? ""}`).join("; ")}`,
    );
  });
  assert.deepEqual(
    found.filter((/** @type {string} */ one) => /^(serious|critical)/.test(one)),
    [],
    where,
  );
}

for (const colorScheme of /** @type {const} */ (["light", "dark"]))
  test(`axe finds nothing serious in ${colorScheme}`, async () => {
    const anna = await visitor("/", { colorScheme });
    await anna.turn();
    await anna.click("d3");
    await anna.page.waitForFunction(() => document.querySelectorAll("#moves .move").length >= 2);
    await anna.turn();
    await accessible(anna, "game");
    await anna.page.getByRole("button", { name: "Values" }).click();
    await anna.page.waitForSelector(".value.best");
    await accessible(anna, "values");
    for (const [button, title] of [
      ["#new", "New game"],
      ["#rules", "The rules of Othello"],
      ["#settings", "Settings"],
      ["[data-action=share]", "Share"],
    ]) {
      await anna.page.click(button);
      await anna.page.getByRole("dialog", { name: title }).waitFor();
      await accessible(anna, title);
      await anna.page.keyboard.press("Escape");
    }
    anna.content();
  });

for (const [width, height, square] of [
  [360, 740, 40],
  [390, 844, 44],
  [320, 640, 34],
  [844, 390, 34],
  [1000, 1000, 60],
  [1280, 800, 60],
])
  test(`fits ${width} by ${height}`, async () => {
    const anna = await visitor("/", { viewport: { width, height } });
    await anna.turn();
    const { cell, over } = await anna.page.evaluate(() => ({
      cell: document.querySelector("[data-square=d3]")?.getBoundingClientRect().width ?? 0,
      over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }));
    assert.ok(cell >= square, `squares of ${cell}`);
    assert.ok(over <= 0, `${over} too wide`);
    for (const button of ["#new", "#settings"]) {
      await anna.page.click(button);
      const dialog = await anna.page.getByRole("dialog").boundingBox();
      assert.ok(dialog && dialog.x >= 0 && dialog.x + dialog.width <= width, "the dialog fits");
      const sticking = await anna.page.$$eval("dialog, dialog .choice > div, dialog .choice span", (parts) =>
        parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.textContent),
      );
      assert.deepEqual(sticking, [], "nothing sticks out of the dialog");
      await anna.page.keyboard.press("Escape");
    }
    anna.content();
  });

test("the first load is small", async () => {
  const anna = await visitor("/healthz");
  /** @type {Promise<[string, number]>[]} */
  const files = [];
  anna.page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith("/api/") && !response.url().startsWith("data:"))
      files.push(response.body().then((body) => [pathname, gzipSync(body).length]));
  });
  await anna.page.goto(new URL("/", anna.page.url()).href);
  await anna.turn();
  const loaded = await Promise.all(files);
  const bytes = loaded.reduce((sum, [, size]) => sum + size, 0);
  const first = loaded.filter(([name]) => !/webmanifest|icon/.test(name));
  assert.ok(first.length <= 6, first.join(" "));
  assert.ok(bytes <= 60_000, `${bytes} bytes`);
  console.log(`first load: ${first.length} files, ${bytes} bytes compressed`);
});

test("a long press shows what would flip and does not play", async () => {
  const anna = await visitor("/", { hasTouch: true, viewport: { width: 360, height: 740 } });
  await anna.turn();
  const cell = anna.page.locator("[data-square=d3]");
  await cell.dispatchEvent("pointerdown", { pointerType: "touch" });
  await anna.page.waitForSelector("[data-square=d4].preview");
  await cell.dispatchEvent("pointerup", { pointerType: "touch" });
  await cell.dispatchEvent("click");
  assert.equal(await anna.page.locator(".preview").count(), 0);
  assert.equal((await anna.moves()).length, 0);
  await anna.page.tap("[data-square=d3]");
  await anna.page.waitForSelector("[data-square=d3] [data-colour=black]");
  anna.content();
});

test("tap twice to play: the first tap shows, the second plays", async () => {
  const anna = await visitor("/", { hasTouch: true, viewport: { width: 360, height: 740 } });
  await anna.turn();
  await anna.page.click("#settings");
  await anna.page.getByLabel("Tap twice to play").check();
  await anna.page.keyboard.press("Escape");
  await anna.page.tap("[data-square=d3]");
  await anna.page.waitForSelector("[data-square=d4].preview");
  assert.equal((await anna.moves()).length, 0);
  await anna.page.tap("[data-square=d3]");
  await anna.page.waitForSelector("[data-square=d3] [data-colour=black]");
  assert.equal(await anna.page.locator(".preview").count(), 0);
  anna.content();
});

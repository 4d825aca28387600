// Sizes, budgets, and what axe finds.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { accessible, arena } from "../harness.js";

const { visitor } = arena();

for (const colorScheme of /** @type {const} */ (["light", "dark"]))
  test(`axe finds nothing serious in ${colorScheme}`, async () => {
    const anna = await visitor("/", { colorScheme });
    await anna.turn();
    await accessible(anna, "start");
    await anna.click("d3");
    await anna.seesMore(1);
    await anna.turn();
    await accessible(anna, "game");
    await anna.press("values");
    await anna.page.waitForSelector(".value.best");
    await accessible(anna, "values");
    for (const [button, title] of [
      ["#new", "New game"],
      ["#rules", "The rules of Othello"],
      ["#settings", "Settings"],
      [".tool[data-action=share]", "Share"],
      [".tool[data-action=more]", "More"],
    ]) {
      await anna.page.click(button);
      await anna.page.getByRole("dialog", { name: title }).waitFor();
      await accessible(anna, title);
      await anna.page.keyboard.press("Escape");
    }
    await anna.press("resign");
    await anna.answer("Resign");
    await anna.page.locator(".result").waitFor();
    await accessible(anna, "result");
    await anna.press("review");
    await anna.page.locator(".percent[data-text]:not([data-text=''])").first().waitFor();
    await accessible(anna, "review");
    await anna.page.setViewportSize({ width: 390, height: 844 });
    await accessible(anna, "review on a phone");
    await anna.page.goBack();
    await anna.page.locator(".result").waitFor();
    await accessible(anna, "result on a phone");
    await anna.page.setViewportSize({ width: 1920, height: 1080 });
    await accessible(anna, "result on a large screen");
    anna.content();
  });

for (const [width, height, square] of [
  [280, 640, 30],
  [320, 640, 34],
  [360, 740, 40],
  [390, 844, 44],
  [844, 390, 34],
  [768, 1024, 60],
  [1000, 1000, 60],
  [1280, 800, 80],
  [2560, 1440, 150],
])
  test(`fits ${width} by ${height}`, async () => {
    const anna = await visitor("/", { viewport: { width, height } });
    const sideways = () =>
      anna.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await anna.turn();
    const cell = async () => (await anna.page.locator("[data-square=d3]").boundingBox())?.width ?? 0;
    // On the start page of a large screen the lists below take a part of the height.
    const first = await cell();
    assert.ok(first >= Math.min(square, width < 960 ? square : 56), `squares of ${first} at the start`);
    assert.ok((await sideways()) <= 0, "start");
    await anna.page.waitForSelector(".front");
    assert.ok((await sideways()) <= 0, "start with its lists");
    for (const button of ["[data-everywhere=new]", "#settings"]) {
      await anna.page.locator(`${button}:visible`).first().click();
      const dialog = await anna.page.getByRole("dialog").boundingBox();
      assert.ok(dialog && dialog.x >= 0 && dialog.x + dialog.width <= width, "the dialog fits");
      const sticking = await anna.page.$$eval("dialog, dialog .choice > div, dialog .choice span", (parts) =>
        parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.textContent),
      );
      assert.deepEqual(sticking, [], "nothing sticks out of the dialog");
      await anna.page.keyboard.press("Escape");
    }
    await anna.click("d3");
    await anna.seesMore(1);
    await anna.turn();
    assert.ok((await sideways()) <= 0, "game");
    assert.ok((await cell()) >= square, `squares of ${await cell()}`);
    if (width >= 960) {
      const high = await anna.page.evaluate(() => document.documentElement.scrollHeight);
      assert.ok(high <= height, `a game does not scroll: ${high}`);
    }
    await anna.page.keyboard.press("v");
    await anna.page.waitForSelector(".value.best");
    await anna.more("resign");
    await anna.answer("Resign");
    await anna.page.locator(".result").waitFor();
    assert.ok((await sideways()) <= 0, "result");
    await anna.press("review");
    await anna.page.waitForURL(/review/);
    await anna.page.locator(".percent[data-text]:not([data-text=''])").first().waitFor();
    assert.ok((await sideways()) <= 0, "review");
    anna.content();
  });

for (const [width, height] of [
  [390, 844],
  [1280, 800],
])
  test(`nothing moves under the pointer at ${width} by ${height}`, async () => {
    const anna = await visitor("/", { viewport: { width, height } });
    await anna.turn();
    await anna.click("d3");
    await anna.seesMore(1);
    await anna.turn();
    const places = () =>
      anna.page.$$eval(".steps button, .tools .tool, .frame, .plate", (all) =>
        all.map((one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return [one.getAttribute("data-step") ?? one.getAttribute("data-action") ?? one.className.split(" ")[0], x, y, width, height].join(" ");
        }),
      );
    const before = await places();
    await anna.page.getByRole("button", { name: "One move back" }).click();
    await anna.page.waitForSelector("#board:not(.playable)");
    assert.deepEqual(await places(), before, "stepping");
    await anna.page.getByRole("button", { name: "To the newest position" }).click();
    await anna.page.waitForSelector("#board.playable");
    assert.deepEqual(await places(), before, "back at the game");
    await anna.press("values");
    await anna.page.waitForSelector(".value.best");
    assert.deepEqual(await places(), before, "values");
    await anna.page.keyboard.type("a1");
    await anna.page.waitForSelector("#alert.shown");
    assert.deepEqual(await places(), before, "a message");
    // The board and the buttons to step are seen together.
    const [frame, steps] = [await anna.page.locator(".frame").boundingBox(), await anna.page.locator(".steps").boundingBox()];
    assert.ok(frame && steps && frame.y >= 0 && steps.y + steps.height <= height);
    // Undo is not beside Resign.
    const tools = await anna.page.$$eval(".tool", (all) => all.filter((one) => /** @type {HTMLElement} */ (one).offsetWidth).map((one) => one.getAttribute("data-action")));
    assert.ok(!tools.includes("resign") || Math.abs(tools.indexOf("undo") - tools.indexOf("resign")) > 1, tools.join(" "));
    anna.content();
  });

for (const colorScheme of /** @type {const} */ (["light", "dark"]))
  test(`with forced colours every state can be told apart, in ${colorScheme}`, async () => {
    const anna = await visitor("/", { forcedColors: "active", colorScheme });
    const { page } = anna;
    await anna.turn();
    await anna.click("d3");
    await anna.seesMore(1);
    await anna.turn();
    const [hint] = await anna.legal();
    // How squares look: the colours actually painted at their middle and over their whole face.
    const look = async (/** @type {string} */ square) => {
      const cell = page.locator(`[data-square=${square}]`);
      const picture = (await cell.screenshot({ animations: "disabled" })).toString("base64");
      return page.evaluate(async (base64) => {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
        context.drawImage(image, 0, 0);
        const at = (/** @type {number} */ x, /** @type {number} */ y) => [...context.getImageData(Math.round(x * image.width), Math.round(y * image.height), 1, 1).data.slice(0, 3)];
        return { middle: at(0.5, 0.5), disc: at(0.3, 0.5), rim: at(0.5, 0), edge: at(0.5, 0.03), felt: at(0.14, 0.14) };
      }, picture);
    };
    const far = (/** @type {number[]} */ a, /** @type {number[]} */ b) => Math.max(...a.map((value, index) => Math.abs(value - b[index])));
    const moves = await anna.moves();
    const board = await anna.board();
    const name = (/** @type {number} */ index) => "abcdefgh"[index % 8] + (Math.floor(index / 8) + 1);
    const turned = await page.locator(".cell.flipped").first().getAttribute("data-square");
    const plain = [...board].findIndex((disc, index) => disc === "X" && name(index) !== turned && !moves.includes(name(index)));
    const empty = await look("a1");
    const legal = await look(hint);
    const black = await look(name(plain));
    const last = await look(moves[1]);
    assert.ok(far(empty.felt, empty.rim) > 20, `the grid: ${empty.felt} and ${empty.rim}`);
    assert.ok(far(legal.middle, empty.middle) > 60, `a legal square: ${legal.middle} and ${empty.middle}`);
    assert.ok(far(black.disc, empty.disc) > 60, "a black disc");
    assert.ok(far(last.disc, black.disc) > 120, "a white disc");
    assert.ok(far(last.middle, last.disc) > 60, "the last move");
    await page.keyboard.press("i");
    await page.getByText("Look at the").first().waitFor();
    await page.keyboard.press("i");
    await page.waitForSelector(".cell.hint");
    const hinted = await look(/** @type {string} */ (await page.locator(".cell.hint").getAttribute("data-square")));
    assert.ok(far(hinted.edge, empty.edge) > 60, "the hint");
    // What was told by a background has an outline: the turn, the current move, a pressed button.
    const outline = (/** @type {string} */ selector) => page.locator(selector).evaluate((one) => getComputedStyle(one).outlineStyle);
    assert.equal(await outline(".plate.turn"), "solid");
    assert.equal(await outline("#moves [aria-current]"), "solid");
    await anna.press("values");
    assert.equal(await outline("[data-action=values]"), "solid");
    anna.content();
  });

test("what there is to choose before the first move is seen without scrolling", async () => {
  const anna = await visitor("/");
  await anna.turn();
  for (const [width, height] of [
    [1280, 800],
    [1366, 768],
    [1920, 1080],
  ]) {
    await anna.page.setViewportSize({ width, height });
    const hidden = await anna.page.locator(".start").evaluate((start) => start.scrollHeight - start.clientHeight);
    assert.equal(hidden, 0, `${width} by ${height}`);
  }
  assert.match(await anna.text("#said"), /or type one/);
  anna.content();
});

test("who taps is not told to type", async () => {
  const anna = await visitor("/", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await anna.turn();
  assert.match(await anna.text("#said"), /Tap a marked square\.$/);
  const [last, tabs] = await Promise.all([".start-links", ".tabs"].map((one) => anna.page.locator(one).boundingBox()));
  assert.ok(last && tabs && last.y + last.height <= tabs.y, "every way to begin is seen above the tabs");
  anna.content();
});

test("a long dialog scrolls within its corners, with the keys alone", async () => {
  const anna = await visitor("/");
  await anna.turn();
  await anna.page.click("#rules");
  const dialog = anna.page.getByRole("dialog", { name: "The rules of Othello" });
  await dialog.waitFor();
  assert.equal(await dialog.evaluate((one) => one.scrollHeight - one.clientHeight), 0);
  await anna.page.keyboard.press("PageDown");
  await anna.page.waitForFunction(() => (document.querySelector("dialog .whole")?.scrollTop ?? 0) > 100);
  assert.ok(await dialog.getByRole("button", { name: "Close" }).isVisible());
  anna.content();
});

test("the settings leave room for a name where there is none", async () => {
  const anna = await visitor("/");
  await anna.turn();
  await anna.playAny();
  await anna.page.click("#settings");
  const name = anna.page.getByLabel("Your name in this game");
  assert.equal(await name.inputValue(), "");
  assert.equal(await name.getAttribute("placeholder"), "Black");
  await name.fill("Anna");
  await name.press("Tab");
  await anna.page.locator(".plate[data-side=black]", { hasText: "Anna" }).waitFor();
  await anna.page.keyboard.press("Escape");
  await anna.page.click("#settings");
  assert.equal(await anna.page.getByLabel("Your name in this game").inputValue(), "Anna");
  anna.content();
});

test("without motion nothing moves, and turned discs have a thicker ring", async () => {
  const anna = await visitor("/");
  await anna.turn();
  await anna.click("d3");
  await anna.seesMore(1);
  const moving = await anna.page.evaluate(() => document.getAnimations().length);
  assert.equal(moving, 0);
  const ring = await anna.page.locator(".cell.flipped").first().evaluate((cell) => getComputedStyle(cell, "::after").borderTopWidth);
  assert.equal(ring, "3px");
  anna.content();
});

test("one move is shown as a moving picture, and still without motion", async () => {
  const anna = await visitor("/", { reducedMotion: "no-preference" });
  await anna.turn();
  await anna.page.click("#rules");
  const picture = anna.page.getByRole("img", { name: /One move: Black plays f4/ });
  await picture.waitFor();
  const running = () =>
    anna.page.evaluate(() => document.querySelector(".diagram")?.getAnimations({ subtree: true }).filter((one) => one.playState === "running").length);
  assert.equal(await running(), 3);
  while (await running()) await anna.page.waitForTimeout(100);
  await anna.page.getByRole("button", { name: "Show again" }).click();
  assert.equal(await running(), 3);
  const calm = await visitor("/");
  await calm.turn();
  await calm.page.click("#rules");
  await calm.page.getByRole("img", { name: /One move: Black plays f4/ }).waitFor();
  assert.equal(await calm.page.evaluate(() => document.querySelector(".diagram")?.getAnimations({ subtree: true }).length), 0);
  const fills = await calm.page.$$eval(".disc-d", (discs) => discs.map((disc) => getComputedStyle(disc).fill));
  assert.equal(new Set(fills).size, 1, "all four are black in the end");
  for (const one of [anna, calm]) one.content();
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
  // What is loaded when the board is there; dialogs and other views follow when there is nothing else to do.
  await anna.page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  await anna.page.goto(new URL("/", anna.page.url()).href);
  await anna.turn();
  const loaded = await Promise.all(files);
  const bytes = loaded.reduce((sum, [, size]) => sum + size, 0);
  assert.ok(bytes <= 60_000, `${bytes} bytes`);
  // Every module that the first board needs is named in the document, so that none waits for another.
  const named = await anna.page.$$eval("link[rel=modulepreload], script[src]", (all) =>
    all.map((one) => new URL(one.getAttribute("href") ?? one.getAttribute("src") ?? "", location.href).pathname),
  );
  const late = loaded.map(([name]) => name).filter((name) => name.endsWith(".js") && !named.includes(name));
  assert.deepEqual(late, []);
  console.log(`first load: ${loaded.length} files, ${bytes} bytes compressed`);
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

// Strangers who find each other: the lobby, games over days, and a key that comes back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, arena, nameMyself, pair } from "../harness.js";

const { server, visitor } = arena();

test("two strangers find each other and play", async () => {
  const [anna, bert] = [await visitor("/lobby"), await visitor("/")];
  await nameMyself(anna.page, "Anna");
  await anna.page.selectOption(".people-now select", "300+0");
  await anna.page.click("#now");
  await anna.page.waitForSelector("text=Waiting for somebody");
  // The other comes from the start page, by the keyboard alone, and is paired at once.
  await bert.page.focus("[data-action=people]");
  await bert.page.keyboard.press("Enter");
  await Promise.all([anna, bert].map(({ page }) => page.waitForURL(/\/g\//)));
  const black = (await anna.page.waitForSelector("#turn")) && (await anna.page.textContent("#turn"))?.includes("Your") ? anna : bert;
  const white = black === anna ? bert : anna;
  await black.page.click("#board [data-square=d3], #board [aria-label^='d3']");
  await white.page.waitForFunction(() => document.querySelectorAll("#board .disc[data-colour=black]").length === 4);
  assert.deepEqual([anna.complaints, bert.complaints], [[], []]);
});

test("two strangers play a rated game to its end, and both have it", async () => {
  const [olga, paul] = [await visitor("/lobby"), await visitor("/lobby", { viewport: { width: 390, height: 844 } })];
  await nameMyself(olga.page, "Olga");
  await nameMyself(paul.page, "Paul");
  for (const { page } of [olga, paul]) {
    await page.selectOption(".people-now select", "600+0");
    await page.getByRole("checkbox", { name: "Rated" }).check();
    await page.click("#now");
  }
  await Promise.all([olga, paul].map(({ page }) => page.waitForURL(/\/g\//)));
  const black = await Promise.race([olga, paul].map(async (one) => (await one.page.waitForSelector("#turn >> text=Your move"), one)));
  const white = black === olga ? paul : olga;
  // Strangers do not wait for each other without end, and both are told.
  await black.page.waitForSelector("text=/You have \\d+ seconds? for the first move/");
  await white.page.waitForSelector("text=/ has \\d+ seconds? for the first move/");
  // The shortest way to a game that counts: after ten discs Black has none left.
  const game = "f5f4e3f6e6d2d3d6g4h4".match(/../g) ?? [];
  for (const [ply, square] of game.entries()) {
    const mover = ply % 2 ? white : black;
    await mover.sees(ply);
    await mover.click(square);
  }
  for (const [one, title, why] of /** @type {const} */ ([
    [white, "You win 14–0", /Your rating: 1662\? \(\+162\)\./],
    [black, `${white === olga ? "Olga" : "Paul"} wins 14–0`, /You have no discs left\. Your rating: 1338\? \(−162\)\./],
  ])) {
    await one.page.waitForSelector(".result:not([hidden])");
    assert.equal(await one.text(".result-title"), title);
    assert.match(await one.text(".won"), why);
    // It is still said after a reload.
    await one.page.reload();
    await one.page.waitForSelector(".result:not([hidden])");
    assert.match(await one.text(".won"), why);
    await accessible(one, "the end of a rated game");
    assert.ok(await one.page.isVisible(".result >> text=New opponent"));
    await one.page.goto(`${server.address}/games`);
    const row = one.page.locator("#played .row-link");
    await row.waitFor();
    assert.match(await row.innerText(), one === white ? /1500 → 1662[^]*14–0\s*Won/ : /1500 → 1338[^]*0–14\s*Lost/);
    await one.page.goto(`${server.address}/lobby`);
    await one.page.waitForFunction((points) => document.getElementById("me")?.textContent?.endsWith(points), one === white ? "1662?" : "1338?");
  }
  for (const one of [olga, paul]) one.content();
});

test("the lobby says that the server is away, and goes on when it is back", async () => {
  const { page } = await visitor("/lobby");
  await page.waitForSelector("#ranking li");
  await server.kill();
  await page.waitForSelector("text=No connection. Trying again…");
  assert.ok(await page.isDisabled("#now"));
  await server.start();
  await page.waitForSelector("text=No connection. Trying again…", { state: "hidden" });
  await page.waitForSelector("#now:enabled");
});

test("a name that is taken is asked for again, and the game is found all the same", async () => {
  const [first, second] = [await visitor("/lobby"), await visitor("/")];
  await nameMyself(first.page, "Quentin");
  await second.page.fill("#name", "quentin");
  await second.page.click("[data-action=people]");
  await second.page.waitForSelector("dialog .error >> text=/quentin/i");
  // What was refused is no key yet: whoever closes the dialog can open it again.
  await second.page.keyboard.press("Escape");
  await second.page.waitForSelector("dialog", { state: "detached" });
  await second.page.click("#now");
  await second.page.fill("dialog input >> nth=0", "Rosa");
  await second.page.click("dialog .btn.primary");
  await second.page.waitForSelector("text=Waiting for somebody");
  assert.match(await second.text("#me"), /^Rosa/);
  await second.page.click("text=Cancel");
  await second.page.waitForSelector("text=Waiting for somebody", { state: "detached" });
  // A name that is given on the start page counts there, too.
  await second.page.evaluate(() => localStorage.removeItem("outflank.prefs"));
  await second.page.goto(`${server.address}/`);
  await second.page.fill("#name", "Ruth");
  await Promise.all([second.page.waitForResponse(/\/api\/me$/), second.page.keyboard.press("Enter")]);
  await second.page.goto(`${server.address}/lobby`);
  await second.page.waitForFunction(() => document.getElementById("me")?.textContent?.startsWith("Ruth"));
  first.content();
  second.content(/422/);
});

test("a game over days waits while both are away", async () => {
  const [dora, emil] = [await visitor("/lobby"), await visitor("/lobby")];
  await nameMyself(dora.page, "Dora");
  await dora.page.click("#offer");
  await dora.page.selectOption("dialog select", "259200+0d");
  await dora.page.check("dialog input[name=colour][value=white]");
  await dora.page.click("dialog .btn.primary");
  await dora.page.waitForSelector(".people-card >> text=Your offer");
  const shown = await dora.page.textContent(".people-card:nth-child(2)");
  assert.match(shown ?? "", /You play White · 3 days a move/);
  await dora.page.close();
  await nameMyself(emil.page, "Emil");
  await emil.page.click("[aria-label='Accept the offer of Dora']");
  await emil.page.waitForURL(/\/g\//);
  await emil.page.waitForSelector("#turn >> text=Your move");
  await emil.page.keyboard.type("d3");
  // Discs are shown before the server has them, the list of moves is not.
  await emil.sees(1);
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
  // Whoever has been called a guest before they thought of their words can still use them.
  const guest = await visitor("/lobby");
  await guest.page.selectOption(".people-now select", "1800+0");
  await guest.page.click("#now");
  await guest.page.waitForFunction(() => document.getElementById("me")?.textContent?.startsWith("Guest"));
  await guest.page.click("#me");
  await guest.page.click("text=Be another player");
  await guest.page.fill("dialog details form input", words);
  await accessible(guest, "who one is");
  await guest.page.click("text=Bring me back");
  await guest.page.waitForFunction(() => document.getElementById("me")?.textContent?.startsWith("Clara"));
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

test("players say something to each other, and either can mute it", async () => {
  const [anna, bert] = [await visitor("/lobby"), await visitor("/lobby", { viewport: { width: 390, height: 844 } })];
  await nameMyself(anna.page, "Gerda");
  await nameMyself(bert.page, "Hugo");
  await pair(anna, bert, "Gerda");
  // By the keyboard alone.
  await anna.page.locator("[data-action=greet]:visible").focus();
  await anna.page.keyboard.press("Enter");
  await accessible(anna, "greetings");
  await anna.page.getByRole("button", { name: "Good luck." }).focus();
  await anna.page.keyboard.press("Enter");
  const said = bert.page.locator(".plate[data-side=black] .saying");
  await said.waitFor();
  assert.equal(await said.innerText(), "Good luck.");
  const wide = await bert.page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `${wide} pixels wide`);
  // Whoever comes later reads it, too, unless they want to hear nothing.
  await bert.page.reload();
  await said.waitFor();
  await bert.more("greet");
  await bert.page.getByRole("checkbox", { name: "Mute" }).check();
  await bert.page.keyboard.press("Escape");
  await said.waitFor({ state: "hidden" });
  for (const one of [anna, bert]) one.content();
});

test("finished games are listed, searched, counted and kept as a file", async () => {
  const [anna, bert] = [await visitor("/lobby"), await visitor("/lobby")];
  await nameMyself(anna.page, "Ida");
  await nameMyself(bert.page, "Jan");
  await pair(anna, bert, "Ida");
  await anna.click("d3");
  await bert.page.waitForSelector("text=Your move");
  await bert.press("resign");
  await bert.answer("Resign");
  await anna.page.waitForSelector(".result:not([hidden])");
  const game = new URL(anna.page.url()).pathname.split("/")[2];
  // Once the game is reviewed, the list says how well it was played.
  await anna.page.evaluate(async (id) => (await fetch(`/api/games/${id}/review`)).text(), game);
  await anna.page.goto(`${server.address}/lobby`);
  await anna.page.click("text=Finished");
  await anna.page.waitForSelector("#played .row-link");
  assert.match(await anna.text("#played"), /Jan[^]*No clock[^]*% accuracy[^]*Won\s*by resignation/);
  assert.match(await anna.text("#statistics"), /\d+% accuracy in 1 reviewed game[^]*Black\s+1\s+0\s+0\s+100%/);
  await accessible(anna, "finished games");
  await anna.page.getByLabel("Opponent").fill("somebody else");
  await anna.page.keyboard.press("Enter");
  await anna.page.waitForSelector("#played >> text=No finished game fits.");
  await anna.page.getByLabel("Opponent").fill("jA");
  await anna.page.keyboard.press("Enter");
  await anna.page.waitForSelector("#played .row-link");
  await anna.page.selectOption("select", "lost");
  await anna.page.waitForSelector("#played >> text=No finished game fits.");
  // Where there are more than are listed, the older ones follow.
  await anna.page.route("**/api/me/played?", async (route) => {
    const response = await route.fetch();
    const archive = await response.json();
    await route.fulfill({ response, json: { ...archive, count: archive.count + 1 } });
  });
  await anna.page.getByLabel("Opponent").fill("");
  await anna.page.selectOption("select", "");
  const [older] = await Promise.all([anna.page.waitForResponse(/before=\d+/), anna.page.click("#older")]);
  assert.equal((await older.json()).count, 0);
  await anna.page.waitForSelector("#older", { state: "hidden" });
  const [file] = await Promise.all([anna.page.waitForEvent("download"), anna.page.click("[data-format=sgf]")]);
  assert.equal(file.suggestedFilename(), "othello-games.sgf");
  await anna.page.setViewportSize({ width: 390, height: 844 });
  const wide = await anna.page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `${wide} pixels wide`);
  for (const one of [anna, bert]) one.content();
});

test("a player takes days off and comes back", async () => {
  const { page, complaints } = await visitor("/lobby");
  await nameMyself(page, "Karla");
  await page.click("#me");
  await page.getByRole("spinbutton", { name: "Days" }).fill("3");
  await page.click("#vacation");
  await page.waitForSelector("dialog >> text=You are on vacation until");
  await page.click("dialog summary");
  await page.waitForSelector("dialog img.qr[src^=blob]");
  await page.click("#vacation");
  await page.waitForSelector("dialog >> text=left this year");
  assert.deepEqual(complaints, []);
});

test("whoever is forgotten is nobody here, and their name is free", async () => {
  const first = await visitor("/lobby");
  await nameMyself(first.page, "Sigrid");
  await first.page.click("#me");
  await first.page.click("dialog >> text=Forget me");
  // It is asked once more, and nothing is gone if the answer is no.
  await first.answer("Cancel");
  assert.match(await first.text("#me"), /^Sigrid/);
  await first.page.click("#me");
  await first.page.click("dialog >> text=Forget me");
  await first.answer("Forget me");
  await first.page.waitForFunction(() => document.getElementById("me")?.textContent === "Who are you?");
  await first.page.reload();
  await first.page.waitForFunction(() => document.getElementById("me")?.textContent === "Who are you?");
  assert.equal(await first.page.evaluate(() => localStorage.getItem("outflank.key")), "{}");
  const second = await visitor("/lobby");
  await nameMyself(second.page, "Sigrid");
  for (const one of [first, second]) one.content();
});

test("an offer over days is told as one that waits, and Play now keeps its own time", async () => {
  const nora = await visitor("/lobby");
  await nameMyself(nora.page, "Nora");
  await nora.page.click("#offer");
  await nora.page.selectOption("dialog select", "86400+0d");
  await nora.page.click("dialog .btn.primary");
  await nora.page.locator("#alert.shown", { hasText: "Your offer is open. You need not stay" }).waitFor();
  await nora.page.reload();
  await nora.page.getByRole("button", { name: "Withdraw your offer" }).waitFor();
  assert.equal(await nora.page.locator(".people-now select").inputValue(), "300+0");
  await nora.page.getByRole("button", { name: "Withdraw your offer" }).click();
  await nora.page.getByRole("button", { name: "Withdraw your offer" }).waitFor({ state: "detached" });
  nora.content();
});

test("the computer's levels stand among the players", async () => {
  const { page, complaints } = await visitor("/lobby");
  const levels = page.locator("#ranking li.level");
  await levels.first().waitFor();
  assert.equal(await levels.count(), 10);
  assert.match(await levels.nth(5).innerText(), /level 5[^]*1500/);
  assert.deepEqual(complaints, []);
});

test("the start page shows what goes on, to a newcomer and to a player", async () => {
  const [lena, max] = [await visitor("/lobby"), await visitor("/")];
  await nameMyself(lena.page, "Lena");
  await lena.page.click("#offer");
  await lena.page.selectOption("dialog select", "86400+0d");
  await lena.page.click("dialog .btn.primary");
  await lena.page.waitForSelector(".people-card >> text=Your offer");
  // One's own offer is known as such, and is withdrawn from there.
  await lena.page.goto(`${server.address}/`);
  await lena.page.getByRole("button", { name: "Withdraw your offer" }).click();
  await lena.page.waitForSelector(".people-card >> text=Nobody waits right now.");
  await lena.page.click("#offer");
  await lena.page.click("dialog .btn.primary");
  await lena.page.waitForSelector(".people-card >> text=Your offer");
  await max.page.reload();
  const [mine, offers, watch] = [0, 1, 2].map((n) => max.page.locator(".front .people-card").nth(n));
  await mine.getByText("Your games appear here.").waitFor();
  await watch.getByRole("button", { name: "Two computers" }).waitFor();
  // Everything there is to choose is seen without scrolling.
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ]) {
    await max.page.setViewportSize({ width, height });
    await accessible(max, `the start page at ${width}`);
    for (const action of ["people", "new-friend", "new-computer"]) {
      const box = await max.page.locator(`[data-action=${action}]`).boundingBox();
      assert.ok(box && box.y + box.height <= height - (width < 960 ? 62 : 0), `${action} is seen at ${width}`);
    }
  }
  await offers.getByRole("button", { name: "Accept the offer of Lena" }).click();
  await max.page.waitForURL(/\/g\//);
  await lena.page.waitForURL(/\/g\//);
  const black = /Your/.test((await lena.page.waitForSelector("#turn")) && (await lena.text("#turn"))) ? lena : max;
  const name = black === lena ? /Guest/ : /Lena/;
  await black.page.goto(`${server.address}/`);
  const row = black.page.locator(".front .row-link", { hasText: name });
  await row.getByText("Your move").waitFor();
  await black.page.waitForFunction(() => document.title.startsWith("(1) "));
  await row.click();
  await black.page.waitForURL(/\/g\//);
  for (const one of [lena, max]) one.content();
});

// A server of its own and a browser for each file of tests. Every page is watched: what the console complains about fails the test.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

export const ROOT = new URL("../../..", import.meta.url).pathname;
export const PROGRAM =
  process.env.OUTFLANK_BIN ??
  ["debug", "release"].map((profile) => join(ROOT, "target", profile, "outflank")).find(existsSync);
export const CHROMIUM =
  process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

/** @import {Browser, BrowserContextOptions, Page} from "playwright-core" */

/** A server that can be killed and started again with the same games. */
export class Server {
  constructor() {
    this.data = mkdtempSync(join(tmpdir(), "outflank-e2e-"));
    this.port = 0;
    /** The token of the person in charge. */
    this.admin = "";
  }

  async start() {
    if (!PROGRAM) throw new Error("No outflank program; build it with `cargo build`, or name it in OUTFLANK_BIN");
    const page = process.env.OUTFLANK_PAGE ? ["--page", resolve(process.env.OUTFLANK_PAGE)] : [];
    const options = ["serve", "--fast", "--port", String(this.port), "--data", this.data, ...page];
    // Results go to the current folder.
    const child = spawn(PROGRAM, options, { cwd: this.data, stdio: ["ignore", "pipe", "inherit"] });
    this.child = child;
    this.address = await new Promise((resolve, reject) => {
      let said = "";
      child.stdout.on("data", (part) => {
        said += part;
        const [address] = /http:\/\/[^\s/]+/.exec(said) ?? [];
        this.admin = /admin#t=(\S+)\s/.exec(said)?.[1] ?? "";
        if (address && this.admin) resolve(address);
      });
      child.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    });
    this.port = Number(new URL(this.address).port);
  }

  /** As a power cut would. */
  async kill() {
    const gone = new Promise((resolve) => this.child?.on("exit", resolve));
    this.child?.kill("SIGKILL");
    await gone;
  }
}

/** A server and a browser for the tests of one file. */
export function arena() {
  const server = new Server();
  /** @type {{browser?: Browser}} */
  const held = {};
  before(async () => {
    await server.start();
    held.browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ["--no-sandbox", "--disable-dev-shm-usage"],
      // Scroll bars that take room, as on most desktops, so that whatever is too wide for them is found.
      ignoreDefaultArgs: ["--hide-scrollbars"],
    });
  });
  after(async () => {
    await held.browser?.close();
    await server.kill();
    rmSync(server.data, { recursive: true });
  });

  /**
   * Somebody at their own browser.
   * @param {string} path @param {BrowserContextOptions} [options]
   */
  async function visitor(path, options) {
    if (!held.browser) throw new Error("no browser");
    const context = await held.browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: "reduce",
      ...options,
    });
    // Only what never happens waits this long: machines that test may be busy.
    context.setDefaultTimeout(120_000);
    const page = await context.newPage();
    /** @type {string[]} */
    const complaints = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(String(server.address)) && !/^(data|blob):/.test(request.url()))
        complaints.push(`asked ${request.url()}`);
    });
    await page.goto(path.startsWith("http") ? path : server.address + path);
    return Object.assign(new Visitor(page), { context, complaints });
  }
  return { server, visitor };
}

/** Says who one is, in the lobby. @param {Page} page @param {string} name */
export async function nameMyself(page, name) {
  await page.click("#me");
  await page.fill("dialog input >> nth=0", name);
  await page.click("dialog .btn.primary");
  await page.waitForFunction((wanted) => document.getElementById("me")?.textContent?.startsWith(wanted), name);
}

/** Two players who are in the lobby begin a game without a clock, the first with Black. @param {Visitor} black @param {Visitor} white @param {string} name of the first */
export async function pair(black, white, name) {
  await black.page.click("#offer");
  await black.page.selectOption("dialog select", { label: "No clock" });
  await black.page.check("dialog input[name=colour][value=black]");
  await black.page.click("dialog .btn.primary");
  await white.page.click(`[aria-label='Accept the offer of ${name}']`);
  for (const { page } of [black, white]) {
    await page.waitForURL(/\/g\//);
    await page.waitForSelector("#board .disc[data-colour=black]");
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Has axe look at the page: it must find nothing serious. @param {{page: Page}} visitor @param {string} where */
export async function accessible({ page }, where) {
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

/** What people see and do. */
export class Visitor {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {string[]} */
    this.complaints = [];
  }

  /** The board as 64 characters. */
  board() {
    return this.page.$$eval("#board .disc", (discs) =>
      discs.map((disc) => ({ black: "X", white: "O" })[disc.getAttribute("data-colour") ?? ""] ?? "-").join(""),
    );
  }

  /** The discs placed so far: of the game, or of the game under study without its variations. */
  moves() {
    return this.page.$$eval("#moves [data-move], #tree [data-move]:not(.aside-mv)", (moves) =>
      moves.map((move) => move.getAttribute("data-move") ?? ""),
    );
  }

  legal() {
    return this.page.$$eval("#board [aria-disabled=false]", (cells) =>
      cells.map((cell) => cell.getAttribute("data-square") ?? ""),
    );
  }

  /** Waits until it is our turn (true) or the game is over (false). */
  async turn() {
    const state = await this.page.waitForFunction(() => {
      if (document.querySelector(".result:not([hidden])")) return "over";
      return document.querySelector("#board [aria-disabled=false]") ? "turn" : null;
    });
    return (await state.jsonValue()) === "turn";
  }

  /** @param {string} square */
  click(square) {
    return this.page.click(`[data-square=${square}]`);
  }

  /** @param {number} count */
  async sees(count) {
    const placed = "#moves [data-move], #tree [data-move]:not(.aside-mv)";
    await this.page.waitForFunction(([moves, wanted]) => document.querySelectorAll(String(moves)).length === wanted, [
      placed,
      count,
    ]);
  }

  /** Waits until more discs than so many have been placed. @param {number} count */
  async seesMore(count) {
    await this.page.waitForFunction((before) => document.querySelectorAll("#moves [data-move]").length > before, count);
  }

  /** Plays the first legal move and waits until it is in the list. */
  async playAny() {
    const before = (await this.moves()).length;
    await this.click((await this.legal())[0]);
    await this.seesMore(before);
  }

  /** @param {string} action */
  async press(action) {
    await this.page.locator(`[data-action=${action}]:visible`).first().click();
  }

  /** Chooses something of the menu. @param {string} action */
  async more(action) {
    await this.press("more");
    await this.page.getByRole("dialog", { name: "More" }).locator(`[data-action=${action}]`).click();
  }

  /** Answers the question of a dialog. @param {string} button */
  async answer(button) {
    const dialog = this.page.getByRole("dialog");
    await dialog.getByRole("button", { name: button, exact: true }).click();
    await dialog.waitFor({ state: "detached" });
  }

  /** Starts a game from the dialog. @param {(dialog: import("playwright-core").Locator) => Promise<void>} choose */
  async newGame(choose) {
    await this.page.locator("[data-everywhere=new]:visible").first().click();
    const dialog = this.page.getByRole("dialog", { name: "New game" });
    await choose(dialog);
    await dialog.locator("form > button.primary").click();
    await dialog.waitFor({ state: "detached" });
  }

  /** A game of Anna and Ben at this device. @param {(dialog: import("playwright-core").Locator) => Promise<unknown>} choose rules, clock or start */
  async newGameOfTwo(choose) {
    await this.turn();
    await this.newGame(async (dialog) => {
      await dialog.getByLabel("Two people on this device").check();
      await dialog.getByLabel("Name of Black").fill("Anna");
      await dialog.getByLabel("Name of White").fill("Ben");
      await dialog.getByText("Rules, clock, start").click();
      await choose(dialog);
    });
  }

  text(/** @type {string} */ selector) {
    return this.page.locator(selector).innerText();
  }

  /** Nothing was wrong all along. @param {...RegExp} known complaints that belong to the test */
  content(...known) {
    const left = this.complaints.filter((complaint) => !known.some((pattern) => pattern.test(complaint)));
    assert.deepEqual(left, []);
  }
}

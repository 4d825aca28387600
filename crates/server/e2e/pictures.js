// The pictures of the README, made from the real program: `node pictures.js` after `cargo build` (needs tmux and
// Chromium). They are written to docs/pictures.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { CHROMIUM, PROGRAM, ROOT, Server } from "./harness.js";

const OUT = join(ROOT, "docs", "pictures");
/** A game with a mistake worth a look. */
const GAME =
  "f5d6c3d3c4f4f6f3e6e7f7g5e8d7c5c7d2c6e3b4b3d8a5f8b5b6a6e2f1e1d1c1b1c2f2b7g3h3h5h4g4h6a8g6b8c8g8a7g7h8h7a4a3a2a1b2h2h1g2g1";

/** @import {Browser, Page} from "playwright-core" */

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
try {
  await terminal(browser);
  await review(browser);
} finally {
  await browser.close();
}

/** The full screen in a terminal of 100 columns and 32 rows, five moves into a game. @param {Browser} browser */
async function terminal(browser) {
  if (!PROGRAM) throw new Error("build the program first");
  const home = mkdtempSync(join(tmpdir(), "outflank-pictures-"));
  const session = `outflank-pictures-${process.pid}`;
  /** @param {string[]} words */
  const tmux = (...words) => execFileSync("tmux", ["-L", session, ...words], { encoding: "utf8" });
  try {
    const environment = `HOME=${home} XDG_STATE_HOME= XDG_DATA_HOME= XDG_CONFIG_HOME= TERM=xterm-256color COLORTERM=truecolor`;
    const start = `cd ${home} && exec env ${environment} ${PROGRAM} --black human --white human --black-name Anna --white-name Bert`;
    tmux("-f", "/dev/null", "new-session", "-d", "-s", "game", "-x", "100", "-y", "32", start);
    await until(() => tmux("capture-pane", "-p", "-t", "game").includes("Anna"));
    for (const move of ["f5", "d6", "c3", "d3", "c4", "f4"]) {
      // Literally: f5 is also the name of a key.
      tmux("send-keys", "-l", "-t", "game", move);
      await until(() => tmux("capture-pane", "-p", "-t", "game").includes(`${move}`));
    }
    tmux("send-keys", "-t", "game", "v");
    await until(() => /[+-]\d/.test(tmux("capture-pane", "-p", "-t", "game")));
    await new Promise((resolve) => setTimeout(resolve, 4000));
    const screen = await browser.newPage({ viewport: { width: 1000, height: 700 }, deviceScaleFactor: 2 });
    await screen.setContent(html(tmux("capture-pane", "-p", "-e", "-t", "game")));
    await screen.locator("pre").screenshot({ path: join(OUT, "terminal.png") });
    await screen.close();
  } finally {
    tmux("kill-server");
    rmSync(home, { recursive: true });
  }
}

/** The page: a review of a game. @param {Browser} browser */
async function review(browser) {
  const server = new Server();
  await server.start();
  try {
    const desktop = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
    await desktop.goto(`${server.address}/study/review#moves=${GAME}`);
    await desktop.waitForSelector(".mo");
    await desktop.waitForFunction(() => !document.body.textContent?.includes("Looking at move"));
    await desktop.keyboard.press("ArrowDown");
    await desktop.waitForTimeout(1000);
    await desktop.screenshot({ path: join(OUT, "review.png") });
  } finally {
    await server.kill();
    rmSync(server.data, { recursive: true });
  }
}

/** @param {() => boolean} seen */
async function until(seen) {
  for (let tries = 0; tries < 200; tries++) {
    if (seen()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the screen never showed what was waited for");
}

/** What a terminal shows, as a page: text with the colours that escape sequences set. @param {string} text */
function html(text) {
  /** @type {{fg?: string, bg?: string, bold?: boolean, reverse?: boolean}} */
  let style = {};
  /** @param {number[]} codes */
  const apply = (codes) => {
    for (let at = 0; at < codes.length; at++) {
      const code = codes[at];
      if (code === 0) style = {};
      else if (code === 1) style.bold = true;
      else if (code === 7) style.reverse = true;
      else if (code === 22) style.bold = false;
      else if (code === 27) style.reverse = false;
      else if (code === 39) delete style.fg;
      else if (code === 49) delete style.bg;
      else if ((code === 38 || code === 48) && codes[at + 1] === 2) {
        style[code === 38 ? "fg" : "bg"] = `rgb(${codes.slice(at + 2, at + 5).join()})`;
        at += 4;
      }
    }
  };
  const rows = text.split("\n").map((line) =>
    line.split(/(\x1b\[[\d;]*m)/).map((part) => {
      const codes = /^\x1b\[([\d;]*)m$/.exec(part);
      if (codes) {
        apply(codes[1].split(";").map(Number));
        return "";
      }
      const [fg, bg] = [style.fg ?? "#d8d8d8", style.bg ?? "#16181b"];
      const colours = style.reverse ? `color:${bg};background:${fg}` : `color:${fg};background:${bg}`;
      const safe = part.replace(/[&<]/g, (character) => (character === "&" ? "&amp;" : "&lt;"));
      return `<span style="${colours}${style.bold ? ";font-weight:bold" : ""}">${safe}</span>`;
    }).join(""),
  );
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; background: #16181b }
    pre { margin: 0; padding: 12px; display: inline-block; background: #16181b; font: 15px/18px "DejaVu Sans Mono", monospace }
    span { display: inline-block; height: 18px; vertical-align: top }
  </style><pre>${rows.join("\n")}</pre>`;
}

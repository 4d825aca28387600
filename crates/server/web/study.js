// Studying a game: a tree in which the game stays and variations stand beside it.

import { setup } from "./analysis.js";
import { announce, toast } from "./notice.js";
import { ask } from "./server.js";
import { START } from "./squares.js";
import { grow, openStudy, prune, state, visit } from "./store.js";
import { MESSAGES, STUDY, scoreText } from "./strings.js";

/** @import {StudySource, TreeNode} from "./types/page" */
/** @import {Ply, Setup, Side, View} from "./types/protocol" */

// ---------------------------------------------------------------- the tree

/** @param {string} move @param {Ply} ply @param {TreeNode | null} parent @param {boolean} main @returns {TreeNode} */
const node = (move, ply, parent, main) => ({ move, ply, parent, children: [], main });

/** The positions from the start to a node. @param {TreeNode} end @returns {TreeNode[]} */
export function pathTo(end) {
  const path = [];
  for (let at = /** @type {TreeNode | null} */ (end); at; at = at.parent) path.unshift(at);
  return path;
}

/** The line on which a node stands: from the start through it to the end. @param {TreeNode} at @returns {TreeNode[]} */
export function lineOf(at) {
  const line = pathTo(at);
  for (let next = at.children[0]; next; next = next.children[0]) line.push(next);
  return line;
}

/** @param {TreeNode[]} line */
export const movesOf = (line) => line.slice(1).map(({ move }) => move);

/** The ends of all variations. @param {TreeNode} root @returns {TreeNode[]} */
export const variations = (root) =>
  root.children.length ? root.children.flatMap(variations) : root.main ? [] : [root];

/** Where a variation leaves the game. @param {TreeNode} at */
export function branch(at) {
  let from = at;
  while (!from.main && from.parent) from = from.parent;
  return from;
}

/** Puts a line of moves into the tree; what is there already stays. @param {TreeNode} root @param {View} view @param {boolean} main */
function plant(root, { moves, plies }, main) {
  let at = root;
  moves.forEach((move, index) => {
    let next = at.children.find((child) => child.move === move);
    if (!next) {
      next = node(move, plies[index + 1], at, main);
      at.children.push(next);
    }
    at = next;
  });
  return at;
}

/** Whether a line of moves is in the tree. @param {TreeNode} root @param {readonly string[]} moves */
function has(root, moves) {
  let at = /** @type {TreeNode | undefined} */ (root);
  for (const move of moves) at = at?.children.find((child) => child.move === move);
  return Boolean(at);
}

// ---------------------------------------------------------------- opening

/** @param {StudySource} source @returns {Promise<View>} */
export function load(source) {
  if ("text" in source) return ask("/api/view", source);
  return ask("/api/view", { start: source.start && setup(source.start), moves: source.moves });
}

/** The tree that was open last, so that Back and Forward find its variations. @type {{key: string, root: TreeNode, record: View} | null} */
let latest = null;
/** Whether an entry of the history for the game itself lies behind the one for its variations. */
let behind = false;

/** Opens what an address names, with the variations that were kept with it. @param {URLSearchParams} hash @param {any} kept */
export async function open(hash, kept) {
  const { start, moves, line, ply } = fromAddress(hash);
  const key = JSON.stringify([start, moves]);
  const record = latest?.key === key ? latest.record : await load({ start, moves });
  const root = latest?.key === key ? latest.root : node("", record.plies[0], null, true);
  plant(root, record, true);
  for (const text of [...(kept?.variations ?? []), ...(line ? [line] : [])])
    if (!has(root, readMoves(text))) plant(root, await load({ start, moves: readMoves(text) }), false);
  const path = line ? readMoves(line) : moves;
  latest = { key, root, record };
  behind = Boolean(kept?.behind);
  let at = root;
  for (const move of path.slice(0, ply ?? path.length)) at = at.children.find((child) => child.move === move) ?? at;
  openStudy({
    root,
    at,
    title: kept?.title || record.opening || STUDY.title,
    players: kept?.players ?? record.players,
    transcript: record.transcript,
    graph: Boolean(kept?.graph),
    own: kept?.own ?? !moves.length,
  });
}

/** Where any record can be studied. @param {StudySource} source */
export async function addressOfText(source) {
  const { plies, moves, players, event, date } = await load(source);
  const title = [event, date].filter(Boolean).join(", ");
  return { address: addressOf({ start: plies[0].position, moves, ply: moves.length }), kept: { players, title } };
}

// ---------------------------------------------------------------- addresses

/** @param {readonly string[]} moves */
const writeMoves = (moves) => moves.map((move) => (move === "pass" ? "--" : move)).join("");
/** @param {string} text */
const readMoves = (text) => text.match(/../g)?.map((move) => (move === "--" ? "pass" : move)) ?? [];

/** The address of a position in its game: nothing of it goes to the server. @param {{start: Setup | null, moves: readonly string[], ply: number, line?: readonly string[]}} at @param {string} [path] */
export function addressOf({ start, moves, ply, line }, path = "/study") {
  const parts = new URLSearchParams();
  const usual = !start || (start.board === START && start.turn === "black" && (start.rules ?? "standard") === "standard");
  if (start && !usual) {
    parts.set("board", start.board);
    parts.set("turn", start.turn);
    if (start.rules && start.rules !== "standard") parts.set("rules", start.rules);
    if (start.discs_left) parts.set("left", `${start.discs_left.black}-${start.discs_left.white}`);
  }
  if (moves.length) parts.set("moves", writeMoves(moves));
  if (line) parts.set("line", writeMoves(line));
  if (ply !== (line ?? moves).length) parts.set("ply", String(ply));
  return `${path}${parts.size ? "#" : ""}${parts}`;
}

/** What an address names. @param {URLSearchParams} parts */
export function fromAddress(parts) {
  const board = parts.get("board");
  const [black, white] = (parts.get("left") ?? "").split("-").map(Number);
  const start = board
    ? {
        board,
        turn: /** @type {Side} */ (parts.get("turn") === "white" ? "white" : "black"),
        rules: parts.get("rules") ?? "standard",
        discs_left: parts.has("left") ? { black, white } : null,
      }
    : null;
  const ply = parts.get("ply");
  return {
    start,
    moves: readMoves(parts.get("moves") ?? ""),
    line: parts.get("line"),
    ply: ply === null ? null : Number(ply) || 0,
  };
}

/** Keeps the address that of the position on the board, and the variations with it. @param {boolean} [leaves] whether this goes from the game into a variation */
function note(leaves = false) {
  const { study } = state;
  if (!study) return;
  const line = lineOf(study.at);
  const main = movesOf(mainLine(study.root));
  const start = study.root.ply.position;
  const address = addressOf({
    start,
    moves: main,
    ply: pathTo(study.at).length - 1,
    ...(!study.at.main && { line: movesOf(line) }),
  });
  // Back leads from a variation to the game, and not away from the page.
  const enter = leaves && !behind;
  behind ||= leaves;
  const kept = {
    players: study.players,
    title: study.title,
    graph: study.graph,
    own: study.own,
    behind,
    variations: variations(study.root).map((end) => writeMoves(movesOf(pathTo(end)))),
  };
  history[enter ? "pushState" : "replaceState"](kept, "", address);
  if (latest?.root === study.root) latest.key = JSON.stringify([fromAddress(new URLSearchParams(location.hash.slice(1))).start, main]);
}

/** The game that was opened. @param {TreeNode} root @returns {TreeNode[]} */
export function mainLine(root) {
  const line = [root];
  for (let next = root.children.find((child) => child.main); next; next = next.children.find((child) => child.main))
    line.push(next);
  return line;
}

// ---------------------------------------------------------------- moving about

/** Goes to a position. @param {TreeNode} to */
export function goTo(to) {
  const leaves = Boolean(state.study?.at.main) && !to.main;
  visit(to);
  note(leaves);
  const { last, passed, position, comment } = to.ply;
  const what = passed ? "pass" : (last?.square ?? "");
  announce(`${to.parent ? `Move ${pathTo(to).length - 1}: ${what}` : "Start"}. ${scoreText(position)} ${comment}`.trim());
}

/** Goes to a ply of the line on the board. @param {number} ply */
export function goToPly(ply) {
  if (!state.study) return;
  const line = lineOf(state.study.at);
  goTo(line[Math.max(0, Math.min(ply, line.length - 1))]);
}

/** From a variation back to where it left the game. */
export function backToGame() {
  if (state.study && !state.study.at.main) goTo(branch(state.study.at));
}

/** Takes the variation on the board out of the tree. */
export function takeOut() {
  if (!state.study || state.study.at.main) return;
  let at = state.study.at;
  while (at.parent && !at.parent.main && at.parent.children.length === 1) at = at.parent;
  prune(at);
  note();
}

/** Plays a move on the board under study; the server says whether it can be. @param {string} move */
export async function play(move) {
  const { study } = state;
  if (!study) return;
  const from = study.at;
  const known = from.children.find((child) => child.move === move);
  if (known) return goTo(known);
  const start = setup(study.root.ply.position);
  const before = movesOf(pathTo(from));
  let view = await load({ start, moves: [...before, move] });
  if (state.study?.at !== from) return;
  // A study that began empty is the game that is played in it first; what was opened stays as it was.
  const main = study.own && from.main && !from.children.length;
  const child = node(move, view.plies[before.length + 1], from, main);
  grow(from, child);
  note(from.main && !main);
  if (child.ply.position.must_pass) {
    view = await load({ start, moves: [...before, move, "pass"] });
    if (state.study?.at !== child) return;
    toast(MESSAGES.passInStudy(child.ply.position.turn));
    grow(child, node("pass", view.plies[before.length + 2], child, main));
    note();
  }
  announce(scoreText(child.ply.position));
}

// Links, QR code, picture and records of what is on the board.

import { copyButton, dialog, el } from "../dom.js";
import { SIDES, record } from "../game.js";
import { request } from "../server.js";
import { shown, state, watch } from "../store.js";
import { DEVICE } from "../strings-dialogs.js";
import { SHARE } from "../strings.js";
import { addressOf, lineOf, mainLine, movesOf, pathTo } from "../study.js";

/** The invite that nobody has taken yet. */
function openInvite() {
  const game = state.game?.update?.state;
  const open = game && SIDES.find((side) => !game.seats[side].joined);
  const secret = open && state.game?.kept?.invites?.[open];
  return secret ? `${location.origin}/g/${state.game?.id}#i=${secret}` : "";
}

/** What is on the board, in its game. */
async function onBoard() {
  const { study } = state;
  if (study) {
    const main = movesOf(mainLine(study.root));
    const line = movesOf(lineOf(study.at));
    const at = { start: study.root.ply.position, moves: main, ply: pathTo(study.at).length - 1, ...(!study.at.main && { line }) };
    return { address: addressOf(at), transcript: line.filter((move) => move !== "pass").join("") };
  }
  const { plies, moves, transcript } = await record();
  return { address: addressOf({ start: plies[0].position, moves, ply: shown()?.ply ?? moves.length }), transcript };
}

export async function share() {
  const now = shown();
  if (!now) return;
  const game = state.game?.id;
  const over = Boolean(game && state.game?.update?.state.result);
  const invite = openInvite();
  const { address, transcript } = await onBoard();
  const { board, turn, rules } = now.position;
  const query = new URLSearchParams({ board, turn, rules, ...(now.last && { last: now.last.square }), legal: "false" });
  const picture = el("img", { class: "picture", alt: SHARE.picture, src: `/api/picture.svg?${query}`, width: 220, height: 220 });
  /** @param {string} label @param {string} href @param {string} name */
  const file = (label, href, name) => el("a", { class: "btn", href, download: name }, label);

  /** @type {Node[]} */
  const content = [];
  if (invite) {
    content.push(el("p", { class: "lead" }, SHARE.lead), link(SHARE.inviteLink, invite, "primary"), code(invite, SHARE.qr));
    if (/^(localhost|127\.|\[::1\])/.test(location.hostname)) {
      const [before, option, after] = SHARE.local;
      content.push(el("p", { class: "lead" }, before, el("code", {}, option), after));
    }
  }
  if (game) content.push(link(SHARE.watch, `${location.origin}/g/${game}`));
  const more = [
    link(state.study ? SHARE.position : SHARE.study, `${location.origin}${address}`),
    el(
      "section",
      { class: "share-more" },
      picture,
      el(
        "div",
        { class: "buttons column" },
        copyButton(SHARE.transcript, () => transcript),
        file(SHARE.png, `/api/picture.png?${query}&width=1080`, "othello.png"),
        file(SHARE.svg, `/api/picture.svg?${query}`, "othello.svg"),
        game && file(SHARE.ggf, `/api/games/${game}/record?format=ggf`, "othello.ggf"),
        game && file(SHARE.sgf, `/api/games/${game}/record?format=sgf`, "othello.sgf"),
        over && file(SHARE.results, `/api/games/${game}/record?format=results`, "othello-results.txt"),
      ),
    ),
  ];
  const box = invite
    ? dialog(SHARE.invite, ...content, el("details", {}, el("summary", {}, SHARE.more), ...more))
    : dialog(SHARE.title, ...content, ...more);
  // The friend has come: the board is what matters now.
  if (invite) box.addEventListener("close", watch(() => !openInvite() && box.close()));
}

/** The player's own seat, for another device of theirs. */
export function device() {
  const { kept, id } = state.game ?? {};
  if (!kept || !id) return;
  const address = `${location.origin}/g/${id}#s=${kept.token}`;
  dialog(DEVICE.title, el("p", { class: "lead" }, DEVICE.lead), code(address, DEVICE.qr), link(DEVICE.link, address));
}

/** A QR code; the secret in a link is not sent in an address. @param {string} text @param {string} label */
export function code(text, label) {
  const picture = el("img", { class: "qr", alt: label, width: 180, height: 180 });
  request("/api/qr", { text }).then(
    async (response) => (picture.src = URL.createObjectURL(await response.blob())),
    () => picture.remove(),
  );
  return picture;
}

/** @param {string} label @param {string} address @param {string} [kind] */
export function link(label, address, kind) {
  const text = el("input", { readonly: true, value: address, "aria-label": label, onfocus: () => text.select() });
  const copy = copyButton(SHARE.copy, () => address, kind);
  copy.autofocus = kind === "primary";
  return el("div", { class: "link" }, el("span", {}, label), el("div", {}, text, copy));
}

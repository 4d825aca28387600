// Links, QR code, picture and transcript of what is on the board.

import { copyButton, dialog, el } from "./dom.js";
import { request } from "./server.js";
import { addressOf } from "./study.js";

/** @import {App} from "./types/wire" */

/** @param {App} app */
export async function share(app) {
  const { state } = app;
  const game = state.update?.state;
  const shown = app.shown();
  if (!shown) return;
  const open = game && /** @type {const} */ (["black", "white"]).find((side) => !game.seats[side].joined);
  const secret = open && state.kept?.invites?.[open];
  const invite = secret && `${location.origin}/g/${state.game}#i=${secret}`;
  const record = await app.record();
  const position = `${location.origin}${addressOf({ start: record.plies[0].position, moves: record.moves, ply: shown.ply })}`;
  const { board, turn, rules } = shown.position;
  const query = new URLSearchParams({
    board,
    turn,
    rules,
    ...(shown.last && { last: shown.last.square }),
    legal: "false",
  });
  const picture = el("img", {
    class: "picture",
    alt: "The position as a picture",
    src: `/api/picture.svg?${query}`,
    width: 220,
    height: 220,
  });

  /** @type {Node[]} */
  const content = [];
  /** @type {Node[]} */
  const more = [];
  if (invite) {
    const code = el("img", { class: "qr", alt: "QR code of the invite", width: 180, height: 180 });
    request("/api/qr", { text: invite }).then(
      async (response) => (code.src = URL.createObjectURL(await response.blob())),
      () => code.remove(),
    );
    content.push(
      el(
        "p",
        { class: "lead" },
        "Send this link to your friend, or let them scan the code. It works once; the game waits.",
      ),
      link("Invite", invite, "primary"),
      code,
    );
    if (/^(localhost|127\.|\[::1\])/.test(location.hostname))
      content.push(
        el(
          "p",
          { class: "lead" },
          "This address is known to this computer only. For friends elsewhere, start the server with ",
          el("code", {}, "--bind 0.0.0.0"),
          " and open the page at the address that it tells.",
        ),
      );
  }
  if (state.game) {
    content.push(link("To watch", `${location.origin}/g/${state.game}`));
    if (state.kept)
      more.push(
        link(
          "Your own seat, for another device; keep it secret",
          `${location.origin}/g/${state.game}#s=${state.kept.token}`,
        ),
      );
  }
  more.push(
    link(state.study ? "This position and its game" : "To study this position", position),
    el(
      "section",
      { class: "share-more" },
      picture,
      el(
        "div",
        { class: "buttons column" },
        copyButton("Copy transcript", () => record.transcript),
        el(
          "a",
          { class: "button", href: `/api/picture.png?${query}&width=1080`, download: "othello.png" },
          "Picture (PNG)",
        ),
        el("a", { class: "button", href: `/api/picture.svg?${query}`, download: "othello.svg" }, "Picture (SVG)"),
        state.game &&
          el(
            "a",
            { class: "button", href: `/api/games/${state.game}/record?format=ggf`, download: "othello.ggf" },
            "Record (GGF)",
          ),
        state.game &&
          el(
            "a",
            { class: "button", href: `/api/games/${state.game}/record?format=sgf`, download: "othello.sgf" },
            "Record (SGF)",
          ),
      ),
    ),
  );
  if (invite) dialog("Invite your friend", ...content, el("details", {}, el("summary", {}, "More to share"), ...more));
  else dialog("Share", ...content, ...more);
}

/** @param {string} label @param {string} address @param {string} [kind] */
function link(label, address, kind) {
  const text = el("input", { readonly: true, value: address, "aria-label": label, onfocus: () => text.select() });
  return el(
    "div",
    { class: "link" },
    el("span", {}, label),
    el(
      "div",
      {},
      text,
      copyButton("Copy", () => address, kind),
    ),
  );
}

// Everything around the board: players, clocks, whose turn it is, what can be done, the list of moves, messages.

/** @import {App, Clock, GameState, Position, Shown, Side, State, Update} from "./types/wire" */

/** @param {string} id */
export const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const SIDES = /** @type {const} */ (["black", "white"]);

/** @param {string} tag @param {string} className @param {...(Node | string)} children */
function make(tag, className, ...children) {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
}

/** Says something politely. @param {string} text */
export function say(text) {
  if (text) find("said").textContent = text;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let hiding;
/** Shows a message over the page. @param {string} text @param {string} [kind] */
export function toast(text, kind = "error") {
  const alert = find("alert");
  alert.textContent = text;
  alert.className = `toast shown ${kind}`;
  clearTimeout(hiding);
  hiding = setTimeout(() => (alert.className = "toast"), 1800 + text.length * 45);
}

/** Says what went wrong, at once. @param {string} text */
export function warn(text) {
  const sentence = /^[a-h][1-8]\b/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
  toast(/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`);
}

/** @typedef {{id: string, label: string, kind?: string, pressed?: boolean, title?: string}} Action */

export class Panel {
  /** @param {App} app @param {(action: string) => void} act */
  constructor(app, act) {
    this.app = app;
    this.players = { black: makePlayer("black"), white: makePlayer("white") };
    this.drawn = { actions: "", ask: "", moves: "" };
    for (const id of ["actions", "ask"])
      find(id).addEventListener("click", (event) => {
        const button = /** @type {HTMLElement} */ (event.target).closest("button");
        if (button?.dataset.action) act(button.dataset.action);
      });
    find("moves").addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("button");
      if (button?.dataset.ply) void app.go(Number(button.dataset.ply));
    });
    document.querySelector(".steps")?.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("button");
      if (button?.dataset.step) act(button.dataset.step);
    });
    setInterval(() => this.paintClocks(), 200);
  }

  /** @param {Shown} shown */
  paint(shown) {
    const { state } = this.app;
    const game = state.update?.state;
    const mine = state.update?.you.seats ?? [];
    const below = mine.length === 1 ? mine[0] : "black";
    find("table").dataset.below = below;
    for (const side of SIDES) this.paintPlayer(side, shown);
    this.paintClocks();
    find("turn").textContent = this.turnText(shown);
    find("turn").dataset.turn = (shown.newest ? game && !game.turn : shown.position.over) ? "" : shown.position.turn;
    find("opening").textContent =
      state.record?.plies[shown.ply]?.opening ?? (shown.newest ? game?.opening : null) ?? "";
    const watching = state.presence?.watching ?? 0;
    find("watching").textContent = watching ? `${watching} watching` : "";
    this.paintButtons("ask", this.request());
    this.paintButtons("actions", this.actions(shown));
    this.paintMoves(shown);
    document.body.dataset.connection = state.connection;
    document.title = this.title();
  }

  /** @param {Side} side @param {Shown} shown */
  paintPlayer(side, shown) {
    const { state } = this.app;
    const player = this.players[side];
    const game = state.update?.state;
    const seat = game?.seats[side];
    const colour = side === "black" ? "Black" : "White";
    const name = seat?.name || state.record?.players[side] || colour;
    player.name.textContent = name;
    const left = shown.position.discs_left?.[side];
    const notes = [name === colour ? "" : colour];
    if (state.update?.you.seats.length === 1 && state.update.you.seats[0] === side) notes.unshift("You");
    if (seat?.level) notes.push(`${seat.auto ? "auto, now " : ""}level ${seat.level}, ${seat.level_name}`);
    if (game && seat && !seat.joined) notes.push("not here yet");
    else if (game?.apart && state.presence && seat?.player === "human" && !state.presence[side]) notes.push("away");
    if (left !== undefined) notes.push(`${left} discs left`);
    player.note.textContent = notes.filter(Boolean).join(" · ");
    player.score.textContent = String(shown.position.score[side]);
    player.score.ariaLabel = `${shown.position.score[side]} discs`;
    const turn = (shown.newest && game ? game.turn : shown.position.over ? null : shown.position.turn) === side;
    player.root.classList.toggle("turn-here", turn);
    player.root.classList.toggle("thinking", turn && shown.newest && game?.awaits === "computer");
    player.root.classList.toggle("won", shown.newest && game?.result?.winner === side);
  }

  paintClocks() {
    const { state } = this.app;
    const clock = state.update?.state.clock;
    for (const side of SIDES) {
      const { clock: element } = this.players[side];
      element.hidden = !clock;
      if (!clock) continue;
      const ms = left(clock, side, state);
      element.textContent = clockText(ms);
      element.classList.toggle("low", clock.running === side && ms < 20000);
      element.classList.toggle("running", clock.running === side);
    }
  }

  /** @param {Shown} shown */
  turnText(shown) {
    const { state } = this.app;
    const colour = shown.position.turn === "black" ? "Black" : "White";
    const game = state.update?.state;
    if (state.connection === "lost") return "Connection lost. Trying again…";
    if (state.study || !shown.newest) {
      const of = state.record?.moves.length ?? game?.moves.length ?? 0;
      const who = shown.position.over ? "The game is over" : `${colour} to move`;
      return of ? `${who} (${shown.ply} of ${of})` : who;
    }
    if (!game) return state.connection === "live" ? "" : "Setting up the board…";
    const mine = state.update?.you.seats ?? [];
    if (game.result) return resultText(game, mine);
    const name = game.seats[game.turn ?? "black"].name || colour;
    const watching = mine.length ? "" : " · you are watching";
    if (game.awaits === "friend") return "Waiting for your friend to come…";
    if (game.awaits === "computer") return `${name} is thinking…${watching}`;
    if (game.turn && mine.includes(game.turn)) {
      if (game.awaits === "pass") return `${mine.length === 1 ? "You" : name} cannot move: pass.`;
      return mine.length === 1 ? `Your turn, ${colour}` : `${colour}'s turn`;
    }
    return `${name} to move${watching}`;
  }

  /** What waits for an answer. @returns {[string, Action[]]} */
  request() {
    const { state } = this.app;
    const { update } = state;
    const open = update?.state.request;
    if (update && state.unfinished && !update.state.moves.length)
      return ["You have a game that is not finished.", [{ id: "continue", label: "Go on with it" }]];
    if (!update || !open) return ["", []];
    const name = update.state.seats[open.by].name || open.by;
    if (update.you.may.includes("accept")) {
      const text = open.what === "undo" ? `${name} asks to take back a move.` : `${name} offers a rematch.`;
      return [
        text,
        [
          { id: "accept", label: "Accept", kind: "primary" },
          { id: "decline", label: "Decline" },
        ],
      ];
    }
    const text = open.what === "undo" ? "A take-back is asked for." : "A rematch is offered.";
    return [text, update.you.may.includes("decline") ? [{ id: "decline", label: "Withdraw" }] : []];
  }

  /** @param {Shown} shown @returns {[string, Action[]]} */
  actions(shown) {
    const { state } = this.app;
    const { update } = state;
    const game = update?.state;
    /** @type {Action[]} */
    const list = [];
    const may = (/** @type {string} */ what) => update?.you.may.includes(what);
    const open = state.study || Boolean(game && (!game.apart || game.result));
    if (may("pass")) list.push({ id: "pass", label: "Pass", kind: "primary" });
    if (game?.result) {
      if (may("rematch")) list.push({ id: "rematch", label: "Rematch", kind: "primary" });
      list.push({ id: "review", label: "Review game" });
    }
    if (may("undo"))
      list.push({ id: "undo", label: game?.apart ? "Ask to undo" : "Undo", title: "Take back the last move (U)" });
    if (open && !shown.position.over) {
      list.push({ id: "hint", label: "Hint", title: "Show the best move (I)" });
      list.push({
        id: "values",
        label: "Values",
        pressed: state.showValues,
        title: "Show what each move is worth (V)",
      });
    }
    if (state.study) {
      list.push({ id: "review", label: "Graph" }, { id: "paste", label: "Paste a record" });
      if (!shown.position.over) list.push({ id: "play-on", label: "Play from here" });
    }
    if (game && !game.result) {
      if (may("restart") && game.moves.length) list.push({ id: "restart", label: "Restart" });
      if (may("resign")) list.push({ id: "resign", label: "Resign" });
    }
    if (!shown.newest && !state.study)
      list.push({
        id: "last",
        label: game?.result ? "To the end" : "Back to the game",
        kind: game?.result ? "" : "primary",
      });
    if (game?.apart && !game.seats.black.joined !== !game.seats.white.joined && update?.you.seats.length)
      list.unshift({ id: "share", label: "Invite your friend", kind: "primary" });
    else if (game || state.study) list.push({ id: "share", label: "Share" });
    return ["", list];
  }

  /**
   * Draws buttons again only if they changed, so that the focus stays.
   * @param {"actions" | "ask"} id @param {[string, Action[]]} content
   */
  paintButtons(id, [text, list]) {
    const key = JSON.stringify([text, list.map(({ pressed, ...rest }) => rest)]);
    const root = find(id);
    if (this.drawn[id] !== key) {
      this.drawn[id] = key;
      const focused =
        root.contains(document.activeElement) && /** @type {HTMLElement} */ (document.activeElement).dataset.action;
      const buttons = list.map(({ id: action, label, kind, title }) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = kind ?? "";
        button.dataset.action = action;
        button.textContent = label;
        if (title) button.title = title;
        return button;
      });
      root.replaceChildren(...(text ? [make("p", "", text)] : []), ...buttons);
      root.hidden = !text && !list.length;
      if (focused)
        (
          buttons.find((button) => button.dataset.action === focused) ?? find("board").querySelector("[tabindex='0']")
        )?.focus();
    }
    for (const { id: action, pressed } of list)
      if (pressed !== undefined)
        root.querySelector(`[data-action=${action}]`)?.setAttribute("aria-pressed", String(pressed));
  }

  /** @param {Shown} shown */
  paintMoves(shown) {
    const { state } = this.app;
    const moves = state.study ? (state.record?.moves ?? []) : (state.update?.state.moves ?? []);
    const start = state.study ? state.record?.plies[0].position : state.update?.state.start;
    const list = find("moves");
    const key = `${start?.turn} ${moves.join(" ")}`;
    if (this.drawn.moves !== key) {
      this.drawn.moves = key;
      const first = start?.turn === "white" ? 1 : 0;
      list.replaceChildren(
        ...moves.map((move, index) => {
          const side = SIDES[(index + first) % 2];
          const button = make(
            "button",
            `move ${side}`,
            make("span", "number", String(index + 1)),
            make("span", "unseen", side === "black" ? " Black " : " White "),
            move,
          );
          button.dataset.ply = String(index + 1);
          return make("li", "", button);
        }),
      );
      if (!moves.length) list.replaceChildren(make("li", "none", "No moves yet."));
    }
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = list.querySelector(`[data-ply="${shown.ply}"]`);
    current?.setAttribute("aria-current", "true");
    if (current instanceof HTMLElement) {
      const [top, bottom] = [current.offsetTop, current.offsetTop + current.offsetHeight];
      if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
      else if (top < list.scrollTop) list.scrollTop = top;
    }
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".steps button"))) {
      const back = button.dataset.step === "first" || button.dataset.step === "back";
      button.setAttribute("aria-disabled", String(back ? shown.ply === 0 : shown.ply >= moves.length));
    }
  }

  title() {
    const { state } = this.app;
    const game = state.update?.state;
    if (state.study || !game) return state.study ? "Study · Outflank" : "Outflank: play Othello";
    const turn = game.turn && state.update?.you.seats.includes(game.turn) && game.awaits === "move";
    return `${turn ? "● Your turn · " : ""}${game.seats.black.name || "Black"} – ${game.seats.white.name || "White"} · Outflank`;
  }
}

/** The end in a few words; the whole sentence is in the live line. @param {GameState} game @param {Side[]} mine */
function resultText({ result, seats }, mine) {
  if (!result) return "";
  const { winner, black, white } = result;
  if (!winner) return `A draw, ${black}–${white}`;
  const score = winner === "black" ? `${black}–${white}` : `${white}–${black}`;
  const who =
    mine.length === 1 && mine[0] === winner
      ? "You win"
      : `${seats[winner].name || (winner === "black" ? "Black" : "White")} wins`;
  return result.reason === "resigned" || result.reason === "out_of_time" ? who : `${who} ${score}`;
}

/** @param {Side} side */
function makePlayer(side) {
  const root = /** @type {HTMLElement} */ (document.querySelector(`.player[data-side=${side}]`));
  const name = make("span", "name");
  const note = make("span", "note");
  const clock = make("span", "clock");
  const score = make("span", "score", "2");
  clock.hidden = true;
  score.setAttribute("role", "img");
  root.append(make("span", `chip ${side}`), make("span", "who", name, note), clock, score);
  return { root, name, note, clock, score };
}

/** What a player has left now. @param {Clock} clock @param {Side} side @param {State} state */
function left(clock, side, state) {
  const run = clock.running === side ? performance.now() - state.heard : 0;
  return Math.max(0, clock[`${side}_ms`] - run);
}

/** @param {number} ms */
export function clockText(ms) {
  if (ms < 20000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.floor(ms / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** @param {Position} position */
export const scoreText = ({ score }) => `Black ${score.black}, White ${score.white}.`;

/** What to say when a game is opened. @param {Update} update */
export function welcome({ state: game, you }) {
  if (game.result) return game.result.sentence;
  if (game.moves.length) return `Move ${game.moves.length + 1}. ${scoreText(game.position)}`;
  if (you.seats.length === 1)
    return game.apart
      ? "Send your friend the link; you can already look around."
      : "Choose a marked square, or type one, as in d3.";
  return you.seats.length ? "Two people, one screen." : "You are watching.";
}

/** What a screen reader's user asks for by a key. @param {string} letter @param {Shown} now @param {State} state */
export function spoken(letter, now, state) {
  const { position, last } = now;
  const clock = state.update?.state.clock;
  switch (letter) {
    case "s":
      return `${scoreText(position)} ${position.empties} empty. ${find("turn").textContent}`;
    case "m":
      return `Legal: ${Object.keys(position.legal).join(", ") || "none"}.`;
    case "l":
      return last ? `Last: ${last.by} ${last.square}, flipped ${last.flips.join(", ")}.` : "No move yet.";
    case "t":
      return clock ? `Black ${clockText(left(clock, "black", state))}, White ${clockText(left(clock, "white", state))}.` : "No clock.";
  }
  return "";
}

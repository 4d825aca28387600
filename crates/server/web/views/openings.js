// The openings to choose from, inside practice.

import { warn } from "../notice.js";
import { OpeningsPage } from "../parts/openings.js";
import { PracticeLine } from "../practice.js";
import { rename } from "../router.js";
import { Failure } from "../server.js";
import { setConnection } from "../store.js";
import { OPENINGS } from "../strings-practice.js";
import { APP } from "../strings.js";

/** @import {Place} from "../types/page" */

export class OpeningsView {
  /** @param {HTMLElement} root @param {Place} place */
  constructor(root, { hash }) {
    document.body.classList.remove("in-game");
    document.title = `${OPENINGS.title} · ${APP.name}`;
    this.page = new OpeningsPage(hash.get("side") === "white" ? "white" : "black", (side) => rename(`/practice/openings#side=${side}`));
    root.append(this.page.root);
    this.line = new PracticeLine({
      connection: (connected) => setConnection(connected ? "live" : "lost"),
      refused: warn,
    });
    void this.fetch();
  }

  async fetch() {
    try {
      this.page.show((await this.line.openings()).openings);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      warn(error.message);
    }
  }

  leave() {
    this.line.close();
  }
}

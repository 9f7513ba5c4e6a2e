// The course of the game: its moves as a list, and who was winning after each of them as a curve that can be clicked.
//
// Where exact answers are to be had all plies come from one question; elsewhere a short search judges each. Only exact
// answers mark mistakes.
//
// SPDX-License-Identifier: MIT
import { $, h, renew, s } from "./dom.js";
import { resultSentence } from "./play.js";
import { t } from "./words.js";

const HEIGHT = 100;
const FEWEST_BARS = 20; // that share the width: a short game does not fill it
const SEARCH_SECONDS = 0.15;

export class Course {
  #game;
  #engine;
  #isShown = false;
  #plies = []; // what is known after each move
  #key = ""; // of the game they are about
  #run = 0;

  constructor({ game, engine }) {
    this.#game = game;
    this.#engine = engine;
    game.addEventListener("change", () => this.draw());
  }

  set isShown(isShown) {
    this.#isShown = isShown;
    this.draw();
  }

  draw() {
    const key = JSON.stringify([this.#game.board, this.#game.info.has_database, this.#game.start, this.#game.moves]);
    if (key !== this.#key) {
      this.#key = key;
      this.#plies = [];
      this.#run++;
    }
    this.#drawMoves();
    this.#drawCurve();
  }

  // Judge the whole game, when nothing else wants the worker; what is known is drawn.
  async judge() {
    const { moves, start, info } = this.#game;
    if (!this.#isShown || moves.length === 0 || this.#plies.length === moves.length) return;
    const run = ++this.#run;
    try {
      if (info.is_exact) {
        const { plies } = await this.#engine.queue("course", start, moves.join(" "));
        if (run === this.#run) this.#plies = plies;
      } else await this.#searchEach(run);
    } catch (error) {
      if (error.status !== "not found") return;
      await this.#searchEach(run).catch(() => {});
    }
    if (run === this.#run) {
      this.#drawMoves();
      this.#drawCurve();
    }
  }

  async #searchEach(run) {
    const { moves, start } = this.#game;
    for (let ply = 0; ply < moves.length && run === this.#run; ply++) {
      const found = await this.#engine.queue(
        "analyse",
        start,
        moves.slice(0, ply + 1).join(" "),
        SEARCH_SECONDS,
        30,
        0,
      );
      if (run !== this.#run) return;
      const best = found.moves[found.best];
      this.#plies[ply] = { winner: found.winner, plies: found.plies, score: best?.score };
      this.#drawCurve();
    }
  }

  #drawMoves() {
    const items = this.#game.moves.map((move, i) => {
      const mistake = this.#plies[i]?.gave_away;
      const number = i % 2 === 0 ? h("span", { class: "number" }, `${i / 2 + 1}.`) : "";
      const label = mistake ? t("gave_away", { move, what: t(mistake), by: this.#plies[i].kept_by.join(" ") }) : move;
      const button = h(
        "button",
        {
          type: "button",
          class: mistake ? "mistake" : "",
          "aria-label": label,
          title: mistake ? label : false,
          "aria-current": i + 1 === this.#game.ply ? "step" : false,
          onclick: () => this.#game.goTo(i + 1),
        },
        mistake ? `${move}?` : move,
      );
      return h("li", {}, number, button);
    });
    renew($("moves"), ...items);
    const current = $("moves").querySelector("[aria-current]");
    if (current) $("moves").scrollTop = current.offsetTop - $("moves").offsetTop - 40;
  }

  #drawCurve() {
    const { moves, ply } = this.#game;
    if (!this.#isShown || this.#plies.length === 0) return $("curve").replaceChildren();
    const width = Math.max(300, moves.length * 6);
    const step = width / Math.max(moves.length, FEWEST_BARS);
    const bars = moves.map((move, i) => {
      const known = this.#plies[i];
      const level = known ? levelOf(known, moves.length) : 0;
      const size = Math.max(2, Math.abs(level) * (HEIGHT / 2 - 2));
      const label = known
        ? `${i + 1}. ${move}: ${known.winner ? resultSentence(known) : t("open")}`
        : `${i + 1}. ${move}`;
      const kind = known?.winner ?? "open";
      const bar = s(
        "rect",
        {
          class: `bar ${kind} ${i + 1 === ply ? "here" : ""}`,
          x: i * step + step * 0.1,
          y: level > 0 ? HEIGHT / 2 - size : HEIGHT / 2,
          width: step * 0.8,
          height: size,
        },
        s("title", {}, label),
      );
      bar.addEventListener("click", () => this.#game.goTo(i + 1));
      return bar;
    });
    const svg = s(
      "svg",
      { viewBox: `0 0 ${width} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": t("curve_label") },
      s("line", { class: "axis", x1: 0, y1: HEIGHT / 2, x2: width, y2: HEIGHT / 2 }),
      ...bars,
    );
    return $("curve").replaceChildren(svg);
  }
}

// Up for Black, down for White: a win counts more the nearer it is; a score as far as it goes.
function levelOf({ winner, plies, score }, length) {
  if (winner === "draw") return 0;
  if (winner)
    return (winner === "black" ? 1 : -1) * (plies === null ? 0.8 : 1 - (0.6 * Math.min(plies, length)) / length);
  return 0.5 * Math.tanh((score ?? 0) / 200);
}

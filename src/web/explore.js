// Exploring: every move of the position shown with who wins after it and how that is known; the user's database.
//
// SPDX-License-Identifier: MIT
import { $, h, renew } from "./dom.js";
import { resultSentence } from "./play.js";
import { t } from "./words.js";

const SECONDS = 1; // of a search, beside a sweep or a database
const MAX_ARROWS = 6;

export class Explore {
  found = null; // the last analysis, of the position shown
  #game;
  #engine;
  #board;
  #isShown = false;
  #seconds = SECONDS;
  #asked = 0;

  constructor({ game, engine, board }) {
    this.#game = game;
    this.#engine = engine;
    this.#board = board;
    game.addEventListener("change", () => this.#onChange());
    $("deeper").addEventListener("click", () => this.#deeper());
    $("stop").addEventListener("click", () => this.#stop());
    $("arrows").addEventListener("change", () => this.#drawArrows());
  }

  set isShown(isShown) {
    if (isShown === this.#isShown) return;
    this.#isShown = isShown;
    if (isShown) this.analyse();
    else this.#board.setArrows([]);
  }

  #onChange() {
    this.#seconds = SECONDS;
    this.found = null;
    if (this.#isShown) this.analyse();
    else this.#board.setArrows([]);
  }

  #deeper() {
    this.#seconds = Math.min(this.#seconds * 4, 240);
    this.analyse();
  }

  #stop() {
    this.#asked++;
    this.#engine.stop();
    $("stop").hidden = true;
    $("verdict").textContent = t("stopped");
  }

  async analyse() {
    const asked = ++this.#asked;
    this.#board.setArrows([]);
    $("verdict").textContent = t(this.#game.info.is_exact ? "looking" : "searching", { n: this.#seconds });
    $("stop").hidden = false;
    try {
      const found = await this.#engine.think("analyse", ...this.#game.here, this.#seconds, 60, 1);
      if (asked !== this.#asked) return;
      this.found = found;
      this.#draw();
    } catch (error) {
      if (asked !== this.#asked || error.status === "given up") return;
      $("verdict").textContent = sentenceOf(error);
      $("analysis").replaceChildren();
    }
    $("stop").hidden = true;
    this.onFound?.(this.found);
  }

  #draw() {
    const { found } = this;
    $("verdict").textContent = this.#verdict();
    const rows = sorted(found).map((move) => this.#row(move));
    const columns = ["move", "winner", "plies", "value", "score", "how"].filter((name) => isUseful(name, found.moves));
    renew(
      $("analysis"),
      found.moves.length === 0
        ? h("p", {}, t("no_moves"))
        : h(
            "table",
            {},
            h("thead", {}, h("tr", {}, ...columns.map((name) => h("th", { scope: "col" }, t(`column_${name}`))))),
            h("tbody", {}, ...rows.map((cells) => cells(columns))),
          ),
    );
    $("deeper").hidden = found.winner !== null;
    this.#drawArrows();
  }

  #verdict() {
    const { found } = this;
    if (this.#game.view.result) return resultSentence({ winner: this.#game.view.result });
    if (found.winner) return resultSentence(found);
    const best = found.moves[found.best];
    return best?.depth
      ? t("not_known_score", { move: best.move, score: signed(best.score), n: best.depth })
      : t("not_known");
  }

  #row(move) {
    const cell = {
      move: () =>
        h(
          "td",
          {},
          h(
            "button",
            {
              type: "button",
              class: "ltr",
              onclick: () => this.#play(move.move),
              onmouseenter: () => this.#point(move),
              onfocus: () => this.#point(move),
              onmouseleave: () => this.#drawArrows(),
              onblur: () => this.#drawArrows(),
            },
            move.move,
          ),
        ),
      winner: () =>
        h("td", {}, move.winner ? h("span", { class: `winner ${move.winner}` }, t(move.winner)) : t("open")),
      plies: () => h("td", {}, move.plies ?? ""),
      value: () => h("td", { class: "value-cell", title: move.value ?? false }, move.value ?? boundsOf(move)),
      score: () => h("td", {}, move.winner || !move.depth ? "" : signed(move.score)),
      how: () => h("td", { class: "how", title: move.line?.join(" ") || false }, howText(move)),
    };
    return (columns) => h("tr", { class: move.is_best ? "is-best" : "" }, ...columns.map((name) => cell[name]()));
  }

  #play(text) {
    this.#game.play(text).catch((error) => ($("verdict").textContent = error.message));
  }

  #point(move) {
    this.#board.setArrows([[move.from, move.to, move.winner ?? "open"]]);
  }

  #drawArrows() {
    const isWanted = $("arrows").checked && this.found && this.#isShown;
    const best = isWanted ? this.found.moves.filter((m) => m.is_best).slice(0, MAX_ARROWS) : [];
    this.#board.setArrows(best.map((m) => [m.from, m.to, m.winner ?? "open"]));
  }

  // The table as papamu analyse writes it, with its provenance.
  csv() {
    const { found } = this;
    const { version, git } = this.#engine.about;
    const [start, moves] = this.#game.here;
    const head = `# papamu ${version}\n# git: ${git}\n# command: the page, analyse "${found.position}"${moves ? ` after ${moves}` : ""}${start ? ` from "${start}"` : ""}\n`;
    const rows = found.moves.map((m) => [
      found.position,
      m.move,
      m.winner ?? "unknown",
      m.plies,
      m.value,
      m.lower,
      m.upper,
      m.depth ? m.score : "",
      m.depth,
      m.line?.join(" "),
      m.how,
    ]);
    return `${head}position,move,winner,remoteness,value,lower,upper,score,depth,line,how\n${rows.map((row) => row.map(csvCell).join(",")).join("\n")}\n`;
  }

  // ---- the user's database

  drawDatabase() {
    const input = h("input", { type: "file", id: "database-file", accept: ".papamu" });
    const out = h("p", { class: "sentence", id: "database-text", "aria-live": "polite" }, t("database_none"));
    const close = h("button", { type: "button", hidden: true }, t("close_database"));
    input.addEventListener("change", () => input.files[0] && this.#openDatabase(input.files[0], out, close));
    close.addEventListener("click", async () => {
      await this.#engine.closeDatabase();
      close.hidden = true;
      input.value = "";
      out.textContent = t("database_none");
      await this.#reopen();
    });
    $("database").replaceChildren(
      h("p", {}, t("database_help")),
      h("p", { class: "row" }, h("label", { class: "file" }, t("open_database"), input), close),
      out,
    );
  }

  async #openDatabase(file, out, close) {
    out.textContent = t("looking");
    try {
      const info = await this.#engine.openDatabase(file);
      out.textContent = t("database_is", { name: file.name, game: info.game, size: `${info.rows}x${info.cols}` });
      close.hidden = false;
      const isHere =
        info.game === this.#game.info.name &&
        [info.rows, info.cols].sort().join() === [this.#game.info.rows, this.#game.info.cols].sort().join();
      if (isHere) await this.#reopen();
      else await this.#game.open({ game: info.game, rows: info.rows, cols: info.cols, corner: "", opening: "" });
    } catch (error) {
      close.hidden = true;
      out.textContent = t("database_refused", { name: file.name, message: error.message });
      await this.#reopen();
    }
  }

  #reopen() {
    return this.#game.open(this.#game.board, this.#game.start, this.#game.moves, this.#game.ply);
  }
}

// What went wrong, and what helps where memory is too small.
export function sentenceOf(error) {
  return error.status === "memory" ? `${error.message}. ${t("no_memory_help")}` : error.message;
}

// Whether any row has something to say in a column.
function isUseful(name, moves) {
  if (name === "score") return moves.some((m) => m.depth && !m.winner);
  if (name === "plies") return moves.some((m) => m.plies !== null);
  return name !== "value" || moves.some((m) => m.value ?? boundsOf(m));
}

function boundsOf({ lower, upper }) {
  return lower === undefined ? "" : `${lower}…${upper}`;
}

function signed(score) {
  return score > 0 ? `+${score}` : String(score).replace("-", "−");
}

function howText(move) {
  const word = t(`how_${(move.how || "nothing").replace(" ", "_")}`);
  return move.depth && !move.winner ? t("how_search_to", { n: move.depth }) : word;
}

// Best first: wins, soonest first; open ones by score; losses, latest first.
function sorted(found) {
  const sign = found.mover === "black" ? 1 : -1;
  const rank = (m) => (m.winner === found.mover ? 3 : m.winner === null ? 2 : m.winner === "draw" ? 1.5 : 1);
  const within = (m) =>
    m.winner === null ? sign * (m.score ?? 0) : m.winner === found.mover ? -(m.plies ?? 0) : (m.plies ?? 0);
  return [...found.moves].sort((a, b) => rank(b) - rank(a) || within(b) - within(a));
}

function csvCell(value) {
  const text = String(value ?? "");
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

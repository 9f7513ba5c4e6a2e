// The game on the table: its board, where it started, its moves, and how many of them are shown.
//
// Listeners of "change" hear of every change; `view` is what the library says of the position shown.
//
// SPDX-License-Identifier: MIT

export const USUAL = { game: "konane", rows: 6, cols: 6, corner: "", opening: "" };

export class Game extends EventTarget {
  board = { ...USUAL };
  info = null; // of the board, as web_open answers
  start = "";
  moves = []; // as texts
  ply = 0; // moves shown
  view = null; // the position after them, as web_follow answers
  #engine;

  constructor(engine) {
    super();
    this.#engine = engine;
  }

  // Go to a board and a game on it. Nothing changes if the library refuses any of it.
  async open(board, start = "", moves = [], ply = moves.length) {
    const before = this.board;
    const info = await this.#engine.open(board);
    try {
      const whole = await this.#engine.ask("follow", start, moves.join(" "));
      const names = whole.played.map(([text]) => text);
      const shown = Math.min(Math.max(ply, 0), names.length);
      const view =
        shown === names.length ? whole : await this.#engine.ask("follow", start, names.slice(0, shown).join(" "));
      Object.assign(this, { board, info, start, moves: names, ply: shown, view });
    } catch (error) {
      if (this.info) await this.#engine.open(before);
      throw error;
    }
    this.#changed("open");
  }

  // Make a move here; the moves after it are dropped, unless it is the next of them. Throws if it is not legal.
  async play(text) {
    const view = await this.#engine.ask("follow", this.start, [...this.shown, text].join(" "));
    const made = view.played.at(-1)[0];
    if (this.moves[this.ply] !== made) this.moves = [...this.shown, made];
    this.ply += 1;
    this.view = view;
    this.#changed("move");
  }

  async goTo(ply) {
    const to = Math.min(Math.max(ply, 0), this.moves.length);
    if (to === this.ply) return;
    this.view = await this.#engine.ask("follow", this.start, this.moves.slice(0, to).join(" "));
    this.ply = to;
    this.#changed("step");
  }

  // Forget the last `n` of the moves shown, and those after them.
  async takeBack(n) {
    const to = Math.max(0, this.ply - n);
    this.view = await this.#engine.ask("follow", this.start, this.moves.slice(0, to).join(" "));
    this.moves = this.moves.slice(0, to);
    this.ply = to;
    this.#changed("undo");
  }

  // The moves that led to the position shown.
  get shown() {
    return this.moves.slice(0, this.ply);
  }

  get isAtEnd() {
    return this.ply === this.moves.length;
  }

  // What the library's functions take first.
  get here() {
    return [this.start, this.shown.join(" ")];
  }

  get isKonane() {
    return this.info.game === "konane";
  }

  // The name of a cell of the drawing.
  cellName(cell) {
    const { rows, cols, has_coordinates, cell_of } = this.info;
    if (!has_coordinates) return String(cell_of.indexOf(cell) + 1);
    return columnName(cell % cols) + (rows - Math.floor(cell / cols));
  }

  #changed(what) {
    this.dispatchEvent(new CustomEvent("change", { detail: what }));
  }
}

// a, b, ..., z, aa, ab, ...
export function columnName(column) {
  const letter = String.fromCharCode(97 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}

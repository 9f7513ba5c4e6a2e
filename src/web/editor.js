// Setting up a position: typed, or by clicking stones away and back on a small board.
//
// SPDX-License-Identifier: MIT
import { $, h, s } from "./dom.js";
import { frame, ground, placeOf, stone } from "./picture.js";
import { t } from "./words.js";

export class Editor {
  #game;
  #cells = [];
  #mover = "black";

  constructor({ game }) {
    this.#game = game;
    $("editor-part").addEventListener("toggle", () => this.draw());
    game.addEventListener("change", () => this.draw());
  }

  draw() {
    if (!$("editor-part").open) return;
    this.#cells = [...this.#game.view.cells];
    this.#mover = this.#game.view.mover;
    const text = h("input", {
      class: "long ltr",
      name: "position",
      value: this.#game.view.position,
      "aria-label": t("position_text"),
      spellcheck: "false",
      autocomplete: "off",
    });
    const mover = h(
      "select",
      { name: "mover", "aria-label": t("to_move") },
      ...["black", "white"].map((word) =>
        h("option", { value: word, selected: word === this.#mover }, t(`${word}_to_move`)),
      ),
    );
    const out = h("p", { class: "sentence", role: "status" });
    const refresh = () => (text.value = this.#text());
    mover.addEventListener("change", () => {
      this.#mover = mover.value;
      refresh();
    });
    const fill = (make) => () => {
      this.#cells = this.#cells.map((letter, cell) => make(cell));
      map.replaceWith((map = this.#map(refresh)));
      refresh();
    };
    let map = this.#map(refresh);
    const form = h(
      "form",
      {},
      text,
      h(
        "p",
        { class: "row" },
        mover,
        this.#game.isKonane
          ? h("button", { type: "button", onclick: fill((cell) => this.#colorOf(cell)) }, t("full_board"))
          : "",
        h("button", { type: "button", onclick: fill(() => ".") }, t("empty_board")),
        h("button", { type: "submit", class: "main" }, t("use_position")),
      ),
      out,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#use(text.value.trim(), out);
    });
    $("editor").replaceChildren(h("p", {}, t(this.#game.isKonane ? "editor_help" : "editor_help_draughts")), map, form);
  }

  // The letter of the stone that belongs on a cell of Konane.
  #colorOf(cell) {
    const { cols, corner } = this.#game.info;
    return ((Math.floor(cell / cols) + (cell % cols)) % 2 === 0) === (corner === "black") ? "x" : "o";
  }

  // What a click makes of a cell: in Konane its stone or none; in draughts the next of man, king, other colour, none.
  #next(cell) {
    const letter = this.#cells[cell];
    if (this.#game.isKonane) return letter === "." ? this.#colorOf(cell) : ".";
    const order = ["x", "X", "o", "O", "."];
    return order[(order.indexOf(letter) + 1) % order.length];
  }

  #map(refresh) {
    const shape = {
      ...this.#game.info,
      names: this.#game.info.has_coordinates,
      squares: new Set(this.#game.info.cell_of),
    };
    const svg = frame(shape, "");
    svg.setAttribute("class", "map");
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", t("set_up"));
    shape.cell_of.forEach((cell) => {
      const { x, y } = placeOf(shape, cell);
      const holder = s("g", {});
      const area = s("rect", { width: 1, height: 1, fill: "transparent" });
      const button = s(
        "g",
        { role: "button", tabindex: 0, class: "cell", transform: `translate(${x} ${y})` },
        ground(shape, cell),
        holder,
        area,
      );
      const show = () => {
        const letter = this.#cells[cell];
        holder.replaceChildren(...(letter === "." ? [] : [stone(letter)]));
        button.setAttribute(
          "aria-label",
          `${this.#game.cellName(cell)}, ${t({ ".": "empty", x: "black_stone", o: "white_stone", X: "black_king", O: "white_king" }[letter])}`,
        );
      };
      const turn = () => {
        this.#cells[cell] = this.#next(cell);
        show();
        refresh();
      };
      button.addEventListener("click", turn);
      button.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        turn();
      });
      show();
      svg.append(button);
    });
    return svg;
  }

  // The position as the library reads it.
  #text() {
    const { rows, cols, cell_of } = this.#game.info;
    if (!this.#game.isKonane) {
      const list = (man, king) =>
        cell_of.flatMap((cell, n) =>
          this.#cells[cell] === man ? [n + 1] : this.#cells[cell] === king ? [`K${n + 1}`] : [],
        );
      return `${this.#mover === "white" ? "W" : "B"}:W${list("o", "O")}:B${list("x", "X")}`;
    }
    const lines = [];
    for (let row = 0; row < rows; row++)
      lines.push(
        this.#cells
          .slice(row * cols, (row + 1) * cols)
          .map((letter) => ({ x: "b", o: "w" })[letter] ?? ".")
          .join("")
          .replace(/\.+/g, (gap) => gap.length),
      );
    return `${lines.join("/")} ${this.#mover === "white" ? "w" : "b"}`;
  }

  async #use(text, out) {
    try {
      const { board, info } = this.#game;
      const next = { ...board, rows: info.rows, cols: info.cols };
      if (this.#game.isKonane) {
        const { rows, cols, corner } = await this.look(text);
        Object.assign(next, { rows, cols, corner: corner ?? info.corner });
      }
      await this.#game.open(next, text, []);
    } catch (error) {
      out.textContent = error.message;
    }
  }
}

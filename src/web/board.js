// The board that is played on: by click, by dragging, and by keyboard.
//
// It is a grid for screen readers, with one cell in the order of tabbing; arrow keys move between cells, Enter or Space
// is a click. It shows what it is given and reports choices of moves: listeners of "choose" get the moves, as
// [text, from, to], that lead from one cell to another, more than one where only their captures differ; those of
// "refuse" the name of a cell whose stone was chosen and cannot move.
//
// SPDX-License-Identifier: MIT
import { s } from "./dom.js";
import { arrow, frame, ground, placeOf, stone } from "./picture.js";
import { t } from "./words.js";

export class Board extends EventTarget {
  #root;
  #shape = null;
  #cells = []; // the group of each cell
  #letters = "";
  #moves = [];
  #selected = -1;
  #focus = 0;
  #name;
  #svg;
  #marks;
  #drag = null;
  flipped = false;

  constructor(root) {
    super();
    this.#root = root;
  }

  // Show a position of `game`, whose stones may be moved if `isOpen`.
  show(game, isOpen) {
    const { info, view } = game;
    this.#name = (cell) => game.cellName(cell);
    const key = [info.game, info.rows, info.cols, this.flipped].join();
    if (this.#shape?.key !== key) this.#build(info, key);
    this.#moves = isOpen ? view.moves : [];
    this.#selected = -1;
    this.#svg.classList.toggle("opening", view.is_opening);
    this.#drawStones(view.cells);
    this.#markLast(view.played.at(-1));
    this.#refresh();
  }

  // Arrows as [from, to, kind], the kind being the winner.
  setArrows(arrows) {
    this.#marks?.replaceChildren(...arrows.map(([from, to, kind]) => arrow(this.#shape, from, to, kind)));
  }

  // Mark some cells, until others are.
  mark(cells) {
    const marked = new Set(cells);
    this.#cells.forEach((node, cell) => node.classList.toggle("marked", marked.has(cell)));
  }

  focus() {
    this.#cells[this.#focus]?.focus();
  }

  // The board as a file of its own: with the colours that it has here.
  svgText() {
    const copy = this.#svg.cloneNode(true);
    const originals = this.#svg.querySelectorAll("*");
    copy.querySelectorAll("*").forEach((node, i) => {
      const style = getComputedStyle(originals[i]);
      if (style.display === "none") {
        node.dataset.drop = "";
        return;
      }
      for (const name of ["fill", "stroke", "stroke-width", "font"])
        node.setAttribute("style", `${node.getAttribute("style") ?? ""}${name}:${style.getPropertyValue(name)};`);
      for (const name of ["tabindex", "role", "aria-label", "aria-rowcount"]) node.removeAttribute(name);
    });
    copy.querySelectorAll("[data-drop]").forEach((node) => node.remove());
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    return new XMLSerializer().serializeToString(copy);
  }

  #build(info, key) {
    this.#shape = { ...info, flipped: this.flipped, names: info.has_coordinates, squares: new Set(info.cell_of), key };
    this.#letters = "";
    this.#focus = this.#shape.cell_of[0] ?? 0;
    this.#svg = frame(this.#shape, "");
    this.#svg.querySelector("title")?.remove();
    this.#svg.setAttribute("role", "grid");
    this.#svg.setAttribute("aria-label", t("board"));
    this.#cells = [];
    for (let row = 0; row < info.rows; row++) {
      const line = s("g", { role: "row" });
      for (let col = 0; col < info.cols; col++) line.append(this.#makeCell(row * info.cols + col));
      this.#svg.append(line);
    }
    this.#marks = s("g", { "aria-hidden": "true" });
    this.#svg.append(this.#marks);
    this.#svg.addEventListener("keydown", (event) => this.#onKey(event));
    this.#svg.addEventListener("pointerdown", (event) => this.#onDown(event));
    this.#svg.addEventListener("pointermove", (event) => this.#onMove(event));
    this.#svg.addEventListener("pointerup", (event) => this.#onUp(event));
    this.#svg.addEventListener("pointercancel", () => this.#endDrag());
    this.#root.replaceChildren(this.#svg);
  }

  #makeCell(cell) {
    const { x, y } = placeOf(this.#shape, cell);
    const group = s(
      "g",
      { role: "gridcell", class: "cell", tabindex: -1, transform: `translate(${x} ${y})`, "data-cell": cell },
      ground(this.#shape, cell),
      s("rect", { class: "area", x: 0.02, y: 0.02, width: 0.96, height: 0.96, rx: 0.12 }),
      s("g", { class: "holder" }),
      s("circle", { class: "target", cx: 0.5, cy: 0.5, r: 0.15 }),
    );
    this.#cells[cell] = group;
    return group;
  }

  #drawStones(letters) {
    [...letters].forEach((letter, cell) => {
      if (letter === this.#letters[cell]) return;
      this.#cells[cell].querySelector(".holder").replaceChildren(...(letter === "." ? [] : [stone(letter)]));
    });
    this.#letters = letters;
  }

  #markLast(last) {
    this.#cells.forEach((node, cell) =>
      node.classList.toggle("last", Boolean(last) && (cell === last[1] || cell === last[2])),
    );
  }

  #movesFrom(cell) {
    return this.#moves.filter(([, from]) => from === cell);
  }

  #targets() {
    return new Set(this.#movesFrom(this.#selected).map(([, , to]) => to));
  }

  #refresh() {
    const targets = this.#targets();
    const sources = new Set(this.#moves.map(([, from]) => from));
    this.#cells.forEach((node, cell) => {
      const isTarget = targets.has(cell) && cell !== this.#selected;
      node.classList.toggle("selected", cell === this.#selected);
      node.classList.toggle("target-here", isTarget);
      node.classList.toggle("can-move", sources.has(cell));
      node.setAttribute("tabindex", cell === this.#focus ? 0 : -1);
      node.setAttribute("aria-selected", cell === this.#selected);
      node.setAttribute("aria-label", this.#describe(cell, sources.has(cell), isTarget));
    });
  }

  #describe(cell, canMove, isTarget) {
    const words = { ".": "empty", x: "black_stone", o: "white_stone", X: "black_king", O: "white_king" };
    const parts = [this.#name(cell), t(words[this.#letters[cell]])];
    if (!this.#shape.squares.has(cell)) return t("light_square");
    if (canMove) parts.push(t("can_move"));
    if (isTarget) parts.push(t("target"));
    return parts.join(", ");
  }

  // What a click on a cell means: choose a stone, or where it goes.
  #click(cell) {
    const moves = this.#movesFrom(this.#selected).filter(([, , to]) => to === cell);
    if (moves.length > 0 && this.#selected !== cell) return this.#choose(moves);
    const own = this.#movesFrom(cell);
    const removals = own.filter(([, from, to]) => from === to);
    if (removals.length > 0) return this.#choose(removals);
    if (own.length === 0 && this.#moves.length > 0 && this.#letters[cell] !== ".") {
      this.dispatchEvent(new CustomEvent("refuse", { detail: this.#name(cell) }));
    }
    this.#selected = this.#selected === cell || own.length === 0 ? -1 : cell;
    this.#refresh();
  }

  #choose(moves) {
    this.#selected = -1;
    this.#refresh();
    this.dispatchEvent(new CustomEvent("choose", { detail: moves }));
  }

  // ---- keyboard

  #onKey(event) {
    const { cols, rows } = this.#shape;
    const turn = this.flipped ? -1 : 1;
    const steps = { ArrowLeft: [0, -turn], ArrowRight: [0, turn], ArrowUp: [-turn, 0], ArrowDown: [turn, 0] };
    if (event.key === "Enter" || event.key === " ") this.#click(this.#focus);
    else if (event.key === "Escape") {
      this.#selected = -1;
      this.#refresh();
    } else if (steps[event.key] && !event.altKey && !event.ctrlKey && !event.metaKey) {
      const row = Math.floor(this.#focus / cols) + steps[event.key][0];
      const col = (this.#focus % cols) + steps[event.key][1];
      if (row >= 0 && row < rows && col >= 0 && col < cols) this.#moveFocus(row * cols + col);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #moveFocus(cell) {
    this.#cells[this.#focus].setAttribute("tabindex", -1);
    this.#focus = cell;
    this.#cells[cell].setAttribute("tabindex", 0);
    this.#cells[cell].focus();
  }

  // ---- pointer: a click, or dragging a stone

  #cellAt(event) {
    const box = this.#svg.createSVGPoint();
    box.x = event.clientX;
    box.y = event.clientY;
    const at = box.matrixTransform(this.#svg.getScreenCTM().inverse());
    const { rows, cols } = this.#shape;
    const x = Math.floor(at.x);
    const y = Math.floor(at.y);
    const isInside = x >= 0 && y >= 0 && x < cols && y < rows;
    const cell = this.flipped ? (rows - 1 - y) * cols + (cols - 1 - x) : y * cols + x;
    return { at, cell: isInside ? cell : -1 };
  }

  #onDown(event) {
    if (event.button > 0) return;
    const { cell } = this.#cellAt(event);
    if (cell < 0) return;
    this.#drag = { cell, x: event.clientX, y: event.clientY, ghost: null };
    this.#svg.setPointerCapture(event.pointerId);
  }

  #onMove(event) {
    if (!this.#drag) return;
    const far = Math.hypot(event.clientX - this.#drag.x, event.clientY - this.#drag.y) > 6;
    const jumps = this.#movesFrom(this.#drag.cell).filter(([, from, to]) => from !== to);
    if (!this.#drag.ghost && far && jumps.length > 0) {
      this.#selected = this.#drag.cell;
      this.#refresh();
      this.#drag.ghost = s("g", { class: "ghost" }, stone(this.#letters[this.#drag.cell], 0, 0));
      this.#svg.append(this.#drag.ghost);
      this.#cells[this.#drag.cell].querySelector(".holder").style.opacity = 0.25;
    }
    if (this.#drag.ghost) {
      const { at } = this.#cellAt(event);
      this.#drag.ghost.setAttribute("transform", `translate(${at.x} ${at.y})`);
    }
  }

  #onUp(event) {
    if (!this.#drag) return;
    const { cell: from, ghost } = this.#drag;
    const { cell } = this.#cellAt(event);
    this.#endDrag();
    if (!ghost && cell === from) {
      this.#moveFocus(cell);
      this.#click(cell);
    } else if (ghost && cell !== from && this.#targets().has(cell)) this.#click(cell);
  }

  #endDrag() {
    if (this.#drag?.ghost) {
      this.#drag.ghost.remove();
      this.#cells[this.#drag.cell].querySelector(".holder").style.opacity = "";
    }
    this.#drag = null;
  }
}

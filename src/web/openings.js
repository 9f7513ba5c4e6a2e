// The map of all openings of a board: each is the edge between the two stones that it removes, in its winner's colour.
//
// SPDX-License-Identifier: MIT
import { $, h, s } from "./dom.js";
import { frame, ground, placeOf, stone } from "./picture.js";
import { resultSentence } from "./play.js";
import { t } from "./words.js";

export class Openings {
  #game;
  #engine;
  #key = "";

  constructor({ game, engine }) {
    this.#game = game;
    this.#engine = engine;
    $("openings-part").addEventListener("toggle", () => this.draw());
    game.addEventListener("change", ({ detail }) => {
      if (detail === "open") this.draw();
    });
  }

  async draw() {
    if (!$("openings-part").open) return;
    const { rows, cols, name, corner, has_database } = this.#game.info;
    const key = [rows, cols, name, corner, has_database].join();
    if (key === this.#key) return;
    this.#key = key;
    $("openings").replaceChildren(h("p", {}, t("looking")));
    try {
      const found = await this.#engine.queue("openings");
      if (key === this.#key) this.#show(found);
    } catch (error) {
      this.#key = "";
      const sentences = { "given up": "looking", "not found": "openings_where" };
      const word = sentences[error.status];
      $("openings").replaceChildren(h("p", {}, word ? t(word) : error.message));
    }
  }

  #show({ openings, rules }) {
    const shape = { ...this.#game.info, names: true, squares: new Set(this.#game.info.cell_of) };
    const svg = frame(shape, "");
    svg.setAttribute("class", "map");
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", t("map_of_openings"));
    const isBlack = (cell) =>
      ((Math.floor(cell / shape.cols) + (cell % shape.cols)) % 2 === 0) === (shape.corner === "black");
    shape.cell_of.forEach((cell) => {
      const { x, y } = placeOf(shape, cell);
      svg.append(
        s("g", { transform: `translate(${x} ${y}) scale(1)` }, ground(shape, cell), stone(isBlack(cell) ? "x" : "o")),
      );
    });
    openings.forEach((opening) => svg.append(this.#edge(shape, opening)));
    const wins = openings.filter((o) => o.winner === "black").length;
    const rows = Object.entries(rules).map(([name, winner]) =>
      h(
        "tr",
        {},
        h("td", {}, t(`opening_${name}`)),
        h("td", {}, winner ? h("span", { class: `winner ${winner}` }, t(winner)) : t("rule_leaves_nothing")),
      ),
    );
    $("openings").replaceChildren(
      h("p", {}, t("openings_count", { n: openings.length, wins })),
      svg,
      h(
        "p",
        { class: "legend" },
        h("span", { class: "winner black" }, t("black_wins")),
        h("span", { class: "winner white" }, t("white_wins")),
      ),
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h("tr", {}, h("th", { scope: "col" }, t("opening")), h("th", { scope: "col" }, t("whole_game"))),
        ),
        h("tbody", {}, ...rows),
      ),
    );
  }

  #edge(shape, opening) {
    const a = placeOf(shape, opening.from);
    const b = placeOf(shape, opening.to);
    const along = (p, q, f) => p + 0.5 + (q - p) * f;
    const name = `${opening.black_removes} ${opening.white_removes}: ${resultSentence(opening)}`;
    const edge = s(
      "line",
      {
        class: `edge ${opening.winner}`,
        x1: along(a.x, b.x, 0.25),
        y1: along(a.y, b.y, 0.25),
        x2: along(a.x, b.x, 0.75),
        y2: along(a.y, b.y, 0.75),
        role: "button",
        tabindex: 0,
        "aria-label": name,
      },
      s("title", {}, name),
    );
    const go = () =>
      this.#game.open({ ...this.#game.board, opening: "any" }, "", [opening.black_removes, opening.white_removes]);
    edge.addEventListener("click", go);
    edge.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      go();
    });
    return edge;
  }
}

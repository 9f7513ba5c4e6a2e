// The exact value of the position shown, as a combinatorial game, with its thermograph.
//
// SPDX-License-Identifier: MIT
import { $, h, s } from "./dom.js";
import { t } from "./words.js";

const SECONDS = 5;
const MOST_SECONDS = 320;

export class Value {
  #game;
  #engine;
  #asked = 0;
  #seconds = SECONDS;
  #isGivenUp = false; // for something that was more urgent

  constructor({ game, engine }) {
    this.#game = game;
    this.#engine = engine;
    $("value-part").addEventListener("toggle", () => this.draw());
    game.addEventListener("change", () => {
      this.#asked++;
      this.#seconds = SECONDS;
      $("value").replaceChildren();
      if ($("value-part").open && !$("explore").hidden) this.draw();
    });
  }

  // Take up what was given up.
  resume() {
    if (this.#isGivenUp) this.draw();
  }

  async draw() {
    if (!$("value-part").open) return;
    const asked = ++this.#asked;
    this.#isGivenUp = false;
    if (!this.#game.isKonane) {
      $("value").replaceChildren(h("p", {}, t("value_konane_only")));
      return;
    }
    if (this.#game.view.is_opening) {
      $("value").replaceChildren(h("p", {}, t("value_opening")));
      return;
    }
    $("value").replaceChildren(h("p", {}, t("value_looking", { n: this.#seconds })));
    try {
      const found = await this.#engine.queue("value", ...this.#game.here, this.#seconds);
      if (asked === this.#asked) this.#show(found);
    } catch (error) {
      if (asked !== this.#asked) return;
      this.#isGivenUp = error.status === "given up";
      if (this.#isGivenUp) return;
      if (error.status === "stopped") this.#offerLonger();
      else $("value").replaceChildren(h("p", {}, error.message));
    }
  }

  // Say that the time was too short, and give more if that is wanted.
  #offerLonger() {
    const longer = () => {
      this.#seconds *= 4;
      this.draw();
    };
    $("value").replaceChildren(
      h("p", {}, t("value_too_long", { n: this.#seconds })),
      this.#seconds < MOST_SECONDS ? h("button", { type: "button", onclick: longer }, t("deeper")) : "",
    );
  }

  // The parts of the board that do not touch each other; pointing at one shows where it is.
  #regions(regions) {
    if (regions.length < 2) return "";
    const buttons = regions.map(({ value, cells }) => {
      const where = cells.map((cell) => this.#game.cellName(cell)).join(" ");
      const show = () => this.onPoint?.(cells);
      const hide = () => this.onPoint?.([]);
      const listeners = { onfocus: show, onmouseenter: show, onblur: hide, onmouseleave: hide };
      const label = t("region_label", { value, where });
      return h("button", { type: "button", class: "ltr", "aria-label": label, title: where, ...listeners }, value);
    });
    return h("div", {}, h("p", {}, t("regions", { n: regions.length })), h("p", { class: "row" }, ...buttons));
  }

  #show(found) {
    const facts = [
      ["exact_value", found.value],
      ["outcome", t(`outcome_${found.outcome}`)],
      ["mean", found.mean],
      ["temperature", found.temperature],
      ["stops", `${found.left_stop}, ${found.right_stop}`],
    ];
    $("value").replaceChildren(
      h(
        "dl",
        {},
        ...facts.flatMap(([name, text]) => [
          h("dt", {}, t(name)),
          h("dd", { class: name === "outcome" ? "" : "ltr" }, text),
        ]),
      ),
      this.#regions(found.regions),
      thermograph(found),
      h(
        "p",
        { class: "legend" },
        h("span", { class: "winner black" }, t("left_wall")),
        h("span", { class: "winner white" }, t("right_wall")),
      ),
    );
  }
}

// The walls of the thermograph, x growing to the left as is usual, t upwards.
function thermograph({ left_wall: left, right_wall: right, mean, temperature }) {
  const all = [...left, ...right];
  const top = Math.max(...all.map(([height]) => height), 0.5) + 0.5;
  const xs = all.map(([, x]) => x);
  const low = Math.min(...xs) - 0.5;
  const high = Math.max(...xs) + 0.5;
  const width = 320;
  const height = 180;
  const px = (x) => 20 + ((high - x) / (high - low)) * (width - 40);
  const bottom = Math.min(0, ...all.map(([tt]) => tt));
  const py = (at) => height - 24 - ((at - bottom) / (top - bottom)) * (height - 40);
  const line = (wall) => [...wall.map(([at, x]) => `${px(x)},${py(at)}`), `${px(wall.at(-1)[1])},${py(top)}`].join(" ");
  const marks = [];
  const stride = Math.max(1, Math.ceil((high - low) / 8));
  for (let x = Math.ceil(low); x <= high; x += stride)
    marks.push(s("text", { x: px(x), y: height - 8, "text-anchor": "middle" }, String(x)));
  return s(
    "svg",
    {
      class: "chart",
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": t("thermograph_label", { mean, temperature }),
    },
    s("line", { class: "axis", x1: 10, x2: width - 10, y1: py(0), y2: py(0) }),
    s("polyline", { class: "right", points: line(right) }),
    s("polyline", { class: "left", points: line(left) }),
    ...marks,
  );
}

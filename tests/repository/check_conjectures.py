#!/usr/bin/env python3
"""Do the checks of scripts/conjectures.py find what is wrong?

    check_conjectures.py BUILD     from the root of the repository; ends with 1 and a line for each check that does not

Each statement about tables is checked on spoiled ones, with other winners, values and bounds, and must fail; each of
those that ask the engine is given another expectation. Classes of openings are compared with counts by hand, and
data/RESULTS.md with how many openings the theorem covers.

SPDX-License-Identifier: MIT
"""

import pathlib
import sys

sys.path.insert(0, "scripts")
sys.dont_write_bytecode = True
import conjectures  # noqa: E402 (of the folder just named)
import paper_data  # noqa: E402
import paper_numbers  # noqa: E402

# Pairs of neighbouring cells up to reflection, rotation and exchange of the colours, by hand: on 3x3 with a corner or with the
# centre; on 4x4 at a corner, in the middle of a side, from a side inwards, in the inner square; on 2x3 along, across at an
# end, across in the middle.
CLASSES = {(3, 3): 2, (4, 4): 4, (2, 3): 3, (3, 2): 3, (1, 6): 3}

# What data/RESULTS.md says of how many openings the theorem covers.
COVERED = {
    "middle": "{} of the {} across the middle line",
    "numbers": "{} of the {} with a known value",
    "first": "{} of the {} of boards swept",
}

OTHER = {"black": "white", "white": "black"}


class Spoiled(conjectures.Data):
    """The tables of data/ with every winner exchanged, every game's under one rule, and with false values."""

    def __getitem__(self, name):
        rows = []
        for row in super().__getitem__(name):
            row = {**row, **{key: OTHER[row[key]] for key in ("winner", "any") if key in row}}
            if "lower" in row:
                row |= {"value": "*" if name == "opening_values" else "", "lower": "-9", "upper": "9"}
            rows.append(row)
        return rows


def main():
    papamu = f"{sys.argv[1]}/papamu"
    wrong = []
    for text, cases in conjectures.statements(5):
        if text.endswith("by the engine"):
            continue
        n, counterexample = conjectures.check(cases(papamu, Spoiled("data")))
        if not counterexample:
            wrong.append(f"{text}: {n} spoiled cases, and no counterexample")
        n, counterexample = conjectures.check(cases(papamu, conjectures.Data("data")))
        if counterexample:
            wrong.append(f"{text}: {counterexample}")
    for boards in ([(1, 6), (2, 4)], [(3, 4)]):
        n, counterexample = conjectures.check(conjectures.by_engine(boards, lambda *opening: 7)(papamu, None))
        if n != 1 or not counterexample.endswith("not 7"):
            wrong.append(f"the engine on {boards}: {counterexample}")
    for board, n in CLASSES.items():
        found = {conjectures.class_of(*board, black, white) for black, white, _ in conjectures.openings(*board)}
        if len(found) != n:
            wrong.append(f"classes of openings of {board}: {sorted(found)}")
    if conjectures.class_of(3, 4, "a2", "b2") != conjectures.class_of(4, 3, "b4", "b3"):
        wrong.append("an opening and its image on the board on its side are in two classes")
    proved = {black + white for black, white, _ in conjectures.openings(3, 3) if conjectures.is_proved(3, 3, black, white)}
    if proved != {"b2a2", "b2c2", "b2b1", "b2b3"} or not conjectures.is_proved(2, 3, "a2", "a1") or conjectures.is_proved(3, 4, "a3", "a2"):
        wrong.append(f"proved on 3x3: {proved}")
    text = " ".join(pathlib.Path("data/RESULTS.md").read_text(encoding="utf-8").split())
    for name, words in COVERED.items():
        proved, left = paper_data.openings_of_conjecture(paper_data.Data("data"), paper_numbers.CONJECTURES[name])
        if words.format(len(proved), len(proved) + len(left)) not in text:
            wrong.append(f"data/RESULTS.md does not say: {words.format(len(proved), len(proved) + len(left))}")
    if conjectures.check([]) != (0, "there is no case"):
        wrong.append("a statement about nothing is held to be true")
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

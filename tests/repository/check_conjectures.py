#!/usr/bin/env python3
"""Do the checks of scripts/conjectures.py find what is wrong?

    check_conjectures.py BUILD     from the root of the repository; ends with 1 and a line for each check that does not

Each statement about tables is checked on spoiled ones, with other winners, values and bounds, and must fail; each of
those that ask the engine is given another expectation.

SPDX-License-Identifier: MIT
"""

import sys

sys.path.insert(0, "scripts")
sys.dont_write_bytecode = True
import conjectures  # noqa: E402 (of the folder just named)

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
    if conjectures.check([]) != (0, "there is no case"):
        wrong.append("a statement about nothing is held to be true")
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

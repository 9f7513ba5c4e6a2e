#!/usr/bin/env python3
"""Do the conditions of the table of families say in words which patterns their rows are about?

    tests/repository/check_families.py [DATA]

Each condition is read as the paper prints it and applied to every pattern of families.csv: it must choose those that the
row was checked on. Prints the rows that say something else; 1 if there are any.

SPDX-License-Identifier: MIT
"""

import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import result_files  # noqa: E402
from value_tables import FORMS  # noqa: E402


def parity(match):
    names, word = match.groups()
    letters = re.findall(r"\b[a-cn]\b", names)
    relation = re.sub(r"^[a-cn, ]*", "", names) if len(letters) == 1 else ""
    extra = [f"{letters[0]} {relation}"] if relation.strip() else []
    if " = " in names:
        extra = [names.replace("=", "==")]
    return " and ".join([f"{letter} % 2 == {int(word == 'odd')}" for letter in letters] + extra)


def as_python(condition, letters):
    """A condition of the table, with a, b, c, n, p, q, r as names."""
    text = condition.split(":")[0].replace("both", ", ".join(letters[:2])).replace("all", ", ".join(letters))
    text = re.sub(r"\b([0-9])([pqr])\b", r"\1 * \2", text).replace("pq", "p * q")
    text = re.sub(r"n = ([0-9]) mod ([0-9])", r"n % \2 == \1", text)
    text = re.sub(r"((?:[a-cn](?:,? |, | = ))+(?:>= \d+ )?)(odd|even)", parity, text)
    text = re.sub(r"(?<![<>!=/])=(?!=)", "==", text).replace("/==", "!=").replace("/=", "!=")
    return " and ".join(f"({part})" for part in re.split(r", (?![^()]*\))", text))


def main():
    rows = result_files.read(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "data") / "families.csv")
    wrong = 0
    for family, _, condition, is_meant, _, _ in FORMS:
        patterns = {tuple(int(r[x] or 0) for x in "abc") for r in rows if r["family"] == family}
        letters = "n" if all(b == c == 0 for _, b, c in patterns) else "ab" if all(c == 0 for *_, c in patterns) else "abc"
        said = as_python(condition, letters)
        for a, b, c in sorted(patterns):
            names = {"a": a, "b": b, "c": c, "n": a, "p": a // 2, "q": b // 2, "r": c // 2}
            if eval(said, {}, names) != is_meant(a, b, c):
                print(f'{family}, "{condition}": {a}, {b}, {c} is {"not " if not is_meant(a, b, c) else ""}meant')
                wrong = 1
                break
    print(f"{len(FORMS)} conditions read")
    return wrong


if __name__ == "__main__":
    sys.exit(main())

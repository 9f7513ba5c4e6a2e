#!/usr/bin/env python3
"""Check the statements of the paper about values of openings, far beyond the boards that sweeps reach.

    scripts/conjectures.py [BUILD] [N]       defaults: build, 30

For each statement: how many cases were checked, and the first counterexample if there is one. The theorem of one and
two rows: every opening of every board 1xn and 2xn, n = 2..N, by the engine of exact values. The middle line: openings
across it on small boards of three rows and more, likewise. Ends with 1 if a statement fails.

SPDX-License-Identifier: MIT
"""

import csv
import io
import subprocess
import sys


def column_and_rank(cell):
    """Both from 0: "aa10" is 26, 9."""
    letters = cell.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - ord("a") + 1
    return column - 1, int(cell[len(letters) :]) - 1


def value_on_rows(rows, cols, black, white):
    """The value that the theorem gives to an opening of one or two rows; None if there are more."""
    if rows > 2:
        return None
    (b, b_rank), (w, w_rank) = column_and_rank(black), column_and_rank(white)
    if b_rank != w_rank:
        return 0
    left, right = min(b, w), cols - 1 - max(b, w)
    return left // 2 - right // 2 if b < w else right // 2 - left // 2


def is_in_the_middle(rows, cols, black, white):
    """Whether the two cells lie on both sides of the middle line of the board that they are next to."""
    (b, b_rank), (w, w_rank) = column_and_rank(black), column_and_rank(white)
    return (b == w and b_rank + w_rank == rows - 1) or (b_rank == w_rank and b + w == cols - 1)


def cell_name(column, rank):
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return f"{letters}{rank + 1}"


def openings(rows, cols):
    """Every opening with a black top-left cell: Black's cell, White's, and the position as a grid."""
    full = {(c, r): "x" if (c + rows - 1 - r) % 2 == 0 else "o" for c in range(cols) for r in range(rows)}
    for (c, r), stone in full.items():
        for near in ((c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1)):
            if stone == "x" and near in full:
                left = {**full, (c, r): ".", near: "."}
                grid = "|".join("".join(left[k, j] for k in range(cols)) for j in reversed(range(rows)))
                yield cell_name(c, r), cell_name(*near), grid


def values_of(papamu, grids):
    """The exact value of each position, as text."""
    run = subprocess.run(
        [papamu, "value", "--format", "csv", "--no-provenance", *grids], capture_output=True, text=True, check=True
    )
    return [row["value"] for row in csv.DictReader(io.StringIO(run.stdout))]


def check(papamu, boards, expected):
    """Compare the value of every opening of the boards with expected(rows, cols, black, white), where that is not
    None. Returns how many were compared, and a sentence about the first that differs."""
    n = 0
    for rows, cols in boards:
        cases = [(b, w, grid, expected(rows, cols, b, w)) for b, w, grid in openings(rows, cols)]
        cases = [case for case in cases if case[3] is not None]
        if not cases:
            continue
        for (b, w, grid, value), found in zip(cases, values_of(papamu, [case[2] for case in cases]), strict=True):
            n += 1
            if found != str(value):
                return n, f"{rows}x{cols}, {b} {w}: {grid} is worth {found}, not {value}"
    return n, None


def main():
    build = sys.argv[1] if len(sys.argv) > 1 else "build"
    if build in ("-h", "--help"):
        print(__doc__)
        return 0
    longest = int(sys.argv[2]) if len(sys.argv) > 2 else 30
    papamu = f"{build}/papamu"
    of_rows = [(rows, n) for rows in (1, 2) for n in range(2, longest + 1)]
    of_middle = [(3, 4), (4, 3), (4, 4), (4, 5), (5, 4), (3, 6), (6, 3)]
    statements = (
        (f"an opening of one or two rows is worth what the theorem says, 1xn and 2xn to n = {longest}", of_rows, value_on_rows),
        (
            "an opening across the middle line is worth 0, boards of 12 to 20 cells",
            of_middle,
            lambda *case: 0 if is_in_the_middle(*case) else None,
        ),
    )
    status = 0
    for text, boards, expected in statements:
        n, counterexample = check(papamu, boards, expected)
        print(f"{text}: {n} openings, " + (f"fails: {counterexample}" if counterexample else "no counterexample"))
        status |= counterexample is not None
    return status


if __name__ == "__main__":
    sys.exit(main())

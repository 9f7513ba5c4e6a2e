#!/usr/bin/env python3
"""On which smallest board each notable value occurs, and how means, temperatures and birthdays are distributed by board.

    scripts/value_firsts.py [CELLS] [BUILD] [DATA]      defaults: 25, build, data

Values all sets of stones of every board of two to CELLS cells (rows <= columns, black top-left cell; with a white one all
values are negated) by `papamu values`, and writes to DATA
    value_firsts.csv          a row for each nimber, each denominator of a number, each multiple of up with and without a
                              star, and each tiny value of a positive number, or of one with ups and nimbers, that
                              occurs: the smallest board, by cells and then by rows, and how many sets of stones of that
                              board have it or its negative
    value_distributions.csv   a row for each board and quantity: mean value, least and largest, and quantiles
Files whose rows are the same already stay as they are. 25 cells take a quarter of an hour of one processor and 4 GiB.

SPDX-License-Identifier: MIT
"""

import sys

if __name__ == "__main__" and (sys.argv[1:] in (["-h"], ["--help"]) or len(sys.argv) > 4):
    print(__doc__.strip())
    sys.exit(0 if len(sys.argv) == 2 else 2)

import csv
import fractions
import pathlib
import re
import subprocess

import result_files

QUANTITIES = ["mean", "temperature", "birthday"]
QUANTILES = {"q05": (1, 20), "q25": (1, 4), "median": (1, 2), "q75": (3, 4), "q95": (19, 20)}
UP = re.compile(r"(\^+|v+)(\d*)(\*?)$")


def kind_of(value):
    """The kind of a value and its name, that of the positive one of a value and its negative; None if it is of no kind here."""
    if re.fullmatch(r"\*\d*", value):
        return "nimber", value
    if match := re.fullmatch(r"-?\d+/(\d+)", value):
        return "denominator", match[1]
    if match := re.fullmatch(r"(?:tiny|miny)\((.*)\)", value):
        return "tiny", f"tiny({match[1]})"
    if match := UP.fullmatch(value):
        arrows, times, star = match.groups()
        n = int(times) if times else len(arrows)
        return "up", ("^" * n if n < 3 else f"^{n}") + star
    return None


def order(name):
    """Names of a kind in the order of their size."""
    number = re.search(r"\d+(/\d+)?", name)
    size = fractions.Fraction(number[0]) if number else name.count("^") or 1
    return size, name


def boards(most_cells):
    every = [(rows, cols) for rows in range(1, most_cells + 1) for cols in range(max(rows, 2), most_cells // rows + 1)]
    return sorted(every, key=lambda board: (board[0] * board[1], board[0]))


def values_of(papamu, rows, cols):
    """The different values of a board, with the number of sets of stones that have each."""
    run = subprocess.Popen([papamu, "values", f"{rows}x{cols}", "--format", "csv", "--no-provenance"],
                           stdout=subprocess.PIPE, text=True)
    yield from csv.DictReader(run.stdout)
    if run.wait():
        sys.exit(f"value_firsts.py: papamu values {rows}x{cols} failed")


def quantile(counts, total, share):
    """The least value such that at least that share of all is not larger."""
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        if seen * share[1] >= total * share[0]:
            return value
    return max(counts)


def distribution(counts):
    total = sum(counts.values())
    average = sum(value * n for value, n in counts.items()) / total
    return [f"{float(average):.6f}", min(counts), *(quantile(counts, total, share) for share in QUANTILES.values()),
            max(counts)]


def main():
    most_cells, build, data = (sys.argv[1:] + ["25", "build", "data"][len(sys.argv) - 1:])[:3]
    papamu, data = f"{build}/papamu", pathlib.Path(data)
    firsts, distributions = {}, []
    for rows, cols in boards(int(most_cells)):
        print(f"valuing {rows}x{cols}", file=sys.stderr)
        counts, found = {name: {} for name in QUANTITIES}, {}
        for row in values_of(papamu, rows, cols):
            n = int(row["positions"])
            for name in QUANTITIES:
                value = fractions.Fraction(row[name])
                counts[name][value] = counts[name].get(value, 0) + n
            kind = kind_of(row["value"])
            if kind and kind not in firsts:
                found[kind] = found.get(kind, 0) + n
        firsts.update((kind, (rows, cols, n)) for kind, n in found.items())
        distributions += [[rows, cols, name, *distribution(counts[name])] for name in QUANTITIES]
    kinds = sorted(firsts, key=lambda kind: (kind[0], order(kind[1])))
    command = f"scripts/value_firsts.py {most_cells}"
    result_files.keep(data / "value_firsts.csv", papamu, command, ["kind", "value", "rows", "cols", "positions"],
                      [[*kind, *firsts[kind]] for kind in kinds])
    result_files.keep(data / "value_distributions.csv", papamu, command,
                      ["rows", "cols", "quantity", "average", "least", *QUANTILES, "largest"], distributions)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Which differences in self-play are more than chance, corrected for their number: DATA/significance.csv.

    scripts/significance.py [DATA]      default: data; no program is run

Three families of hypotheses, each tested on the tables of DATA:
    half      Black's share is one half: each agent of selfplay.csv, and after corner and after central openings
              (selfplay_classes.csv); the score test, z = (share - 1/2) / sqrt(1 / 4d), d the number of different games
    classes   Black's share is the same after corner and after central openings: each agent; z of the difference of two
              shares, its variance from the pooled share
    pairs     two agents are equally strong: each pair of pairs.csv; z from the width of the interval of pairs of games
Probabilities are two-sided, of the normal distribution. Within each family they are adjusted by Holm's method (S. Holm,
Scandinavian Journal of Statistics 6, 1979): the chance that any true hypothesis of the family is rejected is at most
5 %. In random play games are independent, and d is their number. Probabilities below 1e-300 are given as that.

SPDX-License-Identifier: MIT
"""

import sys

if __name__ == "__main__" and (sys.argv[1:] in (["-h"], ["--help"]) or len(sys.argv) > 2):
    print(__doc__.strip())
    sys.exit(0 if len(sys.argv) == 2 else 2)

import math
import pathlib

import result_files

HEADER = ["family", "agent", "against", "difference", "z", "p", "p_holm", "is_rejected"]
LEVEL = 0.05
LEAST = 1e-300  # below that the function underflows
NORMAL_975 = 1.959963984540054


def different_games(row):
    return int(row["games"] if row["black"] == row["white"] == "random" else row["distinct_games"])


def two_sided(z):
    return max(LEAST, math.erfc(abs(z) / math.sqrt(2)))


def from_half(row):
    share = float(row["black_share"])
    return share - 0.5, (share - 0.5) * 2 * math.sqrt(different_games(row))


def between(a, b):
    """The difference of Black's shares of two samples of games, and its z."""
    shares, sizes = [float(row["black_share"]) for row in (a, b)], [different_games(row) for row in (a, b)]
    pooled = (shares[0] * sizes[0] + shares[1] * sizes[1]) / sum(sizes)
    error = math.sqrt(pooled * (1 - pooled) * (1 / sizes[0] + 1 / sizes[1]))
    return shares[0] - shares[1], (shares[0] - shares[1]) / error


def of_pair(row):
    share, width = float(row["share"]), float(row["share_high"]) - float(row["share_low"])
    return share - 0.5, (share - 0.5) / (width / 2 / NORMAL_975)


def holm(ps):
    """The adjusted probabilities, in the order of `ps`."""
    adjusted, largest = [0] * len(ps), 0
    for rank, i in enumerate(sorted(range(len(ps)), key=lambda i: ps[i])):
        largest = max(largest, min(1, (len(ps) - rank) * ps[i]))
        adjusted[i] = largest
    return adjusted


def hypotheses(read):
    """Family, agent, against what, difference, z."""
    alone, by_class = read("selfplay"), {}
    for row in read("selfplay_classes"):
        if row["class"] in ("corner", "centre"):
            by_class.setdefault(row["black"], {})[row["class"]] = row
    for row in alone:
        yield "half", row["black"], "all openings", *from_half(row)
    for agent, rows in by_class.items():
        for name in ("corner", "centre"):
            yield "half", agent, name, *from_half(rows[name])
    for agent, rows in by_class.items():
        yield "classes", agent, "corner - centre", *between(rows["corner"], rows["centre"])
    for row in read("pairs"):
        if row["agent"] < row["opponent"]:
            yield "pairs", row["agent"], row["opponent"], *of_pair(row)


def significance(read):
    tests = [(*test, two_sided(test[4])) for test in hypotheses(read)]
    rows = []
    for family in dict.fromkeys(test[0] for test in tests):
        own = [test for test in tests if test[0] == family]
        for test, p_holm in zip(own, holm([test[5] for test in own]), strict=True):
            rows.append([*test[:3], f"{test[3]:.6f}", f"{test[4]:.3f}", f"{test[5]:.3g}", f"{p_holm:.3g}", int(p_holm < LEVEL)])
    return rows


def main():
    data = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "data")
    rows = significance(lambda name: result_files.read(data / f"{name}.csv"))
    result_files.keep(data / "significance.csv", "build/papamu", "scripts/significance.py", HEADER, rows)


if __name__ == "__main__":
    main()

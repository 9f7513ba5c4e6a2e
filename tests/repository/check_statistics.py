#!/usr/bin/env python3
"""Do the statistics of scripts/strength.py and scripts/significance.py find what is known?

    check_statistics.py      from the root of the repository; prints nothing if they do

Holm's adjustment on the example of his paper's procedure worked by hand; strengths from shares that the model of
Bradley and Terry gives exactly; the error of one pair, which has a closed form; and two shares that are far apart.

SPDX-License-Identifier: MIT
"""

import math
import sys

sys.path.insert(0, "scripts")
sys.dont_write_bytecode = True
import significance  # noqa: E402 (of the folder just named)
import strength  # noqa: E402


def near(found, expected, what):
    if not math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-9):
        print(f"{what}: {found}, not {expected}")


# Sorted 0.01, 0.02, 0.03, 0.04: 4 * 0.01, 3 * 0.02, 2 * 0.03, then 0.04, which must not be below those before it.
for found, expected in zip(significance.holm([0.04, 0.01, 0.03, 0.02]), [0.06, 0.04, 0.06, 0.06], strict=True):
    near(found, expected, "Holm")
near(significance.holm([0.6, 0.9])[0], 1, "Holm, at most 1")
near(significance.two_sided(1.959963984540054), 0.05, "the normal distribution")
game = {"black": "a", "white": "b", "games": "400", "distinct_games": "100"}
near(significance.from_half({**game, "black_share": "0.6"})[1], 2, "100 different games of which 60 are won")
near(significance.between({**game, "black_share": "0.6"}, {**game, "black_share": "0.4"})[1], 0.2 / math.sqrt(0.005), "two shares")

true = {"a": 0.0, "b": 1.0, "c": -0.5, "d": 2.5}
agents = list(true)
pairs = {(x, y): (100 + 10 * i, 1 / (1 + math.exp(true[y] - true[x])), 0.001)
         for i, x in enumerate(agents) for j, y in enumerate(agents) if x != y for i in [i + j]}
for agent, found in zip(agents, strength.strengths(agents, pairs)[0], strict=True):
    near(found, true[agent], f"the strength of {agent}")
# Of two agents the difference is the logit of the share, with the error that a share's error s means: s / (p (1 - p)).
two = {("a", "b"): (50, 0.2, 0.0016), ("b", "a"): (50, 0.8, 0.0016)}
(_, at), (_, error) = strength.strengths(["a", "b"], two)
near(at, math.log(4), "the strength of one of two")
near(error, 0.04 / 0.16, "its error")

#!/usr/bin/env python3
"""How many positions a search expands on boards of all sizes, and the law that follows.

    scripts/search_law.py [BUILD] [DATA]      defaults: build, data

Searches the boards of 4x5 to 6x6 under the rule corner-centre, black corners, with one thread and 1 GiB, takes larger ones
from DATA/solved.csv, and writes DATA/search_nodes.csv: the openings of each board, the positions expanded for the hardest
of them, and for all. Prints the law, by least squares of the logarithm of the hardest on the number of cells, and what it
says of other boards with the standard error of a prediction.

SPDX-License-Identifier: MIT
"""

import csv
import io
import math
import pathlib
import subprocess
import sys

import result_files

SMALL = [(4, 5), (4, 6), (4, 7), (4, 8), (4, 9), (5, 5), (5, 6), (5, 7), (6, 6)]
PREDICTED = [(7, 8), (8, 8), (8, 9), (10, 10)]


def fit(rows):
    """Intercept, slope, standard error of the residuals, and a function that predicts: the logarithm and its error."""
    x = [int(row["rows"]) * int(row["cols"]) for row in rows]
    y = [math.log10(int(row["hardest"])) for row in rows]
    n, mean_x, mean_y = len(x), sum(x) / len(x), sum(y) / len(y)
    spread = sum((a - mean_x) ** 2 for a in x)
    slope = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y)) / spread
    intercept = mean_y - slope * mean_x
    residual = math.sqrt(sum((b - intercept - slope * a) ** 2 for a, b in zip(x, y)) / (n - 2))

    def predict(cells):
        return intercept + slope * cells, residual * math.sqrt(1 + 1 / n + (cells - mean_x) ** 2 / spread)

    return intercept, slope, residual, predict


def student_quantile(freedom, share=0.95):
    """The t that a variable of Student's distribution exceeds in size in 1 - share of all cases: by Simpson's rule and bisection."""
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(freedom * math.pi)

    def within(t, steps=400):
        ordinates = [(1 + (t * i / steps) ** 2 / freedom) ** (-(freedom + 1) / 2) for i in range(steps + 1)]
        return 2 * scale * t / steps / 3 * (ordinates[0] + 4 * sum(ordinates[1::2]) + 2 * sum(ordinates[2:-1:2]) + ordinates[-1])

    low, high = 0.0, 20.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if within(middle) < share else (low, middle)
    return high


def law(rows):
    """What it says, in lines."""
    intercept, slope, residual, predict = fit(rows)
    yield f"{len(rows)} boards: log10 = {intercept:.2f} + {slope:.3f} n, residual {residual:.2f}, factor {10 ** slope:.2f}"
    for rows_, cols in PREDICTED:
        value, error = predict(rows_ * cols)
        yield f"{rows_}x{cols}: 10^{value:.1f} +- {error:.1f}"


def nodes(openings):
    return [len(openings), max(openings), sum(openings)]


def search(papamu, rows, cols):
    words = [papamu, "search", f"{rows}x{cols}", "--threads", "1", "--memory", "1G", "--format", "csv", "--no-provenance"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    return nodes([int(row["nodes"]) for row in csv.DictReader(io.StringIO(done.stdout))])


def main():
    if "--help" in sys.argv or len(sys.argv) > 3:
        print(__doc__.strip(), file=sys.stdout if "--help" in sys.argv else sys.stderr)
        sys.exit(0 if "--help" in sys.argv else 2)
    build, data = (sys.argv[1:] + ["build", "data"][len(sys.argv) - 1 :])[:2]
    papamu, data = f"{build}/papamu", pathlib.Path(data)
    found = {size: [*search(papamu, *size), "1G"] for size in SMALL}
    larger = {}
    for row in result_files.read(data / "solved.csv"):
        size = int(row["rows"]), int(row["cols"])
        if row["rule"] == "corner-centre" and row["corner"] == "black" and min(size) >= 4:
            larger.setdefault((size, row["memory"]), []).append(int(row["nodes"]))
    found.update({size: [*nodes(openings), memory] for (size, memory), openings in larger.items()})
    rows = [[*size, *found[size]] for size in sorted(found)]
    result_files.keep(data / "search_nodes.csv", papamu, "scripts/search_law.py",
                      ["rows", "cols", "openings", "hardest", "all", "memory"], rows)
    print("\n".join(law(result_files.read(data / "search_nodes.csv"))))


if __name__ == "__main__":
    main()

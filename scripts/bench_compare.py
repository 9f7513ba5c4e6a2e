#!/usr/bin/env python3
"""Hold one history of scripts/bench.sh against another: what became slower than noise.

    scripts/bench_compare.py OLD NEW

OLD and NEW are FILE or FILE@COMMIT, the runs of one commit in a history; without @COMMIT the last commit that the file
has. Each measure is compared by its median over the runs. Noise is three times the spread of runs of the same commit (the
median distance from the median, times 1.48, as of a normal distribution), in OLD and NEW together, and at least 8 % of the
speed: one run on each side cannot say how much they scatter. Ends with 1 if anything became slower, with 2 if the files
cannot be compared.

SPDX-License-Identifier: MIT
"""

import csv
import math
import statistics
import sys

COLUMNS = ["commit", "run", "measure", "ratio"]
LEAST_NOISE = 0.08
SPREADS = 3


def fail(sentence):
    """End with one sentence on bad input."""
    print(f"bench_compare.py: {sentence}", file=sys.stderr)
    sys.exit(2)


def read_rows(path):
    """The rows of a history as (commit, measure, ratio)."""
    try:
        with open(path, encoding="utf-8", newline="") as file:
            lines = list(csv.reader(file, strict=True))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        fail(f"cannot read {path}: {getattr(error, 'strerror', None) or error}")
    if not lines or lines[0] != COLUMNS:
        fail(f"{path} is not a history of bench.sh: its first line is not \"{','.join(COLUMNS)}\"")
    rows = []
    for number, line in enumerate(lines[1:], 2):
        try:
            commit, _, measure, text = line
            ratio = float(text)
        except ValueError:
            fail(f"line {number} of {path} is not a commit, a run, a measure and a number")
        if not (ratio > 0 and math.isfinite(ratio)):
            fail(f"line {number} of {path} has the ratio {text}, which is not a positive number")
        rows.append((commit, measure, ratio))
    if not rows:
        fail(f"{path} has no runs")
    return rows


def read_speeds(name):
    """The speeds of one commit: a list of logarithms for each measure."""
    path, _, wanted = name.partition("@")
    rows = read_rows(path)
    commit = wanted or rows[-1][0]
    speeds = {}
    for of_commit, measure, ratio in rows:
        if of_commit.startswith(commit):
            speeds.setdefault(measure, []).append(math.log(ratio))
    if not speeds:
        fail(f"{path} has no run of commit {wanted}")
    return speeds


def noise_of(old, new):
    """What a change of the logarithm has to exceed."""
    distances = [abs(x - statistics.median(side)) for side in (old, new) if len(side) > 1 for x in side]
    spread = 1.48 * statistics.median(distances) if distances else 0
    return max(SPREADS * spread, -math.log(1 - LEAST_NOISE))


def compare(old, new):
    """Print a line for each measure that changed by more than noise; return how many became slower."""
    both = [measure for measure in old if measure in new]
    if not both:
        fail("the two histories have no measure in common")
    n_slower = 0
    for measure in both:
        change = statistics.median(new[measure]) - statistics.median(old[measure])
        noise = noise_of(old[measure], new[measure])
        if abs(change) > noise:
            word = "slower" if change < 0 else "faster"
            n_slower += change < 0
            print(f"{measure}: {math.exp(abs(change)):.2f} times {word} (noise {math.exp(noise):.2f})")
    for measure in old:
        if measure not in new:
            print(f"{measure}: not measured any more")
    print(f"{len(both)} measures compared, {n_slower} slower than noise")
    return n_slower


def main():
    """Compare the two histories that the command line names."""
    if len(sys.argv) != 3:
        fail("two histories are needed: bench_compare.py OLD NEW, each FILE or FILE@COMMIT")
    sys.exit(1 if compare(read_speeds(sys.argv[1]), read_speeds(sys.argv[2])) else 0)


if __name__ == "__main__":
    main()

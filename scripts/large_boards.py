#!/usr/bin/env python3
"""Solve boards beyond memory with rows on disk, and write data/large_*.csv and data/samples.csv.

    scripts/large_boards.py DIR SIZE...      such as: scripts/large_boards.py /scratch 6x7

Each board leaves its result, census and sample in DIR; one that is there already is only put in the tables, and one
that was interrupted is resumed from DIR/SIZE.rows, which the program removes at the end. MEMORY (default 13G) and DISK (default
66G) limit each run, THREADS its threads; PAPAMU names the program (default build/papamu). 6x7 takes 13 GiB of memory,
60 GiB of disk and an hour or two on two cores.

SPDX-License-Identifier: MIT
"""

import csv
import io
import json
import math
import os
import pathlib
import subprocess
import sys

RULES = ["corner-centre", "corner", "centre", "near-centre", "any"]
CLASSES = ["next_player", "previous_player", "black", "white"]
COSTS = ["peak_memory_bytes", "peak_disk_bytes", "bytes_written", "bytes_read", "processor_seconds", "seconds"]
N_SAMPLES = 2000  # of those that a run reads off; the first ones


def solve(papamu, folder, size):
    """Run the sweep of a board, if its result is not there yet."""
    result, rows = folder / f"{size}.json", folder / f"{size}.rows"
    if not result.exists():
        rows.mkdir(parents=True, exist_ok=True)
        limits = ["--memory", os.environ.get("MEMORY", "13G"), "--disk", os.environ.get("DISK", "66G")]
        if "THREADS" in os.environ:
            limits += ["--threads", os.environ["THREADS"]]
        outputs = ["--census", folder / f"{size}.census", "--sample", folder / f"{size}.sample", "-o", result]
        subprocess.run([papamu, "solve", size, "--scratch", rows, *limits, "--progress", "--format", "json", *outputs],
                       check=True)
        assert not rows.exists(), f"{rows} is left"
    return json.loads(result.read_text())


def check(size, result):
    """Hold the census against what must be: each set of stones in one class, and the sums the sweep counted."""
    cells = math.prod(map(int, size.split("x")))
    for row in result["census"]:
        sets = sum(row[name] for name in CLASSES)
        assert sets == math.comb(cells, row["stones"]), f"{size}: {sets} sets of {row['stones']} stones"
    total = {name: sum(row[name] for row in result["census"]) for name in CLASSES}
    assert result["won_with_black_to_move"] == total["black"] + total["next_player"]
    assert result["won_with_white_to_move"] == total["white"] + total["next_player"]
    assert result["position_mover_pairs"] == 2 * sum(total.values()) == 2 << cells
    return total


def board_row(size, result):
    rows, cols = size.split("x")
    won = {game["rule"]: game["game_winner"] for game in result["games"]}
    openings = result["openings"]
    total = check(size, result)
    result["processor_seconds"] = result["processor_seconds_of_this_run"]
    return [rows, cols, openings[0]["corner"], *(won.get(rule) or "" for rule in RULES), len(openings),
            sum(opening["winner"] == "black" for opening in openings), *(total[name] for name in CLASSES),
            result["digest"], *(result[name] for name in COSTS)]


def write(path, header, rows, command, results):
    out = io.StringIO()
    for result in results:
        made_by = result["provenance"]
        out.write(f"# {made_by['program']} {made_by['version']} ({made_by['git']}): {made_by['command']}\n")
    out.write(f"# command: {command}\n")
    csv.writer(out, lineterminator="\n").writerows([header, *rows])
    path.write_text(out.getvalue())


def sample_of(folder, size):
    lines = (folder / f"{size}.sample").read_text().splitlines()
    return [line.split(",") for line in lines if not line.startswith("#")][1 : N_SAMPLES + 1]


def main():
    if len(sys.argv) < 3 or "--help" in sys.argv:
        print(__doc__, file=sys.stdout if "--help" in sys.argv else sys.stderr)
        sys.exit(0 if "--help" in sys.argv else 2)
    folder, sizes = pathlib.Path(sys.argv[1]), sys.argv[2:]
    papamu = os.environ.get("PAPAMU", "build/papamu")
    results = [solve(papamu, folder, size) for size in sizes]
    command = f"scripts/large_boards.py DIR {' '.join(sizes)}"
    data = pathlib.Path("data")
    place = ["rows", "cols", "corner"]
    write(data / "large_boards.csv",
          [*place, "corner_centre", "corner_rule", "centre", "near_centre", "any", "openings", "openings_black",
           *CLASSES, "digest", *COSTS],
          [board_row(size, result) for size, result in zip(sizes, results)], command, results)
    write(data / "large_openings.csv", [*place, "black_removes", "white_removes", "winner", "rules"],
          [[*(o[name] for name in [*place, "black_removes", "white_removes", "winner"]), " ".join(o["rules"])]
           for result in results for o in result["openings"]], command, results)
    write(data / "large_census.csv", [*place, "stones", *CLASSES],
          [[row[name] for name in [*place, "stones", *CLASSES]] for result in results for row in result["census"]],
          command, results)
    write(data / "samples.csv", ["position", "winner"], sample_of(folder, sizes[0]), command, results[:1])


if __name__ == "__main__":
    main()

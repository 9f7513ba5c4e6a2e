#!/usr/bin/env python3
"""How large databases of outcomes are in each version of the format: DATA/databases.csv.

    scripts/databases.py [BUILD] [DATA] [BOARD...]      defaults: build, data, 3x7 4x6 3x8 5x5 3x9 4x7 5x6 6x6

Solves each board into a file of version 2, which stores the positions with an even number of stones, and writes that again
as version 1, which stores all, on boards of up to 30 cells, for which `papamu convert` derives it (5x6 takes minutes). A row
for each file: the values that it stores, its bytes, the digest. The digests of both versions and of DATA/atlas.csv must be the same. 6x6 takes half a minute of two processors,
2 GiB of memory and half a GiB for the file, which does not stay.

SPDX-License-Identifier: MIT
"""

import sys

if __name__ == "__main__" and sys.argv[1:] in (["-h"], ["--help"]):
    print(__doc__.strip())
    sys.exit()

import json
import pathlib
import subprocess
import tempfile

import result_files

BOARDS = ["3x7", "4x6", "3x8", "5x5", "3x9", "4x7", "5x6", "6x6"]
MOST_CELLS = 30  # of boards that version 1 is derived for
HEADER = ["rows", "cols", "version", "level", "values", "bytes", "digest"]


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def row_of(papamu, path):
    info = json.loads(run(papamu, "info", path, "--format", "json"))
    names = ["rows", "cols", "format_version", "level", "values_stored", "file_bytes", "digest"]
    return [str(info[name]) for name in names]


def files_of(papamu, board, folder):
    """The rows of one board, from files that do not stay."""
    rows, cols = map(int, board.split("x"))
    even, all_of_them = (str(pathlib.Path(folder) / name) for name in ("even.papamu", "all.papamu"))
    run(papamu, "solve", board, "--db", even)
    found = [row_of(papamu, even)]
    if rows * cols <= MOST_CELLS:
        run(papamu, "convert", even, all_of_them, "--version", "1")
        found.append(row_of(papamu, all_of_them))
    return found


def main():
    build, folder = (sys.argv[1:3] + ["build", "data"][len(sys.argv[1:3]) :])[:2]
    papamu, data = f"{build}/papamu", pathlib.Path(folder)
    boards = sys.argv[3:] or BOARDS
    atlas = {f"{r['rows']}x{r['cols']}": r["digest"] for r in result_files.read(data / "atlas.csv")}
    found = []
    for board in boards:
        with tempfile.TemporaryDirectory() as scratch:
            found += files_of(papamu, board, scratch)
        wrong = {row[-1] for row in found if f"{row[0]}x{row[1]}" == board} - {atlas[board]}
        if wrong:
            sys.exit(f"databases.py: the digest of {board} is {', '.join(wrong)}, in {data}/atlas.csv it is {atlas[board]}")
    command = "scripts/databases.py" if not sys.argv[3:] else f"scripts/databases.py BUILD DATA {' '.join(boards)}"
    result_files.keep(data / "databases.csv", papamu, command, HEADER, found)


if __name__ == "__main__":
    main()

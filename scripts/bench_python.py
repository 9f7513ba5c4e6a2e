#!/usr/bin/env python3
"""What the Python package costs beside the program, in processor time, which says something on a busy machine too.

    scripts/bench_python.py [BUILD]

BUILD (default: build) has papamu and python/papamu. Prints one line for each figure: batches of probes and single ones
of a cached database of 5x6, a solution of 5x6, a million random games on 6x6 as a frame and as csv, and `import papamu`.

SPDX-License-Identifier: MIT
"""
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

if __name__ == "__main__" and sys.argv[1:] in (["-h"], ["--help"]):
    print(__doc__.strip())
    sys.exit()

BUILD = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build").resolve()
sys.path.insert(0, str(BUILD / "python"))

import numpy  # noqa: E402

import papamu  # noqa: E402

N_BATCH, N_SINGLE, N_GAMES = 1_000_000, 50_000, 1_000_000


def own(work, n):
    """The least processor time of n runs."""
    least = float("inf")
    for _ in range(n):
        begin = time.process_time()
        work()
        least = min(least, time.process_time() - begin)
    return least


def of_child(arguments, n):
    """The same of another process."""

    def spent():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    least = float("inf")
    for _ in range(n):
        begin = spent()
        subprocess.run(arguments, stdout=subprocess.DEVNULL, check=True)
        least = min(least, spent() - begin)
    return least


def main():
    program, board = str(BUILD / "papamu"), papamu.Board(5, 6)
    with tempfile.TemporaryDirectory() as folder:
        path, games = os.path.join(folder, "5x6.papamu"), os.path.join(folder, "games.csv")
        papamu.write_database(board, path)
        database = papamu.Database(path)
        sets = numpy.random.default_rng(1).integers(0, 2**30, N_BATCH, dtype=numpy.uint64)
        database.probe(sets)  # fills the cache
        print(f"probes in a batch, M/s     {N_BATCH / own(lambda: database.probe(sets), 5) / 1e6:.2f}")
        positions = [board.position(int(occupied)) for occupied in sets[:N_SINGLE]]
        singles = own(lambda: [database[position] for position in positions], 5)
        print(f"single probes, M/s         {N_SINGLE / singles / 1e6:.2f}")
        print(f"Board(5, 6).solve(), s     {own(board.solve, 5):.3f}")
        print(f"papamu solve 5x6, s        {of_child([program, 'solve', '5x6'], 5):.3f}")
        print(f"a million games, frame, s  {own(lambda: papamu.selfplay(papamu.Board(6, 6), N_GAMES, seed=1), 2):.2f}")
        play = [program, "selfplay", "6x6", "--games", str(N_GAMES), "--seed", "1", "--format", "csv", "-o", games]
        print(f"a million games, csv, s    {of_child(play, 2):.2f}")
    environment = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(BUILD / 'python')!r}); import papamu"]
    bare = of_child([sys.executable, "-c", ""], 5)
    print(f"import papamu, s           {of_child(environment, 5) - bare:.3f}")
    print("load                       " + " ".join(f"{load:.1f}" for load in os.getloadavg()))


if __name__ == "__main__":
    main()

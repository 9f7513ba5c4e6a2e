#!/usr/bin/env python3
"""How strong the agents are against the time that they take: DATA/strength.csv.

    scripts/strength.py [small|default|full] [BUILD] [DATA]     defaults: default, build, data

Every two agents of a list play pairs of games on 8x8 with the same opening and the same four random moves, colours
exchanged, by `papamu selfplay --matrix`, once for each of three seeds. From the shares of the points follow strengths on
Elo's scale by the model of Bradley and Terry (Biometrika 39, 1952), of largest likelihood, with greedy at 0. Their
intervals of 95 % take the variance of a share from its interval, which is that of pairs of games: a sandwich of it
between inverses of the information (H. White, Econometrica 50, 1982). The strengths of each seed alone say whether seeds
agree. processor_ms is what a move takes against itself, with one thread, start of the program excluded; it depends on
the machine. The default takes a quarter of an hour of one processor. With KEEP=DIR runs are kept there, and taken if
their command is the same; the table gives their provenance.

SPDX-License-Identifier: MIT
"""

import sys

SIZES = {"small": (12, ["greedy", "ab:2", "mcts:50"]),
         "default": (48, ["greedy", "ab:2", "ab:4", "ab:6", "ab:8", "mcts:100", "mcts:400", "mcts:1600"]),
         "full": (1200, ["greedy", "ab:2", "ab:4", "ab:6", "ab:8", "ab:10", "mcts:100", "mcts:400", "mcts:1600", "mcts:6400"])}

if __name__ == "__main__" and (sys.argv[1:] in (["-h"], ["--help"]) or len(sys.argv) > 4
                               or (len(sys.argv) > 1 and sys.argv[1] not in SIZES)):
    print(__doc__.strip(), file=sys.stdout if sys.argv[1:] in (["-h"], ["--help"]) else sys.stderr)
    sys.exit(0 if sys.argv[1:] in (["-h"], ["--help"]) else 2)

import csv
import io
import math
import os
import pathlib
import resource
import shlex
import subprocess
import tempfile

import result_files

SEEDS = (1, 2, 3)
ELO = 400 / math.log(10)  # of one unit of the logistic model
Z95 = 1.959963984540054
HEADER = ["agent", "games", "share", "elo", "elo_low", "elo_high", *(f"elo_seed_{seed}" for seed in SEEDS), "processor_ms"]


def run(papamu, *words):
    return subprocess.run([papamu, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout


def play(papamu, folder, agents, games, seed):
    """The file of sums of the games of a seed."""
    path = pathlib.Path(folder) / f"matrix-{seed}.csv"
    words = ["--games", str(games), "--matrix", ";".join(agents), "--each-opening", "--random-plies", "4", "--seed", str(seed)]
    command = f"# command: papamu selfplay {shlex.join(words)} --summary --format csv 8x8\n"
    if not path.is_file() or command not in path.read_text(encoding="utf-8"):
        print(f"strength.py: all pairs of {len(agents)} agents, seed {seed}", file=sys.stderr)
        run(papamu, "selfplay", "8x8", *words, "--summary", "--format", "csv", "-o", path)
    return path


def provenance_of(paths):
    """The lines that name the runs: each once."""
    lines = [line for path in paths for line in path.read_text(encoding="utf-8").splitlines(keepends=True)]
    return dict.fromkeys(line for line in lines if line.startswith(("# papamu", "# git", "# command", "# seed")))


def pairs_of(papamu, paths):
    """For each two agents of different names: games, share of the first, and the variance of the share."""
    text = run(papamu, "stats", *map(str, paths), "--table", "pairs", "--format", "csv", "--no-provenance")
    found = {}
    for row in csv.DictReader(io.StringIO(text)):
        error = (float(row["share_high"]) - float(row["share_low"])) / 2 / Z95
        found[row["agent"], row["opponent"]] = int(row["games"]), float(row["share"]), error * error
    return found


def solve(matrix, vectors):
    """The columns x with matrix x = column, for each of the vectors, by elimination."""
    n = len(matrix)
    rows = [[*matrix[i], *(v[i] for v in vectors)] for i in range(n)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for k in range(n):
            if k != i:
                rows[k] = [a - rows[k][i] * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [[row[n + j] for row in rows] for j in range(len(vectors))]


def strengths(agents, pairs):
    """Strengths but that of the first agent, which is 0, and their standard errors, in logistic units."""
    free = agents[1:]
    at = dict.fromkeys(agents, 0.0)

    def chance(a, b):
        return 1 / (1 + math.exp(at[b] - at[a]))

    def information():
        weight = {(a, b): n * chance(a, b) * (1 - chance(a, b)) for (a, b), (n, _, _) in pairs.items()}
        return [[sum(weight[a, c] for c in agents if c != a) if a == b else -weight[a, b] for b in free] for a in free]

    for _ in range(100):
        slope = [sum(pairs[a, b][0] * (pairs[a, b][1] - chance(a, b)) for b in agents if b != a) for a in free]
        (step,) = solve(information(), [slope])
        largest = max(map(abs, step))
        for a, by in zip(free, step, strict=True):
            at[a] += by * min(1, 1 / largest)
        if largest < 1e-10:
            break
    spread = {(a, b): n * n * variance for (a, b), (n, _, variance) in pairs.items()}
    meat = [[sum(spread[a, c] for c in agents if c != a) if a == b else -spread[a, b] for b in free] for a in free]
    unit = [[float(i == j) for i in range(len(free))] for j in range(len(free))]
    inverse = solve(information(), unit)
    errors = [math.sqrt(sum(inverse[i][j] * meat[j][k] * inverse[k][i] for j in range(len(free)) for k in range(len(free))))
              for i in range(len(free))]
    return [0.0, *(at[a] for a in free)], [0.0, *errors]


def milliseconds(papamu, agent):
    """Processor time of a move of the agent against itself, from as many games as take a second more than a few."""
    def play_so_many(n):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        text = run(papamu, "selfplay", "8x8", "--games", str(n), "--black", agent, "--white", agent, "--each-opening",
                   "--random-plies", "4", "--seed", "1", "--threads", "1", "--summary", "--format", "csv")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime - before.ru_utime, text
    few, _ = play_so_many(12)
    games, many = 48, 0.0
    while many < few + 1:
        many, text = play_so_many(12 + games)
        games *= 4
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "sums.csv"
        path.write_text(text, encoding="utf-8")
        series = run(papamu, "stats", str(path), "--table", "series", "--format", "csv", "--no-provenance")
    (row,) = csv.DictReader(io.StringIO(series))
    return 1000 * (many - few) / (games / 4 * (float(row["jumps"]) - 4))


def main():
    size, build, data = (sys.argv[1:] + ["default", "build", "data"][len(sys.argv) - 1:])[:3]
    games, agents = SIZES[size]
    papamu, data = os.path.realpath(f"{build}/papamu"), pathlib.Path(data)
    with tempfile.TemporaryDirectory() as scratch:
        paths = [play(papamu, os.environ.get("KEEP", scratch), agents, games, seed) for seed in SEEDS]
        pairs = pairs_of(papamu, paths)
        elo, error = strengths(agents, pairs)
        runs = provenance_of(paths)
        by_seed = [strengths(agents, pairs_of(papamu, [path]))[0] for path in paths]
    rows = []
    for i, agent in enumerate(agents):
        own = [pairs[agent, other] for other in agents if other != agent]
        n = sum(pair[0] for pair in own)
        share = sum(pair[0] * pair[1] for pair in own) / n
        ends = [ELO * (elo[i] + sign * Z95 * error[i]) for sign in (-1, 1)]
        rows.append([agent, n, f"{share:.6f}", *(f"{x:.1f}" for x in (ELO * elo[i], *ends, *(ELO * seed[i] for seed in by_seed))),
                     f"{milliseconds(papamu, agent):.4f}"])
    result_files.keep(data / "strength.csv", papamu, f"scripts/strength.py {size}", HEADER, rows, runs=runs)


if __name__ == "__main__":
    main()

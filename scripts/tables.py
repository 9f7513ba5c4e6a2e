#!/usr/bin/env python3
"""Turn the results in data/ into tables for LaTeX (booktabs) and Markdown.

    scripts/tables.py [DATA]        default: data

Reads DATA/*.csv and writes DATA/tables/NAME.tex and NAME.md for each table below whose files are there. A LaTeX file is
one tabular environment, to be put into a table with a caption: \\input{data/tables/boards}. Every number comes from the
files.

SPDX-License-Identifier: MIT
"""

import sys

if __name__ == "__main__" and sys.argv[1:] in (["-h"], ["--help"]):
    print(__doc__.strip())
    sys.exit()

import math
import pathlib
import re

import conjectures
from result_files import read, read_searched
from solved_tables import SOLVED_TABLES
from value_tables import VALUE_TABLES

TABLES = []

# How a file is read if not by `read`.
READERS = {"solved": read_searched}


def table(*needs):
    """Register a function that makes a table from the rows of the files that it needs."""

    def register(function):
        TABLES.append((function.__name__, needs, function))
        return function

    return register


# ---- cells ----------------------------------------------------------------------------------------


def number(text, digits):
    """A decimal number, or nothing."""
    return "" if text == "" else f"{float(text):.{digits}f}"


def count(text):
    """A whole number in groups of three."""
    return f"{int(text):,}"


def percent(row, name, digits=2):
    """A share with the two ends of its 95 % interval, where it has one, in per cent."""
    share = f"{100 * float(row[name]):.{digits}f}"
    low, high = row[name + "_low"], row[name + "_high"]
    return f"{share} ({100 * float(low):.{digits}f}–{100 * float(high):.{digits}f})" if low != "" else share


def board(row):
    return f"{row['rows']}x{row['cols']}" if "rows" in row else row["board"]


def power_of_ten(log10, digits=1):
    exponent = math.floor(float(log10))
    return f"{10 ** (float(log10) - exponent):.{digits}f}e{exponent}"


def wilson(successes, games, n):
    """Share with Wilson's 95 % interval as that of n different games, as `papamu stats` has it."""
    z, p = 1.959963984540054, successes / games
    centre, scale = p + z * z / (2 * n), 1 + z * z / n
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return {"share": p, "share_low": (centre - half) / scale, "share_high": (centre + half) / scale}


# ---- tables: a header, and rows of cells; a column whose header ends with "|" is aligned to the left ----------------


@table("boards")
def boards(rows):
    """Random play on boards of many sizes."""
    header = ["board|", "games", "Black wins (%)", "jumps", "sd", "min", "max", "branching", "max", "multi (%)"]
    header += ["game tree", "positions"]
    body = [
        [
            board(r),
            count(r["games"]),
            percent(r, "black_share"),
            number(r["jumps"], 2),
            number(r["jumps_sd"], 2),
            r["jumps_min"],
            r["jumps_max"],
            number(r["branching"], 3),
            r["branching_max"],
            number(100 * float(r["multi_jump_share"]), 2),
            power_of_ten(r["log10_tree_paths"]),
            power_of_ten(r["log10_states"]),
        ]
        for r in rows
    ]
    return header, body


@table("selfplay")
def agents(rows):
    """Agents against themselves on 8x8, the openings in turn."""
    header = ["agent|", "games", "different", "Black wins (%)", "jumps", "sd", "branching", "sd", "multi (%)"]
    body = [
        [
            r["black"],
            count(r["games"]),
            count(r["distinct_games"]),
            percent(r, "black_share"),
            number(r["jumps"], 2),
            number(r["jumps_sd"], 2),
            number(r["branching"], 3),
            number(r["branching_sd"], 2),
            number(100 * float(r["multi_jump_share"]), 2),
        ]
        for r in rows
    ]
    return header, body


PLACES = {"corner": "a corner", "centre": "a centre cell", "near-centre": "next to the centre", "other": "elsewhere"}


def classes(rows):
    """Rows of agents and classes of openings."""
    header = ["agent|", "Black begins at|", "openings", "games", "different", "Black wins (%)", "jumps", "branching"]
    body = [
        [r["black"], PLACES[r["class"]], r["openings"], count(r["games"]), count(r["distinct_games"])]
        + [percent(r, "black_share", 1), number(r["jumps"], 2), number(r["branching"], 3)]
        for r in rows
    ]
    return header, body


@table("selfplay_classes")
def agent_classes(rows):
    """Agents against themselves on 8x8, the openings in turn, by where Black removes his stone."""
    return classes(rows)


@table("selfplay_choices")
def agent_choices(rows):
    """Agents against themselves on 8x8 where they choose the openings."""
    return classes(rows)


def cross_table(rows):
    """Shares of points of the agent of the row against that of the column, the strongest last."""
    share = {(r["agent"], r["opponent"]): r for r in rows}
    names = sorted({r["agent"] for r in rows}, key=lambda a: sum(float(r["share"]) for r in rows if r["agent"] == a))
    body = [[a] + [percent(share[a, b], "share", 0) if (a, b) in share else "" for b in names] for a in names]
    return ["agent|"] + names, body


# The stronger agent of each rung of the ladder, and the weaker one; in both games.
RUNGS = (("greedy", "random"), ("ab:2", "greedy"), ("ab:4", "ab:2"), ("ab:6", "ab:2"), ("ab:6", "ab:4"))


def elo(r):
    """An Elo difference with the two ends of its interval; infinite for a share of 0 or 1."""
    infinite = {1.0: "∞", 0.0: "-∞"}
    names = (("elo", "share"), ("elo_low", "share_low"), ("elo_high", "share_high"))
    value, low, high = (number(r[elo], 0) or infinite[float(r[share])] for elo, share in names)
    return f"{value} ({low} to {high})"


def steps(rows):
    """Whether the first agent of each rung makes more points than the second."""
    share = {(r["agent"], r["opponent"]): r for r in rows}
    body = []
    for above, below in RUNGS:
        if (above, below) in share:
            r = share[above, below]
            half = "yes" if float(r["share_low"]) > 0.5 else "no"
            body.append([f"{above} against {below}", count(r["games"]), percent(r, "share", 1), elo(r), half])
    return ["pair|", "games", "points (%)", "Elo difference", "more than half?|"], body


@table("pairs")
def pairs(rows):
    """Points of the agent of the row against that of the column over both colours, in per cent."""
    return cross_table(rows)


@table("pairs")
def ladder(rows):
    """Whether agents beat weaker ones by more than the interval, over both colours."""
    return steps(rows)


def result_cells(r):
    """Number of games, and how they ended, in per cent."""
    games, different = int(r["games"]), int(r["distinct_games"])
    telling = games if r["black"] == r["white"] == "random" else different
    shares = [percent(wilson(int(r[name]), games, telling), "share", 1) for name in ("white_wins", "draws", "black_wins")]
    return [count(r["games"])] + shares


RESULTS = ["games", "White wins (%)", "draws (%)", "Black wins (%)"]


def length_cells(r):
    return [number(r["jumps"], 2), number(r["jumps_sd"], 2), number(r["branching"], 3), number(r["branching_sd"], 2)]


LENGTHS = ["moves", "sd", "branching", "sd"]


@table("draughts_selfplay", "draughts_championship")
def draughts_agents(rows, people):
    """Italian draughts on 8x8: agents against themselves, and ten championship games. A move is that of one player."""
    body = [[r["black"]] + result_cells(r) + length_cells(r) for r in rows]
    body += [["championship"] + result_cells(r) + length_cells(r) for r in people]
    return ["players|"] + RESULTS + LENGTHS, body


@table("draughts_matrix")
def draughts_matrix(rows):
    """Italian draughts on 8x8: every agent against every other."""
    body = [[r["white"], r["black"]] + result_cells(r) + length_cells(r) for r in rows]
    return ["White|", "Black|"] + RESULTS + LENGTHS, body


@table("draughts_pairs")
def draughts_pairs(rows):
    """Italian draughts on 8x8: points of the agent of the row against that of the column, in per cent."""
    return cross_table(rows)


@table("draughts_pairs")
def draughts_ladder(rows):
    """Italian draughts on 8x8: whether agents beat weaker ones by more than the interval, over both colours."""
    return steps(rows)


@table("selfplay_openings")
def random_openings(rows):
    """Random play on 8x8 by opening."""
    header = ["opening|", "games", "Black wins (%)", "jumps", "branching"]
    body = [
        [
            r["opening"],
            count(r["games"]),
            percent(r, "black_share"),
            number(r["jumps"], 3),
            number(r["branching"], 3),
        ]
        for r in rows
    ]
    return header, body


@table("random_exact", "boards")
def random_exact(exact, simulated):
    """Uniform random play on small boards: exact values, and how many standard errors the simulation is away."""
    values = {}
    for r in exact:
        if not r["at"]:
            values.setdefault(board(r), {})[r["statistic"]] = float(r["value"])
    seen = {board(r): r for r in simulated}

    def away(name, column, low, high):
        r = seen.get(name)
        if not r:
            return ""
        error = (float(r[high]) - float(r[low])) / 2 / 1.959964
        return f"{(float(r[column]) - values[name][EXACT[column]]) / error:+.1f}"

    header = ["board|", "Black wins (%)", "away", "jumps", "away", "sd", "branching", "away", "multi (%)"]
    body = [
        [
            name,
            number(100 * v["black_share"], 6),
            away(name, "black_share", "black_share_low", "black_share_high"),
            number(v["jumps_mean"], 6),
            away(name, "jumps", "jumps_low", "jumps_high"),
            number(v["jumps_sd"], 6),
            number(v["branching_mean"], 6),
            away(name, "branching", "branching_low", "branching_high"),
            number(100 * v["multi_jump_share"], 4),
        ]
        for name, v in values.items()
    ]
    return header, body


EXACT = {"black_share": "black_share", "jumps": "jumps_mean", "branching": "branching_mean"}


def decided(r):
    """The share of Black in the decided games of people."""
    black, white = int(r["black_wins"]), int(r["white_wins"])
    return percent(wilson(black, black + white, black + white), "share")


@table("external", "selfplay", "matrix")
def external(sources, alone, matrix):
    """Games of people beside games of agents on 8x8: the share that Black, who begins, wins of the decided games."""
    body = [[r["source"], count(r["games"]), count(r["draws"]), decided(r)] for r in sources if r["board"] == "8x8"]
    shown = set()
    for r in alone + [r for r in matrix if r["black"] == r["white"]] + matrix:
        pair = (r["black"], r["white"])
        if pair not in shown:
            shown.add(pair)
            opponent = "itself" if r["black"] == r["white"] else r["white"]
            names = f"{r['black']} against {opponent}"
            body.append([names, count(r["games"]), count(r["draws"]), percent(r, "black_share")])
    return ["games of|", "games", "draws", "Black wins (%)"], body


@table("census")
def census(rows):
    """Outcome classes of all sets of stones."""
    sums = {}
    for r in rows:
        total = sums.setdefault((board(r), r["corner"]), [0, 0, 0, 0])
        for i, name in enumerate(("previous_player", "next_player", "black", "white")):
            total[i] += int(r[name])
    body = [[name, count(sum(t))] + [count(x) for x in t] for (name, _), t in sums.items()]
    return ["board|", "sets of stones", "previous player", "next player", "Black", "White"], body


@table("remoteness")
def remoteness(rows):
    """Remoteness of all positions: the most frequent and the largest."""
    found = {}
    for r in rows:
        found.setdefault(board(r), []).append((int(r["remoteness"]), int(r["black_to_move"]) + int(r["white_to_move"])))
    body = []
    for name, pairs_of in found.items():
        total = sum(n for _, n in pairs_of)
        mean = sum(k * n for k, n in pairs_of) / total
        longest, n_longest = max(pairs_of)
        most_frequent = max(pairs_of, key=lambda p: p[1])[0]
        body.append([name, count(total), f"{mean:.3f}", str(most_frequent), str(longest), count(n_longest)])
    return ["board|", "positions", "mean", "most frequent", "largest", "positions with it"], body


@table("sweep")
def sweep(rows):
    """What a sweep costs."""
    header = ["board|", "cells", "pairs", "database (bytes)", "bits a value", "memory (MiB)", "processor (s)", "wall (s)"]
    body = [
        [
            board(r),
            str(int(r["rows"]) * int(r["cols"])),
            count(r["pairs"]),
            count(r["database_bytes"]),
            number(r["bits_per_value"], 3),
            number(int(r["memory_bytes"]) / 2**20, 0),
            number(r["processor_seconds"], 3),
            f"{number(r['seconds'], 3)}–{number(r['seconds_most'], 3)}",
        ]
        for r in rows
    ]
    return header, body


RULES = [
    ("corner_centre", "corner-centre"),
    ("corner_rule", "corner"),
    ("centre", "centre"),
    ("near_centre", "near-centre"),
    ("any", "any"),
]


@table("atlas")
def winners(rows):
    """Openings, and who wins the whole game under each opening rule (- where a rule leaves Black nothing to remove)."""
    header = ["board|", "corner|", "openings", "Black wins"] + [name + "|" for _, name in RULES]
    body = [
        [board(r), r["corner"], count(r["openings"]), count(r["openings_black"])]
        + [r[rule].capitalize() or "-" for rule, _ in RULES]
        for r in rows
        if int(r["rows"]) >= 4
    ]
    return header, body


@table("atlas", "large_boards")
def digests(atlas, large):
    """Digests of the databases of outcomes; the corner colour does not change them."""
    body = [[board(r), r["digest"]] for r in atlas + large if int(r["rows"]) >= 3 and r["corner"] == "black"]
    return ["board|", "digest|"], body


@table("plans")
def plans(rows):
    """What a sweep needs, by `papamu plan`: pairs of position and mover, those computed, also as a multiple of 6x6."""
    least = next(int(r["pairs_computed"]) for r in rows if board(r) == "6x6")
    header = ["board|", "pairs", "computed", "of 6x6", "memory"]
    body = [
        [
            board(r),
            power_of_ten(math.log10(int(r["pairs"]))),
            power_of_ten(math.log10(int(r["pairs_computed"]))),
            f"{int(r['pairs_computed']) / least:,.{0 if int(r['pairs_computed']) > 10 * least else 2}f}",
            size_of(int(r["memory_bytes"])),
        ]
        for r in rows
    ]
    return header, body


def size_of(n):
    """Human-readable bytes."""
    units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"]
    power = max(0, min(len(units) - 1, (n.bit_length() - 1) // 10))
    return f"{n / 1024**power:.{0 if power == 0 or n >= 100 * 1024**power else 1}f} {units[power]}"


OUTCOMES = {"second": "P", "first": "N", "black": "L", "white": "R"}


def classes_of_pair(swept, rows, cols):
    """The outcome classes of the two openings of a swept board with these holes, with a black and with a white corner."""
    winners = conjectures.winners_by_opening(swept)
    rank = rows - rows // 2
    left, right = (f"{chr(ord('a') + column)}{rank}" for column in (cols // 2 - 1, cols // 2))
    pair = (left, right) if (rows, cols, "black", left, right) in winners else (right, left)
    usual = conjectures.outcome_class(winners, (rows, cols, "black", *pair))
    return [OUTCOMES[usual], OUTCOMES[conjectures.OTHER_COLOR.get(usual, usual)]]


@table("comparison", "large_openings")
def comparison(rows, swept):
    """The student project's outcome classes, black corner / white corner: P second player, N first, L Black, R White; refuted ones in brackets, a board that it does not have in parentheses."""
    cells = {}
    for r in rows:
        if r["source"] == "Maastricht":
            ours, theirs = OUTCOMES[r["ours"]], OUTCOMES[r["claim"]]
            doubt = "?" if r["doubtful"] == "yes" else ""
            text = ours if ours == theirs else f"{ours}[{theirs}{doubt}]"
            cells.setdefault((int(r["rows"]), int(r["cols"])), []).append(text)
    columns = sorted({c for _, c in cells})
    rows_of_board = sorted({r for r, _ in cells})

    def cell(r, c):
        return "/".join(cells[r, c]) if (r, c) in cells else f"({'/'.join(classes_of_pair(swept, r, c))})"

    body = [[f"{r} rows"] + [cell(r, c) for c in columns] for r in rows_of_board]
    return ["columns|"] + [f"{c}|" for c in columns], body


@table("draughts_endgames")
def draughts(rows):
    """Italian draughts: all positions of a number of pieces."""
    sums = {}
    for r in rows:
        n = sum(int(r[c]) for c in ("mover_men", "mover_kings", "other_men", "other_kings"))
        total = sums.setdefault((board(r), n), [0, 0, 0, 0, 0])
        for i, name in enumerate(("positions", "won", "lost", "drawn")):
            total[i] += int(r[name])
        total[4] = max(total[4], int(r["longest_win"] or 0))
    body = [[name, str(n)] + [count(x) for x in t[:4]] + [str(t[4] or "-")] for (name, n), t in sorted(sums.items())]
    return ["board|", "pieces", "positions", "won", "lost", "drawn", "longest win"], body


@table("draughts_variants", "draughts_variants_starts", "draughts_variants_play", "draughts_variants_cost")
def draughts_variants(endgames, starts, play, cost):
    """The draughts family: start of 4x4, endgames of 6x6 and 8x8 (drawn in per cent, longest win), self-play."""
    header = ["game|", "4x4|", "6x6 drawn", "win", "8x8 drawn", "win"]
    header += ["random moves", "choice", "drawn", "ab:4 moves", "choice", "drawn"]
    body = []
    for c in cost:
        game = c["game"]
        (start,) = [r["winner"] for r in starts if r["game"] == game and r["board"] == "4x4"]
        cells = [game, start]
        for size in ("6x6", "8x8"):
            most = common_pieces(endgames, size)
            (r,) = [r for r in endgames if (r["game"], r["board"], r["pieces"]) == (game, size, most)]
            cells += [number(100 * int(r["drawn"]) / int(r["positions"]), 1), r["longest_win"]]
        for agent in ("random", "ab:4"):
            (r,) = [r for r in play if (r["rules"], r["black"]) == (game, agent)]
            cells += [number(r["jumps"], 1), number(r["branching"], 2), number(100 * int(r["draws"]) / int(r["games"]), 1)]
        body.append(cells)
    return header, body


def common_pieces(endgames, size):
    """The largest number of pieces for which all games have the endgames of a board."""
    games = {r["game"] for r in endgames}
    have = {}
    for r in endgames:
        if r["board"] == size:
            have.setdefault(r["pieces"], set()).add(r["game"])
    return max((p for p, names in have.items() if names == games), key=int)


@table("draughts_variants_cost")
def draughts_variants_cost(rows):
    """The games of the draughts family: perft from the start and endgames, by one thread on a busy processor."""
    header = ["game|", "board|", "depth", "moves counted", "10^6 a second", "endgames|", "pieces", "positions", "MiB", "seconds"]
    body = [
        [
            r["game"],
            r["board"],
            r["depth"],
            count(r["leaves"]),
            number(int(r["leaves"]) / float(r["perft_seconds"]) / 1e6, 0),
            r["endgames"],
            r["pieces"],
            count(r["positions"]),
            number(int(r["memory_bytes"]) / 2**20, 1),
            number(r["endgames_seconds"], 1),
        ]
        for r in rows
    ]
    return header, body


# ---- the two forms ----------------------------------------------------------------------------------


def latex_cell(text):
    """Texts as TeX wants them; 1.2e34 as a power of ten; what has a form of its own, so."""
    if hasattr(text, "latex"):
        return text.latex
    if text == "-":
        return "--"
    if len(text) == 32 and set(text) <= set("0123456789abcdef"):
        return rf"\texttt{{{text}}}"
    mantissa, e, exponent = text.partition("e")
    if e and exponent.isdigit() and mantissa.replace(".", "").isdigit():
        return rf"${mantissa}\cdot 10^{{{exponent}}}$"
    escapes = {"\\": r"\textbackslash{}", "%": r"\%", "&": r"\&", "_": r"\_", "#": r"\#", "–": "--", "∞": r"$\infty$", ",": "{,}"}
    for plain, tex in escapes.items():
        text = text.replace(plain, tex)
    return re.sub(r"\b([0-9]+)x([0-9]+)\b", r"$\1\\times \2$", text)


def to_latex(header, body):
    names = [latex_cell(name if hasattr(name, "latex") else name.rstrip("|")) for name in header]
    columns = "".join("l" if name.endswith("|") else "r" for name in header)
    lines = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", " & ".join(names) + r" \\", r"\midrule"]
    lines += [" & ".join(latex_cell(cell) for cell in row) + r" \\" for row in body]
    return "\n".join(lines + [r"\bottomrule", r"\end{tabular}"]) + "\n"


def to_markdown(header, body):
    lines = ["| " + " | ".join(name.rstrip("|") for name in header) + " |"]
    lines.append("|" + "|".join("---" if name.endswith("|") else "---:" for name in header) + "|")
    lines += ["| " + " | ".join(row) + " |" for row in body]
    return "\n".join(lines) + "\n"


def all_tables():
    return TABLES + [(function.__name__, needs, function) for needs, function in VALUE_TABLES + SOLVED_TABLES]


def main():
    data = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "data")
    out = data / "tables"
    for name, needs, function in all_tables():
        paths = [data / f"{need}.csv" for need in needs]
        missing = [str(path) for path in paths if not path.is_file()]
        if missing:
            print(f"tables.py: no table {name}: {', '.join(missing)} not there", file=sys.stderr)
            continue
        header, body = function(*(READERS.get(path.stem, read)(path) for path in paths))
        out.mkdir(parents=True, exist_ok=True)
        note = f"{function.__doc__.splitlines()[0]} From {', '.join(path.name for path in paths)}."
        (out / f"{name}.tex").write_text(f"% {note}\n" + to_latex(header, body), encoding="utf-8")
        (out / f"{name}.md").write_text(f"<!-- {note} -->\n\n" + to_markdown(header, body), encoding="utf-8")


if __name__ == "__main__":
    main()

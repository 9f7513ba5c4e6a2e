"""Tables about whole games, for scripts/tables.py: what search has proven, variants of the rules, how large the game is.

SPDX-License-Identifier: MIT
"""

import math

RULES = ("corner_centre", "corner_rule", "centre", "near_centre", "any")
CLASSES = ("next_player", "previous_player", "black", "white")

# Play and jumps, and what that is called; the first is the usual game, which the files of variants do not have.
VARIANTS = (
    ("normal", "any", "usual rules"),
    ("normal", "longest", "longest jumps"),
    ("normal", "single", "single jumps"),
    ("misere", "any", "misere"),
    ("misere", "longest", "misere, longest jumps"),
    ("misere", "single", "misere, single jumps"),
)

# Programs of solved.csv from before the search had learnt weights (solver/konane/search/search_weights.c).
WITHOUT_WEIGHTS = ("7e43b22220a7", "a590ab62cb67")


def size(row):
    return f"{row['rows']}x{row['cols']}"


def cells(row):
    return int(row["rows"]) * int(row["cols"])


def board_of(row):
    return row["rows"], row["cols"], row["corner"]


def opening_of(row):
    return *board_of(row), row["black_removes"], row["white_removes"]


def winner_of_game(openings):
    """Who wins when Black chooses his removal and White then hers: Black if some removal of his wins whatever she does."""
    replies = {}
    for r in openings:
        replies.setdefault(r["black_removes"], set()).add(r["winner"])
    return "black" if {"black"} in replies.values() else "white"


def games(solved):
    """The openings of each board and rule that was searched: {(rows, cols, corner, rule): rows of solved.csv}."""
    found = {}
    for r in solved:
        found.setdefault((*board_of(r), r["rule"]), []).append(r)
    return found


def proofs(solved):
    """Games decided by search: who wins, positions expanded and in the proof, commit of the program, memory of its table.

    A star marks a program without learnt weights."""
    header = ["board|", "corner|", "rule|", "winner|", "openings", "Black wins", "expanded", "hardest", "proof", "program|", "table"]
    body = []
    for (rows, cols, corner, rule), openings in sorted(games(solved).items(), key=lambda g: (cells(g[1][0]), g[0])):
        nodes = [int(r["nodes"]) for r in openings]
        black = sum(r["winner"] == "black" for r in openings)
        ((positions, commit, memory),) = {(r["proof_positions"], r["commit"], r["memory"]) for r in openings}
        program = commit[:7] + ("*" if commit in WITHOUT_WEIGHTS else "")
        body.append([f"{rows}x{cols}", corner, rule, winner_of_game(openings).capitalize(), str(len(openings)), str(black)])
        body[-1] += [*(f"{n:,}" for n in (sum(nodes), max(nodes), int(positions))), program, memory.replace("G", " GiB")]
    return header, body


def of_variant(variant, boards, openings, atlas, atlas_openings):
    """The rows of a variant, or of the usual game on the same boards: boards, openings; of two rows and more."""
    play, jumps, _ = variant
    swept = {board_of(r) for r in boards}
    if (play, jumps) == ("normal", "any"):
        chosen = ([r for r in rows if board_of(r) in swept] for rows in (atlas, atlas_openings))
    else:
        chosen = ([r for r in rows if (r["play"], r["jumps"]) == (play, jumps)] for rows in (boards, openings))
    return tuple([r for r in rows if int(r["rows"]) >= 2] for rows in chosen)


def classes_in_percent(rows, name):
    (r,) = [r for r in rows if size(r) == name and r["corner"] == "black"]
    total = sum(int(r[c]) for c in CLASSES)
    return [f"{100 * int(r[c]) / total:.1f}" for c in CLASSES[:3]]


def rule_variants(boards, openings, atlas, atlas_openings):
    """Games and openings that Black wins under variants of the rules, how many change their winner, outcome classes of 6x6."""
    usual, usual_openings = {board_of(r): r for r in atlas}, {opening_of(r): r for r in atlas_openings}
    header = ["rules|", "games won", "changed", "openings won", "changed", "next (%)", "previous (%)", "Black (%)"]
    body = []
    for variant in VARIANTS:
        of_boards, of_openings = of_variant(variant, boards, openings, atlas, atlas_openings)
        won = sum(r["any"] == "black" for r in of_boards)
        other = sum(r["any"] != usual[board_of(r)]["any"] for r in of_boards)
        openings_won = sum(r["winner"] == "black" for r in of_openings)
        openings_other = sum(r["winner"] != usual_openings[opening_of(r)]["winner"] for r in of_openings)
        counts = (won, other, openings_won, openings_other)
        body.append([variant[2]] + [str(n) for n in counts] + classes_in_percent(of_boards, "6x6"))
    return header, body


def with_interval(row, name):
    """A decimal logarithm with the ends of its interval, as far as there are any."""
    ends = [row[f"{name}_{end}"] for end in ("low", "high")]
    return f"{float(row[f'{name}_log10']):.2f}" + (f" ({float(ends[0]):.2f}–{float(ends[1]):.2f})" if all(ends) else "")


def complexity(rows):
    """How large the game is under the rule corner-centre: decimal logarithms of games, nodes and positions, and plies."""
    header = ["board|", "games", "nodes", "positions from", "to", "found/open/refuted", "plies"]
    body = []
    for r in rows:
        if r["opening"] == "corner-centre":
            states = [f"{float(r[name]):.2f}" if r[name] else "" for name in ("states_low", "states_high")]
            if r["states_high"] and float(r["states_high"]) > (cells(r) + 1) * math.log10(2) - 0.004:
                states[1] += "*"  # the bound is the number of all sets of stones, either side to move: nothing was refuted
            samples, found, open_ = (int(r[name]) for name in ("samples", "found", "open"))
            answers = f"{found}/{open_}/{samples - found - open_}" if samples else ""
            body.append([size(r), with_interval(r, "games"), with_interval(r, "nodes"), *states, answers, f"{float(r['length']):.1f}"])
    return header, body


NODES_SHOWN = ("1", "16", "64", "1024")


def two_digits(text):
    """A number of seconds, with two significant digits."""
    return f"{float(f'{float(text):.1e}'):,g}"


def cluster_plans(rows):
    """What a sweep shared by several nodes would need, on some numbers of them: memory of each, what all fetch, seconds."""
    header = ["board|", "nodes", "memory of each (GiB)", "fetched (TiB)", "work (s)", "network (s)", "in all (s)"]
    body = []
    for r in (r for r in rows if r["ranks"] in NODES_SHOWN):
        cells = [two_digits(int(r["memory_bytes"]) / 2**30), two_digits(int(r["bytes_fetched"]) / 2**40)]
        cells += [two_digits(r[f"{what}_seconds"]) for what in ("work", "fetching", "estimated")]
        body.append([size(r), r["ranks"], *cells])
    return header, body


SOLVED_TABLES = [
    (("cluster_plans",), cluster_plans),
    (("complexity",), complexity),
    (("solved",), proofs),
    (("rule_variants", "rule_variants_openings", "atlas", "atlas_openings"), rule_variants),
]

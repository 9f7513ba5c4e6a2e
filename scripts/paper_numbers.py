#!/usr/bin/env python3
"""Give the paper its numbers: every \\val{KEY} and \\fact{NAME} of paper/papamu.tex, from data/.

    scripts/paper_numbers.py [DATA] [TEX] [OUT]       defaults: data, paper/papamu.tex, build/paper/numbers.tex

A key is FILE/ROW/COLUMN or FILE/ROW/COLUMN/FORMAT: the cell of DATA/FILE.csv in the row that KEYS below names by ROW (a
board is 4x5, or 5x5-black where the corner colour counts), written as FORMATS below says. Other keys are those of
DERIVED: figures that take more than one cell. A fact is a sentence of the paper in words, tested by a condition on the
data; it prints nothing. An unknown key or a condition that is false is an error; with --draft it is named and the
number printed as ??.

SPDX-License-Identifier: MIT
"""

import sys

if __name__ == "__main__" and sys.argv[1:] in (["-h"], ["--help"]):
    print(__doc__.strip())
    sys.exit()

import fractions
import functools
import math
import pathlib
import re
import subprocess

import conjectures
import paper_proofs
import paper_sources
import search_law
import significance
import solved_tables
import tables
import value_tables
from paper_data import (KEYS, Data, conjecture, family_pieces, integer_counts, largest_integer, most_pieces, openings_of_conjecture,
                        sided, size, sizes_known, trees_known, values_and_bounds, verdicts)
from paper_facts import FACTS
from paper_play import draw_share, opening_of_text, opening_rows
from paper_tex import read_tex, used

ROOT = pathlib.Path(__file__).resolve().parent.parent


# ---- how a cell is written -------------------------------------------------------------------------


def grouped(text):
    """Digits before the point in groups of three, as TeX wants commas."""
    return f"{int(text):,}".replace(",", "{,}")


def scientific(value, digits=1):
    mantissa, exponent = f"{value:.{digits}e}".split("e")
    return rf"\ensuremath{{{mantissa}\cdot 10^{{{int(exponent)}}}}}"


def in_binary_units(n):
    for unit, shift in (("PiB", 50), ("TiB", 40), ("GiB", 30), ("MiB", 20), ("KiB", 10)):
        if n >= 1 << shift:
            value = n / (1 << shift)
            return f"{value:.{0 if value >= 100 else 1}f}~{unit}"
    return f"{n:.0f}~bytes"


FORMATS = {
    "": lambda t: grouped(t) if re.fullmatch(r"-?[0-9]+", t) else t,
    "sci": lambda t: scientific(float(t)),
    "bytes": lambda t: in_binary_units(int(t)),
    "count": lambda t: grouped(str(round(float(t)))),
    **{f"f{d}": (lambda d: lambda t: f"{float(t):.{d}f}")(d) for d in range(7)},
    **{f"pc{d}": (lambda d: lambda t: f"{100 * float(t):.{d}f}")(d) for d in range(7)},
}


# ---- figures from several cells ----------------------------------------------------------------------


def not_integer(d, key):
    return str(sum(not r["value"] for r in d.of_board("integers", key)))


def integer_share(d, key):
    """In per cent; an error if what is open changes the figure."""
    whole, open_, n = integer_counts(d, key)
    least, most = (f"{100 * x / n:.1f}" for x in (whole, whole + open_))
    if least != most:
        raise ValueError(f"between {least} and {most}")
    return least


def number_share(d, key):
    (r,) = d.of_board("values_boards", key)
    return f"{100 * int(r['numbers']) / int(r['positions']):.1f}"


def tepid_share(d, key):
    """Sets of stones with a temperature of at most 0, in per cent."""
    rows = d.of_board("values_temperatures", key)
    tepid = sum(int(r["positions"]) for r in rows if fractions.Fraction(r["temperature"]) <= 0)
    return f"{100 * tepid / sum(int(r['positions']) for r in rows):.1f}"


def class_share(d, key, column):
    (r,) = d.of_board("atlas", key)
    return f"{100 * int(r[column]) / sum(int(r[c]) for c in ('next_player', 'previous_player', 'black', 'white')):.1f}"


def times_as_many(d, key, than, what="pairs_computed"):
    (large,), (small,) = d.of_board("plans", key), d.of_board("plans", than)
    return f"{int(large[what]) / int(small[what]):,.0f}".replace(",", "{,}")


def rate(d, key):
    """Pairs of a position and a player that a sweep settles in a second of processor time, by sweep.csv."""
    (r,) = d.of_board("sweep", key)
    return scientific(int(r["pairs"]) / float(r["processor_seconds"]))


def computed_rate(d, key):
    """The same without those that symmetry spares."""
    (r,), (plan,) = d.of_board("sweep", key), d.of_board("plans", key)
    return scientific(int(plan["pairs_computed"]) / float(r["processor_seconds"]))


def interval(d, file, row, column, digits="2"):
    """The two ends of the interval of a share, in per cent."""
    (r,) = [r for r in d[file] if KEYS[file](r) == row]
    return "--".join(f"{100 * float(r[column + end]):.{digits}f}" for end in ("_low", "_high"))


def endgames(d, key, pieces, column):
    kinds = ("mover_men", "mover_kings", "other_men", "other_kings")
    n = int(most_pieces(d, key) if pieces == "most" else pieces)
    rows = [r for r in d.of_board("draughts_endgames", key) if sum(int(r[k]) for k in kinds) == n]
    if column == "longest_win":
        return str(max(int(r[column] or 0) for r in rows))
    return grouped(str(sum(int(r[column]) for r in rows)))


def remoteness_of(d, key):
    """The greatest remoteness of any position."""
    return str(max(int(r["remoteness"]) for r in d.of_board("remoteness_longest", key)))


def white_share(d, source):
    (r,) = [r for r in d["external"] if KEYS["external"](r) == source]
    return f"{100 * int(r['white_wins']) / (int(r['black_wins']) + int(r['white_wins'])):.1f}"


def confidence(d):
    """The level of the intervals, from one that is the mean and z standard errors on either side."""
    r = next(r for r in d["selfplay"] if KEYS["selfplay"](r) == "random")
    z = (float(r["jumps_high"]) - float(r["jumps_low"])) / 2 / float(r["jumps_sd"]) * math.sqrt(int(r["games"]))
    return f"{100 * math.erf(z / math.sqrt(2)):.0f}"


def version(d):
    """Of the program, as its header has it."""
    del d
    return re.search(r'#define PM_VERSION "(.*)"', (ROOT / "src/papamu.h").read_text(encoding="utf-8")).group(1)


def commit(d):
    del d
    words = ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--abbrev=12"]
    try:
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def large_class_share(d, key, column):
    (r,) = d.of_board("large_boards", key)
    return f"{100 * int(r[column]) / sum(int(r[c]) for c in solved_tables.CLASSES):.1f}"


def law_of_search(d, what, figure=""):
    """The law of positions expanded, or what it says of a board."""
    rows = d["search_nodes"]
    _, slope, residual, predict = search_law.fit(rows)
    swept = [r for r in rows if solved_tables.cells(r) <= 36]
    _, swept_slope, _, swept_predict = search_law.fit(swept)
    wide = [r for r in rows if int(r["rows"]) >= 5]
    _, wide_slope, _, wide_predict = search_law.fit(wide)
    figures = {"boards": str(len(rows)), "factor": f"{10**slope:.2f}", "spread": f"{10**residual:.1f}",
               "swept": str(len(swept)), "swept-factor": f"{10**swept_slope:.2f}",
               "wide": str(len(wide)), "wide-factor": f"{10**wide_slope:.2f}"}
    if not figure:
        return figures[what]
    exponent, error = predict(math.prod(map(int, what.split("x"))))
    if figure == "error":
        return f"{error:.1f}"
    width = search_law.student_quantile(len(rows) - 2) * error
    exponents = {"positions": exponent, "low": exponent - width, "high": exponent + width,
                 "swept-positions": swept_predict(math.prod(map(int, what.split("x"))))[0],
                 "wide-positions": wide_predict(math.prod(map(int, what.split("x"))))[0]}
    return rf"\ensuremath{{10^{{{exponents[figure]:.1f}}}}}"


def winners_of_variant(d, play, jumps):
    """Of each opening of boards of two rows or more the winner under a variant, or under the usual rules."""
    is_usual = (play, jumps) == ("normal", "any")
    rows = d["atlas_openings"] if is_usual else [r for r in d["rule_variants_openings"] if (r["play"], r["jumps"]) == (play, jumps)]
    return {solved_tables.opening_of(r): r["winner"] for r in rows if int(r["rows"]) >= 2}


def variant_openings(d, play, jumps, winner=""):
    """Openings of boards of two rows or more under a variant; or those of them that one player wins."""
    return grouped(str(sum(won.startswith(winner) for won in winners_of_variant(d, play, jumps).values())))


def variant_changes(d, play, jumps, than_play="normal", than_jumps="any"):
    """How many of them have another winner than under other rules."""
    before = winners_of_variant(d, than_play, than_jumps)
    return str(sum(won != before[opening] for opening, won in winners_of_variant(d, play, jumps).items()))


def distances_of_simulation(d):
    """By how many standard errors the simulated means and shares are away from the exact ones: {(board, statistic): errors}."""
    exact = {(size(r), r["statistic"]): float(r["value"]) for r in d["random_exact"] if not r["at"]}
    found = {}
    for r in d["boards"]:
        for column, statistic in tables.EXACT.items():
            if (r["board"], statistic) in exact:
                error = (float(r[column + "_high"]) - float(r[column + "_low"])) / 2 / significance.NORMAL_975
                found[r["board"], statistic] = abs(float(r[column]) - exact[r["board"], statistic]) / error
    return found


def random_compared(d, what):
    """How many figures of random play were both simulated and computed, on how many boards; of all computed boards their number;
    the largest distance in standard errors."""
    away = distances_of_simulation(d)
    counts = {"count": len(away), "boards": len({board for board, _ in away}), "exact": len({size(r) for r in d["random_exact"]})}
    return str(counts[what]) if what in counts else f"{math.ceil(10 * max(away.values())) / 10:.1f}"


def distribution(d, key, quantity, column):
    """A quantile or the like of means, temperatures or birthdays of all sets of stones of a board."""
    (r,) = [r for r in d.of_board("value_distributions", key) if r["quantity"] == quantity]
    return r[column]


def family_games_played(d, agent):
    """The games of an agent against itself in each game of the draughts family, the same number in all."""
    (games,) = {r["games"] for r in d["draughts_variants_play"] if r["black"] == agent}
    return grouped(games)


def draws_reach(d, agent):
    """How far Wilson's intervals of the shares of drawn games in the draughts family reach from these, in per cent."""
    rows = [r for r in d["draughts_variants_play"] if r["black"] == agent]
    intervals = [tables.wilson(int(r["draws"]), int(r["games"]), int(r["distinct_games"])) for r in rows]
    return f"{math.ceil(1000 * max(abs(i[end] - i['share']) for i in intervals for end in ('share_low', 'share_high'))) / 10:.1f}"


def proven_variants(d):
    """Games beyond the atlas that search has decided by other rules than the usual ones."""
    assert all(solved_tables.cells(r) > 36 for r in d["solved_variants"])
    return str(len({(sided(r), r["rule"], r["play"], r["jumps"]) for r in d["solved_variants"]}))


def compared(d, least_cells):
    """The boards of so many cells or more with a database in both versions of the format, in words."""
    rows = [r for r in d["databases"] if r["version"] == "1" and solved_tables.cells(r) >= int(least_cells)]
    return paper_proofs.listed(paper_proofs.in_words(map(size, rows)))


def bits_a_pair(d, key):
    """Bits of the file for each pair of a position and a mover."""
    (r,) = d.of_board("sweep", key)
    return f"{8 * int(r['database_bytes']) / int(r['pairs']):.3f}"


def slowest_sweep(d, cells):
    """The longest processor time of a sweep of a board of fewer than so many cells."""
    return f"{max(float(r['processor_seconds']) for r in d['sweep'] if solved_tables.cells(r) < int(cells)):.3f}"


def states_span(d, end):
    """How many times the lower bound on the positions that can arise the upper one is, under the rule corner-centre: on the
    board where it is least or most, or on one board."""
    rows = [r for r in d["complexity"] if r["opening"] == "corner-centre" and r["states_high"]]
    spans = {size(r): 10 ** (float(r["states_high"]) - float(r["states_low"])) for r in rows}
    return f"{spans[end] if end in spans else {'least': min, 'most': max}[end](spans.values()):.1f}"


def exact_sizes(d, what):
    """The cases in which positions were counted exactly beside the bounds, and the boards of these."""
    rows = [r for _, r in sizes_known(d)]
    return str({"cases": len(rows), "boards": len({size(r) for r in rows})}[what])


def choice_games(d):
    """The games of each agent against itself where it chooses the openings, the same number for all."""
    games = {}
    for r in d["selfplay_choices"]:
        games[r["black"]] = games.get(r["black"], 0) + int(r["games"])
    (n,) = set(games.values())
    return grouped(str(n))


def assumed(d, option):
    """What the command of cluster_plans.csv assumes."""
    text = (d.folder / "cluster_plans.csv").read_text(encoding="utf-8")
    (value,) = re.findall(rf"^# command: .* --{option} ([0-9]+)", text, re.M)
    digits = len(value.rstrip("0")) - 1  # as many as were given
    return value if int(value) < 1000 else scientific(float(value), digits)


def cluster(d, key, ranks, what):
    """The plan of a board for so many nodes."""
    (r,) = [r for r in d.of_board("cluster_plans", key) if r["ranks"] == ranks]
    forms = {
        "seconds": lambda: f"{float(r['estimated_seconds']):.0f}",
        "memory": lambda: in_binary_units(int(r["memory_bytes"])),
        "ranks": lambda: grouped(r["ranks"]),
    }
    return forms[what]()


def perfect_white(d, agent, what):
    """Of the games that White had won when the jumps began, by perfect play against itself: all, or those that the agent
    as White kept against perfect play."""
    perfect = "db:perfect,ab:4"
    wins = {r["white"]: r["white_wins"] for r in d["perfect_play"] if r["black"] == perfect}
    return wins[perfect] if what == "all" else wins[agent]


def perfect_black(d, agent, what):
    """The same of the games that Black had won, by the agent as Black."""
    perfect = "db:perfect,ab:4"
    wins = {r["black"]: r["black_wins"] for r in d["perfect_play"] if r["white"] == perfect}
    return wins[perfect] if what == "all" else wins[agent]


def elo_between(d, how, agent, opponent):
    """By how much an agent is stronger than another on Elo's scale: direct, in pairs.csv, with the interval, or by the fit."""
    if how == "fitted":
        of = {r["agent"]: float(r["elo"]) for r in d["strength"]}
        return f"{of[agent] - of[opponent]:.0f}"
    (r,) = [r for r in d["pairs"] if (r["agent"], r["opponent"], r["board"]) == (agent, opponent, "8x8")]
    return f"{float(r['elo']):.0f} ({float(r['elo_low']):.0f}--{float(r['elo_high']):.0f})"


def elo_interval(d, agent):
    (r,) = [r for r in d["strength"] if r["agent"] == agent]
    return f"{float(r['elo_low']):.0f}--{float(r['elo_high']):.0f}"


def size_of_game(d, key, column):
    """A cell of complexity.csv under the rule corner-centre."""
    (r,) = [r for r in d.of_board("complexity", key) if r["opening"] == "corner-centre"]
    return r[column]


def complexity_option(d, option):
    """What the commands of complexity.csv have for an option, all the same."""
    text = (d.folder / "complexity.csv").read_text(encoding="utf-8")
    (value,) = set(re.findall(rf"^# command: .* --{option} ([0-9]+)", text, re.M))
    return grouped(value)


def branching_apart(d, agent, other):
    """How far apart the mean numbers of legal jumps of two agents are at most, at plies that a hundredth of the games of each
    reach, and ten of them."""
    rows = {}
    for r in d["selfplay_plies"]:
        if (r["rules"], r["board"]) == ("konane", "8x8") and r["black"] in (agent, other):
            rows.setdefault(r["black"], []).append(r)
    means = []
    for of_agent in (rows[agent], rows[other]):
        games = max(int(r["n"]) for r in of_agent)
        means.append({r["ply"]: float(r["mean"]) for r in of_agent if int(r["n"]) >= max(10, games / 100)})
    return f"{math.ceil(10 * max(abs(means[0][ply] - means[1][ply]) for ply in means[0].keys() & means[1].keys())) / 10:.1f}"


def perfect_openings(d, what):
    """Of the openings of perfect_play_openings.csv: all, those that Black has won, the games of each; and how many different
    games, at least and at most, ab:4 has as Black after those that Black has won."""
    rows = opening_rows(d, "db:perfect,ab:4", "db:perfect,ab:4")
    won = {r["opening"] for r in rows if r["black_wins"] == r["games"]}
    different = [int(r["distinct_games"]) for r in opening_rows(d, "ab:4", "db:perfect,ab:4") if r["opening"] in won]
    (games,) = {r["games"] for r in rows}
    kinds = {min(value_tables.images(opening_of_text(r))) for r in rows}
    counts = {"all": len(rows), "kinds": len(kinds), "black": len(won), "games": games}
    return str({**counts, "least": min(different), "most": max(different)}[what])


def largest(d, name):
    """The cells of the largest board of a table."""
    return str(max(solved_tables.cells(r) for r in d[name]))


# How the statements of scripts/conjectures.py begin that the paper counts cases of.
CONJECTURES = {
    "middle": "an opening across the middle line",
    "odd": "from three rows on",
    "rule": "from two rows on the opening rule",
    "three-across": "an opening across the lines of three rows",
    "three-along": "an opening in the middle row of three",
    "three-largest": "the largest opening of 3xn",
    "numbers": "every opening is a number",
    "first": "no opening is won",
}


def conjecture_openings(d, name, what):
    """Of the openings on which a conjecture was checked: how many the paper proves, how many are left, and how many these
    are up to symmetry and exchange of the colours."""
    proved, left = openings_of_conjecture(d, CONJECTURES[name])
    of = {"proved": proved, "left": left, "classes-left": {conjectures.class_of(*opening[:4]) for opening in left}}
    return grouped(str(len(of[what])))


def bytes_ratio(d, key):
    """Bytes of the database that leaves out every second position, of those of the one that has all."""
    size_of = {r["version"]: int(r["bytes"]) for r in d["databases"] if size(r) == key}
    return f"{size_of['2'] / size_of['1']:.2f}"


def measured_ratio(d, file, section, *cells):
    """One measured figure in multiples of another: the beginnings of their rows, and their columns."""
    above, above_column, below, below_column = cells
    rows = d[file]
    ratio = float(paper_sources.measured(rows, section, above, above_column))
    return ratio / float(paper_sources.measured(rows, section, below, below_column))


DERIVED = {
    "version": version,
    "constant": lambda d, name: paper_sources.constant(name),
    "measured": lambda d, file, *place: paper_sources.measured(d[file], *place),
    "measured-ratio": lambda d, *cells: f"{measured_ratio(d, *cells):.{2 if measured_ratio(d, *cells) < 10 else 0}f}",
    "bytes-ratio": bytes_ratio,
    "openings-of-two-rows": lambda d: sum(int(r["rows"]) <= 2 for r in d["integers"]),
    "conjecture": lambda d, name: grouped(str(conjecture(d, CONJECTURES[name])[0])),
    "conjecture-openings": conjecture_openings,
    "commit": commit,
    "confidence": confidence,
    "digest-bits": lambda d: str(4 * len(d["atlas"][0]["digest"])),
    "openings-not-integer": not_integer,
    "integer-share": integer_share,
    "largest-integer": lambda d: str(largest_integer(d)),
    "number-share": number_share,
    "tepid-share": tepid_share,
    "class-share": class_share,
    "pairs-ratio": times_as_many,
    "pairs-in": lambda d, key: scientific(2 << math.prod(map(int, key.split("x")))),
    "rate": rate,
    "computed-rate": computed_rate,
    "interval": interval,
    "confirmed": lambda d, source: str(verdicts(d, source, "confirmed")),
    "refuted": lambda d, source: str(verdicts(d, source, "refuted")),
    "refuted-without-doubt": lambda d, source: str(verdicts(d, source, "refuted", "no")),
    "endgames": endgames,
    "most-pieces": most_pieces,
    "greatest-remoteness": remoteness_of,
    "people-white-share": white_share,
    "games-in-atlas": lambda d: str(len(d["atlas"])),
    "boards-in-atlas": lambda d: str(len({size(r) for r in d["atlas"]})),
    "solved-nodes": lambda d, key: scientific(sum(int(r["nodes"]) for r in d.of_board("solved", key))),
    "proof-positions": lambda d, key: grouped({r["proof_positions"] for r in d.of_board("solved", key)}.pop()),
    "samples": lambda d: grouped(str(len(d["samples"]))),
    "large-class-share": large_class_share,
    "search-law": law_of_search,
    "proven-openings": lambda d: str(len({solved_tables.opening_of(r) for r in d["solved"]})),
    "largest": largest,
    "proven-variants": proven_variants,
    "family-games-played": family_games_played,
    "draws-reach": draws_reach,
    "draw-share": lambda d, agent: f"{100 * draw_share(d, agent):.1f}",
    "compared": compared,
    "bits-a-pair": bits_a_pair,
    "slowest-sweep": slowest_sweep,
    "choice-games": choice_games,
    "kept-proofs": paper_proofs.kept,
    "narrow-games": lambda d: paper_proofs.by_rule(paper_proofs.narrow(d)),
    "either": paper_proofs.either,
    "assumed": assumed,
    "cluster": cluster,
    "perfect-white": perfect_white,
    "perfect-black": perfect_black,
    "elo-interval": elo_interval,
    "elo-between": elo_between,
    "strength-seeds": lambda d: str(sum(name.startswith("elo_seed_") for name in d["strength"][0])),
    "size": lambda d, key, name: rf"\ensuremath{{10^{{{float(size_of_game(d, key, name + '_log10')):.1f}}}}}",
    "size-of": lambda d, key, column: f"{float(size_of_game(d, key, column)):.2f}",
    "plies-of-games": lambda d, key: f"{float(size_of_game(d, key, 'length')):.1f}",
    "complexity-samples": lambda d: size_of_game(d, "8x8", "samples"),
    "complexity-option": complexity_option,
    "branching-apart": branching_apart,
    "perfect-openings": perfect_openings,
    "states-span": states_span,
    "trees-known": lambda d: str(len(trees_known(d))),
    "playouts": lambda d, place: grouped(sorted((r["agent"][5:] for r in d["strength"] if r["agent"].startswith("mcts:")), key=int)[int(place) - 1]),
    "exact-sizes": exact_sizes,
    "denominators": lambda d: str(sum(r["kind"] == "denominator" for r in d["value_firsts"])),
    "tinies": lambda d: str(sum(r["kind"] == "tiny" for r in d["value_firsts"])),
    "distribution": distribution,
    "quantile": lambda d, column: str(int(column[1:])) if column in d["value_distributions"][0] else None,
    "hypotheses": lambda d, family: str(sum(r["family"] == family for r in d["significance"])),
    "significance-level": lambda d: f"{100 * significance.LEVEL:.0f}",
    "largest-in-variants": lambda d: largest(d, "rule_variants"),
    "largest-random-exact": lambda d: largest(d, "random_exact"),
    "variants-count": lambda d: str(len({(r["play"], r["jumps"]) for r in d["rule_variants"]})),
    "variant-games": lambda d: str(len({solved_tables.board_of(r) for r in d["rule_variants"] if int(r["rows"]) >= 2})),
    "variant-openings": variant_openings,
    "variant-openings-changed": variant_changes,
    "random-compared": random_compared,
    "problems-count": lambda d: str(len(d["problems"])),
    "cells": lambda d, key: str(math.prod(map(int, key.split("x")))),
    "endgames-in": lambda d, key, pieces: scientific(float(endgames(d, key, pieces, "positions").replace("{,}", ""))),
    "openings-in-atlas": lambda d: grouped(str(len(d["atlas_openings"]))),
    "largest-in-atlas": lambda d: str(max(int(r["rows"]) * int(r["cols"]) for r in d["atlas"])),
    "largest-valued": lambda d: str(max(int(r["rows"]) * int(r["cols"]) for r in d["values_boards"])),
    "family-games": lambda d: len({r["game"] for r in d["draughts_variants"]}),
    "family-pieces": family_pieces,
    "values-compared": lambda d: str(len(values_and_bounds(d))),
    "patterns": lambda d: str(len(d["families"])),
    "patterns-listed": lambda d: str(sum(map(value_tables.is_listed, d["families"]))),
    "patterns-with-form": lambda d: str(sum(r["closed_form"] != "" for r in d["families"])),
    "families": lambda d: str(sum(name != "" for _, name, *_ in value_tables.FORMS)),
}


# ---- keys of the text --------------------------------------------------------------------------------


@functools.cache
def look_up(d, key):
    """The text of a key, or a KeyError that says what is wrong with it."""
    first, *rest = key.split("/")
    if first in DERIVED:
        try:
            return DERIVED[first](d, *rest)
        except (TypeError, ValueError) as error:
            raise KeyError(f"{key}: {error}") from error
    if first not in KEYS or len(rest) not in (2, 3):
        raise KeyError(f"{key}: neither FILE/ROW/COLUMN[/FORMAT] nor a derived figure")
    found = [r for r in d[first] if KEYS[first](r) == rest[0]]
    if len(found) != 1:
        raise KeyError(f"{key}: {len(found)} rows of {first}.csv are {rest[0]}")
    if rest[1] not in found[0]:
        raise KeyError(f"{key}: {first}.csv has no column {rest[1]}")
    form = rest[2] if len(rest) == 3 else ""
    if form not in FORMATS:
        raise KeyError(f"{key}: there is no format {form}")
    return FORMATS[form](found[0][rest[1]])


@functools.cache
def problems_of_fact(d, name):
    if name not in FACTS:
        return ["unknown"]
    try:
        return [] if FACTS[name](d) else [f"not true of {d.folder}"]
    except (KeyError, ValueError) as error:
        return [f"cannot be computed from {d.folder}: {error.args[0]}"]


def resolve(d, tex):
    """Every key with its text, and what is wrong with the others."""
    values, problems = {}, []
    for key in used(tex, "val"):
        try:
            values[key] = look_up(d, key)
        except KeyError as error:
            problems.append(f"\\val{{{error.args[0]}}}")
    problems += [f"\\fact{{{name}}}: {problem}" for name in used(tex, "fact") for problem in problems_of_fact(d, name)]
    problems += [f"the fact \"{name}\" is not used" for name in FACTS if name not in used(tex, "fact")]
    return values, problems


def main():
    words = [word for word in sys.argv[1:] if word != "--draft"]
    folder, tex, out = (words + ["data", "paper/papamu.tex", "build/paper/numbers.tex"][len(words) :])[:3]
    text = read_tex(tex)
    values, problems = resolve(Data(folder), text)
    for problem in problems:
        print(f"paper_numbers.py: {problem}", file=sys.stderr)
    if problems and "--draft" not in sys.argv:
        sys.exit(1)
    values = {key: values.get(key, "??") for key in used(text, "val")}
    out = pathlib.Path(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    lines = [f"\\expandafter\\def\\csname val@{key}\\endcsname{{{text}}}\n" for key, text in values.items()]
    out.write_text("% Written by scripts/paper_numbers.py.\n" + "".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()

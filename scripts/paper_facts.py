r"""The statements of the paper in words, each with the condition on the data that tests it.

A fact is used by \fact{NAME} in the sentence that it tests; the name says what the sentence says. tests/repository/
contradictions.py has for each fact a change of the data that makes it false.

SPDX-License-Identifier: MIT
"""

import fractions
import math
import re

import conjectures
import paper_proofs
import paper_sources
import solved_tables
import tables
import value_tables
from paper_data import KEYS, conjecture, family_endgames, integer_counts, largest_integer, sided, size, sizes_known, trees_known, values_and_bounds, verdicts
from paper_play import (beats, black_share, centre_better_for_black, chosen, classes_overlap, draw_share, elo_rises, games_of,
                        is_random_alone, not_rejected, opening_of_text, opening_rows, strength)
from solved_tables import RULES, VARIANTS


def won_by_black(d, rule):
    return {sided(r) for r in d["atlas"] if r[rule] == "black"}


def linear_pattern(d):
    """Of 1 x n under the rule `any` Black wins exactly n = 4k + 1 with black corners."""
    return {k for k in won_by_black(d, "any") if k.startswith("1x")} == {f"1x{n}-black" for n in range(5, 37, 4)}


def rules_agree(d, least_rows):
    return all(len({r[c] for c in RULES if r[c]}) == 1 for r in d["atlas"] if int(r["rows"]) >= least_rows)


def of_small_boards(d, name, most_cells):
    """Whether a table has every board of two to so many cells, with no more rows than columns."""
    boards = {(r, c) for r in range(1, most_cells + 1) for c in range(r, most_cells + 1) if 2 <= r * c <= most_cells}
    return boards <= {(int(r["rows"]), int(r["cols"])) for r in d[name]}


def boards_counted(d):
    """Boards whose integers were counted, with black corners, as pairs of rows and columns: at most as many rows."""
    return {(int(r["rows"]), int(r["cols"])) for r in d["integer_counts"] if r["corner"] == "black"}


def share_falls_with_each_line(d):
    """With a row or a column more there are fewer integers among all sets of stones, or still nothing else."""
    boards = boards_counted(d)
    for rows, cols in boards:
        for larger in (tuple(sorted((rows + 1, cols))), (rows, cols + 1)):
            if larger in boards:
                whole, open_, n = integer_counts(d, f"{larger[0]}x{larger[1]}-black")
                before, _, n_before = integer_counts(d, f"{rows}x{cols}-black")
                if not ((whole + open_) * n_before < before * n or (before == n_before and whole == n)):
                    return False
    return True


def share_rises_with_cells(d):
    """Pairs of boards of which the larger has the larger share of integers."""
    share = {}
    for rows, cols in boards_counted(d):
        whole, open_, n = integer_counts(d, f"{rows}x{cols}-black")
        share[rows, cols] = (whole / n, (whole + open_) / n)
    return {(a, b) for a in share for b in share if a[0] * a[1] < b[0] * b[1] and share[a][1] < share[b][0]}


def negated_with_white_corners(d):
    """The bounds of all openings, of every board with an odd number of cells."""
    odd = {size(r) for r in d["integers"] if int(r["rows"]) * int(r["cols"]) % 2}
    bounds = {
        (name, corner): [(int(r["lower"]), int(r["upper"])) for r in d.of_board("integers", f"{name}-{corner}")]
        for name in odd
        for corner in ("black", "white")
    }
    return odd and all(sorted(bounds[name, "black"]) == sorted((-u, -l) for l, u in bounds[name, "white"]) for name in odd)


def refuted(d, doubtful):
    return {size(r) for r in d["comparison"] if r["source"] == "Maastricht" and r["verdict"] == "refuted" and r["doubtful"] == doubtful}


def pairs_agree(d):
    """Whether the classes of the student project's pairs of holes that follow from the winners of openings are those of
    comparison.csv, which a solver found with either player to move."""
    boards = {}
    for r in d["comparison"]:
        if r["source"] == "Maastricht" and int(r["rows"]) <= int(r["cols"]):
            boards.setdefault((int(r["rows"]), int(r["cols"])), []).append(tables.OUTCOMES[r["ours"]])
    return len(boards) > 9 and all(tables.classes_of_pair(d["atlas_openings"], *board) == ours for board, ours in boards.items())


def no_integer_boards(d):
    """Boards with an opening that is not an integer, by cells."""
    return sorted({(int(r["rows"]) * int(r["cols"]), size(r)) for r in d["integers"] if not r["value"]})


def theorem_of_rows(r):
    """What the theorem of one and two rows says of an opening; None if it says nothing."""
    return conjectures.value_on_rows(int(r["rows"]), int(r["cols"]), r["black_removes"], r["white_removes"])


def conjecture_holds(d, beginning):
    """Whether the tables have no counterexample to the statement that begins so."""
    return conjecture(d, beginning)[1] is None


# Games of the draughts family whose kings fly and land anywhere, and whose kings move by one step.
FLYING = ("russian", "brazilian", "international", "pool", "spanish", "portuguese", "czech")
SHORT = ("italian", "american")

# A tiny value of a positive number, perhaps with a multiple of up and a nimber: tiny(1/2v3*).
TINY_OF_NUMBER = re.compile(r"tiny\([1-9][0-9]*(/[0-9]+)?((\^+|v+)[0-9]*)?(\*[0-9]*)?\)")


def rules_all_won_by(d, key, color):
    (r,) = d.of_board("large_boards", key)
    return {r[rule] for rule in RULES} == {color}


def search_agrees(d, key):
    """Every opening of the board was searched, and has the winner that the sweep found."""
    swept, searched = (
        {(r["black_removes"], r["white_removes"], r["winner"]) for r in d.of_board(file, key)}
        for file in ("large_openings", "solved")
    )
    return swept == searched


def winners_of_proofs(d, rule=None):
    """Who wins each game that was searched, {board: winner}; of one rule or of any."""
    return {
        sided(openings[0]): solved_tables.winner_of_game(openings)
        for key, openings in solved_tables.games(d["solved"]).items()
        if rule in (None, key[3])
    }


def rules_of_proofs(d):
    return sorted({r["rule"] for r in d["solved"]})


def all_won(winners, *boards):
    """Whether Black wins these boards and White all others."""
    return {b for b, w in winners.items() if w == "black"} == set(boards) and set(winners.values()) == {"black", "white"}


def is_odd_by_odd(r):
    return int(r["rows"]) >= 5 and int(r["rows"]) % 2 == int(r["cols"]) % 2 == 1 and r["corner"] == "black"


def black_wins_the_odd(d):
    """Of all boards of two rows or more, those that Black wins are those with odd sides of five or more, black corners."""
    won = {sided(r): r[rule] == "black" for r in d["atlas"] for rule in RULES if int(r["rows"]) >= 2 and r[rule]}
    won |= {board: winner == "black" for board, winner in winners_of_proofs(d).items()}
    odd = {sided(r) for r in d["atlas"] + d["solved"] if is_odd_by_odd(r)}
    return len(odd) >= 4 and {board for board, is_black in won.items() if is_black} == odd


def of_variant(d, play, jumps):
    return [r for r in d["rule_variants"] if (r["play"], r["jumps"]) == (play, jumps)]


def black_wins(rows, least_rows):
    return {sided(r) for r in rows if r["any"] == "black" and int(r["rows"]) >= least_rows}


def usual_winners(d):
    return {solved_tables.board_of(r): {rule: r[rule] for rule in RULES} for r in d["atlas"]}


def different_values(d, *boards):
    return [int(r["different_values"]) for board in boards for r in d.of_board("values_boards", board)]


def open_values(d):
    """Rows of openings that are not integers."""
    return [r for r in d["opening_values"] if "/" in r["value"] or not r["value"]]


def kind_of_pattern(r):
    """What a pattern without a closed form is, or a kind of which none has one; None of others with one."""
    lengths = [int(r[c]) for c in "abc" if r[c]]
    even = [n % 2 == 0 for n in lengths]
    if r["family"] != "three_lines":
        return None if r["closed_form"] else r["family"]
    if even in ([True, True, False], [False, True, True]):
        return None if r["closed_form"] else "some with two even lines beside each other"
    if sum(even) >= 2:
        return "a form" if r["closed_form"] else "all else of two or three even lines"
    if sum(even) == 1 and sorted(lengths)[:2] == [1, 1] and not even[1]:
        return "a form" if r["closed_form"] else "two single stones and an even line"
    return None if r["closed_form"] else "other lines"


def forms_that_are_not_listed_are_known(d):
    """Patterns with a form that the table of families has no line for: triples whose mirror image it has, with the same
    value or its negative, the triple 1, 2, 1, and tails and stairs of at most five."""
    triples = {(r["a"], r["b"], r["c"]): r["value"] for r in d["families"] if r["family"] == "three_lines"}
    for r in d["families"]:
        if r["closed_form"] and not value_tables.is_listed(r):
            if (r["a"], r["b"], r["c"], r["value"]) == ("1", "2", "1", "*2"):
                continue
            if r["family"] == "three_lines":
                values = r["value"], triples[r["c"], r["b"], r["a"]]
                if not value_tables.is_listed(r, backwards=True) or len({value.lstrip("-") for value in values}) > 1:
                    return False
            elif int(r["a"]) > 5 or r["family"] not in ("tail", "offset_tail_1", "offset_tail_2", "stair"):
                return False
    return True


def search_cost(d, board, column):
    (r,) = d.of_board("search_nodes", board)
    return int(r[column])


def firsts(d, kind):
    """On which board each value of a kind occurs first."""
    return {r["value"]: size(r) for r in d["value_firsts"] if r["kind"] == kind}


def pairs_computed(d, board):
    (r,) = d.of_board("plans", board)
    return int(r["pairs_computed"])


def sixfold(d):
    """Processor time of 6x7 from disk, in multiples of what its pairs would take at the rate of 6x6 in memory."""
    rows, where, column = d["speed"], "Rows in a scratch folder", "processor time"
    large, small = (float(paper_sources.measured(rows, where, what, column)) for what in ("6x7", "6x6, in memory"))
    assert large == float(d.of_board("large_boards", "6x7")[0]["processor_seconds"])
    return large / small * pairs_computed(d, "6x6") / pairs_computed(d, "6x7")


def bytes_by_version(d, least_cells):
    """Pairs of bytes, of version 1 and 2, of boards of at least so many cells; of 6x6 those of compression.md."""
    files = {(size(r), r["version"]): int(r["bytes"]) for r in d["databases"] if solved_tables.cells(r) >= least_cells}
    pairs = [(files[board, "1"], files[board, "2"]) for board, version in files if version == "1"]
    return pairs + [tuple(of_6x6(d, "file"))]


def of_6x6(d, what):
    """What compression.md says that a database of 6x6 has by version 1 and 2 of the format."""
    rows, where = d["compression"], "Every second position"
    return [float(paper_sources.measured(rows, where, what, f"6x6, version {version}")) for version in "12"]


def bits_are_of_kept_rows(d):
    """Whether sweep.csv has the bits of a file for each value of the rows that are kept: twice as many as version 2 stores."""
    stored = {size(r): 2 * int(r["values"]) for r in d["databases"] if r["version"] == "2"}
    both = [r for r in d["sweep"] if size(r) in stored]
    return len(both) > 4 and all(
        abs(8 * int(r["database_bytes"]) / stored[size(r)] - float(r["bits_per_value"])) < 1e-4 for r in both
    )


def winners_by_rule(d, play, jumps, board):
    (r,) = [r for r in of_variant(d, play, jumps) if sided(r) == board]
    return {rule: r[rule] for rule in RULES if r[rule]}


def games_changed_by(d, play, jumps, than):
    """Games of two rows or more with another winner than under other jumps, under some opening rule."""
    before = {sided(r): r for r in of_variant(d, play, than)}
    rows = [r for r in of_variant(d, play, jumps) if int(r["rows"]) >= 2]
    return {sided(r) for r in rows if any(r[rule] != before[sided(r)][rule] for rule in RULES)}


def rules_counted(d):
    """Of each board whose positions were counted beside the bounds, the opening rules."""
    rules = {}
    for _, r in sizes_known(d):
        rules.setdefault(size(r), []).append(r["opening"])
    return rules


def cluster_gains(d):
    """Of each board and each two neighbouring numbers of nodes: how many times as many, and as fast, beyond one node."""
    plans = {}
    for r in d["cluster_plans"]:
        if int(r["ranks"]) > 1:
            plans.setdefault(size(r), []).append((int(r["ranks"]), float(r["estimated_seconds"])))
    pairs = [pair for rows in plans.values() for pair in zip(sorted(rows), sorted(rows)[1:])]
    return [(more / few, long / short) for (few, long), (more, short) in pairs]


def growth(d, column, board, larger):
    """How many times as much the larger board takes, by sweep.csv."""
    (before,), (after,) = d.of_board("sweep", board), d.of_board("sweep", larger)
    return float(after[column]) / float(before[column])


FACTS = {
    "time and database grow more slowly than the pairs from 3x3 to 6x6": lambda d: all(
        growth(d, column, "3x3", "6x6") < growth(d, "pairs", "3x3", "6x6") for column in ("processor_seconds", "database_bytes")
    ),
    "the database grows faster than the pairs from 5x5 to 5x6": lambda d: growth(d, "database_bytes", "5x5", "5x6")
    > growth(d, "pairs", "5x5", "5x6"),
    "all proofs of the table are by the usual rules": lambda d: len(paper_proofs.usual(d)) == len(d["solved"]) > 0,
    "self-play of draughts has the usual rule of draws": lambda d: not any(
        "--draw-rule" in command for command in games_of(d, "draughts_variants_play", "draughts_selfplay")
    ),
    "games of the draughts family begin at the start without random moves": lambda d: not any(
        word in command for command in games_of(d, "draughts_variants_play") for word in ("--random-plies", "--positions")
    ),
    "self-play of Italian draughts has four random moves but for random": lambda d: all(
        " --game italian " in command and is_random_alone(command) != (" --random-plies 4 " in command)
        for command in games_of(d, "draughts_selfplay")
    ),
    "on 8x8 openings take turns, with four random moves but for random against itself": lambda d: all(
        command.endswith(" 8x8") and " --each-opening " in command and is_random_alone(command) != (" --random-plies 4 " in command)
        for command in games_of(d, "selfplay", "selfplay_classes", "selfplay_plies", "pairs", "strength")
    ),
    "on 6x6 openings take turns, without random moves": lambda d: all(
        command.endswith(" 6x6") and " --each-opening " in command and "--random-plies" not in command
        for command in games_of(d, "perfect_play", "perfect_play_openings")
    ),
    "on boards of many sizes random play draws the removals": lambda d: not any(
        word in command for command in games_of(d, "boards") for word in ("--each-opening", "--black", "--white", "--random-plies")
    ),
    "Maastricht has three to six rows and columns, and three to five rows of seven": lambda d: {
        (int(r["rows"]), int(r["cols"])) for r in d["published"] if r["source"] == "Maastricht"
    }
    == {(rows, cols) for rows in range(3, 7) for cols in range(3, 8) if (rows, cols) != (6, 7)},
    "every board of two rows or more up to 25 cells is valued": lambda d: {size(r) for r in d["values_boards"]}
    == {f"{rows}x{cols}" for rows in range(2, 6) for cols in range(rows, 13) if rows * cols <= 25},
    "tiny values are of a number with ups and nimbers": lambda d: all(
        TINY_OF_NUMBER.fullmatch(value) for value in firsts(d, "tiny")
    ),
    "the openings that Black has won on 6x6 are images of each other": lambda d: len(
        {
            min(value_tables.images(opening_of_text(r)))
            for r in opening_rows(d, "db:perfect,ab:4", "db:perfect,ab:4")
            if r["black_wins"] == r["games"]
        }
    )
    == 1,
    "ab:4 as Black kept every game that Black had won": lambda d: {
        r["games"] == r["black_wins"]
        for r in opening_rows(d, "ab:4", "db:perfect,ab:4")
        for perfect in opening_rows(d, "db:perfect,ab:4", "db:perfect,ab:4")
        if r["opening"] == perfect["opening"] and perfect["black_wins"] == perfect["games"]
    }
    == {True},
    "what ab:6 kept as White it kept after one opening": lambda d: len(
        [r for r in opening_rows(d, "db:perfect,ab:4", "ab:6") if int(r["white_wins"]) > 0]
    )
    == 1,
    "in every cluster plan the network takes longer than the work": lambda d: all(
        float(r["fetching_seconds"]) > float(r["work_seconds"]) for r in d["cluster_plans"] if int(r["ranks"]) > 1
    ),
    "with more nodes each board takes less time, but not in proportion": lambda d: len(cluster_gains(d)) > 0
    and all(1 < faster < nodes for nodes, faster in cluster_gains(d)),
    "files of half of the positions are smaller from 24 cells on": lambda d: len(bytes_by_version(d, 24)) > 3
    and all(half < whole for whole, half in bytes_by_version(d, 24)),
    "both versions of a database have the digest of the atlas": lambda d: all(
        r["digest"] in {a["digest"] for a in d["atlas"] if size(a) == size(r)} for r in d["databases"]
    )
    and {r["version"] for r in d["databases"]} == {"1", "2"},
    "exact counts of positions are within the bounds": lambda d: all(
        float(r["states_low"]) <= math.log10(n) <= float(r["states_high"]) for n, r in sizes_known(d)
    )
    and len(sizes_known(d)) > 0
    and all(sorted(rules) == ["any", "corner-centre"] for rules in rules_counted(d).values()),
    "games drawn uniformly are longer than random play": lambda d: {
        float(r["length_low"]) > float(black["jumps"]) + 2
        for r in d.of_board("complexity", "8x8")
        for black in d["selfplay"]
        if r["opening"] == "corner-centre" and KEYS["selfplay"](black) == "random"
    }
    == {True},
    "three nimbers, first on 1x4, 1x8 and 1x13": lambda d: firsts(d, "nimber") == {"*": "1x4", "*2": "1x8", "*3": "1x13"},
    "the denominator 2^k occurs first on 1x(2k+3)": lambda d: len(firsts(d, "denominator")) > 1
    and firsts(d, "denominator") == {str(2**k): f"1x{2 * k + 3}" for k in range(1, len(firsts(d, "denominator")) + 1)},
    "tiny values occur from 3x4 on, on three rows and more": lambda d: min(
        (int(r["rows"]) * int(r["cols"]), size(r)) for r in d["value_firsts"] if r["kind"] == "tiny"
    )
    == (12, "3x4")
    and all(int(r["rows"]) >= 3 for r in d["value_firsts"] if r["kind"] == "tiny"),
    "the median temperature of 4x6 and 5x5 is 0": lambda d: {
        r["median"] for r in d["value_distributions"] if size(r) in ("4x6", "5x5") and r["quantity"] == "temperature"
    }
    == {"0"},
    "Holm rejects all but the classes of ab:2 and ab:6": lambda d: not_rejected(d) == {("classes", "ab:2"), ("classes", "ab:6")},
    "from two rows on black wins only 5x5 and 5x7 with black corners": lambda d: {
        sided(r) for r in d["atlas"] for rule in RULES if int(r["rows"]) >= 2 and r[rule] == "black"
    }
    == {"5x5-black", "5x7-black"},
    "of the boards proven under corner-centre black wins 7x7 and 5x9 alone": lambda d: all_won(
        winners_of_proofs(d, "corner-centre"), "7x7-black", "5x9-black"
    ),
    "of all boards proven black wins 7x7 and 5x9 with black corners alone": lambda d: all_won(
        winners_of_proofs(d), "7x7-black", "5x9-black"
    ),
    "7x7 with white corners was decided under near-centre alone, for White": lambda d: [
        (rule, winners_of_proofs(d, rule)["7x7-white"]) for rule in rules_of_proofs(d) if "7x7-white" in winners_of_proofs(d, rule)
    ]
    == [("near-centre", "white")],
    "5x9 and 3x13 with white corners are not decided": lambda d: not {"5x9-white", "3x13-white"} & winners_of_proofs(d).keys()
    and {"5x9-black", "3x13-black"} <= winners_of_proofs(d).keys(),
    "black wins every opening of 7x7 and 5x9 under corner-centre": lambda d: all(
        {(r["winner"], r["rule"]) for r in d.of_board("solved", key)} == {("black", "corner-centre")}
        and len(d.of_board("solved", key)) == 12
        for key in ("7x7-black", "5x9-black")
    ),
    "black wins the boards with odd sides from five on and black corners alone": black_wins_the_odd,
    "5x9 is easier than 5x8 and 4x11 than 4x10": lambda d: all(
        search_cost(d, a, column) < search_cost(d, b, column)
        for a, b in (("5x9", "5x8"), ("4x11", "4x10"))
        for column in ("hardest", "all")
    ),
    "every proof that is kept is one of a game of the table": lambda d: len(d["proofs"]) > 0
    and all(len(games) == 1 for games in paper_proofs.kept_games(d)),
    "some boards were decided under narrow rules alone, for White": lambda d: 0 < len(paper_proofs.narrow(d)) < len(winners_of_proofs(d)) - 2,
    "a database has so many bits for each value of its rows": bits_are_of_kept_rows,
    "answers of the smaller file are slower in the mean and faster in the median": lambda d: of_6x6(d, "random probe past")[0]
    < of_6x6(d, "random probe past")[1]
    and of_6x6(d, "the same, median")[0] > of_6x6(d, "the same, median")[1],
    "random play was computed on all boards of three rows and more up to 25 cells": lambda d: {
        (r["rows"], r["cols"], r["corner"]) for r in d["random_exact"]
    }
    == {(str(r), str(c), "black") for r in range(3, 6) for c in range(r, 9) if r * c <= 25},
    "the law has the hardest openings of the proofs": lambda d: {
        size(r): int(r["hardest"]) for r in d["search_nodes"] if solved_tables.cells(r) > 36
    }
    == paper_proofs.hardest_of_law(d)
    and {size(r) for r in d["search_nodes"] if solved_tables.cells(r) <= 36}
    == {f"{r}x{c}" for r in range(4, 7) for c in range(r, 10) if 16 < r * c <= 36},
    "7x8 and 8x8 are not decided": lambda d: not {"7x8", "8x8"} & winners_of_proofs(d).keys(),
    "the census of 6x7 counts every set of stones": lambda d: sum(
        int(r[c]) for r in d.of_board("large_census", "6x7") for c in solved_tables.CLASSES
    )
    == 1 << 42,
    "on 6x6 as many sets of stones are Black's as White's, in every variant": lambda d: [
        r["black"] == r["white"] for r in d["rule_variants"] if size(r) == "6x6"
    ]
    == [True] * 5,
    "more plies are stronger, and mcts:1600 is slower and weaker than ab:4": lambda d: elo_rises(d, "greedy", "ab:2", "ab:4", "ab:6", "ab:8")
    and elo_rises(d, "mcts:1600", "ab:4")
    and strength(d, "mcts:1600", "processor_ms") > strength(d, "ab:4", "processor_ms")
    and max((r for r in d["strength"] if r["agent"].startswith("mcts:")), key=lambda r: int(r["agent"][5:]))["agent"] == "mcts:1600",
    "longest jumps change no board": lambda d: all(
        {rule: r[rule] for rule in RULES} == usual_winners(d)[solved_tables.board_of(r)] for r in of_variant(d, "normal", "longest")
    ),
    "single jumps let Black win 1x6": lambda d: "1x6" in black_wins(of_variant(d, "normal", "single"), 1) - black_wins(d["atlas"], 1),
    "single jumps let Black win 5x6 and 6x6 alone": lambda d: black_wins(of_variant(d, "normal", "single"), 2) - black_wins(d["atlas"], 2)
    == {"5x6", "6x6"},
    "in misere play Black wins every board of two rows, in normal play none": lambda d: {
        r["any"] for r in of_variant(d, "misere", "any") if r["rows"] == "2"
    }
    == {"black"}
    and {r["any"] for r in d["atlas"] if r["rows"] == "2"} == {"white"},
    "in misere play White wins every board of four rows or more": lambda d: not black_wins(of_variant(d, "misere", "any"), 4),
    "with single jumps misere play gives Black 4x5 alone, but not under centre": lambda d: black_wins(of_variant(d, "misere", "single"), 4)
    == {"4x5"}
    and {rule for rule, winner in winners_by_rule(d, "misere", "single", "4x5").items() if winner == "white"} == {"centre"},
    "longest jumps change 2x7, 2x11, 2x15 and 5x7 in misere play": lambda d: games_changed_by(d, "misere", "longest", "any")
    == {"2x7", "2x11", "2x15", "5x7-white"}
    and {winners_by_rule(d, "misere", "longest", f"2x{n}")["centre"] for n in (7, 11, 15)} == {"black"}
    and all(winners_by_rule(d, "misere", "longest", f"2x{n}")["any"] == "black" for n in (7, 11, 15)),
    "with longest jumps misere play gives Black 5x7 with white corners alone, under every rule": lambda d: black_wins(
        of_variant(d, "misere", "longest"), 4
    )
    == {"5x7-white"}
    and {r[rule] for r in of_variant(d, "misere", "longest") if sided(r) == "5x7-white" for rule in RULES if r[rule]} == {"black"},
    "every variant was solved on all games of the atlas, one row of 36 with single jumps alone": lambda d: all(
        {sided(r) for r in d["atlas"]} - {sided(r) for r in of_variant(d, play, jumps)} == (set() if jumps == "single" else {"1x36"})
        for play, jumps, _ in VARIANTS[1:]
    ),
    "longest jumps explain none of the refuted entries": lambda d: {
        r["longest"] for r in d["comparison"] if r["source"] == "Maastricht" and r["verdict"] == "refuted"
    }
    == {"second"},
    "on 6x6 as many sets of stones are Black's as White's": lambda d: all(r["black"] == r["white"] for r in d.of_board("atlas", "6x6")),
    "of 24 cells, more rows give more values": lambda d: different_values(d, "4x6", "3x8", "2x12")
    == sorted(set(different_values(d, "4x6", "3x8", "2x12")), reverse=True),
    "openings that are not integers are halves and quarters": lambda d: {
        r["value"].split("/")[-1] for r in open_values(d)
    }
    == {"2", "4"},
    "openings that are not integers lie between consecutive integers": lambda d: all(
        int(r["upper"]) == int(r["lower"]) + 1 for r in open_values(d)
    ),
    "every closed form agrees with the computed value": lambda d: all(
        r["value"] == r["closed_form"] for r in d["families"] if r["closed_form"]
    ),
    "patterns without a closed form are triples with two even lines, or of two single stones and an even line": lambda d: {
        kind for kind in map(kind_of_pattern, d["families"]) if kind
    }
    == {"some with two even lines beside each other", "all else of two or three even lines", "two single stones and an even line"},
    "other patterns with a form are listed ones read backwards, and short tails and stairs": forms_that_are_not_listed_are_known,
    "values by canonical forms agree with the sweep of integers": lambda d: all(
        value == str(lower) if lower == upper else lower < fractions.Fraction(value) < upper
        for value, lower, upper in values_and_bounds(d)
    ),
    "in every problem the greedy jump loses": lambda d: {r["greedy_loses"] for r in d["problems"]} == {"yes"},
    "White wins 6x7 under every rule": lambda d: rules_all_won_by(d, "6x7", "white"),
    "searches of 6x7 agree with the sweep": lambda d: search_agrees(d, "6x7"),
    "the census of 6x7 is symmetric": lambda d: all(r["black"] == r["white"] for r in d.of_board("large_census", "6x7")),
    "black wins only 1 x (4k+1), 5x5 and 5x7 with black corners": lambda d: linear_pattern(d)
    and won_by_black(d, "any") - {k for k in won_by_black(d, "any") if k.startswith("1x")} == {"5x5-black", "5x7-black"},
    "from two rows on the rule does not matter": lambda d: rules_agree(d, 2),
    "on one row the rule matters": lambda d: rules_agree(d, 2) and not rules_agree(d, 1),
    "the atlas has every board of up to 36 cells, odd ones with both corners": lambda d: of_small_boards(d, "atlas", 36)
    and len({sided(r) for r in d["atlas"]}) == len(d["atlas"]) == sum(1 + (int(r["rows"]) * int(r["cols"]) % 2) for r in d["atlas"] if r["corner"] == "black"),
    "black wins some opening of every board from 4x4": lambda d: all(
        int(r["openings_black"]) > 0 for r in d["atlas"] if int(r["rows"]) >= 4
    ),
    "3x8 is the smallest board with an opening that is no integer": lambda d: no_integer_boards(d)[:1] == [(24, "3x8")]
    and no_integer_boards(d)[1][0] > 24
    and of_small_boards(d, "integers", 24),
    "openings of one and two rows are worth what the theorem says": lambda d: all(
        r["value"] == str(theorem_of_rows(r)) for r in d["integers"] if int(r["rows"]) <= 2
    ),
    "openings in the middle are worth 0": lambda d: conjecture_holds(d, "an opening across the middle line"),
    "the rule does not change who wins, 6x7 included": lambda d: conjecture_holds(d, "from two rows on the opening rule"),
    "the largest openings of three rows are n div 2 - 1": lambda d: conjecture_holds(d, "the largest opening of 3xn"),
    "Black wins one row if it is 4k+1 long and his": lambda d: conjecture_holds(d, "Black wins 1xn"),
    "openings across three rows are worth 0": lambda d: conjecture_holds(d, "an opening across the lines of three rows"),
    "the middle row of three is worth what one row is": lambda d: conjecture_holds(d, "an opening in the middle row of three"),
    "from three rows on Black wins odd boards from five with his corners": lambda d: conjecture_holds(d, "from three rows on"),
    "exact counts of games and nodes are within the intervals": lambda d: len(trees_known(d)) > 3
    and all(
        float(r[f"{name}_low"]) <= math.log10(exact[name]) <= float(r[f"{name}_high"])
        for exact, r in trees_known(d)
        for name in ("games", "nodes")
    ),
    "half of the time with rows on disk is packing, a fifth combining": lambda d: {
        (r["what"], r["share"]) for r in d["speed"] if r["section"] == "Rows in a scratch folder" and "share" in r
    }
    >= {("packing and unpacking, by zstd", "half"), ("combining rows", "a fifth"), ("counting", "a tenth")},
    "6x7 from disk takes several times what its pairs do in memory": lambda d: sixfold(d) > 4,
    "no opening is won by whoever moves first": lambda d: conjecture_holds(d, "no opening is won"),
    "every opening valued is a number": lambda d: conjecture_holds(d, "every opening is a number"),
    "no position is left open as to whether it is an integer": lambda d: "beyond" not in {r["value"] for r in d["integer_counts"]},
    "the largest integer of any position is on 5x7": lambda d: [
        size(r) for r in d["integer_counts"] if r["value"] and abs(int(r["value"])) == largest_integer(d)
    ]
    == ["5x7"] * 2,
    "all openings of one and two rows are integers": lambda d: all(r["value"] for r in d["integers"] if int(r["rows"]) <= 2),
    "integers become rarer with each row or column": share_falls_with_each_line,
    "3x7 has a larger share of integers than 4x5": lambda d: ((4, 5), (3, 7)) in share_rises_with_cells(d),
    "openings are within 2": lambda d: all(-2 <= int(r["lower"]) and int(r["upper"]) <= 2 for r in d["integers"] if int(r["rows"]) >= 4),
    "the fractional openings of 5x5 are worth one half": lambda d: {
        r["value"] for r in d.of_board("opening_values", "5x5-black") if r["lower"] != r["upper"]
    }
    == {"-1/2"},
    "flying kings draw more": lambda d: min(family_endgames(d, game, "8x8")[2] for game in FLYING)
    > max(family_endgames(d, game, "8x8")[2] for game in SHORT),
    "thai draws least": lambda d: all(
        family_endgames(d, "thai", "8x8")[2] < family_endgames(d, game, "8x8")[2] for game in (*FLYING, *SHORT)
    ),
    "the start of 4x4 is drawn in the whole family": lambda d: {r["winner"] for r in d["draughts_variants_starts"] if r["board"] == "4x4"}
    == {"draw"},
    "international is played on 10x10, the other games of the family on 8x8": lambda d: all(
        r["board"] == ("10x10" if r["rules"] == "international" else "8x8") for r in d["draughts_variants_play"]
    ),
    "same rules, same counts": lambda d: all(
        family_endgames(d, a, "8x8") == family_endgames(d, b, "8x8")
        for a, b in (("international", "brazilian"), ("spanish", "portuguese"))
    ),
    "deeper search draws more in draughts": lambda d: draw_share(d, "ab:4") > draw_share(d, "ab:2") > draw_share(d, "random"),
    "with white corners openings are negated": negated_with_white_corners,
    "Norvig confirmed": lambda d: verdicts(d, "Norvig", "refuted") == 0 and verdicts(d, "Norvig", "confirmed") == 6,
    "GamesmanClassic confirmed": lambda d: verdicts(d, "GamesmanClassic", "refuted") == 0 and verdicts(d, "GamesmanClassic", "confirmed") == 3,
    "all refuted are second-player wins": lambda d: {
        r["ours"] for r in d["comparison"] if r["source"] == "Maastricht" and r["verdict"] == "refuted"
    }
    == {"second"},
    "on 6x7 the pair of holes is a second-player win": lambda d: pairs_agree(d)
    and tables.classes_of_pair(d["large_openings"], 6, 7) == ["P", "P"],
    "refuted without doubt are 5x6 and 6x6": lambda d: refuted(d, "no") == {"5x6", "6x6"},
    "refuted with doubt are 4x7 and 5x3": lambda d: refuted(d, "yes") == {"4x7", "5x3"},
    "corner colour does not change digests": lambda d: all(
        len({r["digest"] for r in d["atlas"] if size(r) == name}) == 1 for name in {size(r) for r in d["atlas"]}
    )
    and {r["corner"] for r in d["atlas"]} == {"black", "white"},
    "random play favours White on 8x8": lambda d: black_share(d, "random")[1] < 0.5,
    "corner openings favour White more": lambda d: centre_better_for_black(d, "random"),
    "White is ahead after openings of either class": lambda d: all(
        float(r["black_share_high"]) < 0.5 for r in d["selfplay_classes"]
    ),
    "greedy, ab:4 and mcts:200 favour White more from corners": lambda d: all(
        centre_better_for_black(d, agent) for agent in ("greedy", "ab:4", "mcts:200")
    ),
    "ab:2 and ab:6 leave the class open": lambda d: all(classes_overlap(d, agent) for agent in ("ab:2", "ab:6")),
    "greedy and ab:2 open in the centre, ab:4 and ab:6 in corners": lambda d: all(
        chosen(d, agent) == {kind} for agent, kind in (("greedy", "centre"), ("ab:2", "centre"), ("ab:4", "corner"), ("ab:6", "corner"))
    ),
    "ab:6 > ab:4 > ab:2 > greedy > random": lambda d: all(
        beats(d, a, b) for a, b in (("ab:6", "ab:4"), ("ab:4", "ab:2"), ("ab:2", "greedy"), ("greedy", "random"))
    ),
    "people's games favour White": lambda d: all(int(r["white_wins"]) > int(r["black_wins"]) for r in d["external"]),
    "4x4 and 6x6 draughts are drawn from the start": lambda d: {
        (size(r), r["winner"]) for r in d["draughts_first_moves"] if not r["move"]
    }
    == {("4x4", "draw"), ("6x6", "draw")},
}


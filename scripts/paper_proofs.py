r"""What the paper says in words of the games that search has decided, made from the tables: which proofs are kept, which
games were decided under a narrow opening rule alone, and of which programs the rows are.

SPDX-License-Identifier: MIT
"""

import re

import solved_tables
from paper_data import sided, size


def listed(names):
    """a, b and c."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def in_words(boards):
    """Boards as KEYS has them, {key: shown}, with the corner colour where it is white."""
    return [rf"\board{{{key.partition('-')[0]}}}" + (" with white corners" if key.endswith("-white") else "") for key in boards]


def by_rule(games):
    """Games as (board, rule), in words: of each rule its boards, in order of cells, the rule with most boards first."""
    rules = {}
    for board, rule in sorted(games, key=lambda g: [cells_of(g[0]), g[0]]):
        rules.setdefault(rule, []).append(board)
    ordered = sorted(rules.items(), key=lambda item: (-len(item[1]), item[0]))
    return listed([rf"{listed(in_words(boards))} under \emph{{{rule}}}" for rule, boards in ordered])


def cells_of(board):
    rows, cols = board.partition("-")[0].split("x")
    return int(rows) * int(cols)


def usual(d):
    """The rows of solved.csv about the usual rules."""
    return [r for r in d["solved"] if (r.get("play", "normal"), r.get("jumps", "any")) == ("normal", "any")]


def kept_games(d):
    """Of each file of the folder of proofs the games, as (board, rule), whose proof has its bytes; the name of a file begins
    with the board."""
    games = solved_tables.games(usual(d)).items()
    return [
        {
            (sided(rows[0]), rule)
            for (*_, rule), rows in games
            if re.match(rf"{size(rows[0])}\b", file["file"]) and rows[0]["proof_bytes"] == file["bytes"]
        }
        for file in d["proofs"]
    ]


def kept(d, what):
    """The proofs that are kept: of which games, in words, or the bytes of the largest."""
    if what == "bytes":
        return f"{max(int(file['bytes']) for file in d['proofs']) / 1e6:.1f}"
    return by_rule({game for games in kept_games(d) for game in games})


def narrow(d):
    """Games that White wins, as (board, rule), of boards of which no search and no sweep decided the rule any."""
    games = solved_tables.games(usual(d))
    wide = {key[:3] for key in games if key[3] == "any"} | {solved_tables.board_of(r) for r in d["large_boards"]}
    return {
        (sided(rows[0]), key[3])
        for key, rows in games.items()
        if key[:3] not in wide and solved_tables.winner_of_game(rows) == "white"
    }


def made_without_weights(rows):
    """Whether some of these rows of solved.csv, or all of them, are of programs without learnt weights."""
    marks = [r["commit"] in solved_tables.WITHOUT_WEIGHTS for r in rows]
    return any(marks), all(marks)


def points_of_law(d):
    """The rows that search_nodes.csv takes from solved.csv, as scripts/search_law.py does."""
    return [r for r in usual(d) if (r["rule"], r["corner"]) == ("corner-centre", "black") and int(r["rows"]) >= 4]


def hardest_of_law(d):
    """Of the boards of these the positions expanded for the hardest opening."""
    hardest = {}
    for r in points_of_law(d):
        hardest[size(r)] = max(hardest.get(size(r), 0), int(r["nodes"]))
    return hardest


# What a sentence may depend on, so that it is true of whichever programs made the rows.
CONDITIONS = {
    "rows without weights": lambda d: made_without_weights(d["solved"])[0],
    "large points without weights": lambda d: made_without_weights(points_of_law(d))[1],
}


def either(d, condition, if_true, if_false):
    """One of two texts."""
    return if_true if CONDITIONS[condition](d) else if_false

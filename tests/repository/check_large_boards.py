"""Hold data/large_*.csv against what must be, and against what was found in other ways. Run by large_boards.bats.

SPDX-License-Identifier: MIT
"""

import csv
import math
import sys

CLASSES = ["next_player", "previous_player", "black", "white"]


def table(name):
    with open(f"data/{name}", encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def of_board(rows, board):
    return [row for row in rows if all(row[name] == board[name] for name in ("rows", "cols", "corner"))]



def check_census(board, census, cells):
    assert [int(row["stones"]) for row in census] == list(range(cells + 1))
    for row in census:
        assert sum(int(row[name]) for name in CLASSES) == math.comb(cells, int(row["stones"])), row
    for name in CLASSES:
        assert sum(int(row[name]) for row in census) == int(board[name]), name
    # A reflection of a board with an even side exchanges the colours.
    assert all(row["black"] == row["white"] for row in census)


def winner_of(openings, rule):
    """Black wins if one of his removals wins against every answer."""
    black = {}
    for row in openings:
        if rule in row["rules"].split():
            black.setdefault(row["black_removes"], []).append(row["winner"] == "black")
    return "black" if any(map(all, black.values())) else "white"


def check_openings(board, openings):
    assert len(openings) == int(board["openings"])
    assert sum(row["winner"] == "black" for row in openings) == int(board["openings_black"])
    for column, rule in [("corner_centre", "corner-centre"), ("corner_rule", "corner"), ("centre", "centre"),
                         ("near_centre", "near-centre"), ("any", "any")]:
        assert board[column] == winner_of(openings, rule), rule


def check_solved(openings, solved):
    """The search found the same winners."""
    winner = {(row["black_removes"], row["white_removes"]): row["winner"] for row in openings}
    for row in solved:
        assert winner[row["black_removes"], row["white_removes"]] == row["winner"], row
    return len({(row["black_removes"], row["white_removes"]) for row in solved})


def main():
    boards, openings, census, solved = map(table, ["large_boards.csv", "large_openings.csv", "large_census.csv",
                                                  "solved.csv"])
    assert boards
    n_solved = 0
    for board in boards:
        rows, cols = int(board["rows"]), int(board["cols"])
        assert rows % 2 == 0 or cols % 2 == 0
        check_census(board, of_board(census, board), rows * cols)
        check_openings(board, of_board(openings, board))
        n_solved += check_solved(of_board(openings, board), of_board(solved, board))
    print(f"{len(boards)} boards, {len(openings)} openings, {n_solved} of them searched too")


if __name__ == "__main__":
    sys.exit(main())

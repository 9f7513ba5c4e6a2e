"""Pictures with matplotlib. Every function draws on `ax`, the current axes if it is None, and returns it.

SPDX-License-Identifier: MIT
"""
from __future__ import annotations

from typing import Any, Optional, Union

from .board import Board
from .forms import Game

BLUE, ORANGE = "#1b3a6b", "#e8862e"


def _axes(ax: Any) -> Any:
    if ax is None:
        import matplotlib.pyplot as plt

        ax = plt.gca()
    return ax


def thermograph(game: Union[Game, str], ax: Any = None) -> Any:
    """The walls of a game, values growing to the left, temperature upwards."""
    g, ax = Game(game), _axes(ax)
    top = max(float(g.temperature), 0.0) + 1
    for side, color, width in (("left", BLUE, 4), ("right", ORANGE, 1.8)):
        corners = g.thermograph()[side]
        x, t = [float(x) for _, x in corners], [float(t) for t, _ in corners]
        ax.plot(x + x[-1:], t + [top], color=color, linewidth=width, label=f"{side} wall")
    ax.invert_xaxis()
    ax.set(xlabel="value", ylabel="temperature", ylim=(0, top), title=str(g) if len(str(g)) < 60 else None)
    ax.legend()
    return ax


def distribution(lengths: Any, ax: Any = None, label: Optional[str] = None) -> Any:
    """How long games are: a column of selfplay(), or the probabilities of Board.random_play()['length']."""
    import numpy

    ax, values = _axes(ax), numpy.asarray(lengths)
    if values.dtype.kind in "ui":
        values = numpy.bincount(values) / len(values)
    ax.plot(range(len(values)), values, marker="o", markersize=3, color=BLUE, label=label)
    ax.set(xlabel="jumps in a game", ylabel="share of games", ylim=(0, None))
    return ax


def openings(solution: Any, ax: Any = None) -> Any:
    """Who wins after each pair of removals: an arrow from Black's cell to White's, in the colour of the winner."""
    ax, board = _axes(ax), solution.board

    def place(name):
        letters = name.rstrip("0123456789")
        column = 0
        for letter in letters:
            column = column * 26 + ord(letter) - ord("a") + 1
        return column - 1, int(name[len(letters) :]) - 1

    for _, o in solution.openings.iterrows():
        (x, y), (u, v) = place(o["black_removes"]), place(o["white_removes"])
        color = "black" if o["winner"] == "black" else ORANGE
        ax.annotate("", (x + 0.8 * (u - x), y + 0.8 * (v - y)), (x, y), arrowprops={"arrowstyle": "->", "color": color})
    ax.set(xlim=(-0.6, board.cols - 0.4), ylim=(-0.6, board.rows - 0.4), aspect="equal",
           xticks=range(board.cols), yticks=range(board.rows))
    ax.set_xticklabels([board.cell(c * board.rows)[:-1] for c in range(board.cols)])
    ax.set_yticklabels(range(1, board.rows + 1))
    ax.set_title("arrows: removals; black: Black wins, orange: White", fontsize="small")
    return ax


def atlas(boards: Any, ax: Any = None) -> Any:
    """Who wins the whole game on each of several boards, solved now: B or W in a grid of rows and columns."""
    ax = _axes(ax)
    for board in boards:
        winner = board.solve().game()[0]
        ax.add_patch(_square(board, "black" if winner == "black" else "white"))
        ax.text(board.cols, board.rows, winner[0].upper(), ha="center", va="center",
                color="white" if winner == "black" else "black")
    ax.set(xlabel="columns", ylabel="rows", aspect="equal")
    ax.autoscale_view()
    return ax


def _square(board: Board, color: str) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((board.cols - 0.5, board.rows - 0.5), 1, 1, facecolor=color, edgecolor="gray")

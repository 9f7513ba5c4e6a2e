"""Papamu: exact solution and statistics of Konane and draughts.

>>> import papamu
>>> board = papamu.Board(4, 5)
>>> board.solve().game()
('white', None)
>>> papamu.value("xo.") + papamu.Game("{2|0}")
Game('{3|1}')

SPDX-License-Identifier: MIT
"""
from ._library import (
    BadInput,
    CheckFailed,
    Damaged,
    Error,
    Interrupted,
    NoMemory,
    NotFound,
    SystemRefused,
    version as __version__,
)
from .board import Board, Move, Position, games, opening_rules
from .database import Answers, Database, convert, histogram, look, verify, write_database
from .forms import Game, board_values, bounds, latex, reset, value
from .play import Agent, Record, Stats, records, selfplay
from .solution import Solution

__all__ = [
    "Agent", "Answers", "BadInput", "Board", "CheckFailed", "Damaged", "Database", "Error", "Game", "Interrupted", "Move",
    "NoMemory", "NotFound", "Position", "Record", "Solution", "Stats", "SystemRefused", "board_values", "bounds", "convert", "games", "histogram", "latex",
    "look", "opening_rules", "records", "reset", "selfplay", "value", "verify", "write_database",
]

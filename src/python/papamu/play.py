"""Agents, self-play, statistics and records of games.

SPDX-License-Identifier: MIT
"""
from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, Optional, Union

from ._library import BadInput, Job, NotFound, Progress, call, encoded, ffi, fill, lib, text
from .board import COLORS, Board, Move, Position, on_board

if TYPE_CHECKING:
    import pandas

_WINNERS = ("black", "white", "draw", None)


class Agent:
    """A player, named by a text such as "random", "greedy", "ab:4" or "mcts:1000". Threads that share one wait for each
    other.

    >>> agent = Agent("ab:6", Board(3, 3))
    >>> agent.choose(Board(3, 3).start()) in Board(3, 3).start().moves()
    True
    """

    def __init__(self, name: str, board: Board, seed: int = 0):
        handle = ffi.new("pm_agent **")
        if not 0 <= seed < 1 << 64:
            raise BadInput(f"{seed} is not a seed: these are below 2^64")
        call(lib.pm_agent_new, encoded(name), board._game, seed, handle)
        self.name, self.board, self._lock, self._job = name, board, threading.Lock(), Job(1)
        self._handle = ffi.gc(handle[0], lib.pm_agent_free)

    def choose(self, position: Position) -> Move:
        on_board(position, self.board, "the agent plays on")
        ply = ffi.new("pm_ply *")
        with self._lock:
            self._job.call(lib.pm_agent_choose, self._handle, position._state, self._job.new(), ply)
        return Move(position, ply)


class Stats:
    """Counts of games, which merge exactly. Threads that share one wait for each other.

    >>> stats = Stats()
    >>> _ = selfplay(Board(4, 4), 100, stats=stats)
    >>> int(stats.frame()["games"][0])
    100
    """

    def __init__(self, *paths: Union[str, "os.PathLike[str]"]):
        handle = ffi.new("pm_stats **")
        call(lib.pm_stats_new, handle)
        self._handle, self._lock = ffi.gc(handle[0], lib.pm_stats_free), threading.Lock()
        for path in paths:
            self.read(path)

    def read(self, path: Union[str, "os.PathLike[str]"], game: Optional[str] = None) -> int:
        """Add a file of self-play or of records of a game, as records() takes it; the number of games that were left out
        with an error."""
        bad = ffi.new("uint64_t *")
        with self._lock:
            call(lib.pm_stats_read, self._handle, encoded(path), _name(game), bad)
        return bad[0]

    def __iadd__(self, other: "Stats") -> "Stats":
        if not isinstance(other, Stats):
            return NotImplemented
        if other is self:
            raise BadInput("statistics are not added to themselves")
        first, second = sorted((self, other), key=id)  # the same order in all threads
        with first._lock, second._lock:
            call(lib.pm_stats_merge, self._handle, other._handle)
        return self

    def frame(self) -> "pandas.DataFrame":
        """One row for all openings of a series together (opening is None), then one for each."""
        import pandas

        n = ffi.new("size_t *")
        with self._lock:
            call(lib.pm_stats_rows, self._handle, 0, ffi.NULL, n)
            rows = ffi.new("pm_stats_row[]", n[0])
            call(lib.pm_stats_rows, self._handle, n[0], rows, n)
            return pandas.DataFrame([self._row(rows[i]) for i in range(n[0])])

    @staticmethod
    def _row(row: Any) -> Dict[str, Any]:
        cells: Dict[str, Any] = {name: text(getattr(row, name)) for name in ("rules", "board", "black", "white")}
        cells["opening"] = text(row.opening) if row.opening != ffi.NULL else None
        for name in ("games", "different", "black_wins", "white_wins", "draws", "multi_jumps"):
            cells[name] = int(getattr(row, name))
        for name in ("black_share", "jumps", "branching"):
            estimate = getattr(row, name)
            cells.update({name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high})
        for name in ("jumps_sd", "branching_sd", "jumps_min", "jumps_max"):
            cells[name] = getattr(row, name)
        return cells


def selfplay(
    board: Board,
    n_games: int,
    *,
    black: str = "random",
    white: str = "random",
    seed: int = 0,
    first: int = 0,
    swap: bool = False,
    each_opening: bool = False,
    random_plies: int = 0,
    positions: "Iterable[Position]" = (),
    stats: Optional[Stats] = None,
    on_game: "Optional[Callable[[Record], Any]]" = None,
    threads: int = 0,
    progress: Progress = None,
) -> "pandas.DataFrame":
    """Play games and return one row for each, as `papamu selfplay` writes them; the same for any number of threads.

    They begin at `positions` in turn, if there are any, which column `opening` then has. `stats` counts them too, all or, after an exception, none.

    `on_game` is called with the Record of each game in turn; what it raises stops the work and is raised, and the
    answer False stops it too.

    >>> games = selfplay(Board(4, 4), 1000, seed=1)
    >>> len(games), sorted(games["winner"].unique())
    (1000, ['black', 'white'])
    >>> found = []
    >>> _ = selfplay(Board(4, 4), 3, seed=1, on_game=found.append)
    >>> [(record.number, record.winner) for record in found] == list(zip(games["game"][:3], games["winner"][:3]))
    True
    """
    import numpy
    import pandas

    dtype = numpy.dtype([
        ("number", numpy.uint64), ("winner", numpy.int32), ("plies", numpy.uint32), ("jumps", numpy.uint32),
        ("multi_jumps", numpy.uint32), ("is_swapped", numpy.uint32), ("opening", "S20"),
    ])
    assert dtype.itemsize == ffi.sizeof("pm_played")
    if not isinstance(board, Board):
        raise TypeError(f"games are played on a papamu.Board, not {type(board).__name__}")
    if not 0 <= n_games <= 10**9:
        raise BadInput(f"{n_games} is not a number of games: at most 10^9 are played at once")
    games, options, job = numpy.zeros(n_games, dtype=dtype), ffi.new("pm_selfplay_options *"), Job(threads, 0, progress)
    job.fill(options.job)
    names = [ffi.new("char[]", encoded(name)) for name in (black, white)]
    options.black, options.white = names
    fill(options, "a number of games", n_games=n_games, first=first)
    fill(options, "a seed: these are below 2^64", seed=seed)
    fill(options, "a number of plies", random_plies=random_plies)
    options.swap, options.each_opening = swap, each_opening
    options.games = ffi.from_buffer("pm_played[]", games, require_writable=True)
    starts = [on_board(position, board, "the games are played on") for position in positions]
    states = ffi.new("pm_state[]", [position._state[0] for position in starts])
    options.n_positions, options.positions = len(starts), states
    names_of_starts = [str(position) for position in starts]

    def start_of(number):
        """The place in `starts` of the position that game `number`, or each of an array of games, begins at."""
        return number // (2 if swap else 1) % len(starts)

    def take(_ctx, played, plies):
        start = starts[start_of(int(played.number))] if starts else board.start()
        moves = _texts(board._game, ffi.new("pm_state *", start._state[0]), plies, played.plies)
        players = (white, black) if played.is_swapped else (black, white)
        return on_game(Record(board, str(start), moves, _WINNERS[played.winner], *players, int(played.number))) is False

    if on_game:
        listener = ffi.callback("bool(void *, const pm_played *, const pm_ply *)", take, error=True, onerror=job._failed)
        options.on_game = listener
    own = Stats() if stats is not None else None
    job.call(lib.pm_selfplay, board._game, options, own._handle if own is not None else ffi.NULL)
    if stats is not None and own is not None:
        stats += own
    if starts:
        places = {name: place for place, name in enumerate(dict.fromkeys(names_of_starts))}
        openings = list(places)
        which = numpy.array([places[name] for name in names_of_starts])[start_of(games["number"].astype(int))]
    else:
        texts, which = numpy.unique(games["opening"], return_inverse=True)
        openings = [opening.decode() for opening in texts]
    swapped = games["is_swapped"]
    return pandas.DataFrame({
        "game": games["number"],
        "plies": games["plies"],
        "winner": pandas.Categorical.from_codes(games["winner"], categories=list(_WINNERS[:3])),
        "opening": pandas.Categorical.from_codes(which, categories=openings),
        "black": pandas.Categorical.from_codes(swapped, categories=[black, white]) if black != white else black,
        "white": pandas.Categorical.from_codes(1 - swapped.astype(int), categories=[black, white]) if black != white else white,
        "jumps": games["jumps"],
        "multi_jumps": games["multi_jumps"],
    })


def _texts(game: Any, state: Any, plies: Any, n: int) -> List[str]:
    """The texts of n plies from a pm_state on, which ends as the last state."""
    chars, moves = ffi.new("char[]", lib.PM_GAME_MAX_TEXT), []
    for i in range(n):
        lib.pm_game_ply_format(game, state, plies + i, chars)
        moves.append(text(chars))
        lib.pm_game_make(game, state, plies + i)
    return moves


class Record:
    """A game from its first position to its last: its board, the first position and the moves as texts, who won ('draw'
    for a draw, None if that is not known) and the names of the players; of one that was read its number in the file.

    >>> record = Record(Board(3, 3), "bwb/wbw/bwb b", ["a3", "b3"], None)
    >>> record.positions()[-1].mover
    'black'
    """

    def __init__(
        self,
        board: Board,
        start: str,
        moves: List[str],
        winner: Optional[str],
        black: str = "",
        white: str = "",
        number: int = 0,
    ):
        self.board, self.start, self.moves, self.winner = board, start, moves, winner
        self.black, self.white, self.number = black, white, number

    def __repr__(self):
        return f"<Record {self.number}: {self.black or '?'} - {self.white or '?'}, {len(self.moves)} moves>"

    def positions(self) -> List[Position]:
        """The first position, and that after each move."""
        positions = [self.board.position(self.start)]
        for move in self.moves:
            positions.append(positions[-1].play(move))
        return positions

    def write(self, path: Union[str, "os.PathLike[str]"], event: str = "") -> None:
        """Append the game to a file of records: .kgn for Konane, .pdn for draughts."""
        if self.winner not in _WINNERS:
            raise BadInput(f"a winner is 'black', 'white', 'draw' or None, not {self.winner!r}")
        positions, game = self.positions(), self.board._game
        plies, record = ffi.new("pm_ply[]", len(self.moves)), ffi.new("pm_record *")
        for i, move in enumerate(self.moves):
            call(lib.pm_game_ply_parse, game, positions[i]._state, encoded(move), plies + i)
        texts = [ffi.new("char[]", encoded(t)) for t in (self.black, self.white, event)]
        record.game, record.start = game, positions[0]._state[0]
        record.plies, record.n_plies, record.result = plies, len(self.moves), _WINNERS.index(self.winner)
        record.black, record.white, record.event = texts
        call(lib.pm_record_append, encoded(path), record)


def _name(game: Optional[str]) -> Any:
    return ffi.NULL if game is None else encoded(game)


def records(path: Union[str, "os.PathLike[str]"], game: Optional[str] = None) -> Iterator[Record]:
    """The games of a file of records, .kgn, or .pdn of a game of draughts (default: italian). A game with an error is raised as BadInput when it is reached, and
    ends the loop; Stats.read leaves such games out instead."""
    handle, record = ffi.new("pm_records **"), ffi.new("pm_record *")
    call(lib.pm_records_open, encoded(path), _name(game), handle)
    opened = ffi.gc(handle[0], lib.pm_records_close)
    while True:
        try:
            call(lib.pm_records_next, opened, record)
        except NotFound:
            return
        info = lib.pm_game_get_info(record.game)
        state, chars = ffi.new("pm_state *", record.start), ffi.new("char[]", lib.PM_GAME_MAX_TEXT)
        lib.pm_game_format(record.game, state, chars)
        start = text(chars)
        moves = _texts(record.game, state, record.plies, record.n_plies)
        board = Board(
            info.rows, info.cols, game=text(info.name), corner=COLORS[info.corner], opening=text(info.opening) or None
        )
        yield Record(board, start, moves, _WINNERS[record.result], text(record.black), text(record.white), record.number)

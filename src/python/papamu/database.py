"""Databases: writing, probing and checking them; exact answers about positions.

SPDX-License-Identifier: MIT
"""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional, Tuple, Union

from ._library import BadInput, Job, Progress, call, encoded, ffi, fill, lib, text
from .board import COLORS, Board, Move, Position, color_number, on_board
from .solution import _value

if TYPE_CHECKING:
    import numpy
    import pandas

# Slices of draughts times their codes; Konane has fewer: 2 movers, 65 numbers of stones, 256 values.
_MOST_COUNTS = 512 * 257
_VALUE, _NOTHING = ffi.typeof("pm_value *"), ffi.NULL
Path = Union[str, "os.PathLike[str]"]


def look(path: Path) -> Dict[str, Any]:
    """What a database of any game is, or a proof."""
    info = ffi.new("pm_file_info *")
    call(lib.pm_db_look, encoded(path), info)
    facts: Dict[str, Any] = {
        name: int(getattr(info, name)) for name in ("rows", "cols", "pieces", "answered", "stored", "file_bytes")
    }
    digest = bytes(ffi.buffer(info.digest)).hex()
    return {"game": text(info.game), **facts, "has_remoteness": bool(info.has_remoteness), "is_proof": bool(info.is_proof), "digest": digest}


def _write(function: Any, subject: Tuple, path: Path, job: Job, remoteness: bool, level: int, checkpoint: Any) -> str:
    options, digest = ffi.new("pm_db_options *"), ffi.new("uint8_t[16]")
    job.fill(options.job)
    command, folder = ffi.new("char[]", b"papamu for Python"), None
    options.remoteness, options.level, options.command = remoteness, level, command
    if checkpoint is not None:
        folder = ffi.new("char[]", encoded(checkpoint))
        options.checkpoint = folder
    job.call(function, *subject, encoded(path), options, digest)
    return bytes(ffi.buffer(digest)).hex()


def write_database(
    board: Board,
    path: Path,
    *,
    remoteness: bool = False,
    level: int = 0,
    pieces: int = 4,
    checkpoint: Optional[Path] = None,
    threads: int = 0,
    memory: int = 0,
    progress: Progress = None,
) -> str:
    """Write the values of all positions of a board of Konane, or of draughts with at most `pieces` pieces; the digest.

    >>> import os, tempfile
    >>> file = os.path.join(tempfile.mkdtemp(), "3x4.papamu")
    >>> digest = write_database(Board(3, 4), file, remoteness=True)
    >>> verify(file)["disagreements"]
    0
    >>> db = Database(file)
    >>> db[db.board.start()]
    ('white', 4)
    """
    job = Job(threads, memory, progress)
    if board.is_konane:
        return _write(lib.pm_db_write, (board.core,), path, job, remoteness, level, checkpoint)
    return _write(
        lambda game, file, options, digest, error: lib.pm_endgames_write(game, pieces, file, options, digest, error),
        (board._game,), path, job, remoteness, level, checkpoint,
    )


def convert(
    old: Path, new: Path, *, level: int = 0, version: int = 0, threads: int = 0, progress: Progress = None
) -> str:
    """Write a database of any game again, at another level of compression (1 to 19; 0: that of `old`) or in another
    version of the format (1 or 2; 0: 2, where it has something to gain); the digest, which stays the same.

    `new` appears whole or not at all. BadInput if a file of every second position is to hold all of a board of more than
    30 cells, and for a proof. Any number of threads may call it, for different new paths.

    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> old, new = os.path.join(folder, "old.papamu"), os.path.join(folder, "new.papamu")
    >>> digest = write_database(Board(3, 4), old)
    >>> convert(old, new, level=19) == digest
    True
    """
    options, digest, job = ffi.new("pm_convert_options *"), ffi.new("uint8_t[16]"), Job(threads, 0, progress)
    command = ffi.new("char[]", b"papamu for Python")
    job.fill(options.job)
    fill(options, "a level of compression", level=level)
    fill(options, "a version of the format", version=version)
    options.command = command
    job.call(lib.pm_db_convert, encoded(old), encoded(new), options, digest)
    return bytes(ffi.buffer(digest)).hex()


def verify(
    path: Path, *, samples: Optional[int] = None, seed: int = 0, threads: int = 0, memory: int = 0, progress: Progress = None
) -> Dict[str, Any]:
    """Check the bytes of a database and derive values (all, or so many samples) again; of a proof check every position.
    CheckFailed if any is wrong."""
    result, job = ffi.new("pm_verification *"), Job(threads, memory, progress)
    job.call(lib.pm_db_check, encoded(path), job.new(), 2**64 - 1 if samples is None else samples, seed, result)
    return {name: int(getattr(result, name)) for name in ("blocks", "bad_blocks", "positions", "disagreements")}


def histogram(path: Path, *, threads: int = 0, progress: Progress = None) -> "pandas.DataFrame":
    """How many positions of a database of any game have which value, by mover and pieces.

    `outcome` is 1 if the mover wins, 0 for a draw, -1 if he loses; `plies` is missing where it is not known. Of Konane
    all sets of stones are counted, of draughts the positions that are stored, each seen from its mover's side.
    """
    import pandas

    n, job = ffi.new("size_t *"), Job(threads, 0, progress)
    room = _MOST_COUNTS
    counts = ffi.new("pm_db_count[]", room)
    job.call(lib.pm_db_histogram, encoded(path), job.new(), room, counts, n)
    rows = []
    for c in counts[0 : n[0]]:
        pieces = [c.stones] if c.mover >= 0 else [c.men[0], c.kings[0], c.men[1], c.kings[1]]
        plies = c.verdict.plies if c.verdict.plies >= 0 else None
        rows.append([*([COLORS[c.mover]] if c.mover >= 0 else []), *pieces, c.verdict.outcome, plies, int(c.positions)])
    is_konane = look(path)["game"].startswith("konane")
    names = ["mover", "stones"] if is_konane else ["mover_men", "mover_kings", "other_men", "other_kings"]
    return pandas.DataFrame(rows, columns=[*names, "outcome", "plies", "positions"])


def _position_dtype() -> Any:
    return [("occupied", "u8"), ("mover", "i4"), ("unused", "i4")]


def _value_dtype() -> Any:
    return [("winner", "i4"), ("plies", "i4")]


class Database:
    """An open database of Konane: any number of threads may use it. Of draughts see Answers.

    A position of the opening is answered under the opening rule of its board. Use it in a `with` statement, or close()
    it; the cache of decompressed blocks has about `cache` bytes (0: 256 MiB).
    """

    def __init__(self, path: Path, *, cache: int = 0):
        if not 0 <= cache < 1 << 63:
            raise BadInput(f"{cache} is not a number of bytes")
        handle = ffi.new("pm_db **")
        call(lib.pm_db_open, encoded(path), cache, handle)
        self._open: Any = ffi.gc(handle[0], lib.pm_db_close)
        info = lib.pm_db_get_info(self._open)
        self.path, self.board = os.fspath(path), Board(info.rows, info.cols, game=look(path)["game"])
        self.has_remoteness = bool(info.has_remoteness)
        self.info: Dict[str, Any] = {
            name: int(getattr(info, name))
            for name in ("rows", "cols", "level", "block_bits", "pairs", "stored", "n_blocks", "file_bytes")
        }
        self.info.update({name: text(getattr(info, name)) for name in ("version", "git", "date", "command")})
        self.info["digest"] = bytes(ffi.buffer(info.digest)).hex()

    def __repr__(self):
        return f"<Database {self.path} of {self.rows}x{self.cols}>"

    @property
    def rows(self) -> int:
        return self.board.rows

    @property
    def cols(self) -> int:
        return self.board.cols

    @property
    def _handle(self) -> Any:
        if self._open is None:
            raise BadInput(f"the database {self.path} is closed")
        return self._open

    def close(self) -> None:
        """Close the file, as soon as no other thread is in the middle of a probe."""
        self._open = None  # the last reference closes it

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __getitem__(self, position: Position) -> Tuple[str, Optional[int]]:
        """Who wins, and in how many plies if the database has that."""
        try:
            value, board, core = ffi.new(_VALUE), position.board._core or position.board.core, position._core()
        except AttributeError:
            raise TypeError(f"a position is a papamu.Position, not {type(position).__name__}") from None
        if lib.pm_db_probe(self._open or self._handle, board, core, value, _NOTHING):
            call(lib.pm_db_probe, self._handle, board, core, value)  # again, this time with a message
        return _value(value)

    def best_moves(self, position: Position) -> List[Move]:
        """All winning moves, none if lost; with remoteness all optimal moves, also when lost."""
        on_board(position, position.board if isinstance(position, Position) else self.board, "")
        moves, n = ffi.new("pm_move[]", lib.PM_MAX_MOVES), ffi.new("int *")
        call(lib.pm_db_best_moves, self._handle, position.board.core, position._core(), moves, n)
        best = {(getattr(moves[i], "from"), moves[i].to) for i in range(n[0])}
        return [m for m in position.moves() if (getattr(m._ply, "from"), m._ply.to) in best]

    def probe(self, occupied: Any, mover: Any = "black", board: Optional[Board] = None) -> "Tuple[numpy.ndarray, numpy.ndarray]":
        """Probe many positions, given by their sets of occupied cells (integers of 64 bits or less) and movers: a colour
        for all, or an array of 0 (Black) and 1 (White). Two arrays: the winners, 0 or 1, and the plies, -1 where the
        database has outcomes alone."""
        import numpy

        sets = numpy.asarray(occupied)
        if sets.size == 0:
            sets = sets.astype(numpy.uint64)
        if sets.dtype.kind not in "ui":
            raise TypeError(f"positions are sets of cells as integers, not {sets.dtype}")
        if sets.dtype.kind == "i" and sets.size and sets.min() < 0 and sets.dtype.itemsize < 8:
            raise BadInput("a set of cells is not negative")
        positions = numpy.zeros(sets.shape, dtype=_position_dtype())
        positions["occupied"] = sets
        if isinstance(mover, str):
            positions["mover"] = color_number(mover)
        else:
            movers = numpy.asarray(mover)
            if movers.dtype.kind not in "uib":
                raise TypeError(f"movers are 0 (Black) and 1 (White), not {movers.dtype}")
            if movers.shape not in ((), sets.shape):
                raise BadInput(f"there are {sets.shape} positions and {movers.shape} movers")
            positions["mover"] = movers
        values = numpy.zeros(sets.shape, dtype=_value_dtype())
        call(
            lib.pm_db_probe_many, self._handle, (board or self.board).core, sets.size,
            ffi.from_buffer("pm_position[]", positions), ffi.from_buffer("pm_value[]", values, require_writable=True),
        )
        return values["winner"], values["plies"]

    def block(self, number: int) -> "Dict[str, numpy.ndarray]":
        """What block `number` of info["n_blocks"] holds, as arrays: occupied, mover, winner (0 Black, 1 White) and plies.

        All blocks in turn are the whole file: at levels of 3 and more those with an even number of stones. Positions are on the board with a black corner, one of those that are
        images of each other, and moves are jumps alone, also in the opening.
        """
        import numpy

        if not 0 <= number < self.info["n_blocks"]:
            raise BadInput(f"there is no block {number}: the database has {self.info['n_blocks']}")
        room, n = 1 << self.info["block_bits"], ffi.new("size_t *")
        positions, values = numpy.empty(room, dtype=_position_dtype()), numpy.empty(room, dtype=_value_dtype())
        call(
            lib.pm_db_block, self._handle, number, ffi.from_buffer("pm_position[]", positions, require_writable=True),
            ffi.from_buffer("pm_value[]", values, require_writable=True), n,
        )
        positions, values = positions[: n[0]], values[: n[0]]
        return {
            "occupied": positions["occupied"], "mover": positions["mover"], "winner": values["winner"], "plies": values["plies"]
        }


def _winner(position: Position, verdict: Any) -> str:
    number = color_number(position.mover)
    return "draw" if verdict.outcome == 0 else COLORS[number if verdict.outcome > 0 else 1 - number]


class Answers:
    """Exact answers about positions of any game: from a database or a proof, or of a small board of Konane by a sweep on the spot.

    >>> answers = Answers(Board(3, 4))
    >>> answer = answers[Board(3, 4).start()]
    >>> answer["winner"], answer["plies"], answer["how"]
    ('white', 4, 'sweep')
    >>> sorted(answer["moves"])
    ['best', 'move', 'plies', 'winner']
    """

    def __init__(self, board: Board, path: Optional[Path] = None, *, threads: int = 0, memory: int = 0):
        self.board, self._asked = board, (path, threads, memory)
        self._prepare()

    def _prepare(self) -> None:
        path, threads, memory = self._asked
        handle, self._job, self._process = ffi.new("pm_answers **"), Job(threads, memory), os.getpid()
        call(lib.pm_answers_new, self.board._game, encoded(path) if path else ffi.NULL, self._job.new(), handle)
        self._handle = ffi.gc(handle[0], lib.pm_answers_free)

    def _call(self, function: Any, *arguments: Any) -> None:
        if self._process != os.getpid():
            self._prepare()  # after a fork: the threads of the parent are not there
        self._job.call(function, self._handle, *arguments)

    def __getitem__(self, position: Position) -> Dict[str, Any]:
        """Winner ('draw' for a draw), plies, how that is known, and a frame of all moves."""
        import pandas

        on_board(position, self.board, "the answers are for")
        answer = ffi.new("pm_answer *")
        self._call(lib.pm_answers_find, position._state, answer)
        rows = []
        for i in range(answer.n_plies):
            p = answer.plies[i]
            plies = p.verdict.plies if p.verdict.plies >= 0 else None
            rows.append((str(Move(position, ffi.new("pm_ply *", p.ply))), _winner(position, p.verdict), plies, bool(p.is_best)))
        plies = answer.verdict.plies if answer.verdict.plies >= 0 else None
        return {
            "winner": _winner(position, answer.verdict),
            "plies": plies,
            "how": text(answer.how),
            "moves": pandas.DataFrame(rows, columns=["move", "winner", "plies", "best"]),
        }

    def judge(self, positions: "Iterable[Position]") -> "pandas.DataFrame":
        """The winners of many positions, 'draw' for a draw, and the plies where they are known, without their moves."""
        import pandas

        asked = list(positions)
        for position in asked:
            on_board(position, self.board, "the answers are for")
        states, verdicts = ffi.new("pm_state[]", [p._state[0] for p in asked]), ffi.new("pm_verdict[]", len(asked))
        self._call(lib.pm_answers_judge, len(asked), states, verdicts)
        return pandas.DataFrame({
            "winner": [_winner(p, v) for p, v in zip(asked, verdicts)],
            "plies": [v.plies if v.plies >= 0 else None for v in verdicts],
        })

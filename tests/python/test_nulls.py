"""Each public function, with NULL in the place of each of its pointers in turn, the others valid, and of all at once.

    test_nulls.py BUILD

A pointer to a structure or a text is a large piece of zeros, a handle a real one. A call may fail, and may
not crash; those of the hot path, which papamu.h names, are left out. Each call is made in a process of its own.

SPDX-License-Identifier: MIT
"""

import os
import pathlib
import signal
import sys
import tempfile

import cffi

BUILD = pathlib.Path(sys.argv[1])
HOT = {"pm_moves", "pm_jumps", "pm_move_make", "pm_perft", "pm_position_canonical"}

definitions = {}
exec((BUILD / "python/papamu/_definitions.py").read_text(encoding="utf-8"), definitions)
ffi = cffi.FFI()
ffi.cdef(definitions["DECLARATIONS"])
lib = ffi.dlopen(str(BUILD / "libpapamu.so"))
keep = []  # memory that cffi would free


def new(kind, *value):
    keep.append(ffi.new(kind, *value))
    return keep[-1]


def handle(kind, function, *arguments):
    """A real one, made by `function`, which writes it to the last but one of its arguments."""
    place = new(f"{kind} **")
    assert getattr(lib, function)(*arguments, place, ffi.NULL) == lib.PM_OK
    return place[0]


def handles(folder):
    database, records = str(folder / "3x3").encode(), folder / "games.kgn"
    records.write_text('[Board "4x4"]\n\n1. a4 a3 *\n', encoding="utf-8")
    board = handle("pm_board", "pm_board_new", 3, 3, lib.PM_BLACK, ffi.NULL)
    game = handle("pm_game", "pm_game_new", b"konane", ffi.NULL)
    assert lib.pm_db_write(board, database, ffi.NULL, new("uint8_t[16]"), ffi.NULL) == lib.PM_OK
    return {
        "pm_board": board,
        "pm_game": game,
        "pm_db": handle("pm_db", "pm_db_open", database, 0),
        "pm_agent": handle("pm_agent", "pm_agent_new", b"first", game, 1),
        "pm_records": handle("pm_records", "pm_records_open", str(records).encode(), ffi.NULL),
        "pm_solution": handle("pm_solution", "pm_solve", board, ffi.NULL),
        "pm_answers": handle("pm_answers", "pm_answers_new", game, ffi.NULL, ffi.NULL),
        "pm_forms": handle("pm_forms", "pm_forms_new", ffi.NULL),
        "pm_stats": handle("pm_stats", "pm_stats_new"),
    }


def is_pointer(kind):
    return kind.kind in ("pointer", "array")


def usual(kind, known):
    """An argument of that type."""
    if not is_pointer(kind):
        return ffi.new(kind.cname + " *")[0] if kind.kind == "struct" else 0
    if kind.item.kind == "function":
        return ffi.NULL
    if kind.item.cname in known:
        return known[kind.item.cname]
    return ffi.cast(kind if kind.kind == "pointer" else ffi.getctype(kind.item, "*"), new("char[262144]"))


def call(name, arguments):
    """The signal that the call ended with, or 0."""
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        getattr(lib, name)(*arguments)
        os._exit(0)
    return os.waitpid(child, 0)[1] & 0x7F


def check(known):
    """The number of calls, and those that crash."""
    n_calls, bad = 0, []
    for name in (BUILD / "public.names").read_text(encoding="utf-8").split():
        kinds = ffi.typeof(getattr(lib, name)).args
        pointers = [i for i, kind in enumerate(kinds) if is_pointer(kind)]
        for missing in [[i] for i in pointers] + [pointers]:
            arguments = [ffi.NULL if i in missing else usual(kind, known) for i, kind in enumerate(kinds)]
            n_calls += 1
            if name not in HOT and call(name, arguments) != 0:
                bad.append(f"{name}, argument {', '.join(str(i + 1) for i in missing)}")
    return n_calls, bad


def main():
    with tempfile.TemporaryDirectory() as folder:
        n_calls, bad = check(handles(pathlib.Path(folder)))
    print(f"{n_calls} calls", *bad, sep="\n")
    return 1 if bad or n_calls < 200 else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Mutation testing: put a small fault into the code, and see whether the tests notice.

    scripts/mutate.py [--places N] [--seed N] [--verbose] [ROOM | FILE.c ...]     default: every room

Of each file N places (default 6) are drawn, with the same seed always the same ones, and each gets one fault:

    compare    < and <=, > and >=, == and != exchanged
    one more   a number is one larger, or 1 becomes 0
    condition  one side of && or || is ignored; an `if` is never taken, or always
    sign       + and - exchanged

The tests of the room (ROOMS below) then run until one fails: the mutant is killed. A mutant that no test notices
survives, and is printed: either a test is missing, or the change makes no difference. Those that make none are listed
in tests/mutants.tsv with the reason, and are not counted; nor is a mutant that compiles to the same code, or does not
compile. A test that needs ten times the processor time that it should, or ten seconds if that is more, has noticed
too, and so has one that waits as long for nothing; one that waits for a busy machine has not.

All of this happens in BUILD/mutate (BUILD=build), in a copy of the source with assertions on. The end is 0 whatever
survives. The mutants are compiled and run one at a time; a room takes minutes.

SPDX-License-Identifier: MIT
"""

import argparse
import csv
import math
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
from pathlib import Path

# The tests of each room: folders or files, without the folder tests/. Later ones are run if earlier ones notice nothing.
ROOMS = {
    "src/base": "base db/test_db_faults db/test_db_crash cgt/test_value_cache solver/test_scratch",
    "src/game": "game",
    "src/games": "game",
    "src/konane": "konane game",
    "src/draughts": "draughts game",
    "src/api": "api",
    "solver/rows": "solver/test_rows solver/test_sweep solver/test_sweep_questions",
    "solver/sweep": "solver/test_sweep solver/test_sublayers solver/test_sweep_runs solver/test_remoteness "
    "solver/test_sweep_questions solver/test_scratch db/test_db_crash",
    "solver/db": "db/test_db db/test_db_cube db/test_db_faults db/test_db_parts db/test_db_reader db/test_db_crash",
    "solver/cgt": "cgt/test_cgt_atomic cgt/test_cgt_canon cgt/test_cgt_order cgt/test_cgt_table cgt/test_cgt_text "
    "cgt/test_cgt_thermo cgt/test_dyadic cgt/test_statement cgt/test_value_cache cgt/test_value_census "
    "cgt/test_value_board",
    "solver/retro": "solver/test_retro_draughts db/test_endgames_db db/test_endgames_faults",
    "solver/search": "solver/test_search_konane solver/test_search_proof cli/search.bats",
    "solver/konane/search": "solver/test_search_konane solver/test_search_proof",
    "solver/konane/values": "cgt/test_value_board cgt/test_value_bounds cgt/test_value_konane cgt/test_value_wide "
    "cgt/test_families",
    "solver/konane": "solver/test_sweep solver/test_reach solver/test_margins solver/test_remoteness solver/test_norvig "
    "solver/test_results_konane solver/test_scratch db/test_db",
    "solver/draughts": "solver/test_retro_draughts solver/test_search_draughts db/test_endgames_db db/test_endgames_faults",
    "analysis/agents": "analysis",
    "analysis/analyse": "analysis cli/analyse.bats",
    "analysis/answers": "analysis/test_answers cli/db.bats cli/endgames.bats",
    "analysis/selfplay": "analysis",
    "analysis/stats": "analysis cli/selfplay.bats",
    "src/cli/frame": "cli/help.bats cli/cli.bats",
    "src/cli/help": "cli/help.bats cli/cli.bats",
    "src/cli/output": "cli/cli.bats cli/help.bats cli/solve.bats cli/selfplay.bats cli/reproduce.bats",
    "src/cli/input": "cli",
    "src/cli/commands": "cli",
    "src/cli/draw": "cli/show.bats cli/problems.bats cli/plot.bats",
    "src/cli/plot": "cli/plot.bats",
    "src/cli/analyse": "cli/analyse.bats",
    "src/cli/solve": "cli/solve.bats cli/db.bats cli/cli.bats",
    "src/cli/search": "cli/search.bats",
    "src/cli/play": "cli/play.bats cli/engine.bats",
    "src/cli/values": "cli/value.bats cli/cli.bats",
    "src/cli/selfplay": "cli/selfplay.bats cli/cli.bats",
    "src/cli/problems": "cli/problems.bats",
    "src/cli/reproduce": "cli/reproduce.bats",
}
EQUIVALENT = "tests/mutants.tsv"
MEMORY = 8 << 30  # bytes of addresses that a test may have
LARGEST_FILE = 1 << 30
COMPARE = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
BLANK = re.compile(
    r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|^[ \t]*#(?:\\\n|[^\n])*", re.DOTALL | re.MULTILINE
)
CHECKS = re.compile(r"\b(?:static_)?assert\(")
NUMBER = re.compile(r"(?<![\w.])(?:0[xX][0-9a-fA-F]+|\d+)(?=[uUlL]*(?![\w.]))")


def closing(text, opening):
    """Where the parenthesis ends that begins at `opening`."""
    depth = 0
    for at in range(opening, len(text)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            return at
    return len(text)


def code_alone(text):
    """The text with comments, strings, directives and assertions blank, so that what is left may be changed."""
    text = BLANK.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    for found in reversed(list(CHECKS.finditer(text))):
        end = closing(text, found.end() - 1)
        text = text[: found.start()] + re.sub(r"[^\n]", " ", text[found.start() : end]) + text[end:]
    return text


def faults(text):
    """All faults that can be put into a file, as (kind, start, end, new text)."""
    code = code_alone(text)
    found = []
    for at in re.finditer(r"(?<= )(<=|>=|==|!=|<|>)(?=[ \n])", code):
        found.append(("compare", *at.span(), COMPARE[at[0]]))
    for at in NUMBER.finditer(code):
        found.append(("one more", *at.span(), "0" if at[0] == "1" else f"({at[0]} + 1)"))
    for at in re.finditer(r"(?<= )(&&|\|\|)(?=[ \n])", code):
        found.append(("condition", *at.span(), ","))
        found.append(("condition", *at.span(), "||" if at[0] == "&&" else "&&"))
    for at in re.finditer(r"\bif \(", code):
        end = closing(code, at.end() - 1)
        if end < len(code):
            old = text[at.end() : end]
            found.append(("condition", at.end(), end, f"({old}) && 0"))
            found.append(("condition", at.end(), end, f"({old}) || 1"))
    for at in re.finditer(r"(?<=[\w)\]] )([+-])(=?)(?=[ \n])", code):
        found.append(("sign", *at.span(), {"+": "-", "-": "+"}[at[1]] + at[2]))
    return found


def whole_lines(text, start, end):
    """The lines around a place, as one."""
    begin = text.rfind("\n", 0, start) + 1
    stop = text.find("\n", end)
    return " ".join(text[begin : stop if stop >= 0 else len(text)].split())


def processor_seconds():
    """What the children that have ended have used so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def is_running(session):
    """Whether a process of the session has work to do, be it on a processor or waiting for one or for a disk."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(encoding="utf-8").rpartition(") ")[2].split()
        except OSError:  # it has just ended
            continue
        if int(fields[3]) == session and fields[0] in "RD":
            return True
    return False


class Tree:
    """A copy of the source that is built and tested."""

    def __init__(self, build):
        self.root = Path(build).resolve() / "mutate"
        self.root.mkdir(parents=True, exist_ok=True)
        listed = subprocess.run(["git", "ls-files", "-z"], check=True, stdout=subprocess.PIPE).stdout.decode()
        names = list(filter(None, listed.split("\0")))
        for room in ("src", "solver", "analysis", "tests"):
            for stale in set((self.root / room).rglob("*.[ch]")) - {self.root / name for name in names}:
                stale.unlink()
        for name in names:
            copy, source = self.root / name, Path(name)
            if source.exists() and (not copy.exists() or copy.read_bytes() != source.read_bytes()):
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, copy)
        shared = Path("/dev/shm")  # what tests write need not reach a disk
        self.scratch = (shared if os.access(shared, os.W_OK) else self.root) / f"papamu-mutate-{os.getpid()}"
        self.environment = dict(os.environ, BUILD="build", PAPAMU=str(self.root / "build/papamu"), OMP_NUM_THREADS="2")
        self.environment["TMPDIR"] = str(self.scratch)
        for name in ("MAKEFLAGS", "PAPAMU_LONG"):
            self.environment.pop(name, None)

    def run(self, command, limit=None):
        """The exit code of a command, or None if it had `limit` seconds of a processor, or waited as long for nothing."""

        def confine():
            if limit:
                resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(limit), math.ceil(limit) + 5))
            resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        self.scratch.mkdir(exist_ok=True)
        with open(self.root / "last.log", "w", encoding="utf-8") as log:
            process = subprocess.Popen(
                command,
                cwd=self.root,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=confine,
            )
            try:
                waited = 0
                while limit is None or waited < limit:
                    try:
                        return process.wait(None if limit is None else 0.5)
                    except subprocess.TimeoutExpired:
                        waited += 0.5 * (not is_running(process.pid))
                return None
            finally:
                try:
                    os.killpg(process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
                process.wait()
                shutil.rmtree(self.scratch, ignore_errors=True)

    def build(self, targets):
        return self.run(["make", "-s", "-j2", "DEBUG=1", "OPTIMISE=-O1", "BUILD=build", *targets]) == 0


class Tests:
    """The tests of one room, most useful first."""

    def __init__(self, tree, names):
        self.tree = tree
        self.files = []
        for name in names.split():
            at = Path("tests") / name
            found = sorted(at.glob("test_*.c")) + sorted(at.glob("*.bats")) if at.is_dir() else [at]
            self.files += [str(file.with_suffix("") if file.suffix == ".c" else file) for file in found]
        self.seconds = {}
        self.kills = dict.fromkeys(self.files, 1)

    def start(self):
        """Build and run all of them without a fault; forget those that fail."""
        if not self.tree.build([self.program(file) for file in self.files]):
            sys.exit(f"mutate.py: {self.tree.root} does not build:\n" + (self.tree.root / "last.log").read_text())
        for file in list(self.files):
            begin = processor_seconds()
            if self.one(file, 600) != 0:
                print(f"mutate.py: {file} fails without a fault, and is left out", file=sys.stderr)
                self.files.remove(file)
            self.seconds[file] = processor_seconds() - begin

    @staticmethod
    def program(file):
        """What has to be built before a test runs."""
        return "build/papamu" if file.endswith(".bats") else f"build/{file}"

    def one(self, file, limit):
        command = ["bats", "--tap", file] if file.endswith(".bats") else [f"build/{file}"]
        return self.tree.run(command, limit)

    def killer(self):
        """The first test that notices, or None."""
        order = sorted(self.files, key=lambda file: self.seconds[file] / self.kills[file])
        for file in order:
            self.tree.build([self.program(file)])
            if self.one(file, max(10, 10 * self.seconds[file])) != 0:
                self.kills[file] += 1
                return file
        return None


class Report:
    """Counts by room, and the mutants that are known to be equivalent."""

    def __init__(self, verbose):
        self.verbose = verbose
        self.rooms = {}
        with open(EQUIVALENT, encoding="utf-8") as file:
            rows = [row for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if len(row) == 4]
        self.equivalent = {tuple(row[:3]) for row in rows}

    def add(self, room, outcome, where, old, new, by=""):
        counts = self.rooms.setdefault(room, {})
        counts[outcome] = counts.get(outcome, 0) + 1
        if self.verbose or outcome == "survived":
            print(f"{outcome}\t{where}\t{old}\t{new}\t{by}", flush=True)

    def table(self):
        print(f"{'room':20}{'mutants':>9}{'killed':>9}{'survived':>9}{'equivalent':>11}{'killed %':>10}")
        total = {}
        for room, counts in [*self.rooms.items(), ("all", total)]:
            killed, survived = counts.get("killed", 0), counts.get("survived", 0)
            rate = f"{100 * killed / (killed + survived):.1f}" if killed + survived else "-"
            equal = counts.get("equivalent", 0)
            print(f"{room:20}{killed + survived:9}{killed:9}{survived:9}{equal:11}{rate:>10}", flush=True)
            if room != "all":
                for outcome, number in counts.items():
                    total[outcome] = total.get(outcome, 0) + number


def mutate_file(tree, tests, report, room, name, places, seed):
    """Put `places` faults into a file, one after the other."""
    path = tree.root / name
    original = path.read_text(encoding="utf-8")  # not from where somebody may be editing
    candidates = faults(original)
    random.Random(f"{seed} {name}").shuffle(candidates)
    compiled = tree.root / "build/obj" / Path(name).with_suffix(".o")
    same = compiled.read_bytes() if compiled.exists() else None
    tried = 0
    try:
        for _, start, end, new in candidates:
            if tried == places:
                break
            mutant = original[:start] + new + original[end:]
            where = f"{name}:{original.count(chr(10), 0, start) + 1}"
            lines = whole_lines(original, start, end), whole_lines(mutant, start, start + len(new))
            if (name, *lines) in report.equivalent:
                report.add(room, "equivalent", where, *lines)
                continue
            path.write_text(mutant, encoding="utf-8")
            if not tree.build([f"build/obj/{Path(name).with_suffix('.o')}"] if same else ["lib"]):
                continue
            tried += 1
            if same and compiled.read_bytes() == same:
                report.add(room, "equivalent", where, *lines, "the same code")
                continue
            by = tests.killer()
            report.add(room, "killed" if by else "survived", where, *lines, by or "")
    finally:
        path.write_text(original, encoding="utf-8")


def room_of(name):
    rooms = [room for room in ROOMS if name == room or name.startswith(room + "/")]
    return rooms[0] if rooms else sys.exit(f"mutate.py: {name} is not in a room: " + " ".join(ROOMS))


def main():
    parser = argparse.ArgumentParser(description="Put small faults into the code, and see whether tests notice.")
    parser.add_argument("--places", type=int, default=6, help="faults a file (default 6)")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--verbose", action="store_true", help="print all mutants, not survivors alone")
    parser.add_argument("what", nargs="*", metavar="ROOM|FILE", help="default: every room")
    options = parser.parse_args()
    os.chdir(Path(__file__).resolve().parent.parent)
    tree = Tree(os.environ.get("BUILD", "build"))
    report = Report(options.verbose)
    chosen = {}
    for what in options.what or ROOMS:
        path = Path(what)
        files = [path] if path.is_file() else sorted(path.glob("*.c"))
        chosen.setdefault(room_of(str(path)), []).extend(map(str, files))
    for room, files in chosen.items():
        tests = Tests(tree, ROOMS[room])
        tests.start()
        for name in files:
            mutate_file(tree, tests, report, room, name, options.places, options.seed)
        report.table()


if __name__ == "__main__":
    main()

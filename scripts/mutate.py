#!/usr/bin/env python3
"""Mutation testing: put a small fault into the code, and see whether the tests notice.

    scripts/mutate.py [--places N] [--seed N] [--seconds N] [--without REGEX] [--verbose] [ROOM | FILE.c ...]

Of each file N places (default 6) are drawn, with the same seed always the same ones, and each gets one fault:

    compare    < and <=, > and >=, == and != exchanged
    one more   a number is one larger, or 1 becomes 0
    condition  one side of && or || is ignored; an `if` is never taken, or always
    sign       + and - exchanged

Without a room or file, every room is taken. Those tests of the room (ROOMS below) that call the function with the fault
then run, the quickest first, until one fails: the mutant is killed. Which these are is found once by running all of
them (mutate_reach.py), and kept in BUILD until the code or the test changes; --without leaves out test files that take
too long for that. After N seconds of processor time (--seconds) a mutant that lives is given up, and counts as one that
survives.

A mutant that no test notices survives, and is printed: either a test is missing, or the change makes no difference.
Those that make none are listed in tests/mutants.tsv with the reason, and are not counted; nor is a mutant that compiles
to the same code, or does not compile. A test that needs ten times the processor time that it should, or ten seconds if
that is more, has noticed too, and so has one that waits as long for nothing; one that waits for a busy machine has not.

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

from mutate_reach import Reach

# The tests of each room: folders or files, without the folder tests/.
ROOMS = {
    "src/base": "base db/test_db_faults db/test_db_crash cgt/test_value_cache solver/test_scratch",
    "src/game": "game",
    "src/games": "game",
    "src/konane": "konane game",
    "src/konane/lanes": "konane/test_playouts konane/test_perft",
    "src/draughts": "draughts game",
    "src/api": "api",
    "solver/rows": "solver/test_rows solver/test_sweep solver/test_sweep_questions",
    "solver/sweep": "solver/test_sweep solver/test_sublayers solver/test_sweep_runs solver/test_remoteness "
    "solver/test_sweep_questions solver/test_scratch solver/test_variants db/test_db_crash api/test_api_scratch",
    "solver/db": "db/test_db db/test_db_cube db/test_db_faults db/test_db_parts db/test_db_reader db/test_db_crash "
    "cli/db.bats cli/endgames.bats",
    "solver/db/coder": "db/test_db_cube db/test_db_pairs db/test_db_parts db/test_db",
    "solver/ranks": "solver/test_ranks",
    "solver/cgt": "cgt/test_cgt_atomic cgt/test_cgt_canon cgt/test_cgt_order cgt/test_cgt_table cgt/test_cgt_text "
    "cgt/test_cgt_thermo cgt/test_dyadic cgt/test_statement cgt/test_value_cache cgt/test_value_census "
    "cgt/test_value_board",
    "solver/retro": "solver/test_retro_draughts db/test_endgames_db db/test_endgames_faults",
    "solver/search": "solver/test_search_konane solver/test_search_proof cli/search.bats",
    "solver/konane/search": "solver/test_search_konane solver/test_search_patterns solver/test_search_proof "
    "api/test_api_database cli/search.bats",
    "solver/konane/values": "cgt/test_value_board cgt/test_value_bounds cgt/test_value_konane cgt/test_value_wide "
    "cgt/test_families",
    "solver/konane/db": "db/test_db db/test_db_cube db/test_db_parts db/test_db_reader db/test_db_faults cli/db.bats",
    "solver/konane": "solver/test_sweep solver/test_reach solver/test_margins solver/test_remoteness solver/test_norvig "
    "solver/test_results_konane solver/test_scratch solver/test_ancestry solver/test_variants db/test_db "
    "api/test_api_scratch api/test_api_solve cli/solve.bats",
    "solver/draughts": "solver/test_retro_draughts solver/test_search_draughts db/test_endgames_db db/test_endgames_faults",
    "analysis/agents": "analysis",
    "analysis/analyse": "analysis cli/analyse.bats",
    "analysis/answers": "analysis/test_answers api/test_api_database cli/analyse.bats cli/db.bats cli/endgames.bats",
    "analysis/selfplay": "analysis",
    "analysis/stats": "analysis cli/selfplay.bats",
    "src/cli/frame": "cli",
    "src/cli/help": "cli",
    "src/cli/output": "cli",
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
NO_MEMORY = ["api/test_api_no_memory"]  # the branches that it takes are everywhere
EQUIVALENT = "tests/mutants.tsv"
ALONE = 8  # tests that run one by one before the rest of each file runs together
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
        self.flags = ["OPTIMISE=-O1"] + ["LDFLAGS=-fuse-ld=mold"] * bool(shutil.which("mold"))
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
        return self.run(["make", "-s", "-j2", "DEBUG=1", "BUILD=build", *self.flags, *targets]) == 0

    def need(self, targets):
        """Build what has to build."""
        if not self.build(targets):
            sys.exit(f"mutate.py: {self.root} does not build:\n" + (self.root / "last.log").read_text())

    def objects(self, name):
        """What a source is compiled to: the kernels of rows have an object for each width."""
        found = []
        for rule in sorted((self.root / "build/obj" / name).parent.glob("*.d")):
            words = rule.read_text(encoding="utf-8").replace("\\\n", " ").split()
            if words[1] == name:
                found.append(rule.with_suffix(".o"))
        return found

    @staticmethod
    def program(file):
        """What has to be built before a test runs."""
        return "build/papamu" if file.endswith(".bats") else f"build/{file}"

    def test(self, file, names, limit):
        """The exit code of a test program, or of those tests of a .bats file whose names match a pattern."""
        command = ["bats", "--tap", "-T", "-f", names, file] if file.endswith(".bats") else [f"build/{file}"]
        return self.run(command, limit)

    processor_seconds = staticmethod(processor_seconds)

    @staticmethod
    def complain(text):
        print("mutate.py: " + text, file=sys.stderr, flush=True)


class Tests:
    """The tests of one room, most useful first."""

    def __init__(self, tree, reach, files, most):
        self.tree = tree
        self.most = most
        self.tests = reach.tests(files)
        self.tree.need([self.tree.program(file) for file in files])
        self.kills = dict.fromkeys(self.tests, 1)

    def steps(self, functions):
        """Lists of tests of one file that reach one of the functions: the quickest one by one, others together."""
        tests = [test for test in self.tests if test.reached & functions]
        tests.sort(key=lambda test: test.seconds / self.kills[test])
        found = [[test] for test in tests[:ALONE]]
        together = {}
        for test in tests[ALONE:]:
            together.setdefault(test.file, []).append(test)
        return found + list(together.values())

    def killer(self, functions):
        """The first test that notices, or None; and whether the answer is sure, which it is not if time ran out."""
        begin = processor_seconds()
        built = set()
        for step in self.steps(functions):
            if processor_seconds() - begin > self.most:
                return None, False
            file = step[0].file
            program = self.tree.program(file)
            if program not in built:
                self.tree.build([program])
                built.add(program)
            names = "|".join(re.escape(test.name) for test in step)
            if self.tree.test(file, f"^({names})$", max(10, 10 * sum(test.seconds for test in step))) != 0:
                if len(step) == 1:
                    self.kills[step[0]] += 1
                return file + (": " + step[0].name if step[0].name and len(step) == 1 else ""), True
        return None, True


def test_files(room, without):
    """The test programs and .bats files of a room, but for those whose names match a pattern."""
    files = []
    for name in ROOMS[room].split() + NO_MEMORY * (not room.startswith("src/cli")):
        at = Path("tests") / name
        found = sorted(at.glob("test_*.c")) + sorted(at.glob("*.bats")) if at.is_dir() else [at]
        files += [str(file.with_suffix("") if file.suffix == ".c" else file) for file in found]
    return [file for file in dict.fromkeys(files) if not (without and re.search(without, file))]


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


def mutate_file(tree, reach, tests, report, room, name, places, seed):
    """Put `places` faults into a file, one after the other."""
    path = tree.root / name
    original = path.read_text(encoding="utf-8")  # not from where somebody may be editing
    candidates = faults(original)
    random.Random(f"{seed} {name}").shuffle(candidates)
    compiled = tree.objects(name)
    if not compiled:
        tree.complain(f"{name} is not part of the program here, and is left out")
        return
    same = [path.read_bytes() for path in compiled]
    targets = [str(path.relative_to(tree.root)) for path in compiled]
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
            if not tree.build(targets):
                continue
            tried += 1
            if [path.read_bytes() for path in compiled] == same:
                report.add(room, "equivalent", where, *lines, "the same code")
                continue
            by, is_sure = tests.killer(reach.functions(name, original, start))
            by = by or ("" if is_sure else "not all tests run")
            report.add(room, "killed" if by and is_sure else "survived", where, *lines, by)
    finally:
        path.write_text(original, encoding="utf-8")


def room_of(name):
    rooms = [room for room in ROOMS if name == room or name.startswith(room + "/")]
    return max(rooms, key=len) if rooms else sys.exit(f"mutate.py: {name} is not in a room: " + " ".join(ROOMS))


def main():
    parser = argparse.ArgumentParser(description="Put small faults into the code, and see whether tests notice.")
    parser.add_argument("--places", type=int, default=6, help="faults a file (default 6)")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--seconds", type=float, default=math.inf, help="of a processor that tests of a fault may take")
    parser.add_argument("--without", metavar="REGEX", help="test files that take too long")
    parser.add_argument("--verbose", action="store_true", help="print all mutants, not survivors alone")
    parser.add_argument("what", nargs="*", metavar="ROOM|FILE", help="default: every room")
    options = parser.parse_args()
    os.chdir(Path(__file__).resolve().parent.parent)
    build = os.environ.get("BUILD", "build")
    tree = Tree(build)
    reach = Reach(tree, Path(build).resolve() / "mutate.reached.json")
    report = Report(options.verbose)
    chosen = {}
    for what in options.what or ROOMS:
        path = Path(what)
        files = [path] if path.is_file() else sorted(path.glob("*.c"))
        chosen.setdefault(room_of(str(path)), []).extend(map(str, files))
    tested = {room: test_files(room, options.without) for room in chosen}
    reach.tests(sorted(set().union(*tested.values())))  # all of them at once, since each time everything is built twice
    for room, files in chosen.items():
        tests = Tests(tree, reach, tested[room], options.seconds)
        for name in files:
            mutate_file(tree, reach, tests, report, room, name, options.places, options.seed)
        report.table()


if __name__ == "__main__":
    main()

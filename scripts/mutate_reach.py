"""Which tests reach which functions, for mutate.py: a fault is worth only the tests that run the code around it.

A copy of the source gets a probe at the start of each function, a byte of a file that is set when it is called, and the
tests run in it once. A test of a .bats file counts by itself, a test program as a whole. What was found is kept in a
file, and found again if the code or the test has changed.

SPDX-License-Identifier: MIT
"""

import hashlib
import json
import re
from pathlib import Path
from typing import NamedTuple

FUNCTION = re.compile(r"\)\n(\{\n.*?^\})", re.DOTALL | re.MULTILINE)
ROOMS = ("src", "solver", "analysis")
RESULT = re.compile(r"(not ok|ok) \d+ (.*?)(?: in (\d+)ms)?( # .*)?")
PROBES = """#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
extern unsigned char *mutate_reached;
static unsigned char nowhere[%(n)d];
unsigned char *mutate_reached = nowhere;
__attribute__((constructor)) static void begin(void)
{
    const char *folder = getenv("MUTATE_REACHED"), *test = getenv("BATS_TEST_NAME");
    char path[4096];
    snprintf(path, sizeof path, "%%s/%%.200s", folder ? folder : "", test && test[0] ? test : "all");
    const int file = folder ? open(path, O_RDWR | O_CREAT, 0666) : -1;
    if (file >= 0 && ftruncate(file, %(n)d) == 0) {
        void *map = mmap(NULL, %(n)d, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        mutate_reached = map == MAP_FAILED ? nowhere : map;
    }
    if (file >= 0) {
        close(file);
    }
}
"""


class Test(NamedTuple):
    """A program, or one test of a .bats file."""

    file: str
    name: str
    seconds: float
    reached: frozenset  # numbers of functions


def bodies(text):
    """Where the functions of a file begin and end, from brace to brace."""
    return [found.span(1) for found in FUNCTION.finditer(text)]


def encoded(name):
    """What bats calls the function of a test."""
    letters = {" ": "_"}
    return "test_" + "".join(letters.get(c, c if c.isalnum() else f"-{ord(c):02x}") for c in name)


def digest(paths):
    found = hashlib.sha256()
    for path in paths:
        found.update(path.read_bytes())
    return found.hexdigest()


class Reach:
    """The functions of a tree, by number, and the tests that reach them."""

    def __init__(self, tree, kept):
        self.tree = tree
        self.kept = Path(kept)
        self.first = {}  # number of the first function of a file
        self.number = 0
        sources = sorted(path for room in ROOMS for path in (tree.root / room).rglob("*.[ch]"))
        self.code = digest(sources)
        for path in sources:
            if path.suffix == ".c" and "web" not in path.parts:
                self.first[str(path.relative_to(tree.root))] = self.number
                self.number += len(bodies(path.read_text(encoding="utf-8")))

    def functions(self, name, text, start):
        """The function around a place, or, of a table outside, all functions of the file."""
        spans = list(enumerate(bodies(text), self.first[name]))
        inside = [number for number, (begin, end) in spans if begin <= start < end]
        return frozenset(inside or [number for number, _ in spans])

    def signature(self, file):
        path = self.tree.root / file
        return self.code + digest([path if path.suffix == ".bats" else path.with_suffix(".c")])

    def tests(self, files):
        """All tests of the files that succeed, with what they reach."""
        kept = json.loads(self.kept.read_text(encoding="utf-8")) if self.kept.exists() else {}
        new = [file for file in files if kept.get(file, {}).get("signature") != self.signature(file)]
        if new:
            with Probes(self):
                self.tree.need([self.tree.program(file) for file in new])
                for file in new:
                    kept[file] = {"signature": self.signature(file), "tests": self.measure(file)}
                    self.kept.write_text(json.dumps(kept), encoding="utf-8")
        return [
            Test(file, name, seconds, frozenset(reached))
            for file in files
            for name, seconds, reached in kept[file]["tests"]
        ]

    def measure(self, file):
        """Run a file with probes: [name, seconds, functions reached] of each test that succeeds."""
        folder = self.tree.root / "reached"
        folder.mkdir(exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        self.tree.environment["MUTATE_REACHED"] = str(folder)
        begin = self.tree.processor_seconds()
        code = self.tree.test(file, "", 600)
        seconds = self.tree.processor_seconds() - begin
        del self.tree.environment["MUTATE_REACHED"]
        log = (self.tree.root / "last.log").read_text(encoding="utf-8", errors="replace")
        always = self.read(folder / "all")
        if not file.endswith(".bats"):
            if code != 0:
                self.tree.complain(f"{file} fails without a fault, and is left out")
            return [] if code != 0 else [["", seconds, sorted(always)]]
        found = []
        for result in filter(None, map(RESULT.fullmatch, log.splitlines())):
            if result[1] != "ok":
                self.tree.complain(f"{file}: {result[2]}: fails without a fault, and is left out")
            elif not result[4]:
                reached = always | self.read(folder / encoded(result[2])[:200])
                found.append([result[2], int(result[3] or 0) / 1000, sorted(reached)])
        return found

    @staticmethod
    def read(path):
        return {number for number, byte in enumerate(path.read_bytes()) if byte} if path.exists() else set()


class Probes:
    """While this is open, the tree has probes."""

    def __init__(self, reach):
        self.reach = reach
        self.module = reach.tree.root / "src/base/mutate_probes.c"
        self.originals = {}

    def __enter__(self):
        self.module.write_text(PROBES % {"n": self.reach.number}, encoding="utf-8")
        for name, first in self.reach.first.items():
            path = self.reach.tree.root / name
            text = self.originals[path] = path.read_text(encoding="utf-8")
            for number, (begin, _) in reversed(list(enumerate(bodies(text), first))):
                probe = f" if (!mutate_reached[{number}]) mutate_reached[{number}] = 1;"
                text = text[: begin + 1] + probe + text[begin + 1 :]
            path.write_text("extern unsigned char *mutate_reached; " + text, encoding="utf-8")

    def __exit__(self, *_):
        self.module.unlink()
        for path, text in self.originals.items():
            path.write_text(text, encoding="utf-8")

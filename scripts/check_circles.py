#!/usr/bin/env python3
"""Report files of the library and the program that call each other in a circle.

    scripts/check_circles.py [BUILD]     BUILD holds the objects (default: build)

File A leads to file B if the object of A needs a symbol that B defines. Prints each circle with the symbols that close
it, and ends with 1 if there is one. Headers cannot form a circle unnoticed, so calls are all that is looked at.

SPDX-License-Identifier: MIT
"""

import sys

if __name__ == "__main__" and sys.argv[1:] in (["-h"], ["--help"]):
    print(__doc__.strip())
    sys.exit()

import pathlib
import subprocess

ROOMS = ("src", "solver", "analysis")


def symbols(objects):
    """Yield (object, type, name) of every global symbol."""
    listing = subprocess.run(["nm", "-A", "-P", "-g", "--", *objects], check=True, capture_output=True, text=True)
    for line in listing.stdout.splitlines():
        where, name, kind = line.split()[:3]
        yield where.rstrip(":"), kind, name


def is_current(root, path):
    """Whether the object's source is still there; the kernels of the rows share one."""
    source = path.relative_to(root).with_suffix(".c")
    return source.exists() or (source.name.startswith("kernel_") and source.with_name("kernel.c").exists())


def read_calls(build):
    """Return {file: {file it needs: [symbols]}}."""
    root = pathlib.Path(build, "obj")
    objects = [str(path) for room in ROOMS for path in sorted((root / room).rglob("*.o")) if is_current(root, path)]
    if not objects:
        sys.exit(f"no objects in {root}: build first")
    home, needs = {}, []
    for path, kind, name in symbols(objects):
        file = str(pathlib.Path(path).relative_to(root).with_suffix(""))
        if kind == "U":
            needs.append((file, name))
        else:
            home[name] = file
    calls = {}
    for file, name in needs:
        target = home.get(name, file)
        if target != file:
            calls.setdefault(file, {}).setdefault(target, []).append(name)
    return calls


def reachable(calls, start):
    """Return every file that `start` leads to."""
    seen, todo = set(), [start]
    while todo:
        for file in calls.get(todo.pop(), {}):
            if file not in seen:
                seen.add(file)
                todo.append(file)
    return seen


def circles(calls):
    """Return the sets of files that lead to each other."""
    leads_to = {file: reachable(calls, file) for file in calls}
    found = {frozenset(other for other in leads_to[file] if file in leads_to.get(other, ())) for file in calls
             if file in leads_to[file]}
    return sorted(sorted(circle) for circle in found)


def main():
    calls = read_calls(sys.argv[1] if len(sys.argv) > 1 else "build")
    found = circles(calls)
    for circle in found:
        print("circle: " + " ".join(circle))
        for file in circle:
            for target in sorted(set(calls[file]) & set(circle)):
                print(f"  {file} -> {target}: {' '.join(sorted(calls[file][target]))}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

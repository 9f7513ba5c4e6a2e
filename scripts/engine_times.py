#!/usr/bin/env python3
"""Measure by how much `papamu engine` exceeds the time that `go movetime` gives it, and how soon it obeys `stop`.

    scripts/engine_times.py [PROGRAM]      the program, by default build/papamu

For each board and limit: the median and the greatest excess, in milliseconds, from the writing of the command to the
reading of the answer's last line. On a busy machine the excess is mostly the scheduler's; run it at raised priority.

SPDX-License-Identifier: MIT
"""

import sys

if __name__ == "__main__" and sys.argv[1:] in (["-h"], ["--help"]):
    print(__doc__.strip())
    sys.exit()

import subprocess
import time

BOARDS = (["--board", "8x8"], ["--board", "16x16"], ["--game", "italian"], ["--game", "american"])
LIMITS = {20: 40, 100: 40, 500: 10}  # milliseconds: how often


class Engine:
    def __init__(self, program, arguments):
        self.process = subprocess.Popen(
            [program, "engine", *arguments], text=True, bufsize=1, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.process.stdout.readline()

    def send(self, command):
        print(command, file=self.process.stdin, flush=True)

    def wait(self):
        for line in self.process.stdout:
            if line.startswith("error "):
                raise ValueError(line.strip())
            if line == "ok\n":
                return

    def close(self):
        self.process.communicate("quit\n")


def excess(engine, limit):
    begin = time.monotonic()
    engine.tell(f"go movetime {limit}")
    engine.wait()
    return (time.monotonic() - begin) * 1e3 - limit


def latency(engine):
    engine.send("go infinite")
    time.sleep(0.1)
    begin = time.monotonic()
    engine.send("stop")
    engine.wait()
    return (time.monotonic() - begin) * 1e3


def report(board, what, times):
    times.sort()
    print(f"{' '.join(board):16} {what:16} {len(times):3} times  median {times[len(times) // 2]:6.1f}  greatest {times[-1]:6.1f} ms")


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "build/papamu"
    for board in BOARDS:
        engine = Engine(program, board)
        for limit, n in LIMITS.items():
            report(board, f"movetime {limit}", [excess(engine, limit) for _ in range(n)])
        report(board, "stop", [latency(engine) for _ in range(20)])
        engine.close()


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Hold what data/RESULTS.md says of values, sizes and tests of significance against the tables.

    check_science.py [DATA]      from the root of the repository; ends with 1 and the sentences that are not there

Every sentence is made here from the tables; RESULTS.md must have it, line breaks aside.

SPDX-License-Identifier: MIT
"""

import math
import pathlib
import re
import sys

sys.path.insert(0, "scripts")
sys.dont_write_bytecode = True
import result_files  # noqa: E402 (of the folder just named)
import significance  # noqa: E402

data = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "data")


def read(name):
    return result_files.read(data / f"{name}.csv")


def size(row):
    return f"{row['rows']}x{row['cols']}"


def firsts(kind):
    return {row["value"]: size(row) for row in read("value_firsts") if row["kind"] == kind}


def values():
    nimbers, ups, tinies = firsts("nimber"), firsts("up"), firsts("tiny")
    yield "`*` occurs first on {}, `*2` on {} and `*3` on {}".format(*(nimbers[name] for name in ("*", "*2", "*3")))
    assert len(nimbers) == 3
    denominators = firsts("denominator")
    assert denominators == {str(2**k): f"1x{2 * k + 3}" for k in range(1, 12)}
    yield "The denominator 2^k occurs first on 1x(2k+3), for k = 1 to 11"
    yield f"`^` occurs first on {ups['^']}, `^^` on {ups['^^']}, `^3` on {ups['^3']} and `^10` on {ups['^10']}"
    yield (f"Of the tiny values of a positive number, or of one with ups and nimbers, {len(tinies)} occur, the "
           f"first, `tiny(1)`, on {tinies['tiny(1)']}, and none on one or two rows")
    assert all(int(row["rows"]) > 2 for row in read("value_firsts") if row["kind"] == "tiny")
    boards = {size(row): row for row in read("values_boards")}
    hottest = {name: boards[name]["highest_temperature"] for name in ("4x6", "3x8", "5x5")}
    yield "The hottest sets of stones have temperature {} on 4x6, {} on 3x8 and {} on 5x5".format(*hottest.values())
    assert max(boards.values(), key=lambda row: eval(row["highest_temperature"])) is boards["4x6"]
    latest = max(boards.values(), key=lambda row: int(row["latest_birthday"]))
    yield f"the latest birthday is {latest['latest_birthday']}, on {size(latest)}"
    for row in read("value_distributions"):
        if row["quantity"] == "temperature" and size(row) in ("4x4", "4x6", "5x5"):
            yield f"{size(row)} {float(row['average']):.3f} {row['q25']} {row['median']} {row['q75']} {row['q95']} {row['largest']}"
    longest = {size(row): row for row in read("remoteness_longest") if row["corner"] == "black"}
    yield f"The longest perfectly played game from any set of stones has {longest['6x6']['remoteness']} plies on 6x6, from `{longest['6x6']['position']}`"


def spread(row, name, digits):
    value, low, high = (float(row[f"{name}_{end}"]) for end in ("log10", "low", "high"))
    return f"{value:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


def sizes():
    rows = {(size(row), row["opening"]): row for row in read("complexity")}
    for board in ("6x6", "7x7", "8x8", "10x10"):
        row = rows[board, "corner-centre"]
        states = f"{float(row['states_low']):.1f} to {float(row['states_high']):.1f}" if row["states_low"] else "-"
        yield f"{board} {spread(row, 'games', 2)} {spread(row, 'nodes', 2)} {states} {float(row['length']):.1f}"
    known = [row for row in read("reachable") if row["corner"] == "black" and (size(row), row["opening"]) in rows]
    assert {size(row) for row in known} >= {"4x4", "4x5", "4x6", "5x5", "5x6", "5x7", "6x6"}
    for row in known:
        of, exact = rows[size(row), row["opening"]], math.log10(int(row["reachable"]))
        assert float(of["states_low"]) <= exact <= float(of["states_high"]), row
    assert {row["samples"] for row in rows.values()} == {"300", "0"}
    at_random = {row["board"]: float(row["jumps"]) + 2 for row in read("boards")}
    assert all(at_random[board] < float(row["length"]) for (board, _), row in rows.items() if board in at_random)
    yield "games at random are shorter"


def tests():
    rows = read("significance")
    assert [list(row.values()) for row in rows] == [[str(cell) for cell in row] for row in significance.significance(read)]
    families = {}
    for row in rows:
        families.setdefault(row["family"], []).append(row["is_rejected"] == "1")
    yield ("Holm's method over {} hypotheses that Black has half, {} that corner and centre are alike, and {} that two agents "
           "are equally strong").format(*(len(families[name]) for name in ("half", "classes", "pairs")))
    assert all(families["half"]) and all(families["pairs"])
    kept = [row["agent"] for row in rows if row["family"] == "classes" and row["is_rejected"] == "0"]
    yield "rejects all but those on corner and centre of {} and {}".format(*(f"`{agent}`" for agent in kept))


def strengths():
    rows = {row["agent"]: row for row in read("strength")}
    assert {row["games"] for row in rows.values()} == {"2016"}
    for agent, row in sorted(rows.items(), key=lambda item: float(item[1]["elo"])):
        ms = float(row["processor_ms"])
        if agent != "greedy":
            elo, low, high = (f"{float(row[name]):.0f}" for name in ("elo", "elo_low", "elo_high"))
            yield f"{agent} {elo} ({low} to {high}) {ms:.2g}"
        for seed in (1, 2, 3):
            assert abs(float(row[f"elo_seed_{seed}"]) - float(row["elo"])) < 40
    elo = {agent: float(row["elo"]) for agent, row in rows.items()}
    assert all(180 < elo[f"ab:{d + 2}"] - elo[f"ab:{d}"] < 250 for d in (2, 4, 6)) and 0 < elo["ab:2"] < 250
    assert all(190 < elo[b] - elo[a] < 215 for a, b in (("mcts:100", "mcts:400"), ("mcts:400", "mcts:1600")))
    spent = {agent: float(row["processor_ms"]) for agent, row in rows.items()}
    assert spent["mcts:400"] > 10 * spent["ab:2"] and spent["mcts:1600"] > 10 * spent["ab:4"]


def perfect():
    rows = {(row["black"], row["white"]): row for row in read("perfect_play")}
    best = "db:perfect,ab:4"
    alone = rows[best, best]
    assert alone["black_wins"] == "200" and alone["games"] == "600"
    agents = ["random", "greedy", "ab:2", "ab:4", "ab:6", "mcts:200", "mcts:1600"]
    yield " ".join(agents) + " " + " ".join(rows[best, agent]["white_wins"] for agent in agents)
    kept = {agent: int(rows[agent, best]["black_wins"]) for agent in agents}
    assert kept["ab:4"] == 200 and max(n for agent, n in kept.items() if agent not in ("ab:4", "ab:2", "greedy")) <= 1
    yield f"`ab:2` {kept['ab:2']}, greedy {kept['greedy']}, and the others at most one"
    yield f"{float(alone['jumps']):.1f} jumps against itself, {float(rows['random', 'random']['jumps']):.1f} at random"


said = re.sub(r"\s+", " ", (data / "RESULTS.md").read_text(encoding="utf-8"))
missing = [text for source in (values, sizes, tests, strengths, perfect) for text in source() if text not in said]
print("\n".join(missing))
sys.exit(1 if missing else 0)

"""What the facts and numbers of the paper take from the tables of games that agents played: how they were played, by whom, and
who was ahead.

SPDX-License-Identifier: MIT
"""

from paper_data import KEYS


def games_of(d, *names):
    """The commands that played the games of these tables."""
    commands = [r["command"] for name in names for r in d[f"commands of {name}"] if " selfplay " in r["command"]]
    assert commands
    return commands


def is_random_alone(command):
    return " --black random --white random " in command


def black_share(d, agent):
    (r,) = [r for r in d["selfplay"] if KEYS["selfplay"](r) == agent]
    return float(r["black_share_low"]), float(r["black_share_high"])


def draw_share(d, agent):
    (r,) = [r for r in d["draughts_selfplay"] if r["black"] == agent]
    return int(r["draws"]) / int(r["games"])


def beats(d, agent, opponent):
    (r,) = [r for r in d["pairs"] if KEYS["pairs"](r) == f"{agent}-{opponent}"]
    return float(r["share_low"]) > 0.5


def chosen(d, agent):
    """The classes of openings that an agent chooses against itself."""
    return {r["class"] for r in d["selfplay_choices"] if r["black"] == agent}


def centre_better_for_black(d, agent):
    """Black's share after openings in the centre is larger than after those in corners, beyond both intervals."""
    rows = {r["class"]: r for r in d["selfplay_classes"] if r["black"] == agent}
    return float(rows["centre"]["black_share_low"]) > float(rows["corner"]["black_share_high"])


def classes_overlap(d, agent):
    """The intervals of Black's share after openings in corners and in the centre have a value in common."""
    rows = [r for r in d["selfplay_classes"] if r["black"] == agent]
    return max(float(r["black_share_low"]) for r in rows) <= min(float(r["black_share_high"]) for r in rows)


def not_rejected(d):
    """The hypotheses that are left, as family and agent."""
    return {(r["family"], r["agent"]) for r in d["significance"] if r["is_rejected"] != "1"}


def strength(d, agent, column):
    (r,) = [r for r in d["strength"] if r["agent"] == agent]
    return float(r[column])


def elo_rises(d, *agents):
    """Whether the interval of each agent lies above that of the one before."""
    return all(strength(d, a, "elo_high") < strength(d, b, "elo_low") for a, b in zip(agents, agents[1:]))


def opening_rows(d, black, white):
    """The games of two agents against each other by opening, one of them perfect."""
    return [r for r in d["perfect_play_openings"] if (r["black"], r["white"]) == (black, white)]


def opening_of_text(r):
    """A row of a table by opening, with board and removals in columns of their own."""
    black, white = r["opening"].split()
    rows, cols = r["board"].split("x")
    return {"rows": rows, "cols": cols, "black_removes": black, "white_removes": white}

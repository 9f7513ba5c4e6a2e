#!/usr/bin/env python3
"""Run a program on a pseudo-terminal and type to it.

    terminal.py [--columns N] KEYS... -- PROGRAM [ARGUMENT...]

Each of KEYS, where \\t, \\n, \\e, \\xHH are what they are in Python (and \\e is escape), is typed once the program has shown a
prompt ("> ") since the last. "signal NAME" sends that signal instead, after which no prompt need come. Writes all that the program writes to standard
output, and ends with its exit code; with 124 if the program is not done 20 seconds after the last word from it.

SPDX-License-Identifier: MIT
"""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios


def typed(text):
    return text.replace("\\e", "\\x1b").encode("latin-1", "backslashreplace").decode("unicode_escape").encode("latin-1")


def start(command, columns):
    """The process and the terminal's other end."""
    pid, terminal = pty.fork()
    if pid == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        os.execvp(command[0], command)
    return pid, terminal


def read(terminal, seconds):
    """What comes within the time; b"" at the end, None if nothing came."""
    if not select.select([terminal], [], [], seconds)[0]:
        return None
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # what Linux says at the end
        return b""


def act(keys, pid, terminal):
    if keys.startswith("signal "):
        os.kill(pid, getattr(signal, "SIG" + keys.split()[1]))
    else:
        os.write(terminal, typed(keys))


def talk(pid, terminal, keys):
    """Type the keys in turn; False if the program fell silent."""
    since = b""
    while True:
        is_asked = keys and b"> " in since
        piece = read(terminal, 0.1 if is_asked else 20)
        if piece == b"":
            return True
        if piece:
            sys.stdout.buffer.write(piece)
            since += piece
        elif is_asked:
            act(keys[0], pid, terminal)
            since = since if keys.pop(0).startswith("signal ") else b""
        else:
            return False


def main():
    words = sys.argv[1:]
    columns = int(words[1]) if words[0] == "--columns" else 80
    keys = words[2 if words[0] == "--columns" else 0 : words.index("--")]
    pid, terminal = start(words[words.index("--") + 1 :], columns)
    is_done = talk(pid, terminal, keys)
    if not is_done:
        os.kill(pid, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    sys.stdout.flush()
    return status if is_done else 124


if __name__ == "__main__":
    sys.exit(main())

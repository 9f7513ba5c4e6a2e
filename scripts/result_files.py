"""Reading and writing the tables of data/, for the scripts that make or use them.

SPDX-License-Identifier: MIT
"""

import csv
import io
import subprocess


def read(path):
    """The rows of a table, as dictionaries."""
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def read_searched(path):
    """The same of solved.csv, with the commit that made each row as column `commit`, which its comments name: the program,
    and a command with words such as 6x7:black:any."""
    commit, commits = "", {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("# papamu "):
            commit = line.split("(")[1].rstrip(")")
        elif line.startswith("# command: "):
            commits.update({word: commit for word in line.split() if word.count(":") == 2})
    return [{**r, "commit": commits[f"{r['rows']}x{r['cols']}:{r['corner']}:{r['rule']}"]} for r in read(path)]


def keep(path, papamu, command, header, rows, adds=False, runs=()):
    """Write a table with its provenance, unless the file has these rows already: then it stays. Says which. With
    `adds` some rows are those of the file as it was, whose provenance then comes first; `runs` are lines of provenance
    that come before the table's own, of the files that it was made from."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([header, *rows])
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.is_file() else []
    if "".join(line for line in lines if not line.startswith("#")) == text.getvalue():
        print(f"the rows agree with {path}, which stays as it is")
        return
    said = subprocess.run([papamu, "--version"], capture_output=True, text=True, check=True).stdout
    version, git = said.split("\n")[0].split(" (")
    before = "".join([*(line for line in lines if adds and line.startswith("#")), *runs])
    path.write_text(f"{before}# {version}\n# git: {git.rstrip(')')}\n# command: {command}\n{text.getvalue()}", encoding="utf-8")
    print(f"wrote {path}")

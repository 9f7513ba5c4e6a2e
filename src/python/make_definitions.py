#!/usr/bin/env python3
"""Print what cffi needs to know of the library, taken from its headers.

    make_definitions.py [DIR]    DIR holds papamu.h and papamu/*.h (default: the folder above this one)

The output is the Python module papamu/_definitions.py: the declarations without comments and preprocessor lines, the
version of the headers, and the names of the structures, whose sizes the package compares with those of the library.

SPDX-License-Identifier: MIT
"""
import pathlib
import re
import sys


def declarations(text):
    """The C declarations of a header, as cffi reads them."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r'#ifdef __cplusplus\n(extern "C" \{|\})\n#endif', "", text)
    text = re.sub(r"^#.*\n", "", text, flags=re.M)
    return re.sub(r"\n\s*\n+", "\n", text).strip() + "\n"


def main():
    here = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent)
    core = (here / "papamu.h").read_text(encoding="ascii")
    order = re.findall(r'^#include "(papamu/\w+\.h)"', core, flags=re.M)
    texts = {name: (here / name).read_text(encoding="ascii") for name in order}
    # a section comes after those it includes
    done, text = [], declarations(core)
    while len(done) < len(order):
        for name in order:
            needs = {f"papamu/{n}" for n in re.findall(r'^#include "(\w+\.h)"', texts[name], flags=re.M)}
            if name not in done and needs <= set(done):
                done.append(name)
                text += declarations(texts[name])
    structures = re.findall(r"^typedef struct (pm_\w+) \{", text, flags=re.M)
    version = re.search(r'^#define PM_VERSION "(.*)"', core, flags=re.M).group(1)
    print(f'"""Made by make_definitions.py from the headers of papamu {version}."""')
    print(f'VERSION = "{version}"')
    print(f"STRUCTURES = {structures!r}")
    print(f'DECLARATIONS = r"""\n{text}"""')


if __name__ == "__main__":
    main()

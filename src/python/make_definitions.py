#!/usr/bin/env python3
"""Print what cffi needs to know of the library, taken from its headers.

    make_definitions.py DIR FOLDER    DIR holds papamu.h and papamu/*.h, FOLDER is the package that is built

Two modules are written. _definitions.py has the declarations without comments and preprocessor lines, the version of the
headers, and the names of the structures, whose sizes the package compares with those of the library. _ffi.py has what
cffi makes of the declarations, so that the package need not parse them at each import, which takes 0.2 seconds; it is
left out where cffi is missing, and the package does without.

SPDX-License-Identifier: MIT
"""
import contextlib
import pathlib
import re
import sys
import tempfile


def declarations(text):
    """The C declarations of a header, as cffi reads them."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r'#ifdef __cplusplus\n(extern "C" \{|\})\n#endif', "", text)
    text = re.sub(r"^#.*\n", "", text, flags=re.M)
    return re.sub(r"\n\s*\n+", "\n", text).strip() + "\n"


def collect(here):
    """All declarations, a section after those it includes; the version."""
    core = (here / "papamu.h").read_text(encoding="ascii")
    order = re.findall(r'^#include "(papamu/\w+\.h)"', core, flags=re.M)
    texts = {name: (here / name).read_text(encoding="ascii") for name in order}
    done, text = [], declarations(core)
    while len(done) < len(order):
        for name in order:
            needs = {f"papamu/{n}" for n in re.findall(r'^#include "(\w+\.h)"', texts[name], flags=re.M)}
            if name not in done and needs <= set(done):
                done.append(name)
                text += declarations(texts[name])
    return text, re.search(r'^#define PM_VERSION "(.*)"', core, flags=re.M).group(1)


def write(path, text):
    """Whole or not at all, since packages are imported while they are made."""
    new = path.with_suffix(".new")
    new.write_text(text, encoding="ascii")
    new.replace(path)


def write_definitions(text, version, folder):
    structures = re.findall(r"^typedef struct (pm_\w+) \{", text, flags=re.M)
    write(
        folder / "_definitions.py",
        f'"""Made by make_definitions.py from the headers of papamu {version}."""\n'
        f'VERSION = "{version}"\nSTRUCTURES = {structures!r}\nDECLARATIONS = r"""\n{text}"""\n',
    )


def write_ffi(text, folder):
    try:
        import cffi
    except ImportError:
        (folder / "_ffi.py").unlink(missing_ok=True)
        return
    maker = cffi.FFI()
    maker.cdef(text)
    maker.set_source("papamu._ffi", None)
    with tempfile.TemporaryDirectory() as scratch:
        made = pathlib.Path(scratch) / "_ffi.py"
        with contextlib.redirect_stdout(None):  # it says what it writes
            maker.emit_python_code(str(made))
        write(folder / "_ffi.py", made.read_text(encoding="ascii"))


def main():
    here, folder = map(pathlib.Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    text, version = collect(here)
    write_ffi(text, folder)
    write_definitions(text, version, folder)


if __name__ == "__main__":
    main()

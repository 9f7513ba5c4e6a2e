#!/usr/bin/env bats
# The Python package, as a checkout and as an installation have it.
#
# SPDX-License-Identifier: MIT

setup() {
    case ${BUILD:=build} in
        *san) skip "the interpreter is not built with the sanitizers" ;;
    esac
    # The package needs Debian's modules, which only the system's interpreter sees.
    for python in python3 /usr/bin/python3; do
        "$python" -c 'import cffi, numpy, pandas, matplotlib' 2>/dev/null && break
        [ "$python" = python3 ] || skip "needs python3-cffi, -numpy, -pandas and -matplotlib (scripts/setup.sh)"
    done
    make -s lib python BUILD="$BUILD" >&2
    export PYTHONPATH=$PWD/$BUILD/python MPLBACKEND=agg PYTHONDONTWRITEBYTECODE=1
}

@test "the examples of the documentation do what they say" {
    run "$python" tests/python/run_doctests.py
    echo "$output"
    [ "$status" -eq 0 ]
}

@test "results, bad input, callbacks, threads and pictures" {
    run "$python" tests/python/test_papamu.py
    echo "$output"
    [ "$status" -eq 0 ]
}

@test "no function of the library crashes on a NULL, but those of the hot path" {
    run "$python" tests/python/test_nulls.py "$BUILD"
    echo "$output"
    [ "$status" -eq 0 ]
}

# The cells of the notebook run as a script: lighter than a kernel, and the same code.
@test "the tour runs from its first cell to its last" {
    cd "$BATS_TEST_TMPDIR"
    run "$python" - "$OLDPWD/data/tour.ipynb" <<'END'
import json, sys
cells = [c for c in json.load(open(sys.argv[1]))["cells"] if c["cell_type"] == "code"]
assert len(cells) > 5
space = {}
for cell in cells:
    exec(compile("".join(cell["source"]), "tour.ipynb", "exec"), space)
print(len(cells), "cells")
END
    echo "$output"
    [ "$status" -eq 0 ]
}

@test "make install places the package and it finds its library" {
    make -s install BUILD="$BUILD" DESTDIR= PREFIX="$BATS_TEST_TMPDIR/opt" >&2
    cd "$BATS_TEST_TMPDIR"
    PYTHONPATH=$BATS_TEST_TMPDIR/opt/lib/python3/dist-packages run "$python" -c \
        'import papamu; print(papamu._library.path, papamu.Board(4, 4).solve().game()[0])'
    echo "$output"
    [ "$output" = "$BATS_TEST_TMPDIR/opt/lib/libpapamu.so white" ]
}

@test "pip installs the package without a network" {
    "$python" -c 'import venv, ensurepip, setuptools' 2>/dev/null || "$python" -m pip --version || skip "needs pip"
    cp -r src "$BATS_TEST_TMPDIR/src"
    "$python" -m pip install --quiet --no-index --no-build-isolation --no-deps --target "$BATS_TEST_TMPDIR/site" \
        "$BATS_TEST_TMPDIR/src/python" >&2
    cd "$BATS_TEST_TMPDIR"
    PAPAMU_LIBRARY=$OLDPWD/$BUILD/libpapamu.so PYTHONPATH=$BATS_TEST_TMPDIR/site run "$python" -c \
        'import papamu; print(papamu.__file__, papamu.Board(4, 4).solve().game()[0])'
    echo "$output"
    [ "$output" = "$BATS_TEST_TMPDIR/site/papamu/__init__.py white" ]
}

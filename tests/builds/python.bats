#!/usr/bin/env bats
# The Python package, as a checkout and as an installation have it.
#
# SPDX-License-Identifier: MIT

setup() {
    local preload=
    case ${BUILD:=build} in
        *-tsan) skip "ThreadSanitizer cannot be loaded into an interpreter that is built without it" ;;
        *-san) preload=$(gcc -print-file-name=libasan.so) ;; # AddressSanitizer can, before everything else
    esac
    # The package needs Debian's modules, which only the system's interpreter sees.
    local interpreter
    for interpreter in python3 /usr/bin/python3; do
        "$interpreter" -c 'import cffi, numpy, pandas, matplotlib' 2>/dev/null && break
        [ "$interpreter" = python3 ] || skip "needs python3-cffi, -numpy, -pandas and -matplotlib (scripts/setup.sh)"
    done
    make -s lib python BUILD="$BUILD" >&2
    export PYTHONPATH=$PWD/$BUILD/python MPLBACKEND=agg PYTHONDONTWRITEBYTECODE=1
    python=("$interpreter")
    if [ -n "$preload" ]; then # what the interpreter itself never frees is not for us to report
        python=(env LD_PRELOAD="$preload" PYTHONMALLOC=malloc ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0" "$interpreter")
    fi
}

# What is installed is never a sanitizer build.
needs_plain_build() {
    [[ $BUILD != *-san ]] || skip "sanitizer builds are not for installing"
}

@test "the examples of the documentation do what they say" {
    run "${python[@]}" tests/python/run_doctests.py
    echo "$output"
    [ "$status" -eq 0 ]
}

@test "results, bad input, callbacks, threads and pictures" {
    run "${python[@]}" tests/python/test_papamu.py
    echo "$output"
    [ "$status" -eq 0 ]
}

@test "no function of the library crashes on a NULL, but those of the hot path" {
    run "${python[@]}" tests/python/test_nulls.py "$BUILD"
    echo "$output"
    [ "$status" -eq 0 ]
}

@test "the type hints agree with each other" {
    needs_plain_build
    cd "$BUILD/python"
    run mypy --ignore-missing-imports --cache-dir="$BATS_TEST_TMPDIR" --python-executable "${python[0]}" papamu
    echo "$output"
    [ "$status" -eq 0 ]
}

# The cells of the notebook run as a script: lighter than a kernel, and the same code.
@test "the tour runs from its first cell to its last" {
    cd "$BATS_TEST_TMPDIR"
    run "${python[@]}" - "$OLDPWD/data/tour.ipynb" <<'END'
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
    needs_plain_build
    make -s install BUILD="$BUILD" DESTDIR= PREFIX="$BATS_TEST_TMPDIR/opt" >&2
    cd "$BATS_TEST_TMPDIR"
    PYTHONPATH=$BATS_TEST_TMPDIR/opt/lib/python3/dist-packages run "${python[@]}" -c \
        'import papamu; print(papamu._library.path, papamu.Board(4, 4).solve().game()[0])'
    echo "$output"
    [ "$output" = "$BATS_TEST_TMPDIR/opt/lib/libpapamu.so white" ]
    # With that alone the notebook computes published results again, and they are the same.
    cd "$OLDPWD/data"
    PYTHONPATH=$BATS_TEST_TMPDIR/opt/lib/python3/dist-packages run "${python[@]}" - results.ipynb <<'END'
import csv, json, sys
space = {}
for cell in json.load(open(sys.argv[1]))["cells"]:
    if cell["cell_type"] == "code":
        exec(compile("".join(cell["source"]), "results.ipynb", "exec"), space)
assert [space[name] for name in ("openings", "census", "values")] == [(55, True), (96, True), (591, True)]
line = next(csv.DictReader(line for line in open("selfplay.csv") if not line.startswith("#")))
for name, value in space["summary"].items():
    assert f"{value:.6f}" == f"{float(line[name]):.6f}", name
print(len(space["summary"]), "figures")
END
    echo "$output"
    [ "$output" = "5 figures" ]
}

@test "pip installs the package without a network, in an environment that sees the system's packages" {
    needs_plain_build
    "${python[@]}" -c 'import ensurepip, setuptools, wheel' || skip "needs python3-venv, -setuptools and -wheel (scripts/setup.sh)"
    cp -r src "$BATS_TEST_TMPDIR/src"
    "${python[@]}" -m venv --system-site-packages "$BATS_TEST_TMPDIR/environment"
    "$BATS_TEST_TMPDIR/environment/bin/pip" install --quiet --no-index --no-build-isolation "$BATS_TEST_TMPDIR/src/python" >&2
    cd "$BATS_TEST_TMPDIR"
    unset PYTHONPATH
    PAPAMU_LIBRARY=$OLDPWD/$BUILD/libpapamu.so run environment/bin/python -c \
        'import papamu; print(papamu.__file__, papamu.Board(4, 4).solve().game()[0])'
    echo "$output"
    [[ $output == "$BATS_TEST_TMPDIR/environment/lib/"*"/papamu/__init__.py white" ]]
}

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

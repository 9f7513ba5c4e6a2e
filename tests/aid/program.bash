# What tests of the command line share; a .bats file has it by `load program`.
#
# SPDX-License-Identifier: MIT
#
# shellcheck shell=bash

# Find the program, by PAPAMU or BUILD, and go to the folder of the test.
enter_test() {
    PAPAMU=$(realpath "${PAPAMU:-${BUILD:-build}/papamu}")
    cd "$BATS_TEST_TMPDIR" || exit
}

papamu() {
    "$PAPAMU" "$@"
}

# The digest of a database.
digest() {
    papamu info "$1" --format json | sed -n 's/.*"digest": "\([0-9a-f]*\)".*/\1/p'
}

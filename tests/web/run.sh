#!/usr/bin/env bash
# The tests of the page: in node, what the WebAssembly builds answer; in Chromium, the page itself.
#
#   tests/web/run.sh BUILD     the folder with papamu and the page
#
# The last line is "N passed, N failed".
#
# SPDX-License-Identifier: MIT
set -euo pipefail
cd "$(dirname "$0")/../.."
export BUILD=${1:-build}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
node --test --test-concurrency=1 --test-reporter=tap tests/web/*.test.mjs >"$log" || status=$?
grep -E '^ *(not )?ok |^ *error:' "$log" || true
if [ "$status" != 0 ]; then
    cat "$log"
fi
count() {
    sed -n "s/^# $1 //p" "$log"
}
echo "$(count pass) passed, $(count fail) failed"
exit "$status"

#!/usr/bin/env bash
# The binary interface of an installed library: what programs that were linked with it rely on.
#
#   scripts/abi.sh PREFIX     prints one line for each exported function ("function pm_solve") and for each structure
#                             that papamu.h defines ("structure pm_state 64", its bytes), sorted
#
# tests/data/abi-x86_64.txt has this list; tests/builds/install.bats compares. After a change that is meant:
#   make install PREFIX=/tmp/papamu && scripts/abi.sh /tmp/papamu >tests/data/abi-x86_64.txt
#
# SPDX-License-Identifier: MIT
set -euo pipefail
export LC_ALL=C

prefix=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

structures() {
    cat "$prefix"/include/papamu.h "$prefix"/include/papamu/*.h | sed -nE 's/^typedef struct (pm_[a-z_]+) \{$/\1/p' | sort
}

{
    echo '#include <papamu.h>'
    echo '#include <stdio.h>'
    echo 'int main(void) {'
    for name in $(structures); do
        printf 'printf("structure %s %%zu\\n", sizeof(%s));\n' "$name" "$name"
        echo "if (pm_sizeof(\"$name\") != sizeof($name)) { puts(\"pm_sizeof does not know $name\"); return 1; }"
    done
    echo '}'
} >"$scratch/sizes.c"
"${CC:-gcc}" -I"$prefix/include" "$scratch/sizes.c" -L"$prefix/lib" -lpapamu -Wl,-rpath,"$prefix/lib" -o "$scratch/sizes"

nm -D --defined-only "$prefix/lib/libpapamu.so" | sed -n 's/.* T /function /p' | sort
"$scratch/sizes"

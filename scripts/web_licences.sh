#!/usr/bin/env bash
# Print the licences of all that the page's WebAssembly is made of.
#
#   scripts/web_licences.sh ZSTD     ZSTD: the folder of zstd's sources
#
# SPDX-License-Identifier: MIT
set -euo pipefail
cd "$(dirname "$0")/.."

part() {
    printf '\n==== %s ====\n\n' "$1"
}

echo "The page in this folder contains, compiled to WebAssembly or as it is:"
part "Papamu (MIT)"
cat LICENSE
part "zstd, its decoder (BSD, 3 clauses)"
cat "$1/LICENSE"
part "xxHash (BSD, 2 clauses)"
sed -n '/Copyright/,/^ \*\//{s/^ \* \{0,1\}//;/^\//!p}' /usr/include/xxhash.h | sed -n '1,/DAMAGE/p'
emscripten=$(em-config EMSCRIPTEN_ROOT)
part "emscripten: its runtime, and compiler-rt (MIT, or University of Illinois/NCSA as one likes)"
cat <<'END'
Copyright (c) 2010-2014 Emscripten authors, see AUTHORS file.

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
END
part "musl, the C library (MIT)"
cat "$emscripten/system/lib/libc/musl/COPYRIGHT"

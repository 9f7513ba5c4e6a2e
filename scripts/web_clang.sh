#!/usr/bin/env bash
# Print the clang that emcc calls to compile, with the options that it adds.
#
#   scripts/web_clang.sh EMCC
#
# Debian's clang has its version in its name, and Debian's emscripten knows that; where it does not say, it is plain.
#
# SPDX-License-Identifier: MIT
set -euo pipefail

folder=$(em-config LLVM_ROOT)
version=$(em-config CLANG_ADD_VERSION 2>/dev/null) || version=
clang=$folder/clang${version:+-$version}
[ -x "$clang" ] || clang=$folder/clang
[ -x "$clang" ] || { echo "web_clang.sh: no clang in $folder, where emscripten says it is" >&2; exit 1; }
echo "$clang $("$1" --cflags)"

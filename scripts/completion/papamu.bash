# Completion of papamu for bash: the program itself says what may follow. Installed as
# share/bash-completion/completions/papamu; source it to try it.
#
# SPDX-License-Identifier: MIT
# shellcheck shell=bash

_papamu() {
    local current=${COMP_WORDS[COMP_CWORD]} words
    words=$("${COMP_WORDS[0]}" help --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    case $words in
        FILE) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
        DIR) mapfile -t COMPREPLY < <(compgen -d -- "$current") ;;
        *) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current") ;;
    esac
}

complete -o filenames -F _papamu papamu

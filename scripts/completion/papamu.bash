# Completion of papamu for bash: commands, topics, options and the words that options take, as the program's own help
# lists them. Installed as share/bash-completion/completions/papamu; source it to try it.
#
# SPDX-License-Identifier: MIT
# shellcheck shell=bash

# Words of the first column of a part of `papamu help`.
_papamu_help() { # PROGRAM HEADING
    "$1" help 2>/dev/null | sed -n "/^$2/,/^\$/s/^  \([a-z][a-z-]*\).*/\1/p"
}

_papamu_options() { # PROGRAM COMMAND
    "$1" "$2" --help 2>/dev/null | sed -n 's/^  \(-[a-z], \)\{0,1\}\(--[a-z-]*\).*/\2/p'
}

# What the option's value is called in the help: FILE, AGENT, ...
_papamu_value() { # PROGRAM COMMAND OPTION
    "$1" "$2" --help 2>/dev/null | sed -n "s/^  \(-[a-z], \)\{0,1\}$3 \([A-Z]*\).*/\2/p"
}

_papamu_agents() { # PROGRAM
    "$1" help agents 2>/dev/null | sed -n 's/^    \([a-z]*\).*/\1/p'
}

_papamu_tables() { # COMMAND
    case $1 in
        stats) echo "series openings lengths branching plies pairs sums" ;;
        values) echo "values openings hottest nimbers fractions stones temperatures birthdays integers" ;;
    esac
}

_papamu_reply() { # WORDS CURRENT
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
}

_papamu() {
    local program=${COMP_WORDS[0]} command=${COMP_WORDS[1]} current=${COMP_WORDS[COMP_CWORD]}
    local previous=${COMP_WORDS[COMP_CWORD - 1]}
    COMPREPLY=()
    if [ "$COMP_CWORD" = 1 ]; then
        _papamu_reply "$(_papamu_help "$program" Commands:) help --version" "$current"
    elif [ "$command" = help ]; then
        _papamu_reply "$(_papamu_help "$program" Commands:) $(_papamu_help "$program" Topics)" "$current"
    elif [[ $current == -* ]]; then
        _papamu_reply "$(_papamu_options "$program" "$command")" "$current"
    else
        case $previous in
            --game) _papamu_reply "konane italian american" "$current" ;;
            --opening) _papamu_reply "corner-centre corner centre any near-centre fixed:" "$current" ;;
            --draw-rule) _papamu_reply "fid site" "$current" ;;
            --table) _papamu_reply "$(_papamu_tables "$command")" "$current" ;;
            --corner) _papamu_reply "black white" "$current" ;;
            --values) _papamu_reply "outcome remoteness" "$current" ;;
            --format) _papamu_reply "text csv json" "$current" ;;
            --black | --white | --agent)
                _papamu_reply "$(_papamu_agents "$program") $([ "$command" != play ] || echo human)" "$current"
                ;;
            -o) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
            --*)
                case $(_papamu_value "$program" "$command" "$previous") in
                    DIR) mapfile -t COMPREPLY < <(compgen -d -- "$current") ;;
                    FILE | "") mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
                esac
                ;;
            *) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
        esac
    fi
}

complete -o filenames -F _papamu papamu

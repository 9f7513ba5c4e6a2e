#!/usr/bin/env bash
# Install what building, testing and plotting need, and nothing that is there already.
#
#   scripts/setup.sh [--paper] [--deb] [--web] [--mpi] [--check]
#
#   --paper  also what the paper needs (LaTeX)
#   --deb    also what `make deb` needs, on Debian and Ubuntu
#   --web    also what `make web` and its tests need: emscripten, Chromium, and packages that npm fetches at the versions
#            of tests/web/package-lock.json
#   --mpi    also what `make MPI=1` needs: Open MPI. Its mpirun refuses to run as root, as in a container, unless
#            OMPI_ALLOW_RUN_AS_ROOT=1 and OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 are set
#   --check  install nothing; say what is missing and end with 1 if anything is
#
# Each need is tested by its effect (a command, a pkg-config module, a sanitizer that links), so that a compiler from
# elsewhere counts. What is missing comes from apt on Debian and Ubuntu, from dnf on Fedora, as root or through sudo; on
# any other system the list is printed and the end is 1.
#
# SPDX-License-Identifier: MIT
set -euo pipefail

paper=false
deb=false
web=false
mpi=false
check_only=false

usage() {
    sed -n '2,/^# SPDX/{/SPDX/d;s/^# \{0,1\}//p}' "$0"
}

for argument in "$@"; do
    case $argument in
        --paper) paper=true ;;
        --deb) deb=true ;;
        --web) web=true ;;
        --mpi) mpi=true ;;
        --check) check_only=true ;;
        -h | --help)
            usage
            exit 0
            ;;
        *)
            echo "setup.sh: unknown option '$argument'; known are --paper, --deb, --web, --mpi, --check and --help" >&2
            exit 2
            ;;
    esac
done

# ---- what is needed: a test, its subject, what it is, the packages on Debian, the packages on Fedora -----------------

needs() {
    cat <<'END'
command gcc        | the C compiler             | gcc libc6-dev                       | gcc glibc-devel
command make       | make                       | make                                | make
command ar         | ar, nm, objdump            | binutils                            | binutils
command git        | git                        | git                                 | git
command pkg-config | pkg-config                 | pkg-config                          | pkgconf-pkg-config
library libzstd    | zstd, block compression    | libzstd-dev                         | libzstd-devel
library libxxhash  | xxHash, digests            | libxxhash-dev                       | xxhash-devel
library libedit    | libedit, line editing      | libedit-dev                         | libedit-devel
library gsl        | GSL, an oracle of tests    | libgsl-dev                          | gsl-devel
library cmocka     | cmocka, unit tests         | libcmocka-dev                       | libcmocka-devel
command bats       | bats, command-line tests   | bats                                | bats
command clang      | clang                      | clang                               | clang
links gcc -fopenmp                   | OpenMP for gcc     | libgomp1            | libgomp
links clang -fopenmp                 | OpenMP for clang   | libomp-dev          | libomp-devel
links gcc -fsanitize=address,undefined | sanitizers for gcc | gcc               | libasan libubsan
links gcc -fsanitize=thread          | ThreadSanitizer    | gcc                 | libtsan
links clang -fsanitize=fuzzer,address | libFuzzer         | libclang-rt-dev     | compiler-rt
command clang-format | clang-format             | clang-format                        | clang-tools-extra
command clang-tidy | clang-tidy                 | clang-tidy                          | clang-tools-extra
command shellcheck | shellcheck                 | shellcheck                          | ShellCheck
command mandoc     | mandoc, manual pages       | mandoc                              | mandoc
command valgrind   | valgrind                   | valgrind                            | valgrind
command gnuplot    | gnuplot                    | gnuplot-nox                         | gnuplot
command zstd       | zstd, for the second reader | zstd                              | zstd
command python3    | Python 3                   | python3                             | python3
python cffi        | cffi, for the Python package | python3-cffi                      | python3-cffi
python numpy       | numpy, likewise            | python3-numpy                       | python3-numpy
python pandas      | pandas, likewise           | python3-pandas                      | python3-pandas
python xxhash      | xxHash for Python, a test  | python3-xxhash                      | python3-xxhash
python matplotlib  | matplotlib, likewise       | python3-matplotlib                  | python3-matplotlib
python tqdm        | tqdm, for its progress bars | python3-tqdm                       | python3-tqdm
command mypy       | mypy, checks its type hints | mypy                               | python3-mypy
python ensurepip   | venv and pip, to test its installation | python3-venv            | python3
python setuptools  | setuptools, likewise       | python3-setuptools                  | python3-setuptools
python wheel       | wheel, likewise            | python3-wheel                       | python3-wheel
END
    if $paper; then
        cat <<'END'
command latexmk    | latexmk                    | latexmk                             | latexmk
command pdflatex   | LaTeX                      | texlive-latex-recommended           | texlive-scheme-basic texlive-collection-latexrecommended
tex lmodern.sty    | Latin Modern fonts         | lmodern                             | texlive-lm
tex microtype.sty  | LaTeX packages             | texlive-latex-recommended           | texlive-collection-latexrecommended
tex enumitem.sty   | more LaTeX packages        | texlive-latex-extra                 | texlive-collection-latexextra
tex tikz.sty       | LaTeX pictures             | texlive-pictures                    | texlive-collection-pictures
tex siunitx.sty    | LaTeX for science          | texlive-science                     | texlive-collection-mathscience
tex pzdr.tfm       | recommended fonts          | texlive-fonts-recommended           | texlive-collection-fontsrecommended
command pdftotext  | poppler's tools            | poppler-utils                       | poppler-utils
END
    fi
    if $deb; then
        cat <<'END'
command dpkg-buildpackage | dpkg-buildpackage  | dpkg-dev                           | dpkg-dev
command dh         | debhelper                 | debhelper                          | debhelper
command fakeroot   | fakeroot                  | fakeroot                           | fakeroot
END
    fi
    if $mpi; then
        cat <<'END'
command mpicc      | Open MPI                  | libopenmpi-dev                     | openmpi-devel
command mpirun     | mpirun                    | openmpi-bin                        | openmpi
END
    fi
    if $web; then
        cat <<'END'
command emcc       | emscripten                | emscripten                         | emscripten
command node       | Node.js                   | nodejs                             | nodejs
command npm        | npm                       | npm                                | npm
command chromium   | Chromium                  | chromium                           | chromium
packages build/npm | packages from npm, for the page |                               |
END
    fi
}

have() {
    command -v "$1" >/dev/null 2>&1
}

# Whether a program compiles and links with these options. libFuzzer brings its own main.
links_with() {
    local compiler=$1 options=$2 text='int main(void) { return 0; }'
    have "$compiler" || return 1
    case $options in
        *fuzzer*) text='int LLVMFuzzerTestOneInput(const void *p, unsigned long n); int LLVMFuzzerTestOneInput(const void *p, unsigned long n) { return p && n ? 0 : 0; }' ;;
    esac
    echo "$text" | "$compiler" -x c "$options" - -o "$scratch/a.out" >/dev/null 2>&1
}

is_there() { # test, subject, further word
    case $1 in
        command) have "$2" ;;
        python) /usr/bin/python3 -c "import $2" >/dev/null 2>&1 ;; # the interpreter that the system's packages are for
        library) have pkg-config && pkg-config --exists "$2" ;;
        links) links_with "$2" "$3" ;;
        packages) [ -d "$2/node_modules" ] && cmp -s tests/web/package-lock.json "$2/package-lock.json" ;;
        tex) have kpsewhich && [ -n "$(kpsewhich "$2")" ] ;;
    esac
}

# Fill the arrays `missing` (what, human-readable) and `packages` (names for the package manager in $1).
find_missing() {
    local manager=$1 test what debian fedora wanted
    local n_needs=0
    missing=()
    packages=()
    while IFS='|' read -r test what debian fedora; do
        n_needs=$((n_needs + 1))
        read -r -a test <<<"$test"
        is_there "${test[0]}" "${test[1]}" "${test[2]:-}" && continue
        read -r what <<<"$what"
        missing+=("$what")
        wanted=$debian
        [ "$manager" = dnf ] && wanted=$fedora
        read -r -a wanted <<<"$wanted"
        packages+=("${wanted[@]}")
    done < <(needs)
    [ "$n_needs" -gt 0 ] || { echo "setup.sh: cannot read its own list of needs" >&2; exit 1; }
    if [ ${#packages[@]} -gt 0 ]; then
        mapfile -t packages < <(printf '%s\n' "${packages[@]}" | sort -u)
    fi
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif have sudo; then
        sudo "$@"
    else
        echo "setup.sh: must be root, or have sudo, to run: $*" >&2
        exit 1
    fi
}

# Some releases have a package's content in another package that is installed anyway: ask only for names that exist.
keep_known_to_apt() {
    local name known=()
    for name in "${packages[@]}"; do
        if apt-cache show "$name" >/dev/null 2>&1; then
            known+=("$name")
        else
            echo "setup.sh: this release has no package $name; continuing without it"
        fi
    done
    packages=("${known[@]}")
}

install_packages() {
    case $1 in
        apt)
            as_root apt-get -qq update
            keep_known_to_apt
            echo "setup.sh: installing with apt: ${packages[*]}"
            as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install "${packages[@]}" >"$scratch/log" 2>&1 ||
                { tail -n 20 "$scratch/log" >&2; return 1; }
            ;;
        dnf)
            echo "setup.sh: installing with dnf: ${packages[*]}"
            as_root dnf -q -y install "${packages[@]}"
            ;;
    esac
}

# Packages from npm, exactly those of the lock file, whose checksums npm compares; none of their scripts is run. They lie
# in build, so that nothing takes their sources for the project's.
install_npm_packages() {
    local to=build/npm
    echo "setup.sh: installing with npm what tests/web/package-lock.json lists"
    rm -rf "$to" && mkdir -p "$to" && cp tests/web/package.json tests/web/package-lock.json tests/web/.npmrc "$to"
    (cd "$to" && npm ci --ignore-scripts --no-audit --no-fund >"$scratch/log" 2>&1) || {
        tail -n 20 "$scratch/log" >&2
        rm -rf "$to"
        return 1
    }
}

cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

manager=none
if have apt-get; then
    manager=apt
elif have dnf; then
    manager=dnf
fi

find_missing "$manager"
if [ ${#missing[@]} -eq 0 ]; then
    echo "setup.sh: all there, nothing to do"
    exit 0
fi
echo "setup.sh: missing: $(printf '%s; ' "${missing[@]}" | sed 's/; $//')"
if $check_only; then
    exit 1
fi
if [ "$manager" = none ]; then
    echo "setup.sh: neither apt-get nor dnf here; please install (Debian's names): ${packages[*]}" >&2
    exit 1
fi
if [ ${#packages[@]} -gt 0 ]; then
    install_packages "$manager"
fi
if $web && ! is_there packages build/npm; then
    install_npm_packages
fi
find_missing "$manager"
if [ ${#missing[@]} -gt 0 ]; then
    echo "setup.sh: still missing after the installation: $(printf '%s; ' "${missing[@]}" | sed 's/; $//')" >&2
    exit 1
fi
echo "setup.sh: done"

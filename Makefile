# Papamu. `make` builds build/papamu and the library; `make help` lists the targets.
#
# Everything below src, solver and analysis but src/cli is the library libpapamu; src/cli is the program;
# below tests, test_*.c are test programs, *.bats the tests of the command line, fuzz_*.c fuzz targets, bench_*.c
# measuring programs; the other sources there are shared by all of them.
#
#   PORTABLE=1   a binary for any processor of this architecture (the default uses -march=native). Either way the
#                row kernels are built for each vector width and chosen as the program starts.
#   DEBUG=1      assertions on, no optimisation beyond -O1
#   V=1          shows whole commands
#   MPI=1        also builds BUILD/papamu-mpi, which shares a sweep among processes; needs mpicc (scripts/setup.sh --mpi)
#   BUILD=DIR    where to build (default: build); sanitizer builds go to DIR-san, DIR-tsan, DIR-fuzz
#   LIBEDIT=     without line editing in `play`, as where libedit is missing
#   PREFIX=DIR   where `make install` puts things (default: /usr/local), below DESTDIR if that is given; libraries go to
#                PREFIX/LIBDIR (default: lib)
#
#   make results solves every board from 4x4 to 6x6: data/openings.csv, a figure, a table
#   make experiments SIZE=small|default|full, make figures, make tables: self-play (scripts/results.mk)
#   make paper   typesets the paper, BUILD/paper/papamu.pdf, after computing its results; QUICK=1: from data/ as it is
#   make endgames solves Italian draughts: data/draughts_endgames.csv, data/draughts_first_moves.csv
#   make values  values all positions of boards of up to 25 cells: data/values_*.csv, data/opening_values.csv
#   make conjectures checks the theorem and the conjectures of the paper on exact values, sweeps and proofs
#   make atlas   solves every board of up to 36 cells: data/atlas.csv, data/atlas_openings.csv (ten minutes)
#   make release an archive of the results with checksums, BUILD/release; PAPER=no: without the paper
#   make check   the quick tests; make check-builds: what is installed, packed and built otherwise; make check-long:
#                all of these; make san, make tsan: the tests under sanitizers, with assertions on; make tsan-api:
#                those of the public interface alone
#   make bench   measures; make lint: layers, formatting, clang-tidy, shellcheck, manual pages
#   make python  the Python package in BUILD/python, as `make` does too; needs python3-cffi to be used
#   make web     the page in the browser, BUILD/web; make check-web: its tests (scripts/web.mk)
#   make install, uninstall, clean; make deb: Debian packages, in BUILD/deb

# As many compilations at a time as there are processors, unless -j says otherwise.
ifeq (0,$(MAKELEVEL)$(filter -j%,$(MAKEFLAGS)))
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 1)
endif

BUILD    ?= build
PREFIX   ?= /usr/local
LIBDIR   ?= lib
CC       ?= gcc
ifeq ($(origin CC),default)
CC       := gcc
endif
VERSION  := $(shell sed -n 's/^\#define PM_VERSION "\(.*\)"/\1/p' src/papamu.h)
GIT_ID   := $(shell git describe --always --dirty --abbrev=12 2>/dev/null || echo unknown)
SONAME   := libpapamu.so.$(firstword $(subst ., ,$(VERSION)))
MACHINE  := $(shell $(CC) -dumpmachine)

WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wcast-qual \
            -Wwrite-strings -Wundef -Wvla -Wformat=2 -Wno-psabi
OPTIMISE := $(if $(DEBUG),-O1 -g,-O3 -g -DNDEBUG)
ARCH     := $(if $(PORTABLE),,-march=native)
CFLAGS   ?=
LDFLAGS  ?=
LIBS     := -lzstd -lxxhash -lm
ifeq ($(origin LIBEDIT),undefined)
LIBEDIT  := $(shell pkg-config --libs libedit 2>/dev/null)
endif
THREADS  ?= -fopenmp
DEFINES  :=
ALL_CFLAGS = -std=c11 -D_GNU_SOURCE -DPM_CORE_ONLY -I. -fPIC -fvisibility=default $(WARNINGS) $(OPTIMISE) $(ARCH) $(THREADS) \
             $(DEFINES) $(CFLAGS)

ALL_SRC  := $(sort $(shell find src solver analysis tests -name '*.c'))
MPI_SRC  := $(filter solver/mpi/% src/cli/ranks/%,$(ALL_SRC))
CLI_SRC  := $(filter-out $(MPI_SRC),$(filter src/cli/%,$(ALL_SRC)))
LIB_SRC  := $(filter-out $(CLI_SRC) $(MPI_SRC) src/web/% tests/%,$(ALL_SRC))
programs  = $(foreach source,$(filter tests/%,$(ALL_SRC)),$(if $(filter $(1)_%,$(notdir $(source))),$(source)))
TEST_SRC := $(call programs,test)
FUZZ_SRC := $(call programs,fuzz)
BENCH_SRC := $(call programs,bench)
TEST_AID := $(filter-out $(TEST_SRC) $(FUZZ_SRC) $(BENCH_SRC) $(call programs,example),$(filter tests/%,$(ALL_SRC)))
BATS     := $(sort $(shell find tests -name '*.bats'))
MANPAGES := $(BUILD)/papamu.1 src/man/papamu-formats.5
COMPLETIONS := scripts/completion/papamu.bash
PUBLIC   := src/papamu.h $(sort $(wildcard src/papamu/*.h))
HEADERS  := $(sort $(shell find src solver analysis tests -name '*.h'))
SCRIPTS  := $(wildcard scripts/*.sh scripts/cluster/*.sh scripts/cluster/*.sbatch .ci/run tests/web/*.sh)
MPICC    ?= mpicc
HAS_MPI  := $(shell command -v $(MPICC) 2>/dev/null)
SOURCES  := $(if $(HAS_MPI),$(ALL_SRC),$(filter-out $(MPI_SRC),$(ALL_SRC)))

objects   = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))
# Compiled for each width of vectors.
BY_WIDTH := solver/rows/kernel.c solver/rows/counter_kernel.c src/konane/lanes/playouts_kernel.c \
            src/konane/lanes/perft_kernel.c
LIB_OBJ   = $(call objects,$(filter-out $(BY_WIDTH),$(LIB_SRC))) $(KERNEL_OBJ) $(COUNTER_OBJ) $(PLAYOUTS_OBJ)
EDITORS  := $(call objects,src/cli/input/editor.c src/cli/input/editor_none.c) # with libedit, and without it
CLI_OBJ  := $(filter-out $(EDITORS),$(call objects,$(CLI_SRC))) $(word $(if $(LIBEDIT),1,2),$(EDITORS))
AID_OBJ  := $(call objects,$(TEST_AID))
TESTS    := $(patsubst tests/%.c,$(BUILD)/tests/%,$(TEST_SRC))
BENCHES  := $(patsubst tests/%.c,$(BUILD)/tests/%,$(BENCH_SRC))
FUZZERS  := $(patsubst tests/%.c,$(BUILD)-fuzz/tests/%,$(FUZZ_SRC))
PLOTS    := $(patsubst src/%,$(BUILD)/%,$(wildcard src/plots/*.gp))
PROGRAM  := $(if $(CLI_SRC),$(BUILD)/papamu) $(if $(MPI),$(BUILD)/papamu-mpi)

# $(call say,WHAT) before a command: the short form of a line, or with V=1 the command itself.
, := ,
say = $(if $(V),,@echo '  $(1) $@';)

.PRECIOUS: $(BUILD)/obj/%.o
.PHONY: all lib python tests check check-builds check-long check-programs check-api fuzz fuzzers san tsan tsan-api bench results endgames conjectures values lint install uninstall \
        deb clean help FORCE
all: lib $(PROGRAM) $(BUILD)/papamu.1 python
lib: $(BUILD)/libpapamu.a $(BUILD)/libpapamu.so
tests: $(TESTS)

# The row kernels: one source, compiled for each vector width and each element of a row. The name of an object says for
# which: kernel_WIDTH_ELEMENT.
KERNELS := $(foreach width,v128 v256 v512,$(foreach element,row nibble byte,kernel_$(width)_$(element)))
KERNEL_OBJ := $(KERNELS:%=$(BUILD)/obj/solver/rows/%.o)
lanes_v128 := 1
lanes_v256 := 2
lanes_v512 := 3
element_row := ROW_BITS
element_nibble := ROW_NIBBLES
element_byte := ROW_BYTES
ifneq (,$(findstring x86_64,$(MACHINE)))
arch_v256 := -mavx2 -mbmi2 -mpopcnt -mtune=native
arch_v512 := -mavx512f -mavx512bw -mavx512dq -mavx512vl -mbmi2 -mpopcnt -mprefer-vector-width=512 -mtune=native
else
arch_v128 := $(ARCH)
arch_v256 := $(ARCH)
arch_v512 := $(ARCH)
endif
$(KERNEL_OBJ): width = $(word 1,$(subst _, ,$*))
$(KERNEL_OBJ): element = $(word 2,$(subst _, ,$*))
$(KERNEL_OBJ): ARCH = $(arch_$(width))
$(KERNEL_OBJ): DEFINES = -DROW_LANE_BITS=$(lanes_$(width)) -DROW_ELEMENT=$(element_$(element)) \
    -DROW_KERNEL=$(element)_kernel_$(width) -DROW_KERNEL_NAME='"$(width)"'
$(KERNEL_OBJ): $(BUILD)/obj/solver/rows/kernel_%.o: solver/rows/kernel.c Makefile
	@mkdir -p $(@D)
	$(call say,CC  )$(CC) $(ALL_CFLAGS) -MMD -MP -c $< -o $@

# Counting the elements of rows: one source for each width.
COUNTERS := v128 v256 v512
COUNTER_OBJ := $(COUNTERS:%=$(BUILD)/obj/solver/rows/counter_%.o)
counter_defines = -DROW_LANE_BITS=$(lanes_$*) -DROW_COUNTER=row_counter_$* -DROW_COUNTER_NAME='"$*"'
$(COUNTER_OBJ): ARCH = $(arch_$*)
$(COUNTER_OBJ): DEFINES = $(counter_defines)
$(COUNTER_OBJ): $(BUILD)/obj/solver/rows/counter_%.o: solver/rows/counter_kernel.c Makefile
	@mkdir -p $(@D)
	$(call say,CC  )$(CC) $(ALL_CFLAGS) -MMD -MP -c $< -o $@

# Random games, many at once: one source for each width of vectors.
PLAYOUTS := $(if $(findstring x86_64,$(MACHINE)),v256 v512)
PERFT_OBJ := $(PLAYOUTS:%=$(BUILD)/obj/src/konane/lanes/perft_%.o)
PLAYOUTS_OBJ := $(PLAYOUTS:%=$(BUILD)/obj/src/konane/lanes/playouts_%.o) $(PERFT_OBJ)
$(filter %_v256.o,$(PLAYOUTS_OBJ)): ARCH = $(arch_v256)
$(filter %_v512.o,$(PLAYOUTS_OBJ)): ARCH = $(arch_v512) -mavx512vpopcntdq
$(PLAYOUTS_OBJ): DEFINES = -DPLAYOUTS_LANES='"src/konane/lanes/lanes_$*.h"' -DPLAYOUTS_KERNEL=playouts_$* \
    -DPLAYOUTS_NAME='"$*"' -DPERFT_KERNEL=perft_$*
$(filter-out $(PERFT_OBJ),$(PLAYOUTS_OBJ)): $(BUILD)/obj/src/konane/lanes/playouts_%.o: src/konane/lanes/playouts_kernel.c Makefile
	@mkdir -p $(@D)
	$(call say,CC  )$(CC) $(ALL_CFLAGS) -MMD -MP -c $< -o $@
$(PERFT_OBJ): $(BUILD)/obj/src/konane/lanes/perft_%.o: src/konane/lanes/perft_kernel.c Makefile
	@mkdir -p $(@D)
	$(call say,CC  )$(CC) $(ALL_CFLAGS) -MMD -MP -c $< -o $@

# The pair coder of databases: the kernel with AVX-512 asks for its instructions on bytes.
ifneq (,$(findstring x86_64,$(MACHINE)))
$(BUILD)/obj/solver/db/coder/pairs_v512.o: ARCH = $(arch_v512) -mavx512vbmi -mavx512vbmi2
endif

# Sets of 64 cells are words: gcc makes vectors of two of them, which costs more than it saves.
$(BUILD)/obj/src/konane/game_konane.o: ARCH += -fno-tree-slp-vectorize

$(BUILD)/obj/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(call say,CC  )$(CC) $(ALL_CFLAGS) -MMD -MP -c $< -o $@

# The only file that knows the commit; rebuilt when that changes.
$(BUILD)/git-id: FORCE
	@mkdir -p $(@D)
	@echo '$(GIT_ID)' | cmp -s - $@ || echo '$(GIT_ID)' > $@
$(BUILD)/obj/src/version.o: $(BUILD)/git-id
$(BUILD)/obj/src/version.o: DEFINES := -DPM_GIT_ID='"$(GIT_ID)"'
FORCE:

# The program and the tests link the inner archive. What is installed shows the names that papamu.h declares, and no
# others: a program that defines a row_copy or a status_fail of its own can link either library.
$(BUILD)/inner.a: $(LIB_OBJ)
	$(call say,AR  )rm -f $@ && ar rcs $@ $^
$(BUILD)/public.names: $(PUBLIC)
	@mkdir -p $(@D)
	@sed -nE 's/^[a-z].*[ *](pm_[a-z_]+)\(.*/\1/p' $(PUBLIC) > $@
$(BUILD)/libpapamu.a: $(LIB_OBJ) $(BUILD)/public.names
	$(call say,AR  )ld -r $(LIB_OBJ) -o $(BUILD)/obj/libpapamu.o && \
	    objcopy --keep-global-symbols=$(BUILD)/public.names $(BUILD)/obj/libpapamu.o && \
	    rm -f $@ && ar rcs $@ $(BUILD)/obj/libpapamu.o
# It must not lack any symbol (the sanitizers' own come with the program).
$(BUILD)/libpapamu.map: $(BUILD)/public.names
	@{ echo '{ global:'; sed 's/$$/;/' $<; echo 'local: *; };'; } > $@
# Who closes it while OpenMP's threads still wait, as Python does when it ends, must not take their code away: it stays.
$(BUILD)/$(SONAME): $(LIB_OBJ) $(BUILD)/libpapamu.map
	$(call say,LINK)$(CC) -shared $(if $(findstring sanitize,$(LDFLAGS)),,-Wl$(,)-z$(,)defs) -Wl,-soname,$(SONAME) \
	    -Wl,-z,nodelete -Wl,--version-script,$(BUILD)/libpapamu.map $(THREADS) $(LDFLAGS) $(LIB_OBJ) $(LIBS) -o $@
$(BUILD)/libpapamu.so: $(BUILD)/$(SONAME)
	@ln -sf $(SONAME) $@
$(BUILD)/papamu: $(CLI_OBJ) $(BUILD)/inner.a
	$(call say,LINK)$(CC) $(THREADS) $(LDFLAGS) $^ $(LIBS) $(LIBEDIT) -o $@
	$(if $(LIBEDIT),,@echo '  NOTE $@ is without line editing: libedit is missing (scripts/setup.sh installs it), or LIBEDIT= was given')
# The same with its ranks: only what is built here needs MPI.
MPI_OBJ  := $(call objects,$(MPI_SRC))
MPI_INCLUDE := $(if $(HAS_MPI),$(patsubst -I%,-isystem %,$(filter -I%,$(shell $(MPICC) -show 2>/dev/null))))
$(MPI_OBJ): DEFINES = $(MPI_INCLUDE)
MPI_PROGRAM := $(if $(HAS_MPI),$(BUILD)/papamu-mpi)# what there are tests of, if it can be built
$(BUILD)/papamu-mpi: $(filter-out %/src/cli/frame/alone.o,$(CLI_OBJ)) $(MPI_OBJ) $(BUILD)/inner.a | $(PLOTS)
	$(call say,LINK)$(MPICC) $(THREADS) $(LDFLAGS) $^ $(LIBS) $(LIBEDIT) -o $@
# For a test: what the program is on a system without libedit.
$(BUILD)/papamu-plain: $(filter-out $(EDITORS),$(CLI_OBJ)) $(word 2,$(EDITORS)) $(BUILD)/inner.a
	$(call say,LINK)$(CC) $(THREADS) $(LDFLAGS) $^ $(LIBS) -o $@
# The Python package: PYTHONPATH=BUILD/python suffices, it finds the library beside it. cffi reads what the headers declare.
PYTHON    ?= python3
PY_SRC    := $(wildcard src/python/papamu/*.py) src/python/papamu/py.typed
PY_FILES  := $(PY_SRC:src/python/%=$(BUILD)/python/%) $(BUILD)/python/papamu/_definitions.py
PY_FFI    := $(BUILD)/python/papamu/_ffi.py# made with them where cffi is there
python: $(PY_FILES)
$(BUILD)/python/papamu/_definitions.py: src/python/make_definitions.py $(PUBLIC)
	$(call say,PY  )$(PYTHON) $< src $(@D)
$(BUILD)/python/%: src/python/%
	@mkdir -p $(@D) && cp $< $@
# The templates of pictures lie beside the program.
$(BUILD)/papamu: | $(PLOTS)
$(BUILD)/plots/%: src/plots/%
	@mkdir -p $(@D) && cp $< $@
# The manual page is made from the tables that the help is made from.
$(BUILD)/papamu.1: $(BUILD)/papamu
	$(call say,MAN )$< help --manual > $@.new && mv $@.new $@
$(BUILD)/tests/aid.a: $(AID_OBJ)
	@mkdir -p $(@D)
	$(call say,AR  )rm -f $@ && ar rcs $@ $^
# The GNU Scientific Library is under the GPL: an oracle of two tests, never part of the program or the library.
$(BUILD)/tests/analysis/test_distributions $(BUILD)/tests/analysis/test_estimates: ORACLES := -lgsl -lgslcblas
# Its allocators fail when they are asked to.
$(BUILD)/tests/api/test_api_no_memory: WRAPS := $(patsubst %,-Wl$(,)--wrap=%,malloc calloc realloc aligned_alloc strdup strndup)
$(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $(BUILD)/tests/aid.a $(BUILD)/inner.a
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(THREADS) $(LDFLAGS) $^ $(LIBS) $(ORACLES) $(WRAPS) -lcmocka -o $@

# ---- tests ---------------------------------------------------------------------------------------

check: $(TESTS) $(PROGRAM) lib fuzz
	+@scripts/run_tests.sh $(BUILD) $(filter-out tests/builds/%,$(BATS)) $(TESTS) $(FUZZERS)

# What installs, packs or builds the project in another way, which takes longer than all the rest.
check-builds: $(PROGRAM) $(MPI_PROGRAM) lib
	+@scripts/run_tests.sh $(BUILD) $(filter tests/builds/%,$(BATS))

check-long:
	PAPAMU_LONG=1 TIMEOUT=7200 FUZZ_SECONDS=120 $(MAKE) check
	PAPAMU_LONG=1 TIMEOUT=7200 $(MAKE) check-builds

# All tests but the fuzz targets; what the sanitizer builds run.
check-programs: $(TESTS) $(PROGRAM) $(MPI_PROGRAM) lib
	+@scripts/run_tests.sh $(BUILD) $(BATS) $(TESTS)

SAN := -fsanitize=address,undefined -fno-sanitize-recover=undefined
san:
	TIMEOUT=900 UBSAN_OPTIONS=print_stacktrace=1 $(MAKE) --no-print-directory BUILD=$(BUILD)-san DEBUG=1 \
	    CFLAGS="$(SAN)" LDFLAGS="$(SAN)" check-programs
	@nm -u $(BUILD)-san/obj/solver/cgt/table.o | grep -q __assert_fail # the assertions were on

TSAN := BUILD=$(BUILD)-tsan DEBUG=1 THREADS=-pthread CFLAGS="-DPAR_PTHREAD -fsanitize=thread" LDFLAGS=-fsanitize=thread
tsan:
	TIMEOUT=1800 $(MAKE) --no-print-directory $(TSAN) check-programs

# The tests of the public interface alone: what callers do from many threads.
tsan-api:
	TIMEOUT=600 $(MAKE) --no-print-directory $(TSAN) check-api
check-api: $(filter $(BUILD)/tests/api/%,$(TESTS))
	+@scripts/run_tests.sh $(BUILD) $^

# The parsers need the rules and the reader of databases, so the fuzz targets do not wait for all of the solver.
FUZZ_SOLVER := solver/db/% solver/retro/% solver/rows/orbits.c solver/konane/db/db.c solver/konane/db/derive.c solver/konane/db/probe.c \
    solver/konane/search/proof_check.c solver/search/proof_file.c \
    $(addprefix solver/draughts/,db.c index.c layers.c probe.c retro.c)
FUZZ_LIB := $(call objects,$(filter-out $(BY_WIDTH) src/api/%,$(filter src/% $(FUZZ_SOLVER),$(LIB_SRC)))) $(PLAYOUTS_OBJ)
fuzz:
	@command -v clang >/dev/null || { echo "the fuzz targets need clang (scripts/setup.sh installs it)" >&2; exit 1; }
	@$(MAKE) --no-print-directory BUILD=$(BUILD)-fuzz CC=clang DEBUG=1 THREADS=-pthread \
	    CFLAGS="-DPAR_PTHREAD -fsanitize=fuzzer-no-link,address,undefined" \
	    LDFLAGS="-fsanitize=fuzzer,address,undefined" fuzzers
fuzzers: $(patsubst tests/%.c,$(BUILD)/tests/%,$(FUZZ_SRC))
$(BUILD)/tests/rules.a: $(FUZZ_LIB)
	@mkdir -p $(@D)
	$(call say,AR  )rm -f $@ && ar rcs $@ $^
$(BUILD)/tests/fuzz/%: $(BUILD)/obj/tests/fuzz/%.o $(BUILD)/tests/rules.a
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(THREADS) $(LDFLAGS) $^ -lzstd -lxxhash -lm -o $@

# ---- measuring and results -----------------------------------------------------------------------

bench: all $(BENCHES)
	+@scripts/bench.sh $(if $(KERNEL),--kernel $(KERNEL)) $(if $(HISTORY),--history $(HISTORY)) $(BUILD) $(BENCHES)

results: all
	+@scripts/results.sh $(BUILD)

include scripts/results.mk
include scripts/web.mk

endgames: all
	+@scripts/endgames.sh $(BUILD)

# The statements of the paper about openings and games, each as far as data and engine reach.
conjectures: all
	+@scripts/conjectures.py $(BUILD)

values: all
	+@scripts/values.py $(BUILD)

# ---- reading the source --------------------------------------------------------------------------

TIDY := $(patsubst %.c,$(BUILD)/tidy/%.ok,$(filter-out tests/examples/%,$(SOURCES)))
lint: $(TIDY) $(BUILD)/papamu.1
	scripts/check_layers.sh
	clang-format --dry-run --Werror $(SOURCES) $(HEADERS)
	shellcheck $(SCRIPTS) $(COMPLETIONS) $(BATS) tests/aid/program.bash
	mandoc -T lint -W warning $(MANPAGES)
$(BUILD)/tidy/src/konane/lanes/playouts_kernel.ok $(BUILD)/tidy/src/konane/lanes/perft_kernel.ok: TIDY_FLAGS := -mavx2 -mbmi2 -mpopcnt \
    -DPLAYOUTS_LANES='"src/konane/lanes/lanes_v256.h"' -DPLAYOUTS_KERNEL=playouts_v256 -DPLAYOUTS_NAME='"v256"' \
    -DPERFT_KERNEL=perft_v256
$(MPI_SRC:%.c=$(BUILD)/tidy/%.ok): TIDY_FLAGS := $(MPI_INCLUDE)
$(BUILD)/tidy/%.ok: %.c $(HEADERS) .clang-tidy
	@mkdir -p $(@D)
	$(call say,TIDY)clang-tidy --quiet --warnings-as-errors='*' $< -- -std=c11 -D_GNU_SOURCE -DPM_CORE_ONLY -I. $(THREADS) $(TIDY_FLAGS) \
	    2>$@.log || { cat $@.log; exit 1; }
	@touch $@

# ---- installing ----------------------------------------------------------------------------------

$(BUILD)/papamu.pc: Makefile src/papamu.h FORCE
	@mkdir -p $(@D)
	@printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$${prefix}/$(LIBDIR)' 'includedir=$${prefix}/include' '' 'Name: papamu' \
	    'Description: Exact solution and statistics of Konane on small boards' 'Version: $(VERSION)' \
	    'Cflags: -I$${includedir}' 'Libs: -L$${libdir} -lpapamu' 'Libs.private: $(LIBS) $(THREADS)' > $@

TO      := $(DESTDIR)$(PREFIX)
MAN_TO  := share/man/man
BASH_TO := share/bash-completion/completions
ZSH_TO  := share/zsh/site-functions
PLOT_TO := share/papamu/plots
PY_TO   ?= lib/python3/dist-packages
install: all $(BUILD)/papamu.pc
	install -d $(addprefix $(TO)/,bin include/papamu $(LIBDIR)/pkgconfig $(MAN_TO)1 $(MAN_TO)5 $(BASH_TO) $(ZSH_TO))
	$(if $(PROGRAM),install -m 755 $(PROGRAM) $(TO)/bin)
	install -m 644 $(BUILD)/libpapamu.a $(TO)/$(LIBDIR)/libpapamu.a
	install -m 755 $(BUILD)/$(SONAME) $(TO)/$(LIBDIR)/libpapamu.so.$(VERSION)
	ln -sf libpapamu.so.$(VERSION) $(TO)/$(LIBDIR)/$(SONAME)
	ln -sf $(SONAME) $(TO)/$(LIBDIR)/libpapamu.so
	install -m 644 src/papamu.h $(TO)/include/papamu.h
	install -m 644 $(wildcard src/papamu/*.h) $(TO)/include/papamu
	install -m 644 $(BUILD)/papamu.pc $(TO)/$(LIBDIR)/pkgconfig/papamu.pc
	$(foreach page,$(MANPAGES),install -m 644 $(page) $(TO)/$(MAN_TO)$(subst .,,$(suffix $(page))) &&) true
	install -m 644 scripts/completion/papamu.bash $(TO)/$(BASH_TO)/papamu
	install -m 644 scripts/completion/_papamu $(TO)/$(ZSH_TO)/_papamu
	install -d $(TO)/$(PLOT_TO) $(TO)/$(PY_TO)/papamu
	install -m 644 $(PLOTS) $(TO)/$(PLOT_TO)
	install -m 644 $(PY_FILES) $(TO)/$(PY_TO)/papamu
	[ ! -e $(PY_FFI) ] || install -m 644 $(PY_FFI) $(TO)/$(PY_TO)/papamu

uninstall:
	rm -f $(addprefix $(TO)/,bin/papamu bin/papamu-mpi include/papamu.h $(patsubst src/%,include/%,$(wildcard src/papamu/*.h)) $(addprefix $(LIBDIR)/,libpapamu.a \
	    libpapamu.so.$(VERSION) $(SONAME) libpapamu.so pkgconfig/papamu.pc) \
	    $(foreach page,$(MANPAGES),$(MAN_TO)$(subst .,,$(suffix $(page)))/$(notdir $(page))) \
	    $(BASH_TO)/papamu $(ZSH_TO)/_papamu $(PLOTS:$(BUILD)/plots/%=$(PLOT_TO)/%) $(PY_FILES:$(BUILD)/python/%=$(PY_TO)/%) $(PY_FFI:$(BUILD)/python/%=$(PY_TO)/%))
	rm -rf $(TO)/$(PY_TO)/papamu/__pycache__
	-rmdir $(TO)/$(PLOT_TO) $(TO)/share/papamu

# The results as an archive that can be cited: equal commits give equal bytes.
release: $(PROGRAM)
	+@scripts/release.sh $(BUILD)

# Debian packages of the last commit, in BUILD/deb.
deb:
	+scripts/deb.sh $(BUILD)

clean:
	rm -rf $(BUILD) $(BUILD)-san $(BUILD)-tsan $(BUILD)-fuzz

help:
	@sed -n '/^# Papamu/,/^$$/s/^# \{0,1\}//p' Makefile

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)

# Papamu. `make` builds build/papamu and the library; `make help` lists the targets.
#
# Everything below src, solver and analysis but src/cli is the library libpapamu; src/cli is the program;
# tests/test_*.c are test programs, tests/*.bats the tests of the command line, tests/fuzz_*.c fuzz targets.
#
#   PORTABLE=1   a binary for any processor of this architecture (the default uses -march=native). Either way the
#                row kernels are built for each vector width and chosen as the program starts.
#   DEBUG=1      assertions on, no optimisation beyond -O1
#   BUILD=DIR    where to build (default: build)

BUILD    ?= build
PREFIX   ?= /usr/local
CC       ?= gcc
ifeq ($(origin CC),default)
CC       := gcc
endif
VERSION  := $(shell sed -n 's/^\#define PM_VERSION "\(.*\)"/\1/p' src/papamu.h)
GIT_ID   := $(shell git describe --always --dirty --abbrev=12 2>/dev/null || echo unknown)
MACHINE  := $(shell $(CC) -dumpmachine)

WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wcast-qual -Wwrite-strings \
            -Wundef -Wvla -Wformat=2 -Wno-psabi
OPTIMISE := $(if $(DEBUG),-O1 -g,-O3 -g -DNDEBUG)
ARCH     := $(if $(PORTABLE),,-march=native)
CFLAGS   ?=
LDFLAGS  ?=
LIBS     := -lzstd -lxxhash -lgsl -lgslcblas -lm
THREADS  ?= -fopenmp
ALL_CFLAGS = -std=c11 -D_GNU_SOURCE -I. -fPIC -fvisibility=default $(WARNINGS) $(OPTIMISE) $(ARCH) $(THREADS) $(CFLAGS)

LIB_SRC  := $(wildcard src/*.c src/base/*.c src/konane/*.c src/draughts/*.c solver/*.c analysis/*.c)
CLI_SRC  := $(wildcard src/cli/*.c)
TEST_SRC := $(wildcard tests/test_*.c)
TEST_AID := $(filter-out $(TEST_SRC) $(wildcard tests/fuzz_*.c tests/bench_*.c),$(wildcard tests/*.c))
FUZZ_SRC := $(wildcard tests/fuzz_*.c)
HEADERS  := $(wildcard src/*.h src/*/*.h solver/*.h analysis/*.h tests/*.h)

objects   = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))
LIB_OBJ  := $(call objects,$(LIB_SRC))
CLI_OBJ  := $(call objects,$(CLI_SRC))
AID_OBJ  := $(call objects,$(TEST_AID))
TESTS    := $(patsubst tests/%.c,$(BUILD)/tests/%,$(TEST_SRC))

.SECONDARY:
.PHONY: all lib tests clean help
all: lib $(if $(CLI_SRC),$(BUILD)/papamu)
lib: $(BUILD)/libpapamu.a $(BUILD)/libpapamu.so
tests: $(TESTS)

# Vector widths of the row kernel: one source each, compiled for the processors that have them.
ifneq (,$(findstring x86_64,$(MACHINE)))
$(BUILD)/obj/solver/%_v256.o: ARCH := -mavx2 -mbmi2 -mpopcnt -mtune=native
$(BUILD)/obj/solver/%_v512.o: ARCH := -mavx512f -mavx512bw -mavx512dq -mavx512vl -mavx512vpopcntdq -mbmi2 -mpopcnt -mprefer-vector-width=512 -mtune=native
$(BUILD)/obj/solver/%_v128.o: ARCH :=
endif

$(BUILD)/obj/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c $< -o $@

# The only file that knows the commit; rebuilt when that changes.
$(BUILD)/git-id: FORCE
	@mkdir -p $(@D)
	@echo '$(GIT_ID)' | cmp -s - $@ || echo '$(GIT_ID)' > $@
$(BUILD)/obj/src/version.o: $(BUILD)/git-id
$(BUILD)/obj/src/version.o: CFLAGS += -DPM_GIT_ID='"$(GIT_ID)"'
FORCE:

$(BUILD)/libpapamu.a: $(LIB_OBJ)
	rm -f $@ && ar rcs $@ $^
$(BUILD)/libpapamu.so: $(LIB_OBJ)
	$(CC) -shared -Wl,-soname,libpapamu.so.0 $(THREADS) $(LDFLAGS) $^ $(LIBS) -o $@
$(BUILD)/papamu: $(CLI_OBJ) $(BUILD)/libpapamu.a
	$(CC) $(THREADS) $(LDFLAGS) $^ $(LIBS) -o $@
$(BUILD)/tests/aid.a: $(AID_OBJ)
	@mkdir -p $(@D)
	rm -f $@ && ar rcs $@ $^
$(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $(BUILD)/tests/aid.a $(BUILD)/libpapamu.a
	@mkdir -p $(@D)
	$(CC) $(THREADS) $(LDFLAGS) $^ $(LIBS) -lcmocka -o $@

clean:
	rm -rf $(BUILD)

help:
	@sed -n '/^# Papamu/,/^$$/s/^# \{0,1\}//p' Makefile

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)

# The page in the browser: BUILD/web, static files for any server. Included by the Makefile.
#
#   make web         compile the library to WebAssembly, twice, and put the page together; needs scripts/setup.sh --web
#   make check-web   its tests: answers compared with build/papamu in node, then the page itself in Chromium
#
# The library is built a second time with SIMD instructions and a third time without; the page chooses as it loads. Both
# have one thread. zstd comes as sources, from a package that tests/web/package-lock.json pins, and of it only the half
# that unpacks.
#
# SPDX-License-Identifier: MIT
EMCC     ?= emcc
WEB_NODE ?= node
WEB      := $(BUILD)/web
WEB_NPM  := build/npm/node_modules
WEB_ZSTD := $(WEB_NPM)/zstd-napi/deps/zstd
WEB_OBJ  := $(BUILD)/obj-web
WEB_BUILDS := simd plain

# Debian's emscripten looks for its own node modules where only Debian's node does.
export NODE_PATH := $(NODE_PATH):/usr/share/nodejs

# emcc is a script that takes longer to start than clang does to compile most files: clang is called as it would. Asked
# once, and only when something is compiled.
WEB_CC    = $(eval WEB_CC := $(shell scripts/web_clang.sh $(EMCC)))$(WEB_CC)

web_flags_simd  := -msimd128
web_flags_plain :=
WEB_CFLAGS = -std=c11 -D_GNU_SOURCE -DPM_CORE_ONLY -DPAR_PTHREAD -I. -I$(WEB_OBJ)/include -I$(WEB_ZSTD)/lib \
             $(WARNINGS) -O3 -DNDEBUG $(web_flags_$(web_build)) $(DEFINES)
WEB_LDFLAGS := -O3 -s MODULARIZE=1 -s EXPORT_ES6=1 -s ENVIRONMENT=worker -s ALLOW_MEMORY_GROWTH=1 -s MAXIMUM_MEMORY=2GB \
               -s TOTAL_STACK=8MB -s FORCE_FILESYSTEM=1 -lworkerfs.js \
               -s EXPORTED_RUNTIME_METHODS=FS,WORKERFS,UTF8ToString

# Counting all values of a board sorts with qsort_r, which is missing there; the page does not count them.
WEB_LIB_SRC  := $(filter-out $(BY_WIDTH) solver/cgt/value_census.c,$(LIB_SRC)) \
                $(wildcard src/web/wasm/*.c)
WEB_ZSTD_SRC := $(addprefix lib/common/,debug.c entropy_common.c error_private.c fse_decompress.c xxhash.c \
                zstd_common.c) $(addprefix lib/decompress/,huf_decompress.c zstd_ddict.c zstd_decompress.c \
                zstd_decompress_block.c)
web_objects = $(patsubst %.c,$(WEB_OBJ)/$(1)/%.o,$(WEB_LIB_SRC)) $(KERNELS:%=$(WEB_OBJ)/$(1)/solver/rows/%.o) \
              $(COUNTERS:%=$(WEB_OBJ)/$(1)/solver/rows/counter_%.o) $(WEB_ZSTD_SRC:%.c=$(WEB_OBJ)/$(1)/zstd/%.o)
WEB_EXPORTS := $(shell sed -n 's/^[a-z].*[ *]\(web_[a-z_]*\)[^a-z_].*/_\1/p' src/web/wasm/web.h | sort | tr '\n' ',')_malloc,_free
WEB_PAGE    := $(sort $(wildcard src/web/*.html src/web/*.css src/web/*.js src/web/*.json src/web/*.svg))
WEB_FILES   := $(WEB_PAGE:src/web/%=$(WEB)/%) $(WEB_BUILDS:%=$(WEB)/papamu-%.js) $(WEB)/LICENSES

.PHONY: web check-web
web: $(WEB_FILES)

# The only header that is not the project's, zstd's or emscripten's; it must not bring its neighbours along.
$(WEB_OBJ)/include/xxhash.h: /usr/include/xxhash.h
	@mkdir -p $(@D) && cp $< $@
$(WEB_ZSTD)/LICENSE:
	@echo "make: $(WEB_ZSTD) is not there; scripts/setup.sh --web installs it" >&2; exit 1

define web_rules
$(WEB_OBJ)/$(1)/%.o: web_build = $(1)
$(WEB_OBJ)/$(1)/zstd/%.o: WARNINGS = -DZSTD_DISABLE_ASM
$(WEB_OBJ)/$(1)/zstd/%.o: $(WEB_ZSTD)/%.c scripts/web.mk
	@mkdir -p $$(@D)
	$$(call say,WASM)$$(WEB_CC) $$(WEB_CFLAGS) -c $$< -o $$@
$(WEB_OBJ)/$(1)/src/version.o: DEFINES = -DPM_GIT_ID='"$$(GIT_ID)"'
$(WEB_OBJ)/$(1)/src/version.o: $(BUILD)/git-id
$(KERNELS:%=$(WEB_OBJ)/$(1)/solver/rows/%.o): width = $$(word 1,$$(subst _, ,$$*))
$(KERNELS:%=$(WEB_OBJ)/$(1)/solver/rows/%.o): element = $$(word 2,$$(subst _, ,$$*))
$(KERNELS:%=$(WEB_OBJ)/$(1)/solver/rows/%.o): DEFINES = -DROW_LANE_BITS=$$(lanes_$$(width)) \
    -DROW_ELEMENT=$$(element_$$(element)) -DROW_KERNEL=$$(element)_kernel_$$(width) -DROW_KERNEL_NAME='"$$(width)"'
$(KERNELS:%=$(WEB_OBJ)/$(1)/solver/rows/%.o): $(WEB_OBJ)/$(1)/solver/rows/kernel_%.o: solver/rows/kernel.c scripts/web.mk
	@mkdir -p $$(@D)
	$$(call say,WASM)$$(WEB_CC) $$(WEB_CFLAGS) -MMD -MP -c $$< -o $$@
$(COUNTERS:%=$(WEB_OBJ)/$(1)/solver/rows/counter_%.o): DEFINES = $$(counter_defines)
$(COUNTERS:%=$(WEB_OBJ)/$(1)/solver/rows/counter_%.o): $(WEB_OBJ)/$(1)/solver/rows/counter_%.o: \
    solver/rows/counter_kernel.c scripts/web.mk
	@mkdir -p $$(@D)
	$$(call say,WASM)$$(WEB_CC) $$(WEB_CFLAGS) -MMD -MP -c $$< -o $$@
$(WEB_OBJ)/$(1)/%.o: %.c scripts/web.mk | $(WEB_OBJ)/include/xxhash.h $(WEB_ZSTD)/LICENSE
	@mkdir -p $$(@D)
	$$(call say,WASM)$$(WEB_CC) $$(WEB_CFLAGS) -MMD -MP -c $$< -o $$@
$(WEB)/papamu-$(1).js: $(call web_objects,$(1))
	@mkdir -p $$(@D)
	$$(call say,LINK)$$(EMCC) $$(web_flags_$(1)) $$(WEB_LDFLAGS) -s EXPORTED_FUNCTIONS=$(WEB_EXPORTS) $$^ \
	    -o $(WEB_OBJ)/$(1)/$$(@F) && mv $(WEB_OBJ)/$(1)/papamu-$(1).wasm $(WEB) && mv $(WEB_OBJ)/$(1)/$$(@F) $$@
endef
$(foreach build,$(WEB_BUILDS),$(eval $(call web_rules,$(build))))

$(WEB_PAGE:src/web/%=$(WEB)/%): $(WEB)/%: src/web/%
	@mkdir -p $(@D) && cp $< $@
$(WEB)/LICENSES: LICENSE $(WEB_ZSTD)/LICENSE scripts/web_licences.sh
	@mkdir -p $(@D)
	scripts/web_licences.sh $(WEB_ZSTD) > $@.new && mv $@.new $@

check-web: web $(PROGRAM)
	tests/web/run.sh $(BUILD)

-include $(shell find $(WEB_OBJ) -name '*.d' 2>/dev/null)

build-tsan/obj/src/konane/symmetry.o: src/konane/symmetry.c \
 src/konane/symmetry.h src/base/bits.h src/konane/board.h src/papamu.h
src/konane/symmetry.h:
src/base/bits.h:
src/konane/board.h:
src/papamu.h:

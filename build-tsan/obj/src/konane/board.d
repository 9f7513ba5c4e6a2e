build-tsan/obj/src/konane/board.o: src/konane/board.c src/konane/board.h \
 src/papamu.h src/base/bits.h src/base/status.h src/konane/cell.h \
 src/konane/opening.h src/konane/symmetry.h
src/konane/board.h:
src/papamu.h:
src/base/bits.h:
src/base/status.h:
src/konane/cell.h:
src/konane/opening.h:
src/konane/symmetry.h:

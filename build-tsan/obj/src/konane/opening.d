build-tsan/obj/src/konane/opening.o: src/konane/opening.c \
 src/konane/opening.h src/konane/board.h src/papamu.h src/base/bits.h \
 src/base/status.h src/konane/cell.h
src/konane/opening.h:
src/konane/board.h:
src/papamu.h:
src/base/bits.h:
src/base/status.h:
src/konane/cell.h:

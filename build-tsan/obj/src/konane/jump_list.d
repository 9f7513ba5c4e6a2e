build-tsan/obj/src/konane/jump_list.o: src/konane/jump_list.c \
 src/base/bits.h src/konane/board.h src/papamu.h
src/base/bits.h:
src/konane/board.h:
src/papamu.h:

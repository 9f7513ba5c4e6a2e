build-tsan/obj/src/konane/cell.o: src/konane/cell.c src/konane/cell.h \
 src/papamu.h src/base/status.h
src/konane/cell.h:
src/papamu.h:
src/base/status.h:

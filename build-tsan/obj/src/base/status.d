build-tsan/obj/src/base/status.o: src/base/status.c src/base/status.h \
 src/papamu.h
src/base/status.h:
src/papamu.h:

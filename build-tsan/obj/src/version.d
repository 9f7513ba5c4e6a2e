build-tsan/obj/src/version.o: src/version.c src/papamu.h
src/papamu.h:

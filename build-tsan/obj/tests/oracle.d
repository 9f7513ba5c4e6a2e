build-tsan/obj/tests/oracle.o: tests/oracle.c tests/oracle.h
tests/oracle.h:

build-tsan/obj/tests/test_norvig.o: tests/test_norvig.c tests/oracle.h
tests/oracle.h:

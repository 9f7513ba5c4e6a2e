build-tsan/obj/tests/test_par.o: tests/test_par.c src/base/par.h
src/base/par.h:

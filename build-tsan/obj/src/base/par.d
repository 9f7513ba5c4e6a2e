build-tsan/obj/src/base/par.o: src/base/par.c src/base/par.h
src/base/par.h:

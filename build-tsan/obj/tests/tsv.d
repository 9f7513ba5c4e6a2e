build-tsan/obj/tests/tsv.o: tests/tsv.c tests/tsv.h
tests/tsv.h:

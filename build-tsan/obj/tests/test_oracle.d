build-tsan/obj/tests/test_oracle.o: tests/test_oracle.c tests/oracle.h \
 tests/tsv.h
tests/oracle.h:
tests/tsv.h:

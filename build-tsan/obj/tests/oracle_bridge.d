build-tsan/obj/tests/oracle_bridge.o: tests/oracle_bridge.c \
 tests/oracle_bridge.h src/papamu.h tests/oracle.h
tests/oracle_bridge.h:
src/papamu.h:
tests/oracle.h:

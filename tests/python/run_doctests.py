"""Run the examples of the package's documentation. Its result is the number of failures.

SPDX-License-Identifier: MIT
"""
import doctest
import importlib
import pkgutil
import sys

import papamu

failed = attempted = 0
for module in ["papamu"] + [f"papamu.{m.name}" for m in pkgutil.iter_modules(papamu.__path__)]:
    result = doctest.testmod(importlib.import_module(module))
    failed += result.failed
    attempted += result.attempted
assert attempted > 60, f"only {attempted} examples were found"
print(f"{attempted} examples")
sys.exit(failed > 0)

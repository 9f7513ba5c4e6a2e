"""What pyproject.toml cannot say: the version and the declarations for cffi come from the headers of the library.

SPDX-License-Identifier: MIT
"""
import pathlib
import re
import subprocess
import sys

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = pathlib.Path(__file__).resolve().parent
HEADERS = HERE.parent


class BuildWithDefinitions(build_py):
    def run(self):
        super().run()
        target = pathlib.Path(self.build_lib) / "papamu"
        subprocess.run([sys.executable, str(HERE / "make_definitions.py"), str(HEADERS), str(target)], check=True)


version = re.search(r'^#define PM_VERSION "(.*)"', (HEADERS / "papamu.h").read_text(encoding="ascii"), re.M).group(1)
setup(version=version, cmdclass={"build_py": BuildWithDefinitions})

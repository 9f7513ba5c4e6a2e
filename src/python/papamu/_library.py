"""The C library: finding and checking it, and turning its errors into exceptions.

SPDX-License-Identifier: MIT
"""
from __future__ import annotations

import ctypes.util
import os
import pathlib
from typing import Any, Callable, Optional, Union

from . import _definitions

try:
    from ._ffi import ffi  # what cffi made of the declarations when the package was built
except ImportError:
    import cffi

    ffi = cffi.FFI()
    ffi.cdef(_definitions.DECLARATIONS)


class Error(Exception):
    """Something that the library refused. `offset` is the place in the text or array at which it was found."""

    def __init__(self, message: str, offset: int = 0):
        super().__init__(message)
        self.offset = offset


class CheckFailed(Error):
    """A verification found a disagreement."""


class Damaged(Error):
    """A file is not what it claims to be."""


class BadInput(Error, ValueError):
    """A text, option or combination that cannot be accepted."""


class NotFound(Error, LookupError):
    """Well formed, but not covered: a board without that opening, a position that a database does not hold."""


class NoMemory(Error, MemoryError):
    """The system refused memory, or the work needs more than it was given."""


class SystemRefused(Error, OSError):
    """The system refused to read or write."""


class Interrupted(Error):
    """The progress callback asked to stop."""


_EXCEPTIONS = {
    1: CheckFailed,
    2: Damaged,
    3: BadInput,
    4: NotFound,
    5: NoMemory,
    6: SystemRefused,
    7: Interrupted,
}


def _candidates():
    """Where the library may be: named by the user, beside the package in a checkout or an installation, the system's."""
    if os.environ.get("PAPAMU_LIBRARY"):
        yield os.environ["PAPAMU_LIBRARY"]
        return
    here = pathlib.Path(__file__).resolve().parent
    for folder in here.parents[:5]:
        for name in (folder / "libpapamu.so", folder / "lib" / "libpapamu.so"):
            if name.exists():
                yield str(name)
    major = _definitions.VERSION.split(".")[0]
    yield f"libpapamu.so.{major}"
    found = ctypes.util.find_library("papamu")
    if found:
        yield found


def _open():
    failure = "no candidate"
    for name in _candidates():
        try:
            return ffi.dlopen(name), name
        except OSError as error:
            failure = str(error)
    raise ImportError(f"libpapamu.so cannot be loaded ({failure}); set PAPAMU_LIBRARY to its path")


def _check(library, name):
    """A library of another version would read and write other structures: refuse it before anything is called."""
    try:
        version = ffi.string(library.pm_version()).decode()
        sizes = {s: library.pm_sizeof(s.encode()) for s in _definitions.STRUCTURES}
    except (AttributeError, ffi.error) as error:
        raise ImportError(f"{name} is not the library of papamu {_definitions.VERSION}: {error}") from None
    if version != _definitions.VERSION:
        raise ImportError(f"{name} is papamu {version}, this package is {_definitions.VERSION}")
    wrong = [s for s, size in sizes.items() if size != ffi.sizeof(s)]
    if wrong:
        raise ImportError(f"{name} has other structures than this package: {', '.join(wrong)}")


lib, path = _open()
_check(lib, path)
version: str = _definitions.VERSION

_FORKED = []
os.register_at_fork(after_in_child=lambda: _FORKED.append(True))


def text(chars: Any) -> str:
    """A C string as str."""
    return ffi.string(chars).decode("utf-8", "replace")


def encoded(value: Union[str, os.PathLike]) -> bytes:
    """A str or path as bytes for C."""
    data = os.fsencode(value)
    if b"\0" in data:
        raise BadInput("a text with a zero byte in it", data.index(b"\0"))
    return data


def fill(structure: Any, what: str, **numbers: Any) -> None:
    """Write numbers to fields of a structure; what a field cannot hold is BadInput, as not being `what`."""
    for name, number in numbers.items():
        try:
            setattr(structure, name, number)
        except OverflowError:
            raise BadInput(f"{number} is not {what}") from None


def call(function: Callable, *arguments: Any) -> None:
    """Call a function whose last parameter is a pm_error, and raise what it reports."""
    error = ffi.new("pm_error *")
    status = function(*arguments, error)
    if status:
        raise _EXCEPTIONS[status](text(error.message), error.offset)


Progress = Union[None, bool, Callable[[int, int], Any]]


class Job:
    """Threads, memory and progress of one long call.

    The callback gets (done, total); what it raises stops the work and is raised by the call, and so is Ctrl-C. `True`
    draws a bar with tqdm if that is installed.
    """

    def __init__(self, threads: int = 0, memory: int = 0, progress: Progress = None):
        if _FORKED and threads != 1:
            threads = 1  # the team of threads of the parent is not there after a fork
        self.raised: Optional[BaseException] = None
        self._report = self._bar if progress is True else progress or None
        self._tqdm: Any = None
        self._callback = ffi.callback("bool(void *, uint64_t, uint64_t)", self._step, error=True, onerror=self._failed)
        self.threads, self.memory = threads, memory

    def fill(self, job: Any) -> None:
        """Write to a pm_job."""
        fill(job, "a number of threads", threads=self.threads)
        fill(job, "a number of bytes of memory", memory=self.memory)
        job.progress = self._callback

    def new(self) -> Any:
        job = ffi.new("pm_job *")
        self.fill(job)
        return job

    def call(self, function: Callable, *arguments: Any) -> None:
        self.raised = None
        try:
            call(function, *arguments)
        except Error:
            if self.raised is not None:
                raise self.raised from None
            raise
        finally:
            if self._tqdm is not None:
                self._tqdm.close()
        if self.raised is not None:
            raise self.raised

    def _step(self, _ctx, done, total):
        if self._report is None:
            return False
        return self._report(done, total) is False

    def _failed(self, _kind, error, _traceback):
        self.raised = self.raised or error
        return True

    def _bar(self, done, total):
        if self._tqdm is None:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                self._report = None
                return
            self._tqdm = tqdm(total=total or None, unit_scale=True)
        self._tqdm.update(done - self._tqdm.n)

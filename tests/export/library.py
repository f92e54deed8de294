"""`fewest_export` called directly, where thousands of programs are asked for: the tool would be started for each of them.

The structs are those of <fewest.h> and <fewest/export.h>; a library that has others is noticed by the size of its options.
"""

import ctypes
import functools
from pathlib import Path

LANGUAGES = ("c", "cpp", "python")
REMEMBER = ("auto", "hash", "perfect", "std")
QUEUES = ("one", "two")
PATHS = ("auto", "parents", "map", "none")
SEARCHES = ("bfs", "bidirectional", "astar")
COMMENTS = ("en", "zh")


class Error(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int), ("limit", ctypes.c_int), ("line", ctypes.c_uint), ("column", ctypes.c_uint),
                ("message", ctypes.c_char * 256), ("hint", ctypes.c_char * 256), ("text", ctypes.c_char * 1024)]


class Options(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("language", ctypes.c_int), ("remember", ctypes.c_int), ("queue", ctypes.c_int),
                ("path", ctypes.c_int), ("search", ctypes.c_int), ("comments", ctypes.c_int), ("judge", ctypes.c_char_p)]


@functools.cache
def opened(tool):
    """The library that was built with the tool; None if it is not there."""
    path = Path(tool).resolve().parent / "src" / "libfewest.so"
    if not path.exists():
        return None
    library = ctypes.CDLL(str(path))
    library.fewest_parse.restype = library.fewest_export.restype = ctypes.c_void_p
    library.fewest_parse.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.POINTER(Error)]
    library.fewest_export.argtypes = [ctypes.c_void_p, ctypes.POINTER(Options), ctypes.POINTER(Error)]
    library.fewest_free.argtypes = library.fewest_puzzle_free.argtypes = [ctypes.c_void_p]
    return library


@functools.lru_cache(maxsize=4)
def parsed(library, text, name):
    """The puzzle, and an error if there is none. The few that are forgotten are not freed: they are small."""
    error = Error()
    given = text.encode()
    return library.fewest_parse(given, len(given), name.encode(), ctypes.byref(error)), error


def export(library, puzzle, dialect, choice, comments):
    """The text of the program, or None and the sentence with which it is refused."""
    handle, error = parsed(library, puzzle.text, puzzle.name)
    if not handle:
        raise RuntimeError(error.text.decode())
    error = Error()
    options = Options(ctypes.sizeof(Options), LANGUAGES.index(dialect), REMEMBER.index(choice.remember), QUEUES.index(choice.queue),
                      PATHS.index(choice.path), SEARCHES.index(choice.search), COMMENTS.index(comments), None)
    text = library.fewest_export(handle, ctypes.byref(options), ctypes.byref(error))
    if not text:
        return None, error.text.decode()
    program = ctypes.string_at(text).decode()
    library.fewest_free(text)
    return program, ""

"""Small faults for C sources, found in the syntax tree and planted all at once.

Each fault stands in the text as `(few_awake(K) ? FAULTY : RIGHT)`, so that one build holds all of them and a
number in the environment (FEWEST_FAULT) chooses the one that is awake. The same call notes that its place was reached.
Needs Debian's python3-clang.

What is not planted, because it is the same program by its form alone:
- a minimum or maximum that is turned only where both are equal: `a < b ? a : b` with `<=`, `if (a > most) most = a;` with `>=`;
- anything in a line that is a hint for the cache, an assertion or the words of a message (QUIET);
- files that only builds for debugging have: they are tests that live in the library (tests/unit/beliefs.c sees that they bite).
Everything else that survives needs its own reason, in explained.txt.
"""

import glob
import hashlib
import re
from collections import namedtuple

import clang.cindex as clang
from clang.cindex import CursorKind as Kind

# What is replaced by what: bytes [begin, end) of a file. `text` uses {k} for the number of the fault.
# `nth` tells apart those that read alike in one function.
Fault = namedtuple("Fault", "file line function kind begin end before after text nth")

TURNED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
          "+": "-", "-": "+", "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "|", "%": "/", "/": "%"}
ASSIGNED = {"+=": "-=", "-=": "+=", "|=": "&=", "&=": "|=", "^=": "|=", "<<=": ">>=", ">>=": "<<="}

# Faults in these say nothing about the answers: hints for the cache, sizes of batches, messages for people.
QUIET = re.compile(r"(?:builtin_)?prefetch|few_belief|assert|expect|few_error|fail\(|snprintf|printf|memory_note|_Static_assert")


def load_library():
    found = sorted(glob.glob("/usr/lib/llvm-*/lib/libclang.so*") + glob.glob("/usr/lib/*/libclang-*.so*"))
    if found:
        clang.Config.set_library_file(found[0])


class Finder:
    """All faults that can be planted in one file."""

    def __init__(self, root, file, arguments):
        self.root, self.file = root, file
        self.path = str(root / file)
        self.source = (root / file).read_bytes()
        self.arguments = arguments
        self.faults = []
        self.extremes = set()

    def run(self):
        if re.search(rb"^#ifndef NDEBUG$", self.source, re.M):
            return []
        unit = clang.Index.create().parse(self.path, args=self.arguments)
        errors = [d for d in unit.diagnostics if d.severity >= clang.Diagnostic.Error]
        if errors:
            raise SystemExit(f"{self.file}: {errors[0]}")
        for cursor in unit.cursor.get_children():
            if cursor.kind == Kind.FUNCTION_DECL and cursor.is_definition() and self.here(cursor):
                for child in cursor.get_children():
                    if child.kind == Kind.COMPOUND_STMT:
                        self.walk(child, cursor.spelling)
        return self.faults

    def here(self, cursor):
        return cursor.location.file is not None and cursor.location.file.name == self.path

    def span(self, cursor):
        return cursor.extent.start.offset, cursor.extent.end.offset

    def text(self, begin, end):
        return self.source[begin:end].decode()

    def add(self, cursor, function, kind, begin, end, replacement, shown=None, shown_before=None):
        before = shown_before or self.text(begin, end)
        line = self.source.count(b"\n", 0, begin) + 1
        whole = self.source.splitlines()[line - 1].decode()
        if QUIET.search(whole) or QUIET.search(before):
            return
        after = shown or replacement
        nth = 1 + sum((f.function, f.before, f.after) == (function, before, after) for f in self.faults)
        self.faults.append(Fault(self.file, line, function, kind, begin, end, before, after, replacement, nth))

    def walk(self, cursor, function):
        for child in cursor.get_children():
            # Constant contexts cannot hold a variable; what a macro wrote has no text of its own.
            if child.kind in (Kind.CASE_STMT,):
                parts = list(child.get_children())
                if len(parts) > 1:
                    self.visit(parts[-1], function)
                    self.walk(parts[-1], function)
                continue
            if child.kind == Kind.VAR_DECL and child.storage_class == clang.StorageClass.STATIC:
                continue
            self.visit(child, function)
            self.walk(child, function)

    def visit(self, cursor, function):
        begin, end = self.span(cursor)
        if not self.here(cursor) or self.text(begin, end).count("(") != self.text(begin, end).count(")"):
            return
        if self.in_macro(begin, end):
            return
        self.note_extreme(cursor)
        if cursor.kind == Kind.BINARY_OPERATOR:
            self.binary(cursor, function, begin, end, TURNED)
        elif cursor.kind == Kind.COMPOUND_ASSIGNMENT_OPERATOR:
            self.assigned(cursor, function, begin, end)
        elif cursor.kind == Kind.IF_STMT:
            self.guard(cursor, function)
        elif cursor.kind == Kind.ARRAY_SUBSCRIPT_EXPR:
            self.index(cursor, function)
        elif cursor.kind == Kind.CALL_EXPR:
            self.call(cursor, function, begin, end)

    def in_macro(self, begin, end):
        """An upper-case call in the text: its arguments may be pasted or be types."""
        return re.search(r"\b[A-Z][A-Z_0-9]{2,}\(", self.text(begin, end)) is not None

    def operator(self, cursor):
        parts = list(cursor.get_children())
        if len(parts) != 2:
            return None
        left, right = self.span(parts[0]), self.span(parts[1])
        middle = self.text(left[1], right[0]).strip()
        return left, middle, right

    def is_pointer(self, cursor):
        kinds = (clang.TypeKind.POINTER, clang.TypeKind.CONSTANTARRAY, clang.TypeKind.INCOMPLETEARRAY)
        return any(part.type.get_canonical().kind in kinds for part in cursor.get_children())

    def plain(self, cursor):
        """Its text without casts, blanks and the marks around a statement."""
        text = self.text(*self.span(cursor))
        return re.sub(r"\s+|[{};]|\((?:u?int\d+_t|size_t|unsigned|double)\)", "", text)

    def note_extreme(self, cursor):
        """Whether a comparison only chooses the smaller or larger of what it compares."""
        parts = list(cursor.get_children())
        if cursor.kind not in (Kind.CONDITIONAL_OPERATOR, Kind.IF_STMT) or parts[0].kind != Kind.BINARY_OPERATOR:
            return
        sides = [self.plain(part) for part in parts[0].get_children()]
        if cursor.kind == Kind.CONDITIONAL_OPERATOR:
            same = sorted(sides) == sorted(self.plain(part) for part in parts[1:])
        else:
            same = len(parts) == 2 and self.plain(parts[1]) in (f"{sides[0]}={sides[1]}", f"{sides[1]}={sides[0]}")
        if same:
            self.extremes.add(self.span(parts[0]))

    def binary(self, cursor, function, begin, end, table):
        found = self.operator(cursor)
        if not found or found[1] not in table:
            return
        if found[1] in ("<", "<=", ">", ">=") and (begin, end) in self.extremes:
            return
        left, operator, right = found
        if self.is_pointer(cursor) and operator not in ("==", "!=", "<", "<=", ">", ">=", "&&", "||"):
            return
        other = table[operator]
        a, b = self.text(*left), self.text(*right)
        if operator == "&" and "{" in a + b:
            return
        self.add(cursor, function, "operator", begin, end, f"(few_awake({{k}}) ? ({a} {other} {b}) : ({a} {operator} {b}))",
                 f"{a} {other} {b}")

    def assigned(self, cursor, function, begin, end):
        found = self.operator(cursor)
        if not found or found[1] not in ASSIGNED or self.is_pointer(cursor):
            return
        left, operator, right = found
        a, b = self.text(*left), self.text(*right)
        other = ASSIGNED[operator]
        self.add(cursor, function, "assignment", begin, end,
                 f"(few_awake({{k}}) ? ({a} {other} {b}) : ({a} {operator} {b}))", f"{a} {other} {b}")

    def guard(self, cursor, function):
        condition, body = list(cursor.get_children())[:2]
        begin, end = self.span(condition)
        if QUIET.match(self.text(*self.span(body)).lstrip("{ \n_")):
            return
        if self.in_macro(begin, end) or self.text(begin, end).startswith("!few_al"):
            return
        text = self.text(begin, end)
        # A failed allocation is tried elsewhere; the guard dropped is the fault here.
        self.add(cursor, function, "guard dropped", begin, end, f"(!few_awake({{k}}) && ({text}))", f"0 /* {text} */")

    def index(self, cursor, function):
        parts = list(cursor.get_children())
        if len(parts) != 2:
            return
        begin, end = self.span(parts[1])
        text = self.text(begin, end)
        if "++" in text or "--" in text:
            return
        of = self.text(*self.span(parts[0]))
        self.add(cursor, function, "index", begin, end, f"({text}) + (few_awake({{k}}))",
                 f"{of}[{text} + 1]", f"{of}[{text}]")

    def call(self, cursor, function, begin, end):
        """A call for its effect alone is left out."""
        rest = self.source[end:end + 1]
        before = self.source[:begin].rstrip()[-1:]
        if rest != b";" or before not in (b";", b"{", b"}"):
            return
        text = self.text(begin, end)
        name = text.split("(")[0]
        if "free" in name or "release" in name or not re.fullmatch(r"\w+", name):
            return
        self.add(cursor, function, "call left out", begin, end, f"if (!few_awake({{k}})) {text}", f"/* {text} */")


def key(fault):
    """What names a fault in explained.txt: it stays the same when lines move."""
    before, after = (" ".join(text.split()) for text in (fault.before, fault.after))
    return f"{fault.file} {fault.function}: {before} => {after}{f' ({fault.nth})' if fault.nth > 1 else ''}"


def choose(faults, count, seed):
    """A sample that is spread over the files; no two overlap. Each fault has a place in the order that depends on nothing
    but the seed and its own text: a change somewhere in the library leaves most of the sample as it is."""
    def place(name):
        return hashlib.sha256(f"{seed} {name}".encode()).digest()
    by_file = {}
    for fault in sorted(faults, key=lambda fault: place(key(fault))):
        by_file.setdefault(fault.file, []).append(fault)
    # Long files get more turns than short ones.
    turns = {file: 1 + len(several) // 60 for file, several in by_file.items()}
    chosen, taken = [], {}
    while len(chosen) < count and any(by_file.values()):
        for file in sorted(by_file, key=place):
            for _ in range(turns[file]):
                if not by_file[file] or len(chosen) == count:
                    break
                fault = by_file[file].pop()
                if all(fault.end <= b or e <= fault.begin for b, e in taken.get(file, [])):
                    taken.setdefault(file, []).append((fault.begin, fault.end))
                    chosen.append(fault)
    return sorted(chosen)


def plant(root, chosen):
    """Writes the chosen faults (number: fault) into the tree at `root`."""
    by_file = {}
    for number, fault in chosen.items():
        by_file.setdefault(fault.file, []).append((number, fault))
    for file, several in by_file.items():
        source = (root / file).read_bytes()
        for number, fault in sorted(several, key=lambda pair: -pair[1].begin):
            text = fault.text.replace("{k}", str(number))
            source = source[:fault.begin] + text.encode() + source[fault.end:]
        (root / file).write_bytes(source)

#!/usr/bin/env python3
"""The hash of exported programs: states that differ in any few bits of their number are spread over the table.

Boards of solitaire are numbers of 64 bits, the first cells the uppermost. A hash that chooses the place by bits on which the first cells have
no part would put all boards that differ only there into one place: right, but slow.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

TOOL = os.environ.get("FEWEST", "build/fewest")
CHECK = """
int main(void) {
    enum { BITS = 10, PLACES = 1 << 12 };
    slot_count = PLACES;
    slots = resize(NULL, slot_count, sizeof *slots);
    for (int low = 0; low + BITS <= 64; low++) {
        int places = 0;
        bool taken[PLACES] = {false};
        for (int i = 0; i < PLACES; i++) slots[i] = -1;
        for (key k = 0; k < 1 << BITS; k++) taken[find_slot(k << low)] = true;
        for (int i = 0; i < PLACES; i++) places += taken[i];
        printf("%d %d\\n", low, places);
    }
    free(slots);
    return program == NULL;
}
"""


def main():
    said = subprocess.run([TOOL, "export", "c", "solitaire"], capture_output=True, text=True, check=True).stdout
    text = said.replace("int main(", "static int solve(") + "static int (*program)(int, char **) = solve;\n" + CHECK
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder) / "hash.c", Path(folder) / "hash"
        source.write_text(text)
        subprocess.run([*os.environ.get("CC", "cc").split(), "-std=c17", "-O1", "-o", program, source], check=True)
        lines = subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()
    few = [line for line in lines if int(line.split()[1]) < 512]
    for line in few:
        print("1,024 states that differ in ten bits, from bit {} on, have only {} places".format(*line.split()))
    print(f"{len(lines) - len(few)} passed, {len(few)} failed")
    sys.exit(1 if few or not lines else 0)


main()

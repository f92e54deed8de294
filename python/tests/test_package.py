"""The package as a whole: the examples in its texts, its types, its pictures, and the notebook."""

import doctest
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
import xml.etree.ElementTree
from pathlib import Path

import fewest
from fewest import _errors, _notebook, _options, _puzzle, _results, _space

SOURCE = os.environ.get("FEWEST_SOURCE_ROOT")

TYPED = '''
import fewest
from typing import Tuple

answer: fewest.Answer = fewest.load("eight").solve(time=1.5, memory="1G")
length: int | None = answer.length
moves: Tuple[str, ...] = answer.moves
first: fewest.State = answer.states[0]
found: fewest.SpaceAnswer[int] = fewest.bfs(1, lambda n: [n + 1], 3)
numbers: Tuple[int, ...] = found.states
fewest.load(3)  # wrong
answer.length + 1  # wrong
'''


def has(*modules):
    return all(importlib.util.find_spec(module) for module in modules)


class Package(unittest.TestCase):
    def test_examples_are_right(self):
        for module in (fewest, _errors, _notebook, _options, _puzzle, _results, _space):
            failed, _ = doctest.testmod(module)
            self.assertEqual(failed, 0, module)

    def test_names_are_all_there(self):
        for name in fewest.__all__:
            self.assertTrue(hasattr(fewest, name), name)
        self.assertRegex(fewest.__version__, r"^\d+\.\d+\.\d+$")

    @unittest.skipUnless(has("mypy"), "mypy is not there")
    def test_types_are_right_for_mypy(self):
        with tempfile.TemporaryDirectory() as cache:
            folder = Path(cache, "types", "fewest")  # mypy looks at no package that is installed
            shutil.copytree(Path(fewest.__file__).parent, folder, ignore=shutil.ignore_patterns("*.so*", "__pycache__"))
            call = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", cache]
            done = subprocess.run([*call, str(folder)], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout)
            use = Path(cache, "use.py")
            use.write_text(TYPED)
            done = subprocess.run([*call, str(use)], capture_output=True, text=True, check=False,
                                  env={**os.environ, "MYPYPATH": str(folder.parent)})
            self.assertEqual(sorted(int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error:" in line), [11, 12], done.stdout)

    def test_what_notebooks_show_is_well_formed(self):
        eight, maze = fewest.load("eight"), fewest.load("maze")
        answer = eight.solve()
        for picture in (eight._repr_svg_(), answer._repr_svg_(), answer.solution._repr_svg_(), answer.states[3]._repr_svg_(),
                        maze.solve()._repr_svg_(), fewest.load("wolf-goat-cabbage").graph()._repr_svg_()):
            self.assertEqual(xml.etree.ElementTree.fromstring(picture).tag, "{http://www.w3.org/2000/svg}svg")
        table = eight.explore(depth=4)._repr_html_()
        self.assertEqual(table.count("<tr>"), 6)
        xml.etree.ElementTree.fromstring(f"<div>{table}</div>")
        self.assertIsNone(eight.graph(depth=12)._repr_svg_())  # too large to draw
        self.assertIsNone(eight.solve(depth=1)._repr_svg_())

    @unittest.skipUnless(SOURCE, "the sources are not there: FEWEST_SOURCE_ROOT is not set")
    @unittest.skipUnless(has("nbclient", "nbformat", "ipykernel"), "nbclient, nbformat or ipykernel are not there")
    def test_the_notebook_runs_and_shows_what_it_shows(self):
        import nbformat
        from nbclient import NotebookClient

        path = Path(SOURCE, "examples", "tour.ipynb")
        notebook = nbformat.read(path, as_version=4)
        stored = [cell.get("outputs") for cell in notebook.cells if cell.cell_type == "code"]
        here = str(Path(fewest.__file__).parent.parent)  # the kernel is Debian's, and finds the package there
        with unittest.mock.patch.dict(os.environ, PYTHONPATH=here, PYDEVD_DISABLE_FILE_VALIDATION="1"):
            NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
        fresh = [cell.get("outputs") for cell in notebook.cells if cell.cell_type == "code"]
        self.assertEqual([plain(outputs) for outputs in fresh], [plain(outputs) for outputs in stored])
        json.dumps(notebook)


def plain(outputs):
    """What outputs say as text, and the forms they have. What is printed comes in one piece or in several, as the kernel's buffer is
    emptied: what follows each other in one stream is one."""
    joined = []
    for output in outputs:
        text = output.get("text") or output.get("data", {}).get("text/plain")
        stream = output.get("name") if output.get("output_type") == "stream" else None
        if stream and joined and joined[-1][0] == stream:
            text = joined.pop()[1] + text
        joined.append((stream, text, sorted(output.get("data", {}))))
    return joined


if __name__ == "__main__":
    unittest.main()

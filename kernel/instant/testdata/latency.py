"""How long a cell takes, as nbclient sees it.

    python latency.py KERNEL_NAME

prints {"trivial_ms": ..., "chart_ms": ..., "first_chart_ms": ...}, medians in
milliseconds: of a cell that prints a sum, of one that draws the chart of two results
declared before, and of the notebook's first chart, which carries the library that
draws all of them. The cells mean the same under every kernel for Go.
"""
import json
import statistics
import sys
import time

import nbformat
from nbclient import NotebookClient

CELLS = 25

LIBRARY = 300_000  # an output with the library of charts has more characters

IMPORTS = """import (
	"fmt"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/plot"
	"github.com/focal-search/focal/kernel/show"
)"""

TRIVIAL = "%%\nfmt.Println(1 + 2)"

# Under GoNB these searches run again with each later cell: they take little.
RESULTS = """var p = domains.Get("npuzzle/korf/79:heavy")
var fs = engine.Solve(show.Context(), p, engine.FS(1.5), engine.Traced())
var pfs = engine.Solve(show.Context(), p, engine.PFS(1.5, 0.7), engine.Seed(42), engine.Traced())"""

# The same chart made again replaces itself, and carries the library again.
FIRST_CHART = "%%\nplot.Trajectory(pfs).Show()"

CHART = "%%\nplot.Trajectory(fs, pfs).Show()"


def main(kernel):
    notebook = nbformat.v4.new_notebook()
    client = NotebookClient(notebook, kernel_name=kernel, timeout=120)

    def run(source):
        cell = nbformat.v4.new_code_cell(source)
        notebook.cells.append(cell)
        start = time.perf_counter()
        client.execute_cell(cell, len(notebook.cells) - 1)
        elapsed = 1000 * (time.perf_counter() - start)
        return elapsed, cell.outputs

    def median(source, expected):
        """The median of the later runs, all of which must show what is expected."""
        times = []
        for _ in range(1 + CELLS):
            elapsed, outputs = run(source)
            if not any(expected(o) for o in outputs):
                sys.exit(f"{kernel}: the cell\n{source}\nshows {outputs}")
            times.append(elapsed)
        return round(statistics.median(times[1:]), 2)

    with client.setup_kernel():
        run(IMPORTS)
        trivial = median(TRIVIAL, lambda o: o.get("text") == "3\n")
        run(RESULTS)
        first = median(FIRST_CHART, lambda o: len(o.get("data", {}).get("text/html", "")) > LIBRARY)
        chart = median(CHART, lambda o: 0 < len(o.get("data", {}).get("text/html", "")) < LIBRARY)
    print(json.dumps({"trivial_ms": trivial, "chart_ms": chart, "first_chart_ms": first}))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python latency.py KERNEL_NAME")
    main(sys.argv[1])

"""How long a cell takes, as nbclient sees it.

    python latency.py KERNEL_NAME

prints {"trivial_ms": ..., "chart_ms": ...}, medians in milliseconds: of a cell that
prints a sum, and of one that draws the chart of two results declared before. The
cells mean the same under every kernel for Go.
"""
import json
import statistics
import sys
import time

import nbformat
from nbclient import NotebookClient

CELLS = 25

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
        chart = median(CHART, lambda o: "text/html" in o.get("data", {}))
    print(json.dumps({"trivial_ms": trivial, "chart_ms": chart}))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python latency.py KERNEL_NAME")
    main(sys.argv[1])

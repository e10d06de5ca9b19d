"""Executes a notebook as JupyterLab would, but for the browser, with SIZE, the line
that declares its size, in place of its own.

    execute.py NOTEBOOK KERNEL SIZE OUT
"""

import os
import sys

import nbformat
from nbclient import NotebookClient

name, kernel, size, out = sys.argv[1:]
notebook = nbformat.read(name, as_version=4)
for cell in notebook.cells:
    cell.source = cell.source.replace('const size = "full"', size)
here = {"metadata": {"path": os.path.dirname(os.path.abspath(name))}}
NotebookClient(notebook, kernel_name=kernel, timeout=1200, startup_timeout=1200, resources=here).execute()
nbformat.write(notebook, out)

"""Executes a notebook as JupyterLab would, but for the browser. Where it has two
sizes it is executed at size "smoke".

    execute.py NOTEBOOK KERNEL OUT
"""

import os
import sys

import nbformat
from nbclient import NotebookClient

name, kernel, out = sys.argv[1:]
notebook = nbformat.read(name, as_version=4)
for cell in notebook.cells:
    cell.source = cell.source.replace('const size = "full"', 'const size = "smoke"')
here = {"metadata": {"path": os.path.dirname(os.path.abspath(name))}}
NotebookClient(notebook, kernel_name=kernel, timeout=120, resources=here).execute()
nbformat.write(notebook, out)

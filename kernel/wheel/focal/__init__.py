"""Focal: bounded-suboptimal heuristic search. The command, and results as tables of pandas.

The search itself is the command `focal` and the Jupyter kernel "Focal (instant)",
which this package brings along.
"""

import os
import sys

__all__ = ["path", "read"]


def path():
    """The file of the focal command."""
    name = "focal.exe" if sys.platform == "win32" else "focal"
    return os.path.join(os.path.dirname(__file__), "bin", name)


def read(file, **options):
    """The runs in a Parquet file that `focal export --parquet` has written, as a pandas DataFrame.

    It takes pandas and pyarrow. Options are those of pandas.read_parquet.
    """
    try:
        import pandas
    except ImportError as e:
        raise ImportError("focal.read takes pandas and pyarrow: pip install pandas pyarrow") from e
    return pandas.read_parquet(file, **options)


def main():
    """Be the focal command."""
    argv = [path(), *sys.argv[1:]]
    if sys.platform == "win32":
        import subprocess

        sys.exit(subprocess.call(argv))
    os.execv(argv[0], argv)

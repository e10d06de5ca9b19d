"""Focal: bounded-suboptimal heuristic search.

The package contains the command `focal` and the Jupyter kernel "Focal (instant)". This
module locates the command and reads results as pandas tables.
"""

import os
import sys

__all__ = ["path", "read"]


def path():
    """Return the path of the focal command."""
    name = "focal.exe" if sys.platform == "win32" else "focal"
    return os.path.join(os.path.dirname(__file__), "bin", name)


def read(file, **options):
    """Return the runs in a Parquet file written by `focal export --parquet` as a pandas DataFrame.

    This requires pandas and pyarrow. Options are passed to pandas.read_parquet.
    """
    try:
        import pandas
    except ImportError as e:
        raise ImportError("focal.read requires pandas and pyarrow: pip install pandas pyarrow") from e
    return pandas.read_parquet(file, **options)


def main():
    """Run the focal command."""
    argv = [path(), *sys.argv[1:]]
    if sys.prefix != sys.base_prefix and not os.environ.get("VIRTUAL_ENV"):
        os.environ["VIRTUAL_ENV"] = sys.prefix  # where focal doctor looks for Jupyter, active or not
    if sys.platform == "win32":
        import subprocess

        sys.exit(subprocess.call(argv))
    os.execv(argv[0], argv)

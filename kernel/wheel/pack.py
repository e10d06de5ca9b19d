"""Packs a wheel: the Python package, the command, the kernel's spec, and the page's extension.

    pack.py VERSION TIME TAG COMMAND EXTENSION BILL OUT

TIME is in seconds since 1970, TAG is the wheel's platform tag, COMMAND the program for
that platform, EXTENSION the folder of the page's extension, BILL the program's bill of
materials (CycloneDX), and OUT the folder for the wheel. The same contents give the same
wheel, byte for byte.
"""

import base64
import hashlib
import json
import pathlib
import sys
import time
import zipfile

METADATA = """Metadata-Version: 2.1
Name: focal-search
Version: {version}
Summary: Bounded-suboptimal heuristic search: the focal command and its Jupyter kernel
License: Apache-2.0
Requires-Python: >=3.10
Requires-Dist: jupyterlab_widgets
Provides-Extra: pandas
Requires-Dist: pandas; extra == 'pandas'
Requires-Dist: pyarrow; extra == 'pandas'

Brings the command focal, the Jupyter kernel "Focal (instant)", which needs no Go, parameters
of its notebooks for papermill, and focal.read, which reads results from Parquet into pandas.
"""

SPEC = {
    "argv": ["python", "-m", "focal", "kernel", "instant", "-f", "{connection_file}"],
    "display_name": "Focal (instant)",
    "language": "go",
    "interrupt_mode": "message",
    "metadata": {"debugger": False},
}


def main(version, seconds, tag, command, extension, bill, out):
    here = pathlib.Path(__file__).parent
    dist, data = f"focal_search-{version}.dist-info", f"focal_search-{version}.data/data/share/jupyter"
    files = {}  # by name: contents, and whether the file is executable
    for name in ["__init__.py", "__main__.py", "parameters.py"]:
        files[f"focal/{name}"] = (here / "focal" / name).read_bytes(), False
    program = "focal.exe" if tag.startswith("win") else "focal"
    files[f"focal/bin/{program}"] = pathlib.Path(command).read_bytes(), True
    files[f"{data}/kernels/focal/kernel.json"] = (json.dumps(SPEC, indent=2) + "\n").encode(), False
    for file in sorted(pathlib.Path(extension).rglob("*")):
        if file.is_file():
            name = file.relative_to(extension).as_posix()
            files[f"{data}/labextensions/@focal-search/page/{name}"] = file.read_bytes(), False
    files[f"{dist}/METADATA"] = METADATA.format(version=version).encode(), False
    files[f"{dist}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: focal\nRoot-Is-Purelib: false\nTag: py3-none-{tag}\n".encode(), False
    files[f"{dist}/entry_points.txt"] = (here / "focal" / "entry_points.txt").read_bytes(), False
    files[f"{dist}/licenses/LICENSE"] = (here.parent.parent / "LICENSE").read_bytes(), False
    files[f"{dist}/sboms/focal.cdx.json"] = pathlib.Path(bill).read_bytes(), False
    record = ""
    for name, (contents, _) in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(contents).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(contents)}\n"
    files[f"{dist}/RECORD"] = (record + f"{dist}/RECORD,,\n").encode(), False
    date = time.gmtime(max(int(seconds), 315532800))[:6]  # ZIP has no times before 1980
    wheel = pathlib.Path(out) / f"focal_search-{version}-py3-none-{tag}.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, (contents, is_program) in files.items():
            info = zipfile.ZipInfo(name, date)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = (0o100755 if is_program else 0o100644) << 16
            archive.writestr(info, contents, compresslevel=9)
    print(wheel.name)


main(*sys.argv[1:])

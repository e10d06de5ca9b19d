"""Tests the Dockerfile without a container engine: executes its steps in a root file
system made by debootstrap, and runs its command there as its user.

    image.py FOLDER

It must be run as root on Debian with debootstrap, Go and git. FOLDER must not exist
yet, takes 3 GB and is not removed. The Dockerfile's base image is replaced by the same
release of Debian with the same packages and this machine's Go. This machine's
certificates and pip configuration are used there too.
"""

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
PACKAGES = "ca-certificates,curl,g++,gcc,git,libc6-dev,make,netbase,openssh-client,pkg-config,procps,wget"
FETCHING = ["etc/ssl/certs", "etc/pip.conf", "etc/resolv.conf", "usr/local/share/ca-certificates"]


def fail(why):
    sys.exit(f"image: {why}")


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=CHECKOUT).stdout.strip()


def base(root, image):
    """Makes a root file system like that of an image golang:VERSION-RELEASE."""
    found = re.fullmatch(r"golang:([0-9.]+)-([a-z]+)", image)
    if not found:
        fail(f"the Dockerfile begins with {image}: want golang:VERSION-RELEASE")
    version, release = found.groups()
    here = output("go", "env", "GOVERSION").removeprefix("go")
    if not (here + ".").startswith(version + "."):
        fail(f"the Dockerfile wants Go {version}, and this machine has {here}")
    subprocess.run(["debootstrap", "--variant=minbase", f"--include={PACKAGES}", release, root], check=True,
                   stdout=sys.stderr)
    shutil.copytree(output("go", "env", "GOROOT"), root / "usr/local/go", symlinks=True)
    for name in FETCHING:
        there, here = root / name, Path("/") / name
        if here.is_dir():
            shutil.rmtree(there, ignore_errors=True)
            shutil.copytree(here, there, ignore_dangling_symlinks=True)
        elif here.exists():
            shutil.copyfile(here, there)
    for name in ["proc", "dev"]:
        subprocess.run(["mount", "--rbind", f"/{name}", root / name], check=True)
    return {"HOME": "/root",
            "PATH": "/go/bin:/usr/local/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}


class Image:
    """The result of the steps so far."""

    def __init__(self, root):
        self.root, self.env, self.arguments, self.user, self.folder, self.command = root, {}, {}, "0", "/", None

    def expanded(self, text):
        return re.sub(r"\$\{?(\w+)\}?", lambda m: {**self.arguments, **self.env}.get(m[1], ""), text)

    def start(self, command, **options):
        fetching = {k: os.environ[k] for k in ["SSL_CERT_DIR", "SSL_CERT_FILE", "PIP_CERT"] if k in os.environ}
        env = {**self.arguments, **fetching, **self.env}
        group = self.user if self.user == "0" else output("chroot", str(self.root), "id", "-g", self.user)
        inside = ["chroot", f"--userspec={self.user}:{group}", str(self.root), "/bin/sh", "-c", 'cd "$0" && exec "$@"']
        return subprocess.Popen([*inside, self.folder, *command], env=env, **options)

    def run(self, *command):
        if self.start(command, stdout=sys.stderr).wait() != 0:
            fail(f"failed: {' '.join(command)}")

    def step(self, word, rest):
        match word:
            case "FROM":
                if not self.env:
                    self.env = base(self.root, rest.split()[0])
            case "ARG":
                name, _, value = rest.partition("=")
                self.arguments.setdefault(name, value)
            case "ENV":
                # All values of a line are expanded with the variables set before it.
                self.env |= {k: self.expanded(v) for k, _, v in (part.partition("=") for part in shlex.split(rest))}
            case "USER":
                self.user = self.expanded(rest)
            case "WORKDIR":
                self.folder = self.expanded(rest)
                (self.root / self.folder.lstrip("/")).mkdir(parents=True, exist_ok=True)
            case "RUN":
                self.run("/bin/sh", "-c", rest)
            case "COPY":
                found = re.fullmatch(r"--chown=(\S+) \. \.", rest)
                if not found:
                    fail(f"COPY {rest}: want --chown=USER:GROUP . .")
                there = self.root / self.folder.lstrip("/")
                subprocess.run(["git", "clone", "--quiet", "--depth=1", f"file://{CHECKOUT}", there], check=True)
                subprocess.run(["chroot", self.root, "chown", "-R", self.expanded(found[1]), self.folder], check=True)
            case "CMD":
                self.command = json.loads(rest)
            case "EXPOSE":
                pass
            case _:
                fail(f"the step {word} is not known here")

    def serve(self):
        """Runs the command until its server responds, and returns the kernels that it offers."""
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            port = s.getsockname()[1]
        command = [f"--port={port}" if a.startswith("--port=") else a for a in self.command]
        server = self.start(command, stderr=subprocess.PIPE, text=True)
        try:
            for line in server.stderr:
                token = re.search(r"token=([0-9a-f]+)", line)
                if token:
                    break
            else:
                fail("the command ended")
            for _ in range(60):
                try:
                    address = f"http://127.0.0.1:{port}/api/kernelspecs?token={token[1]}"
                    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(address) as answer:
                        return sorted(json.load(answer)["kernelspecs"])
                except OSError:
                    time.sleep(1)
            fail("its server does not answer")
        finally:
            server.kill()


def steps(text):
    text = re.sub(r"^\s*#.*\n", "", text, flags=re.M).replace("\\\n", " ")
    return [line.split(None, 1) for line in text.splitlines() if line.strip()]


def main(folder):
    root = Path(folder).resolve()
    root.mkdir(parents=True)
    image = Image(root)
    for word, rest in steps((CHECKOUT / "Dockerfile").read_text()):
        print(f"image: {word} {' '.join(rest.split())}", file=sys.stderr, flush=True)
        image.step(word, rest.strip())
    if image.user == "0":
        fail("the command would run as root")
    kernels = image.serve()
    if not {"focal", "focal-gonb"} <= set(kernels):
        fail(f"its server offers the kernels {kernels}: want focal and focal-gonb")
    image.run("jupyter", "nbconvert", "--to", "notebook", "--execute", "--output", "/tmp/executed",
              "notebooks/01-quickstart.ipynb")
    if "444,774" not in (root / "tmp/executed.ipynb").read_text():
        fail("notebook 01 does not show 444,774")
    print(f"image: its command serves the kernels {', '.join(kernels)} as user {image.user}, and notebook 01 runs")


if len(sys.argv) != 2:
    sys.exit("usage: image.py FOLDER")
if os.environ.get("FOCAL_IMAGE") != "1":  # mounts and processes end with this process
    apart = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
    os.execvpe(apart[0], [*apart, sys.executable, *sys.argv], {**os.environ, "FOCAL_IMAGE": "1"})
main(sys.argv[1])

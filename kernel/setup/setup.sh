#!/usr/bin/env bash
# Sets up what notebooks and the tests need, below .venv and kernel/setup:
#
#   kernel/setup/setup.sh             JupyterLab and both kernels
#   kernel/setup/setup.sh --browser   and a browser to test them in
#   kernel/setup/setup.sh --firefox   and a second browser, for the release check
#   kernel/setup/setup.sh --latex     and LaTeX, for the release check
#   kernel/setup/setup.sh --slurm     and Slurm, to test job arrays (see slurm.sh)
#   kernel/setup/setup.sh --only-portability   only emulators of other processors
#
# It needs Go and Python 3, and a network the first time. When it is run again, it
# updates what has changed, and prints nothing if nothing has. Missing system packages
# are installed if that is allowed (root, or sudo without a password, on Debian and its
# derivatives); otherwise they are listed.
set -euo pipefail
cd "$(dirname "$0")/../.."

setup=kernel/setup
venv=$PWD/.venv
log=$(mktemp)
trap 'rm -f "$log"' EXIT

main() {
	local option browser=false firefox=false latex=false slurm=false
	for option; do
		case $option in
		--browser) browser=true ;;
		--firefox) firefox=true ;;
		--latex) latex=true ;;
		--slurm) slurm=true ;;
		--only-portability)
			emulators
			return
			;;
		*) die "unknown argument $option: there are --browser, --firefox, --latex, --slurm and --only-portability" ;;
		esac
	done
	check_go
	python_environment
	python_package
	cp -R $setup/jupyter/. "$venv/etc/jupyter/"
	kernels
	if $browser; then
		browser_program
		browser_driver
		have pdftotext || system_packages poppler-utils # to test pictures in PDF
	fi
	if $firefox; then
		have firefox-esr || have firefox || system_packages firefox-esr
	fi
	if $latex; then
		have pdflatex || system_packages texlive-latex-base texlive-latex-recommended
	fi
	if $slurm; then
		slurm_programs
	fi
}

say() { echo "setup: $*"; }

die() {
	echo "setup: $*" >&2
	exit 1
}

have() { type -P "$1" >/dev/null; }

# quietly runs a command and shows its output only if it fails.
quietly() {
	"$@" >"$log" 2>&1 && return
	local code=$?
	cat "$log" >&2
	die "failed with exit code $code: $*"
}

# system_packages installs Debian packages, or lists those that are missing.
system_packages() {
	local as_root=(env DEBIAN_FRONTEND=noninteractive)
	have apt-get || die "missing: $*. Install what this system calls them, then run $setup/setup.sh again"
	if [ "$(id -u)" != 0 ]; then
		sudo -n true 2>/dev/null || die "missing: run sudo apt-get install $*, then $setup/setup.sh again"
		as_root=(sudo -n "${as_root[@]}")
	fi
	say "installing $*"
	local apt=("${as_root[@]}" apt-get -q -o DPkg::Lock::Timeout=600) # another installation may be at work
	quietly "${apt[@]}" update
	quietly "${apt[@]}" -y install --no-install-recommends "$@"
}

check_go() {
	have go || die "Go is missing: install Go $(sed -n 's/^go //p' go.mod) or later (go.dev/dl)"
	# Where git is there and refuses, as in a checkout that belongs to another
	# user, Go's record of the commit would fail the builds.
	if have git && ! git status >/dev/null 2>&1; then
		export GOFLAGS="${GOFLAGS-} -buildvcs=false"
	fi
}

# python_environment makes .venv and installs the pinned packages. An environment
# contains its own path, so one that was copied or moved is replaced.
python_environment() {
	local wanted stamp=$venv/.setup
	wanted="$venv $(cat $setup/requirements.txt $setup/constraints.txt)"
	if [ -x "$venv/bin/jupyter-lab" ] && "$venv/bin/python" -c "" 2>/dev/null && [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then
		return
	fi
	have python3 || system_packages python3 python3-venv
	python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || die "Python 3.11 or later is needed; python3 is $(python3 --version)"
	python3 -c 'import ensurepip, venv' 2>/dev/null || system_packages python3-venv
	say "installing JupyterLab into .venv"
	quietly python3 -m venv --clear "$venv"
	quietly "$venv/bin/python" -m pip install --disable-pip-version-check -r $setup/requirements.txt -c $setup/constraints.txt
	echo "$wanted" >"$stamp"
}

# python_package lets .venv find the Python package in the checkout, without the wheel's
# program: papermill loads it by its entry point.
python_package() {
	local site
	site=$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
	mkdir -p "$site/focal_search-0.dist-info"
	printf 'Metadata-Version: 2.1\nName: focal-search\nVersion: 0\n' >"$site/focal_search-0.dist-info/METADATA"
	cp kernel/wheel/focal/entry_points.txt "$site/focal_search-0.dist-info/"
	echo "$PWD/kernel/wheel" >"$site/focal_search.pth"
}

kernels() {
	[ -x "$venv/bin/focal" ] || say "building focal and the kernels"
	quietly go build -o "$venv/bin/focal" ./kernel/focal
	quietly "$venv/bin/focal" kernel install --prefix "$venv"
}

# browser_program installs Debian's Chromium without windows, with which the tests take half
# the CPU time. Where that fails, any Chromium or Chrome does.
browser_program() {
	have chromium-headless-shell || (system_packages chromium-headless-shell fonts-dejavu-core 2>/dev/null) ||
		have chromium || have chromium-browser || have google-chrome || have google-chrome-stable ||
		system_packages chromium fonts-dejavu-core
}

# Playwright drives the browser; npm installs exactly what the lock file lists.
browser_driver() {
	if cmp -s $setup/package-lock.json $setup/node_modules/.setup; then
		return
	fi
	have npm || system_packages nodejs npm
	[ "$(node -p 'parseInt(process.versions.node)')" -ge 18 ] || die "Node.js 18 or later is needed; node is $(node --version)"
	say "installing playwright-core into $setup/node_modules"
	quietly npm ci --prefix $setup --no-audit --no-fund
	cp $setup/package-lock.json $setup/node_modules/.setup
}

slurm_programs() {
	local PATH=$PATH:/usr/sbin:/sbin
	have slurmctld && have slurmd && have sbatch && have munged || system_packages slurm-wlm munge
}

emulators() {
	have qemu-aarch64 && have qemu-s390x || system_packages qemu-user
}

main "$@"

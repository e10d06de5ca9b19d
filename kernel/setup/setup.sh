#!/usr/bin/env bash
# Sets up what notebooks and the tests need, below .venv and kernel/setup:
#
#   kernel/setup/setup.sh             JupyterLab and the instant kernel
#   kernel/setup/setup.sh --gonb      and the GoNB kernel
#   kernel/setup/setup.sh --later     and the GoNB kernel, which is built when it is first started
#   kernel/setup/setup.sh --tests     and what tests and pages need of Python
#   kernel/setup/setup.sh --browser   and a browser to test in
#   kernel/setup/setup.sh --firefox   and a second browser, for the release check
#   kernel/setup/setup.sh --latex     and LaTeX, for the release check
#   kernel/setup/setup.sh --slurm     and Slurm, to test job arrays (see slurm.sh)
#   kernel/setup/setup.sh --only-portability   only emulators of other processors
#
# It needs Go and Python 3, and a network the first time. First it says what it will
# install. When it is run again, it updates what has changed, and prints nothing if nothing
# has. System packages are installed if that is allowed (root, or sudo without a password,
# on Debian and its derivatives); those that are missing otherwise are listed at the end.
set -euo pipefail
cd "$(dirname "$0")/../.."

setup=kernel/setup
venv=$PWD/.venv
lacking= # system packages that may not be installed
export GOGC=400 # the compiler collects garbage more rarely, and takes a sixth less CPU time
trap wait EXIT

main() {
	local option part kernel= parts= packages=
	for option; do
		case $option in
		--gonb | --later) kernel=${option#--} ;;
		--tests) parts+=" tests" ;;
		--browser) parts+=" browser driver pdf" ;;
		--firefox) parts+=" firefox" ;;
		--latex) parts+=" latex" ;;
		--slurm) parts+=" slurm" ;;
		--only-portability)
			emulators
			report
			return
			;;
		*) die "unknown argument $option: there are --gonb, --later, --tests, --browser, --firefox, --latex, --slurm and --only-portability" ;;
		esac
	done
	check_go
	for part in command lab $kernel $parts; do
		has_$part || say "to be installed: $(about $part)"
	done
	# The packages are downloaded while the command and GoNB are compiled.
	if ! has_lab; then
		python_environment
		(
			trap - INT # which bash ignores in the background
			lab
		) &
		packages=$!
	fi
	build
	[ -z "$kernel" ] || $kernel # looks itself for what has changed
	[ -z "$packages" ] || wait "$packages"
	python_package
	cp -R $setup/jupyter/. "$venv/etc/jupyter/"
	for part in $parts; do
		has_$part || $part
	done
	report
}

# about says what a part installs, and what it takes on disk where there was nothing before.
about() {
	case $1 in
	command) echo "the command focal with its Go modules (400 MB, builds 500 MB)" ;;
	lab) echo "JupyterLab in .venv (240 MB)" ;;
	gonb) echo "the GoNB kernel and gopls with their Go modules (280 MB, builds 280 MB, tools 70 MB)" ;;
	later) echo "the GoNB kernel; it is built later, with gopls ($(about gonb | sed 's/.*(//')" ;;
	tests) echo "Python packages for tests and pages in .venv (20 MB)" ;;
	browser) echo "Chromium from Debian's packages (230 MB, up to 570 MB with libraries)" ;;
	driver) echo "playwright-core from npm (13 MB), and Node.js from Debian's packages if it is missing (360 MB)" ;;
	pdf) echo "poppler-utils from Debian's packages (1 MB, up to 60 MB with libraries)" ;;
	latex) echo "LaTeX from Debian's packages (200 MB)" ;;
	firefox) echo "Firefox from Debian's packages (250 MB)" ;;
	slurm) echo "Slurm and MUNGE from Debian's packages (5 MB, up to 60 MB with libraries)" ;;
	esac
}

say() { echo "setup: $*"; }

die() {
	echo "setup: $*" >&2
	exit 1
}

have() { type -P "$1" >/dev/null; }

# quietly runs a command and shows its output only if it fails.
quietly() {
	local said code=0
	said=$("$@" 2>&1) || code=$?
	[ $code = 0 ] && return
	echo "$said" >&2
	die "failed with exit code $code: $*"
}

# system_packages installs Debian packages, or notes that they are lacking.
system_packages() {
	local as_root=(env DEBIAN_FRONTEND=noninteractive)
	if ! have apt-get || { [ "$(id -u)" != 0 ] && ! sudo -n true 2>/dev/null; }; then
		lacking+=" $*"
		return
	fi
	[ "$(id -u)" = 0 ] || as_root=(sudo -n "${as_root[@]}")
	say "installing $*"
	local apt=("${as_root[@]}" apt-get -q -o DPkg::Lock::Timeout=600) # another installation may be at work
	quietly "${apt[@]}" update
	quietly "${apt[@]}" -y install --no-install-recommends "$@"
}

# report lists what is lacking. The rest is there; tests that need it say so.
report() {
	[ -z "$lacking" ] || echo "setup: missing: run sudo apt-get install$lacking" \
		"(or what this system calls them), then this again; all else is set up" >&2
}

check_go() {
	have go || die "Go is missing: install Go $(sed -n 's/^go //p' go.mod) or later (go.dev/dl)"
	# Where git is there and refuses, as in a checkout that belongs to another
	# user, Go's record of the commit would fail the builds.
	if have git && ! git status >/dev/null 2>&1; then
		export GOFLAGS="${GOFLAGS-} -buildvcs=false"
	fi
}

# Without its symbols for debuggers the command links faster.
build() {
	quietly go build -o "$venv/bin/focal" -ldflags=-w ./kernel/focal
	quietly "$venv/bin/focal" kernel install --prefix "$venv" --only instant
}

lab() {
	quietly "$venv/bin/python" -m ensurepip --default-pip
	"$venv/bin/python" -m pip install -q --no-compile --disable-pip-version-check uv -c $setup/constraints.txt 2>/dev/null || true
	pip_install requirements
	wanted requirements >"$venv/.setup"
}

has_command() { [ -x "$venv/bin/focal" ]; }

# An environment contains its own path, so one that was copied or moved is replaced.
has_lab() {
	[ -x "$venv/bin/jupyter-lab" ] && "$venv/bin/python" -c "" 2>/dev/null && current requirements .setup
}

has_tests() { current tests .setup-tests; }

# The lab's packages stay as they are, for the same constraints hold.
tests() {
	pip_install tests
	wanted tests >"$venv/.setup-tests"
}

# wanted is what an environment is made of, and current whether the stamp of one says so.
wanted() { echo "$venv $(cat $setup/$1.txt $setup/constraints.txt)"; }
current() { [ "$(cat "$venv/$2" 2>/dev/null)" = "$(wanted "$1")" ]; }

python_environment() {
	have python3 || system_packages python3 python3-venv
	[ -n "$lacking" ] || python3 -c 'import ensurepip, venv' 2>/dev/null || system_packages python3-venv
	[ -z "$lacking" ] || die "missing: run sudo apt-get install$lacking (or what this system calls them), then this again"
	python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || die "Python 3.11 or later is needed; python3 is $(python3 --version)"
	quietly python3 -m venv --clear --without-pip "$venv"
}

# uv takes a quarter of pip's CPU time, which the compiler needs meanwhile, but knows only its
# own settings. So pip does it where pip was told of an index, and where uv cannot.
pip_install() {
	local python=$venv/bin/python packages=(-r $setup/$1.txt -c $setup/constraints.txt)
	if [[ $("$python" -m pip config list) != *index* ]] && "$python" -m uv pip install -q "${packages[@]}" 2>/dev/null; then
		return
	fi
	quietly "$python" -m pip install --disable-pip-version-check "${packages[@]}"
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

has_gonb() { has_later && [ -x "$venv/share/focal/bin/gopls" ]; }
gonb() { quietly "$venv/bin/focal" kernel install --prefix "$venv" --only gonb; }

has_later() { [ -e "$venv/share/jupyter/kernels/focal-gonb" ]; }
later() { quietly "$venv/bin/focal" kernel install --prefix "$venv" --only gonb --later; }

# Debian's Chromium without windows takes half the CPU time of others. Where it cannot be
# installed, any Chromium or Chrome does.
has_browser() { have chromium-headless-shell; }
browser() {
	(system_packages chromium-headless-shell fonts-dejavu-core && [ -z "$lacking" ]) 2>/dev/null ||
		have chromium || have chromium-browser || have google-chrome || have google-chrome-stable ||
		system_packages chromium fonts-dejavu-core
}

# Playwright drives the browser; npm installs exactly what the lock file lists.
has_driver() { cmp -s $setup/package-lock.json $setup/node_modules/.setup; }
driver() {
	have npm || system_packages nodejs npm
	have npm || return 0
	[ "$(node -p 'parseInt(process.versions.node)')" -ge 18 ] || die "Node.js 18 or later is needed; node is $(node --version)"
	quietly npm ci --prefix $setup --no-audit --no-fund
	cp $setup/package-lock.json $setup/node_modules/.setup
}

# Tests of pictures in PDF need it.
has_pdf() { have pdftotext; }
pdf() { system_packages poppler-utils; }

has_firefox() { have firefox-esr || have firefox; }
firefox() { system_packages firefox-esr; }

has_latex() { have pdflatex; }
latex() { system_packages texlive-latex-base texlive-latex-recommended; }

has_slurm() {
	local PATH=$PATH:/usr/sbin:/sbin
	have slurmctld && have slurmd && have sbatch && have munged
}
slurm() { system_packages slurm-wlm munge; }

emulators() {
	have qemu-aarch64 && have qemu-s390x || system_packages qemu-user
}

main "$@"

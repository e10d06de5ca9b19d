# `make test` sets up what the tests need and passes them; `make help` lists the rest.

GO    ?= go
FOCAL := $(GO) run ./kernel/focal
LAB   := .venv/bin/jupyter lab

# The compiler and the linker collect garbage more rarely, and take a sixth less CPU time.
export GOFLAGS := $(GOFLAGS) '-toolexec=env GOGC=400'

# Other systems that the command is built for, and the types of all packages and tests checked.
SYSTEMS := linux/arm64 darwin/arm64 darwin/amd64 windows/amd64

# For each change the types are checked for one of them, which differs most from the one that is tested.
DISTANT := windows/amd64

# Tests that make quick leaves out, the longest of those that need nothing but Go.
LONGEST := TestBound TestBuildNames TestChaos TestCheckBuiltIn TestConformance TestDecks TestDocs TestEightPuzzle \
	TestFullDisk TestGeneratedTypes TestGrammar TestHeldMemory TestHostilePeers TestHuge TestInterrupt TestKilled \
	TestLeft TestList TestLoad TestMeasure TestMemoryLimit TestNotebooks TestOptimalHD TestPrograms TestProgress \
	TestPublishedResults TestRelay TestSandboxOpensNothing TestScript TestScriptRefused TestSlackExact TestSlowGraph \
	TestSlowNote TestSmallExact TestTwoAtOnce TestWalks

# The packages whose tests take longest begin first, so that no core waits for the last.
FIRST := ./notebooks ./kernel/instant ./kernel/page ./kernel/focal ./kernel/plot ./kernel/script

# lint vets the tests too.
TEST := $(GO) test -vet=off -timeout 6h

.PHONY: help test invariants conformance quick check systems distant lint release-check release-first release-others proofs portability setup lab-setup chaos fuzz race bench compare profile notebooks lab site site-check image-check wheels checksums generate release clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 15

# Checks and invariants need Go only, and run while setup waits for the network.
test: ## set up, then checks and tests of every change: Go, both kernels, scripts, a browser, Slurm (15 minutes)
	@$(MAKE) --no-print-directory -j3 setup lint distant invariants
	FOCAL_ENV=1 $(TEST) $(FIRST) ./...

invariants: ## the engine's tests, with its invariants checked at each step
	$(TEST) -tags invariants -run ^Test ./engine

quick: ## checks and the Go tests that need nothing but Go, without the longest (2 minutes; 10 seconds where little has changed)
	@$(MAKE) --no-print-directory lint distant
	$(TEST) -short -skip '^($(shell echo $(LONGEST) | tr ' ' '|'))$$|^TestScripts$$/^bounds$$' ./...

check: lint systems ## formatting, vet, staticcheck, and builds for other systems

lint:
	@unformatted=$$(gofmt -l domains engine kernel notebooks scripts); \
	if [ -n "$$unformatted" ]; then echo "gofmt wants to change:"; echo "$$unformatted"; exit 1; fi
	$(GO) vet ./...
	@for script in scripts/*.go; do $(GO) vet $$script || exit 1; done
	$(GO) tool -modfile=kernel/setup/lint/go.mod staticcheck ./...

distant:
	$(GO) run ./kernel/internal/typecheck $(DISTANT)

systems:
	$(GO) run ./kernel/internal/typecheck $(SYSTEMS)
	@for system in $(SYSTEMS); do \
		echo "GOOS=$${system%/*} GOARCH=$${system#*/} go build ./kernel/focal"; \
		CGO_ENABLED=0 GOOS=$${system%/*} GOARCH=$${system#*/} $(GO) build -o /dev/null ./kernel/focal || exit 1; \
	done

# What proves a release, in parts, three at a time on two cores, for the tests of browsers wait more than they
# compute. What needs the network or the system's packages is installed before. A part that fails does not stop the
# others.
PART  := kernel/setup/part.sh
PARTS := check proofs race portability image-check

release-check: setup ## what proves a release: all tests, each notebook in browsers under both kernels, two equal builds (2 to 3 hours, resumed)
	kernel/setup/setup.sh --firefox --latex
	kernel/setup/setup.sh --only-portability
	@$(MAKE) --no-print-directory --keep-going -j3 release-first release-others $(PARTS:%=part-%)
	@cat release/summary.txt

part-%:
	@$(PART) $* $(MAKE) --no-print-directory $*

release-first release-others: export FOCAL_ENV := 1
release-first release-others: export FOCAL_RELEASE := 1
release-first:
	@failed=0; \
	for package in $(FIRST); do $(PART) tests-$$(basename $$package) $(TEST) -p 1 -count=1 $$package || failed=1; done; \
	exit $$failed

release-others:
	@$(PART) tests-others $(TEST) -p 1 -count=1 $$($(GO) list ./... | grep -vxF "$$($(GO) list $(FIRST))")

proofs: invariants
	$(TEST) -tags invariants -run '^TestNaive$$' ./engine -rapid.checks=30000
	$(TEST) -run '^TestBound$$' ./engine -args -bounded 100000

# Counters that the paper, or a search written another way, gives.
portability: ## the engine's golden counters on emulated arm64 and big-endian s390x
	kernel/setup/setup.sh --only-portability
	@for emulated in arm64:qemu-aarch64 s390x:qemu-s390x; do \
		echo "golden counters on $${emulated%%:*}"; \
		GOARCH=$${emulated%%:*} CGO_ENABLED=0 $(TEST) -count=1 -exec $${emulated##*:} -run '^(Example|TestCounters$$|TestPaperCounts$$|TestNaive$$)' \
			./engine ./domains/npuzzle ./domains/pancake ./domains/tsp ./domains/gctsp || exit 1; \
	done

CHAOS ?= 5m
chaos: ## kill, stop, flip, replay and malform over a study and a kernel for CHAOS=5m, then compare every counter
	FOCAL_CHAOS=$(CHAOS) $(GO) test -count=1 -timeout 0 -v -run TestChaos ./kernel/focal
	FOCAL_FLIPS=1000 $(GO) test -count=1 -timeout 1h -v -run TestFlipped ./engine/store/...
	FOCAL_ATTACKS=100000 $(GO) test -count=1 -timeout 1h -v -run 'Peers|Closed|BothChannels' ./kernel/instant
	$(GO) test -count=1 -v -run 'TestNothingGetsOut|TestBounds' ./kernel/internal/confine
	$(GO) test -count=1 -v -run TestSandbox ./kernel/script

FUZZ ?= 10m
fuzz: ## run every fuzz target for FUZZ=10m
	@for file in $$(grep -rl '^func Fuzz' --include=*_test.go domains engine kernel); do \
		for name in $$(sed -n 's/^func \(Fuzz[A-Za-z]*\)(.*/\1/p' $$file); do \
			echo "$$name in $$(dirname $$file)"; \
			$(GO) test -run '^$$' -fuzz "^$$name$$" -fuzztime $(FUZZ) -fuzzminimizetime 2s ./$$(dirname $$file) || exit 1; \
		done; \
	done

# Of a damaged file the library of Parquet makes slices that the detector's check of
# pointers ends the process for; otherwise they are panics, which are caught.
RACE := -gcflags=github.com/parquet-go/parquet-go=-d=checkptr=0
# Left out: processes whose bound on memory is less than the detector takes. With -short: what
# runs browsers, both kernels, or Go's own tests for minutes.
RACE += -short -skip '^TestWild$$|^TestBounds$$|^TestScripts$$/^script$$'

race: ## the race detector over the kernel and the engine (45 minutes of CPU time)
	$(GO) test -race $(RACE) -count=1 -timeout 1h ./kernel/... ./engine/...

conformance: ## run all of Go's own tests as scripts, and count what becomes of them (10 minutes)
	$(GO) test -count=1 -timeout 1h -run "TestConformance|TestGrammar|TestExamples" -v ./kernel/script -conformance

setup: ## install what notebooks and tests need into .venv and kernel/setup
	kernel/setup/setup.sh --gonb --tests --browser --slurm

bench: setup ## speed and memory of the search, and what a cell costs under both kernels (10 minutes)
	FOCAL_ENV=1 $(GO) test -timeout 1h -run '^$$' -bench . -benchtime 1x ./domains/... ./engine/... ./kernel/...

compare: ## CPU time per expansion against another commit, as in make compare BASE=8662adc ARGS=-quick (hours without)
	$(GO) run ./kernel/internal/compare -base '$(BASE)' $(ARGS)

profile: ## the CPU profile of searches by which releases are optimised (2 minutes, on a quiet machine)
	$(GO) run -trimpath ./kernel/internal/profile kernel/setup/search.pgo

notebooks: setup ## execute the notebooks, keep their outputs, and take the README's picture
	.venv/bin/jupyter nbconvert --to notebook --execute --inplace notebooks/*.ipynb
	FOCAL_ENV=1 $(GO) test -count=1 -run 'TestBrowser/focal$$' ./notebooks
	cp kernel/setup/screenshots/focal/01-quickstart/window.png notebooks/quickstart.png

lab-setup: ## install what the lab needs, and no more: JupyterLab and both kernels
	kernel/setup/setup.sh --later

# GoNB takes as long to build as all else. The lab is open meanwhile.
lab: lab-setup ## open JupyterLab on the quickstart
	@nice kernel/setup/setup.sh --gonb >/dev/null & exec $(LAB) notebooks/01-quickstart.ipynb

site: ## the project's own notebooks as a folder to be served, in site
	kernel/setup/setup.sh --tests
	rm -rf site
	$(FOCAL) page notebooks/*.ipynb --trust -o site $(if $(BASE),--base $(BASE))

site-check: setup ## every notebook in a page in two browsers, at its smallest size; wheels in a fresh environment without Go
	kernel/setup/setup.sh --firefox
	FOCAL_ENV=1 FOCAL_RELEASE=1 $(TEST) -p 1 -count=1 ./kernel/page ./kernel/wheel/...

# It takes root, for a root file system is made and entered.
IMAGE ?= /tmp/focal-image
image-check: ## the Dockerfile's steps and command in a root file system that debootstrap makes, in the folder IMAGE
	type debootstrap >/dev/null || apt-get install -y --no-install-recommends debootstrap
	python3 kernel/setup/image.py $(IMAGE)
	rm -rf $(IMAGE)

wheels: ## wheels of the Python package focal-search for each system, in dist
	kernel/wheel/wheels.sh dist

checksums: ## write the published results anew, with a checksum for each row and each file
	for file in notebooks/results/*.parquet; do $(FOCAL) export $$file --parquet $$file.new && mv $$file.new $$file || exit 1; done

generate: ## make generated files anew
	$(GO) generate ./...

release: ## archives of the command for each system, wheels and the site, with checksums, in dist
	kernel/setup/setup.sh --tests
	kernel/setup/release.sh dist

clean: ## remove what setup and runs made
	rm -rf .venv dist release site kernel/setup/node_modules kernel/setup/screenshots
	find . -name focal-out -type d -prune -exec rm -rf {} +

# `make test` sets up what the tests need and passes them; `make help` lists the rest.

GO    ?= go
FOCAL := $(GO) run ./kernel/focal
LAB   := .venv/bin/jupyter lab

.PHONY: help test quick check setup bench notebooks lab generate clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 12

# One package after the other (-p 1): what looks at how soon an interrupt is heeded
# has the machine to itself.
test: setup check ## set up, then all checks and tests: Go, both kernels, scripts, a browser, Slurm
	FOCAL_ENV=1 $(GO) test -p 1 -timeout 20m ./...
	$(GO) test -tags invariants -run ^Test ./engine

quick: check ## checks and the Go tests that need nothing but Go
	$(GO) test ./...

check: ## formatting and vet
	@unformatted=$$(gofmt -l domains engine kernel notebooks scripts); \
	if [ -n "$$unformatted" ]; then echo "gofmt wants to change:"; echo "$$unformatted"; exit 1; fi
	$(GO) vet ./...
	@for script in scripts/*.go; do $(GO) vet $$script || exit 1; done

setup: ## install what notebooks and tests need into .venv and kernel/setup
	kernel/setup/setup.sh --browser --slurm

bench: setup ## speed and memory of the search, and what a cell costs under both kernels (10 minutes)
	FOCAL_ENV=1 $(GO) test -timeout 1h -run '^$$' -bench . -benchtime 1x ./domains/... ./engine/... ./kernel/...

notebooks: setup ## execute the notebooks, keep their outputs, and take the README's picture
	.venv/bin/jupyter nbconvert --to notebook --execute --inplace notebooks/*.ipynb
	FOCAL_ENV=1 $(GO) test -count=1 -run 'TestBrowser/focal$$/01' ./notebooks
	cp kernel/setup/screenshots/focal/01-quickstart/window.png notebooks/quickstart.png

lab: setup ## open JupyterLab on the quickstart
	$(LAB) notebooks/01-quickstart.ipynb

generate: ## make generated files anew
	$(GO) generate ./...

clean: ## remove what setup and runs made
	rm -rf .venv kernel/setup/node_modules kernel/setup/screenshots
	find . -name focal-out -type d -prune -exec rm -rf {} +

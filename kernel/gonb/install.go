package gonb

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// tools are the programs that the tools module builds.
var tools = []string{"gonb", "goimports", "gopls"}

// Install makes the kernel ready: it builds the tools that are not there or not
// up to date, downloads the modules that the project needs, and compiles what
// cells import, so that the first cell finds the build cache warm. The first time
// a network is needed and some patience.
func (k Kernel) Install() error {
	t, err := k.toolchain(k.Checkout)
	if err != nil {
		return err
	}
	env := append(os.Environ(), "GOWORK=off") // of a folder above, perhaps
	for dir, args := range map[string][]string{
		filepath.Join(k.Checkout, "kernel", "gonb", "tools"): {"build", "-o", k.Tools + string(filepath.Separator), "tool"},
		k.Checkout: {"mod", "download"},
	} {
		if _, err := run(dir, env, t.command(), args...); err != nil {
			return fmt.Errorf("the first time it needs a network, and this failed: %w", err)
		}
	}
	return k.warm(t)
}

// imported are the packages that cells import.
var imported = []string{
	"domains", "engine", "engine/report", "engine/stats", "engine/store", "engine/store/export",
	"engine/study", "engine/study/job", "kernel/plot", "kernel/show",
}

// warm compiles a cell that imports the project's packages, by the steps that
// GoNB takes and so with the same entries in the build cache.
func (k Kernel) warm(t toolchain) error {
	dir, err := os.MkdirTemp("", "focal-cell-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var cell strings.Builder
	cell.WriteString("package main\n\n")
	for _, name := range imported {
		fmt.Fprintf(&cell, "import _ %q\n", Module+"/"+name)
	}
	cell.WriteString("\nfunc main() {}\n")
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(cell.String()), 0o666); err != nil {
		return err
	}
	for _, step := range [][]string{
		{"mod", "init", "cell"},
		{"mod", "edit", "-replace=" + Module + "=" + k.Checkout},
		{"work", "init"},
		{"work", "use", k.Checkout, "."},
		{"get"},
		{"build", "-o", "cell"},
	} {
		if _, err := run(dir, t.environment(k.Tools), t.command(), step...); err != nil {
			return fmt.Errorf("a cell does not build: %w", err)
		}
	}
	return nil
}

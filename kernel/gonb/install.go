package gonb

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// tools are the programs of the tools module. A kernel can do without the last, gopls.
var tools = []string{"gonb", "goimports", "gopls"}

// Install prepares the kernel: it builds missing and outdated tools, downloads the
// modules that the project needs, and compiles the packages that cells import, so that
// the build cache is warm for the first cell. The first installation needs a network and
// takes some minutes, a third of them for gopls, which completes names. Kernels may run
// meanwhile: one that finds no tools builds those that it cannot do without.
func (k Kernel) Install() error {
	t, err := k.toolchain(k.Checkout)
	if err != nil {
		return err
	}
	if err := k.build(t, "tool"); err != nil {
		return err
	}
	return k.warm(t)
}

// build builds packages of the tools module, and downloads what cells may import.
func (k Kernel) build(t toolchain, packages ...string) error {
	env := append(os.Environ(), "GOWORK=off") // of a folder above, perhaps
	modfile, err := k.patched(t, env, filepath.Join(filepath.Dir(k.Tools), "src"))
	if err == nil {
		_, err = run(filepath.Join(k.Checkout, "kernel", "gonb", "tools"), env, t.command(), append([]string{"build",
			"-modfile=" + modfile, "-ldflags=-w", "-o", k.Tools + string(filepath.Separator)}, packages...)...)
	}
	if err == nil {
		_, err = run(k.Checkout, env, t.command(), "mod", "download")
	}
	if err != nil {
		return fmt.Errorf("the first time it needs a network, and this failed: %w", err)
	}
	return nil
}

// imported lists packages that cells import.
var imported = []string{
	"domains", "engine", "engine/record", "engine/report", "engine/stats", "engine/store", "engine/store/export",
	"engine/study", "engine/study/job", "kernel/plot", "kernel/show",
}

// warm compiles a cell that imports the project's packages, by the same steps as GoNB and
// so with the same entries in the build cache.
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

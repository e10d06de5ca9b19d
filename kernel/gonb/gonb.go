// Package gonb provides a Jupyter kernel based on GoNB (github.com/janpfeifer/gonb),
// which compiles each cell: full Go at full speed, at the cost of a few tenths of a
// second per cell.
//
// GoNB builds cells in its own module, in a temporary folder. So that cells can import
// the project's packages without set-up code, Jupyter starts the focal command as the
// kernel. The command finds the checkout that contains the notebook, passes it to GoNB as
// a workspace, prepares an environment in which cells build without a network, and
// executes GoNB in its place.
//
// Cells can import the modules that the project's go.mod requires. A cell downloads
// another module by
//
//	!*env -u GOPROXY go get example.org/module
package gonb

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
)

// A Kernel is an installation of the GoNB kernel. All paths are absolute.
type Kernel struct {
	Tools    string // the folder with gonb, goimports and gopls
	Checkout string // for notebooks outside a checkout
	Go       string // the go command, if there is none on the PATH
}

// The flags of the focal command by which a kernel spec describes its Kernel.
const (
	toolsFlag    = "--tools"
	checkoutFlag = "--checkout"
	goFlag       = "--go"
)

// Args returns the arguments for the kernel spec, with which the command calls Exec for
// this kernel.
func (k Kernel) Args() []string {
	return []string{toolsFlag, k.Tools, checkoutFlag, k.Checkout, goFlag, k.Go}
}

// Check returns an error if a part of a kernel is missing, given the argv of its kernel
// spec.
func Check(argv []string) error {
	var k Kernel
	for flag, value := range map[string]*string{toolsFlag: &k.Tools, checkoutFlag: &k.Checkout, goFlag: &k.Go} {
		if i := slices.Index(argv, flag); i >= 0 && i+1 < len(argv) {
			*value = argv[i+1]
		}
	}
	if err := k.missing(tools...); err != nil {
		return err
	}
	if _, err := k.goCommand(); err != nil {
		return err
	}
	_, err := k.checkout(k.Checkout)
	return err
}

// missing returns an error for the first of the tools that is not there.
func (k Kernel) missing(tools ...string) error {
	for _, tool := range tools {
		if _, err := exec.LookPath(filepath.Join(k.Tools, tool)); err != nil {
			return err
		}
	}
	return nil
}

// Exec replaces this process by the GoNB kernel, for the notebook in the working
// directory and Jupyter's connection file. It first builds what the kernel cannot do
// without, where that is not built yet. It returns only if that fails.
func (k Kernel) Exec(connectionFile string) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	if _, err := os.Stat(connectionFile); err != nil {
		return err
	}
	checkout, err := k.checkout(dir)
	if err != nil {
		return err
	}
	t, err := k.toolchain(checkout)
	if err != nil {
		return err
	}
	if k.missing(tools[:2]...) != nil {
		if err := k.build(t, gonbModule, "./goimports"); err != nil {
			return err
		}
	}
	argv := []string{
		filepath.Join(k.Tools, "gonb"), "-kernel=" + connectionFile, "-go_work=" + checkout,
		// Errors are text with the lines of the cell, which every front end shows.
		"-raw_error",
		// The log goes neither to Jupyter's terminal nor into files.
		"-logtostderr=false", "-log_file=" + os.DevNull, "-stderrthreshold=FATAL",
	}
	err = syscall.Exec(argv[0], argv, t.environment(k.Tools))
	return fmt.Errorf("%s does not start: %w; focal kernel install builds it", argv[0], err)
}

// checkout returns the checkout that contains a folder, or else the kernel's own.
func (k Kernel) checkout(dir string) (string, error) {
	for _, dir := range []string{dir, k.Checkout} {
		if root, ok := Checkout(dir); ok {
			return root, nil
		}
	}
	return "", fmt.Errorf("no checkout of %s: neither above %s nor where the kernel was installed from (%s): "+
		"run focal kernel install in one",
		Module, dir, k.Checkout)
}

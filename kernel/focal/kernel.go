package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/focal-search/focal/kernel/instant"
)

type kernelCmd struct {
	Install      installCmd      `cmd:"" help:"Install the Jupyter kernels."`
	Instant      instantCmd      `cmd:"" help:"Be the instant kernel; Jupyter starts it."`
	InstantChild instantChildCmd `cmd:"" hidden:"" help:"Be the instant kernel's interpreter; the kernel starts it."`
}

type installCmd struct {
	Prefix string `placeholder:"DIR" xor:"place" help:"Install under DIR/share, as for a virtual environment."`
	User   bool   `xor:"place" help:"Install for the user: the default where no virtual environment is active."`
}

func (installCmd) Help() string {
	return example("focal kernel install")
}

// The names by which Jupyter knows the kernels.
const (
	instantName = "focal"
	gonbName    = "focal-gonb"
)

func (c *installCmd) Run() error {
	to, err := c.place()
	if err != nil {
		return err
	}
	focal, err := to.executable()
	if err != nil {
		return err
	}
	return to.addSpec(instantName, instant.Spec(focal, "kernel", "instant", "-f"))
}

func (c *installCmd) place() (place, error) {
	dir := c.Prefix
	if dir == "" && !c.User {
		dir = os.Getenv("VIRTUAL_ENV")
	}
	if dir == "" {
		return ofUser()
	}
	dir, err := filepath.Abs(dir)
	return inPrefix(dir), err
}

// addSpec writes a kernel spec and says so.
func (p place) addSpec(name string, spec []byte) error {
	dir := filepath.Join(p.kernels, name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "kernel.json"), spec, 0o644); err != nil {
		return err
	}
	_, err := fmt.Printf("kernel %s: %s\n", name, dir)
	return err
}

type instantCmd struct {
	File string `short:"f" required:"" placeholder:"FILE" help:"Jupyter's connection file."`
}

func (c *instantCmd) Run() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	err = instant.Serve(c.File, []string{self, "kernel", "instant-child"})
	if errors.Is(err, fs.ErrNotExist) {
		return usage(plainError(c.File, err))
	}
	return err
}

type instantChildCmd struct{}

func (instantChildCmd) Run() error { return instant.Child() }

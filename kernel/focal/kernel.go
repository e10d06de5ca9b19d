package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/engine/output"
	"github.com/focal-search/focal/kernel/gonb"
	"github.com/focal-search/focal/kernel/instant"
	"github.com/focal-search/focal/kernel/internal/kernelspec"
)

type kernelCmd struct {
	Install        installCmd        `cmd:"" help:"Install the Jupyter kernels."`
	Instant        instantCmd        `cmd:"" help:"Run the instant kernel; Jupyter starts it."`
	Gonb           gonbCmd           `cmd:"" help:"Run the GoNB kernel; Jupyter starts it."`
	InstantSockets instantSocketsCmd `cmd:"" hidden:"" help:"Run the process with the instant kernel's sockets; the kernel starts it."`
	InstantChild   instantChildCmd   `cmd:"" hidden:"" help:"Run the instant kernel's interpreter; the kernel starts it."`
}

type installCmd struct {
	Prefix string `placeholder:"DIR" xor:"place" help:"Install under DIR/share, as for a virtual environment."`
	User   bool   `xor:"place" help:"Install for the user: the default if no virtual environment is active."`
	Only   string `enum:"instant,gonb," default:"" placeholder:"KERNEL" help:"Install only one kernel: instant or gonb."`

	Later bool `hidden:"" help:"Leave the building of GoNB to another installation, or to the kernel's first start."`
}

func (installCmd) Help() string {
	return `The instant kernel interprets cells and needs nothing more. The GoNB kernel compiles them: it needs
Go, this command run inside a checkout of focal, and a network the first time. If one of these is missing,
only the instant kernel is installed, and the exit code is 1.

` + example("focal kernel install")
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
	if c.Only != "gonb" {
		if err := to.addSpec(instantName, instantSpec(focal)); err != nil {
			return err
		}
	}
	if c.Only == "instant" {
		return nil
	}
	if err := to.addGonb(focal, c.Later); err != nil {
		return fmt.Errorf("the GoNB kernel is not installed: %w", err)
	}
	return nil
}

// addGonb prepares the GoNB kernel, unless that is to be done later, and adds its spec.
func (p place) addGonb(focal string, later bool) error {
	root, err := checkout()
	if err != nil {
		return fmt.Errorf("it needs a checkout of focal: %w", err)
	}
	command, err := goCommand()
	if err != nil {
		return err
	}
	k := gonb.Kernel{Tools: filepath.Join(p.share, "bin"), Checkout: root, Go: command}
	if !later {
		if err := k.Install(); err != nil {
			return err
		}
	}
	return p.addSpec(gonbName, kernelspec.JSON("Focal (GoNB)", append([]string{focal, "kernel", "gonb"}, k.Args()...)...))
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

// instantSpec is the kernel spec of the instant kernel.
func instantSpec(focal string) []byte {
	return kernelspec.JSON("Focal (instant)", focal, "kernel", "instant", "-f")
}

// addSpec writes a kernel spec and prints where it is.
func (p place) addSpec(name string, spec []byte) error {
	dir := filepath.Join(p.kernels, name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := output.WriteFile(filepath.Join(dir, "kernel.json"), spec); err != nil {
		return err
	}
	return say("kernel %s: %s\n", name, dir)
}

type instantCmd struct {
	File string   `short:"f" required:"" placeholder:"FILE" help:"Jupyter's connection file."`
	Rest []string `arg:"" optional:"" sep:"none" help:"Ignored: jupyter run passes the files that it runs."`
}

func (c *instantCmd) Run() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	err = instant.Serve(c.File, []string{self, "kernel", "instant-sockets"}, []string{self, "kernel", "instant-child"})
	if errors.Is(err, fs.ErrNotExist) {
		return usage(input.Plain(c.File, err))
	}
	return err
}

type gonbCmd struct {
	File     string   `arg:"" placeholder:"FILE" help:"Jupyter's connection file."`
	Rest     []string `arg:"" optional:"" sep:"none" help:"Ignored: jupyter run passes the files that it runs."`
	Tools    string   `required:"" placeholder:"DIR" help:"The folder with gonb, goimports and gopls."`
	Checkout string   `placeholder:"DIR" help:"The checkout of focal for notebooks outside any checkout."`
	Go       string   `placeholder:"FILE" help:"The go command, if none is on the PATH."`
}

func (c *gonbCmd) Run() error {
	err := gonb.Kernel{Tools: c.Tools, Checkout: c.Checkout, Go: c.Go}.Exec(c.File)
	if errors.Is(err, fs.ErrNotExist) {
		return usage(input.Plain(c.File, err))
	}
	return err
}

type instantSocketsCmd struct{}

func (instantSocketsCmd) Run() error { return instant.Sockets() }

type instantChildCmd struct{}

func (instantChildCmd) Run() error { return instant.Child() }

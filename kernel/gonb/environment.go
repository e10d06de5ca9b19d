package gonb

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A toolchain holds settings of the go command in a checkout, whose go.mod may select
// another toolchain than the one on the PATH.
type toolchain struct{ GOROOT, GOFLAGS string }

func (k Kernel) toolchain(checkout string) (t toolchain, err error) {
	command, err := k.goCommand()
	if err != nil {
		return t, err
	}
	out, err := run(checkout, os.Environ(), command, "env", "-json", "GOROOT", "GOFLAGS")
	if err != nil {
		return t, err
	}
	return t, json.Unmarshal(out, &t)
}

// goCommand returns the go command on the PATH, or else the one that was there when the
// kernel was installed.
func (k Kernel) goCommand() (string, error) {
	command, err := exec.LookPath("go")
	if err != nil && k.Go != "" {
		command, err = exec.LookPath(k.Go)
	}
	if err != nil {
		return "", fmt.Errorf("Go is missing, which compiles the cells: install it (go.dev/dl): %w", err)
	}
	return filepath.Abs(command)
}

func (t toolchain) bin() string { return filepath.Join(t.GOROOT, "bin") }

func (t toolchain) command() string { return filepath.Join(t.bin(), "go") }

// environment returns the environment in which GoNB builds cells: with the tools and go
// on the PATH, and without a network. (GoNB runs go get for each cell. Without
// GOPROXY=off that would look for the project's packages on the network, although they
// are in the checkout.)
func (t toolchain) environment(tools string) []string {
	path := []string{tools, t.bin(), os.Getenv("PATH")}
	all := exec.Cmd{Env: append(os.Environ(),
		"PATH="+strings.Join(path, string(filepath.ListSeparator)),
		"GOPROXY=off",
		"GOSUMDB=off", // otherwise used for modules that are new to a cell's go.sum
		"GOTOOLCHAIN=local",
		"GOWORK=auto",
		"GO111MODULE=on",
		"GOFLAGS="+cellFlags(t.GOFLAGS),
	)}
	return all.Environ() // each variable once
}

// cellFlags returns the user's GOFLAGS without those that prevent GoNB's module from
// being built. Without debug information a cell links a quarter faster, and traces of
// panics are the same.
func cellFlags(goflags string) string {
	flags := []string{"-buildvcs=false", "-ldflags=-w"}
	for flag := range strings.FieldsSeq(goflags) {
		switch name, _, _ := strings.Cut(strings.TrimLeft(flag, `-"'`), "="); name {
		case "mod", "modfile", "buildvcs":
		default:
			flags = append(flags, flag) // the last of a kind counts
		}
	}
	return strings.Join(flags, " ")
}

// run runs a program in a folder and returns its standard output. If it fails, the error
// contains its standard error.
func run(dir string, env []string, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, env
	out, err := cmd.Output()
	if err != nil {
		line := strings.Join(append([]string{filepath.Base(name)}, args...), " ")
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return nil, fmt.Errorf("%s: %w\n%s", line, err, bytes.TrimSpace(exit.Stderr))
		}
		return nil, fmt.Errorf("%s: %w", line, err)
	}
	return out, nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/focal-search/focal/kernel/gonb"
	"github.com/focal-search/focal/kernel/script"
	"github.com/focal-search/focal/kernel/show"
)

type scriptCmd struct {
	Compile bool     `xor:"how" help:"Compile the file first, with the Go tool and the packages of the checkout."`
	Sandbox bool     `xor:"how" help:"Give the script neither files nor the network nor other processes."`
	Command []string `arg:"" name:"file" passthrough:"partial" help:"The file, a package main, and behind it what the script gets as os.Args[1:]."`
}

func (scriptCmd) Help() string {
	return `The file is interpreted, with the standard library and Focal's packages compiled in, so that searches run at full speed, and output begins at once. The same file runs with go run; --compile does as much for loops of one's own. A first line like #!/usr/bin/env -S focal script makes the file a command. A script that calls os.Exit chooses the exit code itself.

With --sandbox a script can compute, search, read its arguments and standard input, and print, but import no package that reaches further: os, net, syscall, unsafe, reflect, batches and stores among them. Charts are told in words.

` + example("focal script scripts/quickstart.go")
}

func (c *scriptCmd) Run() error {
	name, args := c.Command[0], c.Command[1:]
	ctx := show.Context()
	var err error
	switch {
	case c.Compile:
		err = runCompiled(ctx, name, args)
	case c.Sandbox:
		err = script.RunSandboxed(ctx, name, args, os.Stdout, os.Stderr)
	default:
		err = script.Run(ctx, name, args, os.Stdout, os.Stderr)
	}
	show.Finish()
	var wrong *script.Error
	var path *fs.PathError
	switch {
	case ctx.Err() != nil && (err == nil || errors.Is(err, context.Canceled)):
		return &exit{exitInterrupted, fmt.Errorf("%s: interrupted", name)}
	case errors.As(err, &wrong):
		return &exit{exitScript, fmt.Errorf("%w%s", wrong, calledBy(wrong.Calls))}
	case errors.As(err, &path) && path.Path == name:
		return usage(plainError(name, err))
	case errors.As(err, &path):
		return usage(err)
	}
	return err
}

// calledBy tells in which functions a panic was, the innermost first.
func calledBy(calls []string) string {
	if len(calls) == 0 {
		return ""
	}
	return "\nin " + strings.Join(calls, ", called by ")
}

// runCompiled becomes the compiled script.
func runCompiled(ctx context.Context, name string, args []string) error {
	command, err := goCommand()
	if err != nil {
		return fmt.Errorf("--compile: %w; without --compile the script is interpreted", err)
	}
	module, ok := gonb.FindCheckout(filepath.Dir(name), ".")
	if !ok {
		return usagef("--compile needs a checkout of focal, and neither %s nor the working directory is inside one", name)
	}
	program, err := script.Build(ctx, command, module, name)
	if err != nil {
		return err
	}
	return syscall.Exec(program, append([]string{name}, args...), os.Environ())
}

// goCommand finds the Go tool.
func goCommand() (string, error) {
	command, err := exec.LookPath("go")
	if err != nil {
		return "", errors.New("it needs Go " + needsGo[2:] + " or later: go.dev/dl")
	}
	return command, nil
}

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

	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/kernel/gonb"
	"github.com/focal-search/focal/kernel/internal/exit"
	"github.com/focal-search/focal/kernel/script"
	"github.com/focal-search/focal/kernel/script/lower"
	"github.com/focal-search/focal/kernel/show"
)

type scriptCmd struct {
	Interpret bool     `xor:"how" help:"Interpret the file, and fail if that is not possible."`
	Compile   bool     `xor:"how" help:"Compile the file first, with the Go tool and the packages of the checkout."`
	Sandbox   bool     `xor:"how" help:"Give the script neither files nor the network nor other processes."`
	Memory    size     `placeholder:"SIZE" default:"4GiB" help:"With --sandbox: memory of the script's process (default 4GiB)."`
	CPU       span     `name:"cpu" placeholder:"TIME" default:"10m" help:"With --sandbox: CPU time of the script's process, all threads together (default 10m)."`
	Output    size     `placeholder:"SIZE" default:"64MiB" help:"With --sandbox: what the script may print (default 64MiB)."`
	Command   []string `arg:"" optional:"" name:"file" passthrough:"partial" help:"The file, a package main, followed by what the script gets as os.Args[1:]."`
}

func (scriptCmd) Help() string {
	return `The file is interpreted, with the standard library and Focal's packages compiled in, so that
searches run at full speed, and output begins at once. The same file runs with go run; --compile makes your
own loops run at full speed too. A file that cannot be interpreted as Go would run it is compiled if Go and a
checkout are available, after a line that says why; --interpret refuses it. A first line such as
#!/usr/bin/env -S focal script makes the file a command. A script that calls os.Exit sets the exit code
itself.

With --sandbox a script can compute, search, read its arguments and standard input, and print, but it cannot
import a package that reaches further, such as os, net, syscall, unsafe, reflect, studies or stores. Charts
are described in words. The script runs in a separate process, which on Linux gives up files, sockets and
other processes (Landlock, seccomp), and is bounded in memory, CPU time and output. focal doctor reports what
the system offers.

` + example("focal script scripts/quickstart.go")
}

func (c *scriptCmd) Run() error {
	if len(c.Command) == 0 {
		return usagef("no script: want a file, as in focal script scripts/quickstart.go")
	}
	name, args := c.Command[0], c.Command[1:]
	ctx := show.Context()
	var err error
	switch {
	case c.Compile:
		err = runCompiled(ctx, name, args)
	case c.Sandbox:
		return c.runConfined(ctx, name, args)
	default:
		err = script.Run(ctx, name, args, os.Stdout, os.Stderr)
		if why := refusedBecause(err); why != "" && !c.Interpret && canCompile(name) {
			fmt.Fprintf(os.Stderr, "%s; so it is compiled\n", why)
			err = runCompiled(ctx, name, args)
		}
	}
	return scriptError(ctx, name, err)
}

// scriptError gives a script's error its exit code.
func scriptError(ctx context.Context, name string, err error) error {
	show.Finish()
	var wrong *script.Error
	var path *fs.PathError
	switch {
	case ctx.Err() != nil && (err == nil || errors.Is(err, context.Canceled)):
		return errInterrupted
	case errors.As(err, &wrong):
		return &failure{exit.Script, fmt.Errorf("%w%s", wrong, calledBy(wrong.Calls))}
	case errors.As(err, &path) && path.Path == name:
		return usage(input.Plain(name, err))
	case errors.As(err, &path):
		return usage(err)
	}
	return err
}

// refusedBecause is the line that says why a script was not interpreted, "" if it was.
func refusedBecause(err error) string {
	var wrong *script.Error
	if !errors.As(err, &wrong) || !wrong.Refused {
		return ""
	}
	why, _, _ := strings.Cut(wrong.Error(), "\n")
	return strings.TrimSuffix(why, lower.Instead)
}

// canCompile reports whether there is what compiling a script needs.
func canCompile(name string) bool {
	_, err := goCommand()
	_, ok := gonb.FindCheckout(filepath.Dir(name), ".")
	return err == nil && ok
}

// calledBy lists the functions in which a panic was, the innermost first.
func calledBy(calls []string) string {
	if len(calls) == 0 {
		return ""
	}
	return "\nin " + strings.Join(calls, ", called by ")
}

// runCompiled compiles a script and runs it.
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
	return inOrder(func() error { return runProgram(program, append([]string{name}, args...)) })
}

// goCommand finds the Go tool.
func goCommand() (string, error) {
	command, err := exec.LookPath("go")
	if err != nil {
		return "", errors.New("it needs Go " + needsGo[2:] + " or later: go.dev/dl")
	}
	return command, nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/focal-search/focal/kernel/script"
	"github.com/focal-search/focal/kernel/show"
)

type scriptCmd struct {
	Command []string `arg:"" name:"file" passthrough:"" help:"The file, a package main, and behind it what the script gets as os.Args[1:]."`
}

func (scriptCmd) Help() string {
	return `The file is interpreted, with the standard library and Focal's packages compiled in, so that searches run at full speed. The same file runs with go run. A script that calls os.Exit chooses the exit code itself.

` + example("focal script scripts/quickstart.go")
}

func (c *scriptCmd) Run() error {
	name, args := c.Command[0], c.Command[1:]
	ctx := show.Context()
	err := script.Run(ctx, name, args, os.Stdout, os.Stderr)
	show.Finish()
	var wrong *script.Error
	var path *fs.PathError
	switch {
	case ctx.Err() != nil && (err == nil || errors.Is(err, context.Canceled)):
		return &exit{exitInterrupted, fmt.Errorf("%s: interrupted", name)}
	case errors.As(err, &wrong):
		return &exit{exitScript, fmt.Errorf("%w%s", wrong, calledBy(wrong.Calls))}
	case errors.As(err, &path):
		return usage(plainError(name, err))
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

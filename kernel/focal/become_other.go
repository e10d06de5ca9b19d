//go:build !unix

package main

import (
	"errors"
	"os"
	"os/exec"
)

// become runs a program in this one's place and ends with its exit code, where
// the system cannot replace a process.
func become(program string, argv []string) error {
	cmd := exec.Command(program)
	cmd.Args = argv
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := cmd.Run()
	if ended := new(exec.ExitError); errors.As(err, &ended) || err == nil {
		os.Exit(cmd.ProcessState.ExitCode())
	}
	return err
}

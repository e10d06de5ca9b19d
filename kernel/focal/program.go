package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"github.com/focal-search/focal/kernel/internal/exit"
	"github.com/focal-search/focal/kernel/script"
)

// runProgram runs a compiled script, passes signals on to it, and ends as it does: with its
// own exit code, or with that of a script that has failed where the Go runtime ended it,
// for a panic as for all else that it reports.
func runProgram(program string, argv []string) error {
	crash, err := os.CreateTemp("", "focal-crash-*")
	if err != nil {
		return err
	}
	defer os.Remove(crash.Name())
	defer crash.Close()
	cmd := exec.Command(program)
	cmd.Args = argv
	cmd.Env = append(os.Environ(), script.CrashVariable+"="+crash.Name())
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	dieWithParent(cmd)
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("the compiled script does not start: %w", err)
	}
	go func() {
		for s := range signals {
			cmd.Process.Signal(s)
		}
	}()
	err = cmd.Wait()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		return err
	}
	if said, err := crash.Stat(); err == nil && said.Size() > 0 {
		return &failure{code: exit.Script} // the runtime has said why
	}
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		if code := cmd.ProcessState.ExitCode(); code != exit.OK {
			return &failure{code: code} // which the script has chosen
		}
		return nil
	}
	switch s := status.Signal(); s {
	case syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP:
		return errInterrupted
	default:
		return &failure{exit.Script, fmt.Errorf("%s: its process was ended by a signal: %v", argv[0], s)}
	}
}

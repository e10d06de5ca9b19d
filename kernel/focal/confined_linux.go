package main

import (
	"os/exec"
	"syscall"
)

// dieWithParent makes the system end a process when this one has died.
func dieWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}

// Package confine restricts the current process: it gives up access to files, sockets
// and other processes, and limits its memory and CPU time. It is the wall around a
// script in a sandbox that the operating system keeps, under the one that the
// interpreter keeps (package script).
//
// On Linux it is made of
//
//   - Landlock: no file or folder can be opened, made, changed or executed, no TCP
//     port bound or connected to, no process outside signalled;
//   - seccomp: of the system calls only those remain that a Go program needs to
//     compute, to read and write what is open already, and to end. None of them opens
//     a file by its name, makes a socket or a process, or maps memory to be executed;
//   - resource limits: bytes of data (RLIMIT_DATA), seconds of CPU time of all
//     threads (RLIMIT_CPU), no core file, no file that grows;
//   - no_new_privs: nothing that is executed has more rights than this process.
//
// Each binds all threads of the process, and none can be taken back. What a kernel
// does not have is left out, and [Offered] says so.
package confine

import (
	"strings"
	"time"
)

// Bounds are what a process keeps; 0 is no bound.
type Bounds struct {
	Memory int64         // bytes
	CPU    time.Duration // of all threads together, rounded up to seconds
	Fatal  bool          // a forbidden system call ends the process: for tests, which prove that there is none
}

// A Wall is what keeps a process in.
type Wall struct {
	Landlock int  // the version of its interface; 0 if there is none
	Seccomp  bool // system calls are filtered
	Limits   bool // memory and CPU time are bounded
}

// Whole reports whether nothing is missing of what files, sockets and processes need.
func (w Wall) Whole() bool { return w.Landlock > 0 && w.Seccomp && w.Limits }

// Missing names what the system does not offer, "" if it offers all.
func (w Wall) Missing() string {
	var missing []string
	if w.Landlock == 0 {
		missing = append(missing, "Landlock")
	}
	if !w.Seccomp {
		missing = append(missing, "seccomp")
	}
	if !w.Limits {
		missing = append(missing, "resource limits")
	}
	return strings.Join(missing, ", ")
}

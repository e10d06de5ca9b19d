//go:build amd64 || arm64

package confine

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// What a filter answers.
const (
	allow  = 0x7fff0000 // SECCOMP_RET_ALLOW
	refuse = 0x00050000 // SECCOMP_RET_ERRNO, plus the error
	trap   = 0x00030000 // SECCOMP_RET_TRAP, a signal at which Go says where it came
	kill   = 0x80000000 // SECCOMP_RET_KILL_PROCESS
)

// Where struct seccomp_data has what a filter looks at.
const (
	numberAt = 0
	archAt   = 4
	argsAt   = 16 // six of 8 bytes, the low half first on both architectures
)

// allowed are the system calls that nothing else is asked of: they compute, wait,
// read and write what is open, or end.
var allowed = append([]uint32{
	unix.SYS_READ, unix.SYS_WRITE, unix.SYS_READV, unix.SYS_WRITEV, unix.SYS_PREAD64, unix.SYS_LSEEK, unix.SYS_CLOSE,
	unix.SYS_FSTAT,
	unix.SYS_MUNMAP, unix.SYS_MADVISE, unix.SYS_MREMAP, unix.SYS_MINCORE, unix.SYS_BRK,
	unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK, unix.SYS_RESTART_SYSCALL,
	unix.SYS_FUTEX, unix.SYS_SCHED_YIELD, unix.SYS_SCHED_GETAFFINITY, unix.SYS_MEMBARRIER,
	unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_CLOCK_GETTIME, unix.SYS_CLOCK_GETRES, unix.SYS_GETTIMEOFDAY,
	unix.SYS_GETPID, unix.SYS_GETTID, unix.SYS_GETRUSAGE, unix.SYS_GETRANDOM, unix.SYS_UNAME, unix.SYS_SYSINFO,
	unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EPOLL_PWAIT, unix.SYS_EVENTFD2, unix.SYS_PIPE2, unix.SYS_PPOLL,
	unix.SYS_SET_ROBUST_LIST, unix.SYS_RSEQ, unix.SYS_SET_TID_ADDRESS,
	unix.SYS_EXIT, unix.SYS_EXIT_GROUP,
}, alsoAllowed...)

// A condition is what is asked of an argument.
type condition struct {
	argument int
	mask     uint32 // of its low half
	value    uint32
	equal    bool // masked, it is the value; else it is not
	wide     bool // its high half is 0 too
}

// conditional are the system calls of which an argument decides. Commands of fcntl
// are those that read and change flags of files that are open.
func conditional(pid int) map[uint32][]condition {
	return map[uint32][]condition{
		// Only threads, no processes.
		unix.SYS_CLONE:    {{argument: 0, mask: unix.CLONE_THREAD, value: unix.CLONE_THREAD, equal: true}},
		unix.SYS_MMAP:     {{argument: 2, mask: unix.PROT_EXEC, equal: true}},
		unix.SYS_MPROTECT: {{argument: 2, mask: unix.PROT_EXEC, equal: true}},
		// Only this process: the runtime preempts goroutines by signals.
		unix.SYS_TGKILL: {{argument: 0, mask: ^uint32(0), value: uint32(pid), equal: true}},
		unix.SYS_PRLIMIT64: {{argument: 0, mask: ^uint32(0), equal: true},
			{argument: 2, mask: ^uint32(0), equal: true, wide: true}},
		unix.SYS_FCNTL: {{argument: 1, mask: ^uint32(7), equal: true}, {argument: 1, mask: ^uint32(0), value: unix.F_DUPFD}},
	}
}

// program is the filter of a process. What is forbidden fails, or is fatal.
func program(pid int, fatal bool) []unix.SockFilter {
	var p []unix.SockFilter
	load := func(at uint32) { p = append(p, unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}) }
	answer := func(k uint32) { p = append(p, unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: k}) }
	// unless answers where a comparison of what is loaded does not come out as wanted.
	unless := func(code uint16, k uint32, want bool, k2 uint32) {
		f := unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_K | code, K: k, Jt: 1}
		if !want {
			f.Jt, f.Jf = 0, 1
		}
		p = append(p, f)
		answer(k2)
	}
	no := refuse + uint32(unix.EPERM)
	if fatal {
		no = trap
	}
	load(archAt)
	unless(unix.BPF_JEQ, architecture, true, kill)
	load(numberAt)
	unless(unix.BPF_JGE, otherInterface, false, kill)
	unless(unix.BPF_JEQ, unix.SYS_CLONE3, false, refuse+
		uint32(unix.ENOSYS)) // its flags lie in memory: C libraries fall back to clone
	for _, number := range allowed {
		unless(unix.BPF_JEQ, number, false, allow)
	}
	for number, conditions := range conditional(pid) {
		load(numberAt)
		jump := len(p)
		p = append(p, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_K | unix.BPF_JEQ, K: number})
		for _, c := range conditions {
			at := uint32(argsAt + 8*c.argument)
			if c.wide {
				load(at + 4)
				unless(unix.BPF_JEQ, 0, true, no)
			}
			load(at)
			p = append(p, unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: c.mask})
			unless(unix.BPF_JEQ, c.value, c.equal, no)
		}
		answer(allow)
		p[jump].Jf = uint8(len(p) - jump - 1)
	}
	answer(no)
	return p
}

// filters reports whether the kernel has filters of system calls for all threads.
func filters() bool {
	action := uint32(refuse)
	_, _, err := unix.Syscall(unix.SYS_SECCOMP, 2 /* SECCOMP_GET_ACTION_AVAIL */, 0, uintptr(unsafe.Pointer(&action)))
	return err == 0
}

// install makes a filter that of all threads.
func install(p []unix.SockFilter) error {
	prog := unix.SockFprog{Len: uint16(len(p)), Filter: &p[0]}
	const set, allThreads = 1, 1 // SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC
	thread, _, err := unix.Syscall(unix.SYS_SECCOMP, set, allThreads, uintptr(unsafe.Pointer(&prog)))
	switch {
	case err != 0:
		return fmt.Errorf("seccomp: %w", err)
	case thread != 0:
		return fmt.Errorf("seccomp: thread %d has another filter", thread)
	}
	return nil
}

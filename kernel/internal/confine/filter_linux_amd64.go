package confine

import "golang.org/x/sys/unix"

const (
	architecture   = 0xc000003e // AUDIT_ARCH_X86_64
	otherInterface = 0x40000000 // system calls from here on are those of x32
)

// alsoAllowed are calls that this architecture has beside those of all.
var alsoAllowed = []uint32{unix.SYS_EPOLL_WAIT, unix.SYS_POLL, unix.SYS_TIME}

package confine

const (
	architecture   = 0xc00000b7 // AUDIT_ARCH_AARCH64
	otherInterface = 0x40000000 // there are no system calls from here on
)

// alsoAllowed are calls that this architecture has beside those of all.
var alsoAllowed []uint32

package ledger

// F_OFD_SETLK and F_OFD_GETLK of sys/fcntl.h, which x/sys does not name.
const (
	setLock = 90
	getLock = 92
)

package memory

import (
	"slices"
	"sync"

	"golang.org/x/sys/unix"
)

// A stock has large mappings as searches have left them, for the next ones. The system clears each page
// that it hands out, and a virtual machine may first have to get it from its host, at seconds a GB. Until a
// mapping is written again the system may take its pages away, if memory is short. Tables, which must be zero
// at first, would gain little. A vector takes one when it becomes long: it does not know before that it will.
type stock []mapping

// The stocks of chunks and of vectors, and how many have called Hold.
var (
	stocks          sync.Mutex
	chunks, vectors stock
	holders         int
)

// Hold has large memory that a search frees stay in the process for the next search, until release.
func Hold() (release func()) {
	stocks.Lock()
	holders++
	stocks.Unlock()
	return func() {
		stocks.Lock()
		defer stocks.Unlock()
		if holders--; holders == 0 {
			empty()
		}
	}
}

// put leaves a mapping to others, of a vector only what has been written, and only if that is large: short ones
// do not take any. It reports whether it did.
func (s *stock) put(m mapping, written int) bool {
	stocks.Lock()
	defer stocks.Unlock()
	if holders == 0 || written == 0 {
		return false
	}
	if s == &vectors {
		end := (written + hugePage - 1) &^ (hugePage - 1)
		if end <= large {
			return false
		}
		if end < len(m.raw) {
			raw, err := resize(m.raw, end)
			if err != nil {
				return false
			}
			m.raw = raw
		}
	}
	unix.Madvise(m.raw, unix.MADV_FREE) // advice: failing costs only memory
	m.used, m.touched = true, len(m.raw)
	*s = append(*s, m)
	return true
}

// take returns a mapping of the stock, if there is one for so many bytes: for a vector the longest, which may
// have to be extended, so that the stock has no more of them than have been in use at once; for others the shortest
// that is long enough, if that is not much too long.
func (s *stock) take(length, small int) (taken mapping, ok bool) {
	stocks.Lock()
	defer stocks.Unlock()
	at := -1
	for i, m := range *s {
		fits := s == &vectors || m.small == small && length <= len(m.raw) && len(m.raw) <= length+length/2
		if fits && (at < 0 || (len(m.raw) > len(taken.raw)) == (s == &vectors)) {
			taken, at = m, i
		}
	}
	if at >= 0 {
		*s = slices.Delete(*s, at, at+1)
	}
	return taken, at >= 0
}

// empty gives what is in the stocks to the system.
func empty() {
	for _, s := range []*stock{&chunks, &vectors} {
		for _, m := range *s {
			unmap(m.raw)
		}
		*s = nil
	}
}

// mapped calls a function that maps memory. Where a limit keeps it from that it tries again without the
// stocks, which count for the limit.
func mapped(f func() ([]byte, error)) ([]byte, error) {
	raw, err := f()
	if err == unix.ENOMEM {
		stocks.Lock()
		empty()
		stocks.Unlock()
		raw, err = f()
	}
	return raw, err
}

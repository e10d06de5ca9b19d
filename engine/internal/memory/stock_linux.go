package memory

import (
	"slices"
	"sync"

	"golang.org/x/sys/unix"
)

// A stock holds large mappings of finished searches for the next ones, without clearing them. A new page
// costs more: the system clears it, and a virtual machine may have to get it from its host first, which takes
// seconds a GB. The system may take back the pages of a mapping in stock if memory is short. Hash tables do not
// use a stock, since they need zeroed memory. A vector takes a mapping from it only when it becomes long.
type stock []mapping

// The stocks of chunks and of vectors, and how many have called Hold.
var (
	stocks          sync.Mutex
	chunks, vectors stock
	holders         int
)

// Hold keeps large memory that a search frees in the process for the next search, until release is called.
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

// put adds a mapping to the stock and reports whether it did. Of a vector's mapping it keeps only the part that
// has been written, and only if that is large, since short vectors do not use the stock.
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

// take removes a mapping for so many bytes from the stock, if there is a fitting one. A vector gets the longest,
// even if it has to be extended: then the stock never has more mappings of vectors than were in use at once. Others
// get the shortest that is long enough, unless it is much too long.
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

// empty returns all memory in the stocks to the system.
func empty() {
	for _, s := range []*stock{&chunks, &vectors} {
		for _, m := range *s {
			unmap(m.raw)
		}
		*s = nil
	}
}

// mapped calls a function that maps memory. If that fails because of a limit, it empties the stocks, which
// count towards the limit, and tries again.
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

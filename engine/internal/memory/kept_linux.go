package memory

import (
	"runtime"
	"sync"
)

// kept holds zeroed mappings of finished searches, to be used again. Most searches are small. To map
// memory, touch it and unmap it takes such a search as long as several hundred expansions, and it
// blocks the other threads of the process meanwhile.
var kept = struct {
	sync.Mutex
	mappings map[shape][]mapping
	bytes    int // of all their pages that have been touched
}{mappings: map[shape][]mapping{}}

// A mapping is memory from the system.
type mapping struct {
	raw     []byte
	small   int  // bytes from the beginning that do not lie in huge pages
	touched int  // bytes of the pages that have been touched, as far as keep knows
	used    bool // it comes from a stock: its bytes may have any value
}

// A shape is the size and the kind of a mapping. Mappings of one shape can replace each other.
type shape struct{ length, small int }

const (
	mostKept    = 8 << 20 // bytes that are kept in all, for each thread
	mostWritten = first   // of a mapping that is kept: one that was extended beyond has a length of its own
)

// take returns a mapping from a stock, or else a zeroed one, kept or new.
func take(length, small int, from *stock) (mapping, error) {
	if from != nil {
		if m, ok := from.take(length, small); ok {
			return m, nil
		}
	}
	kept.Lock()
	of := kept.mappings[shape{length, small}]
	if last := len(of) - 1; last >= 0 {
		m := of[last]
		kept.mappings[shape{length, small}] = of[:last]
		kept.bytes -= m.touched
		kept.Unlock()
		return m, nil
	}
	kept.Unlock()
	raw, err := mapped(func() ([]byte, error) { return provide(length) })
	return mapping{raw: raw, small: small}, err
}

// keep clears a mapping and keeps it for another region. It does so only if few bytes have been
// written and there is room.
func (m mapping) keep(written []byte, huge bool) bool {
	if m.used || len(written) > mostWritten {
		return false
	}
	touched := (len(written) + smallPage - 1) &^ (smallPage - 1)
	if huge && len(written) > m.small {
		touched = m.small + hugePage
	}
	m.touched = max(m.touched, touched)
	kept.Lock()
	room := kept.bytes+m.touched <= mostKept*runtime.GOMAXPROCS(0)
	if room {
		kept.bytes += m.touched
	}
	kept.Unlock()
	if !room {
		return false
	}
	clear(written)
	kept.Lock()
	defer kept.Unlock()
	of := shape{len(m.raw), m.small}
	kept.mappings[of] = append(kept.mappings[of], m)
	return true
}

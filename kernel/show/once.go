package show

import "sync"

// FirstTime reports whether something that a notebook needs only once, such as
// the script that all charts share, must go along with the output at hand, and
// remembers that it does.
//
// carrier names that output. When the same output is made again by a later run
// of a cell, the earlier one is being replaced and with it what it carried, so
// the answer is true again. Kernels that start a process for each cell are
// covered: the memory is the notebook's session.
func FirstTime(thing, carrier string) bool {
	output.Lock()
	k, _ := backend().(keeper)
	output.Unlock()
	return once.first(thing, carrier, k)
}

// keeper is a back end that remembers carriers between the processes of one
// session.
type keeper interface {
	load(thing string) (carrier string, ok bool)
	store(thing, carrier string)
}

type memory struct {
	mu   sync.Mutex
	cell int
	sent map[string]sending
}

// sending is what carried a thing, and in which cell's run.
type sending struct {
	carrier string
	cell    int
}

var once memory

func (m *memory) first(thing, carrier string, k keeper) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, known := m.sent[thing]
	if !known && k != nil {
		s.carrier, known = k.load(thing)
		s.cell = -1 // some earlier process
	}
	if known && (s.carrier != carrier || s.cell == m.cell) {
		return false
	}
	if m.sent == nil {
		m.sent = map[string]sending{}
	}
	m.sent[thing] = sending{carrier, m.cell}
	if k != nil {
		k.store(thing, carrier)
	}
	return true
}

// cleared notes that what the cell has shown is gone, and with it what it carried.
func (m *memory) cleared() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for thing, s := range m.sent {
		if s.cell == m.cell {
			delete(m.sent, thing)
		}
	}
}

func (m *memory) nextCell() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cell++
}

func (m *memory) forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sent = nil
}

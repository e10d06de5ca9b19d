package show

import "sync"

// FirstTime reports whether an output must include something that a notebook needs only
// once, such as the script that all charts share. If so, it records that the output
// includes it.
//
// carrier identifies the output. If a later run of a cell makes the same output, it
// replaces the earlier one and what that included, so the answer is true again. The
// memory is that of the notebook's session, even with kernels that start a process for
// each cell.
func FirstTime(thing, carrier string) bool {
	k, _ := backendAs[keeper]()
	return once.first(thing, carrier, k)
}

// NotShown records that a back end has not shown an output of the cell, so that later ones include what it may have
// carried.
func NotShown() { once.cleared() }

// keeper is a back end that stores carriers for all processes of a session.
type keeper interface {
	Load(thing string) (carrier string, ok bool)
	Store(thing, carrier string)
}

type memory struct {
	mu     sync.Mutex
	cell   int
	sent   map[string]sending
	keeper keeper // nil if the session is one process
}

// sending records the carrier of a thing, and in which run of a cell it was shown.
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
		s.carrier, known = k.Load(thing)
		known = known && s.carrier != "" // it was removed
		s.cell = -1                      // some earlier process
	}
	if known && (s.carrier != carrier || s.cell == m.cell) {
		return false
	}
	if m.sent == nil {
		m.sent = map[string]sending{}
	}
	m.sent[thing] = sending{carrier, m.cell}
	if m.keeper = k; k != nil {
		k.Store(thing, carrier)
	}
	return true
}

// cleared records that the cell's output was removed, with everything that it carried.
func (m *memory) cleared() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for thing, s := range m.sent {
		if s.cell == m.cell {
			delete(m.sent, thing)
			if m.keeper != nil {
				m.keeper.Store(thing, "")
			}
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

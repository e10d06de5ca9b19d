package arena

import (
	"math/rand/v2"
	"testing"
)

// TestTable: whatever is inserted and replaced while the table grows step by step, it
// contains what a map contains. Many states hash to the table's last slots, so that
// probing wraps around its end.
func TestTable(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	nodes := New(1, false)
	defer nodes.Free()
	table, err := NewTable(&nodes, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Free()
	var last []uint64 // states with the last hashes
	for state := uint64(0); len(last) < 300; state++ {
		if hash([]uint64{state})>>(64-12) == 1<<12-1 {
			last = append(last, state)
		}
	}
	want := map[uint64]uint32{}
	grew, bytes := 0, table.Bytes()
	var states, hashes [4]uint64
	for range 150_000 {
		for i := range states {
			if states[i] = 1<<40 + r.Uint64N(700_000); r.IntN(500) == 0 {
				states[i] = last[r.IntN(len(last))]
			}
		}
		if err := table.Reserve(len(states)); err != nil {
			t.Fatal(err)
		}
		if err := nodes.Reserve(len(states)); err != nil {
			t.Fatal(err)
		}
		if table.left > 0 {
			grew++
		}
		if now := table.Bytes(); now < bytes {
			t.Fatalf("the table shrinks from %d to %d bytes", bytes, now)
		} else if grown := now - bytes; grown > max(bytes/50, 2<<20) {
			t.Fatalf("the table takes %d bytes more than %d at once", grown, bytes)
		} else {
			bytes = now
		}
		table.Hash(states[:], len(states), hashes[:])
		for i, state := range states {
			slot, id, known := table.Find(hashes[i], states[i:i+1])
			old, in := want[state]
			if known != in || known && id != old {
				t.Fatalf("state %d is node %d %v, want %d %v", state, id, known, old, in)
			}
			if !known || r.IntN(3) == 0 {
				id := nodes.Add(states[i:i+1], 0, None, NoMove)
				table.Put(slot, hashes[i], id)
				want[state] = id
			}
		}
	}
	for state, id := range want {
		if !table.Holds(id) {
			t.Fatalf("state %d, node %d, is not in the table", state, id)
		}
	}
	if table.used != len(want) || grew < 1000 {
		t.Errorf("%d states, want %d; the table grows at %d steps", table.used, len(want), grew)
	}
}

// TestDirectTable: it contains what a map contains, the last state too.
func TestDirectTable(t *testing.T) {
	const states = 5000
	r := rand.New(rand.NewPCG(2, 1))
	nodes := New(1, false)
	defer nodes.Free()
	table := NewDirectTable(&nodes, states)
	defer table.Free()
	want := map[uint64]uint32{}
	for state := uint64(states - 1); len(want) < states*3/4; state = r.Uint64N(states) {
		if err := nodes.Reserve(1); err != nil {
			t.Fatal(err)
		}
		if err := table.Reserve(1); err != nil {
			t.Fatal(err)
		}
		var hashes [1]uint64
		table.Hash([]uint64{state}, 1, hashes[:])
		table.Follow(hashes[:])
		slot, id, known := table.Find(hashes[0], []uint64{state})
		old, in := want[state]
		if known != in || known && id != old {
			t.Fatalf("state %d is node %d %v, want %d %v", state, id, known, old, in)
		}
		id = nodes.Add([]uint64{state}, 0, None, NoMove)
		if table.Put(slot, hashes[0], id); in && table.Holds(old) || !table.Holds(id) {
			t.Fatalf("state %d is not node %d", state, id)
		}
		want[state] = id
	}
	if got := table.Bytes(); got < states*4 || got > states*5 {
		t.Errorf("%d states take %d bytes", states, got)
	}
}

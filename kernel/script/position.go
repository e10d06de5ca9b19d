package script

import (
	"context"
	"runtime/pprof"
	"sync"
	"unsafe"
)

// positions has a word for each goroutine of interpreted code, in which it keeps the position of the
// statement that it executes. Go gives a goroutine no identity except for the labels of its profile, which
// other goroutines that it starts inherit: so those that compiled code starts share the word of the one
// that has called it, except for the runs of a study. Of more goroutines at once than there are words,
// some share one.
type positions struct {
	words *[1 << wordBits]int // outside of Go's heap

	mu    sync.Mutex
	taken [1 << wordBits]bool
}

const wordBits = 12

func newPositions() *positions {
	p := &positions{words: outside[[1 << wordBits]int]()}
	p.taken[wordOf(nil)] = true // of goroutines without labels, as of a program's first
	return p
}

// labels returns the labels of this goroutine. They are at an address of their own.
//
//go:linkname labels runtime/pprof.runtime_getProfLabel
func labels() unsafe.Pointer

//go:linkname setLabels runtime/pprof.runtime_setProfLabel
func setLabels(labels unsafe.Pointer)

func wordOf(labels unsafe.Pointer) int {
	return int(uint64(uintptr(labels)) * 0x9e3779b97f4a7c15 >> (64 - wordBits))
}

// here is the word of this goroutine.
func (p *positions) here() *int { return &p.words[wordOf(labels())] }

// own gives this goroutine labels of a word that no other has, until it calls leave.
func (p *positions) own() (leave func()) {
	before := labels()
	const tries = 32
	for range tries {
		pprof.SetGoroutineLabels(pprof.WithLabels(context.Background(), pprof.Labels("goroutine", "interpreted")))
		word := wordOf(labels())
		p.mu.Lock()
		free := !p.taken[word]
		p.taken[word] = true
		p.mu.Unlock()
		if free {
			p.words[word] = 0
			return func() {
				setLabels(before)
				p.mu.Lock()
				p.taken[word] = false
				p.mu.Unlock()
			}
		}
	}
	return func() { setLabels(before) }
}

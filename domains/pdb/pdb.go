// Package pdb makes pattern databases of permutation puzzles (Culberson and Schaeffer 1998).
//
// A pattern is some of a puzzle's objects, and its database has the least number of moves that
// bring them to their places from each arrangement of them. Where a move of other objects costs
// nothing, as with sliding tiles, the distances of disjoint patterns add up to an admissible
// heuristic (Korf and Felner 2002); otherwise the greatest of them is one. It is consistent unless
// there is a blank: a database has the least distance over its places.
package pdb

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"
)

// A Pattern is what a database needs to know of a puzzle with some of its objects.
type Pattern struct {
	Name   string  // of puzzle and pattern, under which the database is kept
	Places int     // of the puzzle, at most 64
	Goal   []uint8 // the places of the pattern's objects in the goal, from 0

	// Blank is the blank's place in the goal. Places of the blank are bits of a word: all that
	// it reaches without moving one of the objects are reached at once. Without a blank, Reach
	// is nil and Blank 0.
	Blank int
	// Reach returns all places that the blank reaches from some, where objects occupy others.
	Reach func(occupied, blanks uint64) uint64
	// Moves visits what the moves of the objects make of an arrangement; each costs 1, and each
	// can be undone. visit does not keep at.
	Moves func(at []uint8, blanks uint64, visit func(at []uint8, blanks uint64))
}

// Entries is the number of arrangements.
func (p *Pattern) Entries() int { return arrangements(p.Places, len(p.Goal)) }

// arrangements is the number of ways to put objects on places, or the greatest integer.
func arrangements(places, objects int) int {
	n := uint64(1)
	for i := range objects {
		high, low := bits.Mul64(n, uint64(places-i))
		if high > 0 || low>>63 > 0 {
			return 1<<63 - 1
		}
		n = low
	}
	return int(n)
}

// Bytes is the memory that making the database takes; the database itself takes a byte for each entry.
func (p *Pattern) Bytes() int {
	n := p.Entries()
	if n > 1<<50 {
		return n
	}
	return n + 3*n*p.width()/8
}

// width is the number of bits for the places of the blank.
func (p *Pattern) width() int {
	if p.Reach == nil {
		return 1
	}
	return 1 << bits.Len(uint(p.Places-1))
}

// A Database has the distance of each arrangement of a pattern.
type Database struct {
	places, objects int
	distances       []uint8
}

// Distance is the least number of moves of the pattern's objects from where they are to their
// places in the goal.
func (d *Database) Distance(at []uint8) uint8 { return d.distances[rank(d.places, at)] }

// Len is the number of entries.
func (d *Database) Len() int { return len(d.distances) }

// Greatest is the greatest distance.
func (d *Database) Greatest() (greatest uint8) {
	for _, distance := range d.distances {
		if distance != unknown {
			greatest = max(greatest, distance)
		}
	}
	return greatest
}

// unknown is the distance of what cannot be reached.
const unknown = 255

// rank numbers the arrangements of objects: the place of each is counted among those that are left.
func rank(places int, at []uint8) int {
	rank, taken := 0, uint64(0)
	for i, p := range at {
		rank = rank*(places-i) + int(p) - bits.OnesCount64(taken&(1<<p-1))
		taken |= 1 << p
	}
	return rank
}

// unrank is the inverse of rank.
func unrank(places, rank int, at []uint8) {
	for i := len(at) - 1; i >= 0; i-- {
		at[i] = uint8(rank % (places - i))
		rank /= places - i
	}
	var taken uint64
	for i, among := range at {
		p := uint8(0)
		for ; taken>>p&1 != 0 || among > 0; p++ {
			if taken>>p&1 == 0 {
				among--
			}
		}
		at[i] = p
		taken |= 1 << p
	}
}

// A masks has a few bits for each arrangement, as many as places where the blank may be.
type masks struct {
	words []uint64
	width int // of an arrangement; a power of 2
}

func newMasks(entries, width int) masks {
	per := 64 / width
	return masks{make([]uint64, (entries+per-1)/per), width}
}

// add adds bits, while others add some.
func (m masks) add(i int, more uint64) {
	per := 64 / m.width
	word, more := &m.words[i/per], more<<(i%per*m.width)
	if atomic.LoadUint64(word)&more != more {
		atomic.OrUint64(word, more)
	}
}

// chunk is how many words a worker takes at a time.
const chunk = 1 << 12

// Make makes a database by a breadth-first search back from the goal on all cores. report, if
// not nil, is called after each distance with the entries known so far. It ends with the
// context's error soon after that is done.
func Make(ctx context.Context, p *Pattern, report func(known, entries int)) (*Database, error) {
	entries := p.Entries()
	if p.Places > 64 || len(p.Goal) == 0 || len(p.Goal) > p.Places {
		return nil, fmt.Errorf("a pattern of %d objects on %d places: want 1 to all, and at most 64 places", len(p.Goal),
			p.Places)
	}
	d := &Database{p.Places, len(p.Goal), make([]uint8, entries)}
	for i := range d.distances {
		d.distances[i] = unknown
	}
	width := p.width()
	now, next, closed := newMasks(entries, width), newMasks(entries, width), newMasks(entries, width)
	now.add(rank(p.Places, p.Goal), 1<<p.Blank)
	known := 0
	for distance := 0; ; distance++ {
		if distance == unknown {
			return nil, errors.New("a pattern database has distances of at most 254")
		}
		var taken, more, found atomic.Int64
		var workers sync.WaitGroup
		for range runtime.GOMAXPROCS(0) {
			workers.Go(func() {
				l := level{p, d, now, next, closed, uint8(distance)}
				for ctx.Err() == nil {
					from := int(taken.Add(1)-1) * chunk
					if from >= len(now.words) {
						return
					}
					reached, first := l.expand(from, min(from+chunk, len(now.words)))
					more.Add(int64(reached))
					found.Add(int64(first))
				}
			})
		}
		workers.Wait()
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		known += int(found.Load())
		if report != nil {
			report(known, entries)
		}
		if more.Load() == 0 {
			return d, nil
		}
		now, next = next, now
	}
}

// A level is the arrangements at a distance.
type level struct {
	*Pattern
	*Database
	now, next, closed masks
	distance          uint8
}

// expand expands the arrangements of some words, and clears these. It returns how many there
// were, and for how many it was the first time.
func (l *level) expand(from, to int) (reached, first int) {
	var room [64]uint8
	at, per := room[:len(l.Goal)], 64/l.now.width
	visit := func(at []uint8, blanks uint64) { l.next.add(rank(l.Places, at), blanks) }
	for w := from; w < to; w++ {
		word := l.now.words[w]
		if word == 0 {
			continue
		}
		l.now.words[w] = 0
		word &^= l.closed.words[w]
		for word != 0 {
			i := bits.TrailingZeros64(word) / l.now.width
			shift := i * l.now.width
			blanks := word >> shift
			if l.now.width < 64 {
				blanks &= 1<<l.now.width - 1
			}
			word &^= blanks << shift
			unrank(l.Places, w*per+i, at)
			if l.Reach != nil {
				var occupied uint64
				for _, p := range at {
					occupied |= 1 << p
				}
				blanks = l.Reach(occupied, blanks)
			}
			l.closed.words[w] |= blanks << shift
			reached++
			if entry := &l.distances[w*per+i]; *entry == unknown {
				*entry = l.distance
				first++
			}
			l.Moves(at, blanks, visit)
		}
	}
	return reached, first
}

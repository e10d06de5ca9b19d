package jumps

import (
	"encoding/binary"
	"slices"
)

// A label is what a br can go to.
type label struct {
	kind    int
	segment int
}

const (
	ofJumps = iota // the function's loop for jumps
	ofLoop         // the loop that begins with a segment
	ofBlock        // the end of a segment's block
)

// A writer writes a function with direct jumps.
type writer struct {
	*function
	out    []byte
	open   []label // from the outermost
	depth  int     // of blocks within a segment
	failed bool
}

// write returns the function's text with direct jumps. It reports false if the function has to
// remain as it is.
func (f *function) write() (out []byte, ok bool) {
	w := writer{function: f}
	w.head()
	segment, last := -1, len(f.begins)-1
	for i := f.begins[0]; i < f.end; i++ {
		switch in := f.code[i]; in.op {
		case opBlock, opLoop, opIf:
			w.depth++
		case opEnd:
			if w.depth == 0 {
				w.leave(segment)
				segment++
				w.enter(segment)
				continue
			}
			w.depth--
		case opI32Const:
			if j, ok := f.jumps[i+2]; ok && f.label(j).kind != ofJumps {
				w.out = append(w.out, f.again(j)...)
				i++ // without its local.set
				continue
			}
		case opBr, opBrIf:
			outer := int(in.value) - w.depth
			if outer < 0 {
				break // it goes to a block within the segment
			}
			w.out = append(w.out, in.op)
			if j, ok := f.jumps[i]; ok {
				w.to(f.label(j))
			} else if outer < last-segment {
				w.to(label{ofBlock, segment + 1 + outer})
			} else { // out of the blocks, and of the loop for jumps
				outer -= last - segment
				if f.looping {
					outer--
				}
				w.number(w.depth + len(w.open) + outer)
			}
			continue
		}
		w.out = append(w.out, f.code[i].bytes...)
	}
	w.leave(last)
	end := f.end
	switch {
	case slices.Contains(w.open, label{kind: ofJumps}):
		w.open = w.open[1:]
	case f.looping:
		end++
	}
	return append(w.out, text(f.code[end:])...), !w.failed && len(w.open) == 0
}

// head writes the function up to its first segment.
func (w *writer) head() {
	last := len(w.begins) - 1
	start := w.start
	if w.looping {
		start--
	}
	w.out = text(w.code[:start])
	for _, j := range w.jumps {
		if len(w.open) == 0 && w.label(j).kind == ofJumps {
			w.begin(opLoop, label{kind: ofJumps})
		}
	}
	tabled := slices.Contains(w.tabled[1:], true)
	if tabled {
		w.tabled[0], w.tabled[last] = true, true // the last one only ends the function
	} else {
		w.tabled[0] = false
	}
	w.blocks(0, last)
	if !tabled {
		return
	}
	w.out = append(w.out, opLocalGet, 0, opBrTable)
	w.number(len(w.table) - 1)
	for _, segment := range w.table {
		if !w.tabled[segment] { // nobody goes there by the table
			segment = last
		}
		w.to(label{ofBlock, segment})
	}
}

// blocks begins the blocks of some segments, but for those that are within a further loop.
func (w *writer) blocks(from, to int) {
	for s := to; s >= from; s-- {
		within := slices.ContainsFunc(w.loops, func(l loop) bool { return l.head >= from && l.head < s && s <= l.last })
		if w.has(s) && !within {
			w.begin(opBlock, label{ofBlock, s})
		}
	}
}

// has reports whether a segment has a block.
func (w *writer) has(segment int) bool { return w.direct[segment] || w.tabled[segment] }

// enter ends a segment's block and begins its loop.
func (w *writer) enter(segment int) {
	if w.has(segment) {
		w.finish(label{ofBlock, segment})
	}
	for _, l := range w.loops {
		if l.head == segment {
			w.begin(opLoop, label{ofLoop, segment})
			w.blocks(segment+1, l.last)
		}
	}
}

// leave ends the loops of which a segment is the last, the inner ones first.
func (w *writer) leave(segment int) {
	for _, l := range w.loops {
		if l.last == segment {
			w.finish(label{ofLoop, l.head})
		}
	}
}

// label returns what a jump goes to.
func (f *function) label(j jump) label {
	if j.to > j.from {
		return label{ofBlock, j.to}
	}
	if i := f.loop(j); i >= 0 {
		return label{ofLoop, f.loops[i].head}
	}
	return label{kind: ofJumps}
}

// loop is the index of the loop that is made for a jump back, -1 for none.
func (f *function) loop(j jump) int {
	return slices.IndexFunc(f.loops, func(l loop) bool { return l.to == j.to })
}

// again is what a jump does before it goes to its label.
func (f *function) again(j jump) []byte {
	if i := f.loop(j); i >= 0 && j.to <= j.from {
		return f.loops[i].again
	}
	return nil
}

func (w *writer) begin(op byte, l label) {
	const noResult = 0x40
	w.out = append(w.out, op, noResult)
	w.open = append(w.open, l)
}

// finish ends the innermost block or loop, which must be that of the label.
func (w *writer) finish(l label) {
	last := len(w.open) - 1
	if last < 0 || w.open[last] != l {
		w.failed = true
		return
	}
	w.out = append(w.out, opEnd)
	w.open = w.open[:last]
}

// to writes how far out a label is.
func (w *writer) to(l label) {
	i := slices.Index(w.open, l)
	w.failed = w.failed || i < 0
	w.number(w.depth + len(w.open) - 1 - i)
}

func (w *writer) number(n int) { w.out = binary.AppendUvarint(w.out, uint64(n)) }

package jumps

import "slices"

// A function is one as Go's compiler makes it:
//
//	block                         for leaving the function when the goroutine is to wait
//	  loop                        for jumps
//	    block … block             one for each segment
//	      local.get 0, br_table   goes to the segment whose number is in local 0
//	    end
//	    the code of the first segment
//	    end
//	    …
//	    end
//	    the code of the last segment
//	  end
//
// The first two may be missing. A jump is: i32.const, local.set 0, br to the loop.
type function struct {
	code    []instruction
	start   int   // of the blocks
	begins  []int // the ends of the segments' blocks
	end     int   // of the last segment
	table   []int // segments by number
	looping bool  // there is a loop for jumps

	jumps  map[int]jump // by the place of the br
	direct []bool       // by segment: there are direct jumps to it
	tabled []bool       // by segment: it is in the table
	loops  []loop
}

// A jump goes from one segment to another.
type jump struct{ from, to int }

// A loop is made for the jumps back to a segment. It begins there, or in the next segment
// where again is set: what the segment does before that.
type loop struct {
	to         int
	head, last int // segments
	again      []byte
}

// parse divides a function into segments. It reports false if it is not as expected, or has
// none. Others resume it by some of the table's numbers, and where it calls deferreturn.
func (f *function) parse(resumed map[int]bool, deferreturn int) bool {
	at := slices.IndexFunc(f.code, func(in instruction) bool { return in.op == opBrTable })
	if at < 1 || f.code[at-1].op != opLocalGet || f.code[at-1].value != 0 {
		return false
	}
	f.table = f.code[at].table
	last := slices.Max(f.table)
	if f.start = at - 2 - last; f.start < 0 {
		return false
	}
	for _, in := range f.code[f.start : at-1] {
		if in.op != opBlock {
			return false
		}
	}
	f.looping = f.start > 0 && f.code[f.start-1].op == opLoop
	f.jumps, f.direct, f.tabled = map[int]jump{}, make([]bool, last+1), make([]bool, last+1)
	for number, segment := range f.table {
		f.tabled[segment] = f.tabled[segment] || resumed[number]
	}
	depth := 0 // within a segment
	for i := at + 1; i < len(f.code); i++ {
		in, segment := f.code[i], len(f.begins)-1
		switch in.op {
		case opBlock, opLoop, opIf:
			depth++
		case opEnd:
			switch {
			case depth > 0:
				depth--
			case segment < last:
				f.begins = append(f.begins, i)
			default:
				f.end = i
				return true
			}
		case opCall:
			if int(in.value) == deferreturn {
				f.tabled[segment] = true
			}
		case opBr, opBrIf:
			switch outer := int(in.value) - depth; {
			case outer >= 0 && outer < last-segment:
				f.direct[segment+1+outer] = true
			case outer == last-segment && f.looping:
				number, set := f.code[i-2], f.code[i-1]
				if in.op != opBr || set.op != opLocalSet || set.value != 0 || number.op != opI32Const {
					return false
				}
				f.jumps[i] = jump{segment, f.table[min(int(number.value), len(f.table)-1)]}
			}
		case opBrTable:
			return false
		}
	}
	return false
}

// plan decides which jumps become direct, and so which segments remain in the table.
func (f *function) plan() {
	back := map[int]loop{}
	for _, j := range f.jumps {
		if j.to > j.from {
			f.direct[j.to] = true
			continue
		}
		l, ok := back[j.to]
		if !ok {
			l = loop{to: j.to, head: j.to}
		}
		l.last = max(l.last, j.from)
		back[j.to] = l
	}
	resumed := slices.Clone(f.tabled)
	var inner []loop // first
	for to, l := range back {
		f.tabled[to] = true
		inner = append(inner, l)
	}
	slices.SortFunc(inner, func(a, b loop) int {
		if a.last-a.to != b.last-b.to {
			return a.last - a.to - b.last + b.to
		}
		return a.to - b.to
	})
	for _, l := range inner {
		// Go's compiler often puts the last part of a loop before the first, which is where the loop is entered.
		if again, ok := f.straight(l.to); ok && f.entered(l) {
			l.head, l.again = l.head+1, again
		}
		if !f.entered(l) && f.nested(l) {
			f.loops = append(f.loops, l)
			f.tabled[l.to] = resumed[l.to]
		}
	}
}

// entered reports whether the table or a jump from before a loop leads behind its head.
func (f *function) entered(l loop) bool {
	if slices.Contains(f.tabled[l.head+1:l.last+1], true) {
		return true
	}
	for _, j := range f.jumps {
		if j.from < l.head && j.to > l.head && j.to <= l.last {
			return true
		}
	}
	return false
}

// nested reports whether each loop so far is within a loop or has no segment of it.
func (f *function) nested(l loop) bool {
	for _, o := range f.loops {
		within, apart := o.head > l.head && o.last <= l.last, o.last < l.head || o.head > l.last
		if !within && !apart {
			return false
		}
	}
	return true
}

// straight returns the code of a segment, if it is short and does nothing but go on to the
// next segment.
func (f *function) straight(segment int) (code []byte, ok bool) {
	if segment+1 >= len(f.begins) {
		return nil, false
	}
	for _, in := range f.code[f.begins[segment]+1 : f.begins[segment+1]] {
		if in.op <= opCallIndirect && in.op != opNop {
			return nil, false
		}
		code = append(code, in.bytes...)
	}
	const short = 100
	return code, len(code) <= short
}

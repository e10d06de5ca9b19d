package jumps

import "errors"

// A reader reads a program. If it comes to what it does not know, or to the end, it has failed.
type reader struct {
	data   []byte
	at     int
	failed bool
}

func (r *reader) err() error {
	if r.failed {
		return errors.New("the WebAssembly program has something unknown, or ends early")
	}
	return nil
}

func (r *reader) byte() byte {
	if r.at == len(r.data) {
		r.failed = true
		return 0
	}
	r.at++
	return r.data[r.at-1]
}

func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.data)-r.at {
		r.failed = true
		return nil
	}
	r.at += n
	return r.data[r.at-n : r.at]
}

func (r *reader) unsigned() int { return int(r.integer(false)) }

// integer reads a number in LEB128.
func (r *reader) integer(signed bool) (x int64) {
	for shift := 0; shift < 64; {
		b := r.byte()
		x |= int64(b&0x7f) << shift
		if shift += 7; b < 0x80 {
			if signed && b&0x40 != 0 && shift < 64 {
				x |= -1 << shift
			}
			return x
		}
	}
	r.failed = true
	return 0
}

// An instruction is one as it is in the program, and what matters here of its operands.
type instruction struct {
	op    byte
	value int64 // the constant or the index
	table []int // of br_table
	bytes []byte
}

const (
	opNop          = 0x01
	opBlock        = 0x02
	opLoop         = 0x03
	opIf           = 0x04
	opElse         = 0x05
	opEnd          = 0x0b
	opBr           = 0x0c
	opBrIf         = 0x0d
	opBrTable      = 0x0e
	opReturn       = 0x0f
	opCall         = 0x10
	opCallIndirect = 0x11
	opDrop         = 0x1a
	opSelect       = 0x1b
	opLocalGet     = 0x20
	opLocalSet     = 0x21
	opGlobalSet    = 0x24
	opFirstLoad    = 0x28
	opLastStore    = 0x3e
	opMemorySize   = 0x3f
	opMemoryGrow   = 0x40
	opI32Const     = 0x41
	opI64Const     = 0x42
	opF32Const     = 0x43
	opF64Const     = 0x44
	opLastNumeric  = 0xc4
	opMore         = 0xfc
)

// instruction reads an instruction of those that Go uses.
func (r *reader) instruction() instruction {
	from := r.at
	in := instruction{op: r.byte()}
	switch op := in.op; {
	case op <= opNop, op == opElse, op == opEnd, op == opReturn, op == opDrop, op == opSelect:
	case op >= opBlock && op <= opIf, op == opMemorySize, op == opMemoryGrow:
		r.byte()
	case op == opBr, op == opBrIf, op == opCall, op >= opLocalGet && op <= opGlobalSet:
		in.value = r.integer(false)
	case op == opBrTable:
		for range r.unsigned() + 1 {
			in.table = append(in.table, r.unsigned())
		}
	case op == opCallIndirect, op >= opFirstLoad && op <= opLastStore:
		r.unsigned()
		r.unsigned()
	case op == opI32Const, op == opI64Const:
		in.value = r.integer(true)
	case op == opF32Const:
		r.take(4)
	case op == opF64Const:
		r.take(8)
	case op > opF64Const && op <= opLastNumeric:
	case op == opMore:
		const truncations, memoryCopy, memoryFill = 7, 10, 11
		switch more := r.unsigned(); {
		case more <= truncations:
		case more == memoryCopy:
			r.take(2)
		case more == memoryFill:
			r.take(1)
		default:
			r.failed = true
		}
	default:
		r.failed = true
	}
	in.bytes = r.data[from:r.at]
	return in
}

// instructions divides the body of a function into its declarations and its instructions.
func instructions(body []byte) (locals []byte, code []instruction, err error) {
	r := &reader{data: body}
	for range r.unsigned() {
		r.unsigned()
		r.byte()
	}
	locals = body[:r.at]
	for r.at < len(body) && !r.failed {
		code = append(code, r.instruction())
	}
	return locals, code, r.err()
}

// text returns instructions as they were in the program.
func text(code []instruction) (out []byte) {
	for _, in := range code {
		out = append(out, in.bytes...)
	}
	return out
}

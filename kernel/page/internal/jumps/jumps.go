// Package jumps makes the jumps in a Go program for WebAssembly direct.
//
// Go's compiler divides a function into segments. A jump stores the number of a segment
// and goes to the beginning of the function, where a table of all segments leads on. This
// is how a goroutine that has waited is resumed, too: in the segment after a call. So an
// engine has to assume that any segment may follow the beginning of the function, and
// keeps nothing in registers from one to the next.
//
// WebAssembly has instructions for nearly all of these jumps: to a later segment, and to
// the beginning of a loop in which nothing is resumed. With them, only the segments remain
// in the table that are resumed or that begin other loops. Searches take two thirds of the
// time, and the program is smaller.
//
// Nothing else changes: all places in the code have the numbers that they had, and a
// function that is not as this package expects of Go's compiler remains as it is.
package jumps

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Direct returns a program with direct jumps. It drops the names of functions, which it needs.
func Direct(program []byte) ([]byte, error) {
	const header = "\x00asm\x01\x00\x00\x00"
	if !strings.HasPrefix(string(program), header) {
		return nil, errors.New("not a WebAssembly program")
	}
	m := module{functions: map[int64]int{}, deferreturn: -1}
	var sections []section
	r := &reader{data: program, at: len(header)}
	for r.at < len(program) {
		s := section{r.byte(), r.take(r.unsigned())}
		if err := m.read(s); r.failed || err != nil {
			return nil, errors.Join(err, r.err())
		}
		sections = append(sections, s)
	}
	if m.deferreturn < 0 {
		return nil, errors.New("the WebAssembly program has no names of functions")
	}
	if err := m.findResumed(); err != nil {
		return nil, err
	}
	out := []byte(header)
	for _, s := range sections {
		switch {
		case s.id == customSection && s.name() == "name":
			continue
		case s.id == codeSection:
			s.body = m.code()
		}
		out = append(out, s.id)
		out = withLength(out, s.body)
	}
	return out, nil
}

// withLength appends bytes after their number.
func withLength(out, bytes []byte) []byte {
	return append(binary.AppendUvarint(out, uint64(len(bytes))), bytes...)
}

type section struct {
	id   byte
	body []byte
}

const (
	customSection  = 0
	importSection  = 2
	elementSection = 9
	codeSection    = 10
)

// name returns the name of a custom section.
func (s section) name() string {
	r := &reader{data: s.body}
	return string(r.take(r.unsigned()))
}

// A module is what has been read of a program.
type module struct {
	imported    int
	functions   map[int64]int // by their place in the table of functions
	deferreturn int           // the number of runtime.deferreturn
	bodies      [][]byte      // of the functions that are not imported

	// resumed has for each body the numbers by which others may go to its segments.
	resumed []map[int]bool
}

func (m *module) read(s section) error {
	r := &reader{data: s.body}
	switch s.id {
	case importSection:
		for range r.unsigned() {
			r.take(r.unsigned())
			r.take(r.unsigned())
			if kind := r.byte(); kind != 0 {
				return fmt.Errorf("the WebAssembly program imports something of kind %d", kind)
			}
			r.unsigned()
			m.imported++
		}
	case elementSection:
		for range r.unsigned() {
			if kind := r.unsigned(); kind != 0 {
				return fmt.Errorf("the WebAssembly program has elements of kind %d", kind)
			}
			at := r.instruction().value
			r.instruction() // end
			for range r.unsigned() {
				m.functions[at] = r.unsigned()
				at++
			}
		}
	case codeSection:
		for range r.unsigned() {
			m.bodies = append(m.bodies, r.take(r.unsigned()))
		}
	case customSection:
		if name := r.take(r.unsigned()); string(name) != "name" {
			break
		}
		const ofFunctions = 1
		for r.at < len(r.data) && !r.failed {
			kind, part := r.byte(), &reader{data: r.take(r.unsigned())}
			if kind != ofFunctions {
				continue
			}
			for range part.unsigned() {
				if f := part.unsigned(); string(part.take(part.unsigned())) == "runtime.deferreturn" {
					m.deferreturn = f
				}
			}
		}
	}
	return r.err()
}

// findResumed finds the places where functions are resumed. A place in the code is an
// integer of 64 bits: the function's place in the table, and in the lower 16 bits the number
// for its own table. All integers that could be places count.
func (m *module) findResumed() error {
	m.resumed = make([]map[int]bool, len(m.bodies))
	for i := range m.resumed {
		m.resumed[i] = map[int]bool{0: true}
	}
	for _, body := range m.bodies {
		_, code, err := instructions(body)
		if err != nil {
			return err
		}
		for _, in := range code {
			const bits = 16
			if in.op != opI64Const {
				continue
			}
			if f, ok := m.functions[in.value>>bits]; ok && f >= m.imported {
				m.resumed[f-m.imported][int(in.value&(1<<bits-1))] = true
			}
		}
	}
	return nil
}

// code returns the code section.
func (m *module) code() []byte {
	out := binary.AppendUvarint(nil, uint64(len(m.bodies)))
	for i, body := range m.bodies {
		locals, code, _ := instructions(body) // findResumed has read them
		f := function{code: code}
		if f.parse(m.resumed[i], m.deferreturn) {
			f.plan()
			if out, ok := f.write(); ok {
				body = slices.Concat(locals, out)
			}
		}
		out = withLength(out, body)
	}
	return out
}

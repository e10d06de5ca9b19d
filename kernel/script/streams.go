package script

import (
	"io"
	"os"
	"reflect"

	"github.com/focal-search/focal/kernel/script/internal/machine"
)

// whole has what yaegi replaces as it is: the functions of package log, of which yaegi's belong to two loggers that
// package slog does not know, and a variable that the program may set.
func whole() machine.Table {
	return machine.Table{"log/log": everything.members("log"), "os/os": {"Stdin": reflect.ValueOf(&os.Stdin).Elem()}}
}

// A stream is standard output or error: where the interpreter prints, unless the program has assigned another file
// to the variable of package os.
type stream struct {
	to       io.Writer
	variable **os.File
	initial  *os.File
}

func newStream(to io.Writer, variable **os.File) *stream { return &stream{to, variable, *variable} }

func (s *stream) Write(p []byte) (int, error) {
	if *s.variable != s.initial {
		return (*s.variable).Write(p)
	}
	return s.to.Write(p)
}

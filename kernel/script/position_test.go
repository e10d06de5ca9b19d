package script

import (
	"io"
	"testing"
)

// A goroutine has its former word again after a run of a study, as one has that repeats a stored run.
func TestWordAfterRun(t *testing.T) {
	in := NewInterpreter(io.Discard, io.Discard)
	before, during := in.at.here(), in.at.here()
	if err := in.guarded(func() error { during = in.at.here(); return nil }); err != nil {
		t.Fatal(err)
	}
	if during == before || in.at.here() != before {
		t.Errorf("word %p before, %p in the run, %p afterwards", before, during, in.at.here())
	}
}

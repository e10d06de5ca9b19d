package show

import (
	"errors"
	"slices"
	"testing"

	"github.com/focal-search/focal/engine"
)

type picture string

func (p picture) MIME() MIME { return MIME{Plain: "picture of " + string(p)} }

// TestProblem: a problem is shown by the registered picture, else by its name, and an
// invalid one by its error.
func TestProblem(t *testing.T) {
	before := drawProblem
	t.Cleanup(func() { drawProblem = before })
	r := recorded(t)
	for _, draw := range []func(*engine.Problem) Rich{nil, func(p *engine.Problem) Rich { return picture(p.Name) }} {
		DrawProblems(draw)
		Value(&engine.Problem{Name: "a/b/1"})
		Value(&engine.Problem{Name: "a/b/2", Err: errors.New("no such problem")})
		Value((*engine.Problem)(nil))
	}
	want := []string{"a/b/1", "error: no such problem", "picture of a/b/1", "error: no such problem"}
	if got := r.texts(); !slices.Equal(got, want) {
		t.Errorf("shown %q, want %q", got, want)
	}
}

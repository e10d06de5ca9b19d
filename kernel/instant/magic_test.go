//go:build unix

package instant

import (
	"strings"
	"testing"
)

func TestCommand(t *testing.T) {
	for code, want := range map[string]struct {
		rest   string
		timing string
		wrong  string
	}{
		"x := 1":                       {"x := 1", "", ""},
		"%%\nx := 1":                   {"%%\nx := 1", "", ""},
		"x %time":                      {"x %time", "", ""},
		"%time engine.Solve(ctx, p)":   {"engine.Solve(ctx, p)", "time", ""},
		"\n%%time\nx := 1\n%%\ny := 2": {"\n\nx := 1\n%%\ny := 2", "time", ""},
		"%timeit f()":                  {"f()", "timeit", ""},
		"!cat file":                    {"!cat file", "", "! is a command of other kernels: there is no shell"},
		"!ok":                          {"!ok", "", ""}, // Go
		"%who\nx":                      {"%who\nx", "", "a cell of its own"},
		"%%bash\nls": {"%%bash\nls", "",
			"%%bash is a command of other kernels: there are %time, %timeit, %who"},
		"%run a.go": {"%run a.go", "", "focal script FILE"},
	} {
		rest, timing, wrong := magic(code)
		said := ""
		if wrong != nil {
			said = wrong.Value
		}
		if rest != want.rest || timing != want.timing || (said == "") != (want.wrong == "") ||
			!strings.Contains(said, want.wrong) {
			t.Errorf("%q: %q, %q, %q", code, rest, timing, said)
		}
	}
}

func TestHint(t *testing.T) {
	undefined := newFailure("CompileError", "undefined: ls", "")
	if got := hint("!ls", undefined).Value; !strings.HasPrefix(got,
		"undefined: ls (if a command was meant: there is no shell") {
		t.Error(got)
	}
	if hint("x + !ls", undefined) != undefined || hint("!ls", nil) != nil {
		t.Error("an unwanted hint")
	}
}

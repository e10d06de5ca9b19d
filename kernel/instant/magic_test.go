//go:build unix

package instant

import (
	"strings"
	"testing"
)

func TestCommand(t *testing.T) {
	for code, want := range map[string]struct {
		rest  string
		timed bool
		wrong string
	}{
		"x := 1":                       {"x := 1", false, ""},
		"%%\nx := 1":                   {"%%\nx := 1", false, ""},
		"x %time":                      {"x %time", false, ""},
		"%time engine.Solve(ctx, p)":   {"engine.Solve(ctx, p)", true, ""},
		"\n%%time\nx := 1\n%%\ny := 2": {"\n\nx := 1\n%%\ny := 2", true, ""},
		"!cat file":                    {"!cat file", false, "! is a command of other kernels: there is no shell"},
		"!ok":                          {"!ok", false, ""}, // Go
		"%who\nx":                      {"%who\nx", false, "a cell of its own"},
		"%%bash\nls": {"%%bash\nls", false,
			"%%bash is a command of other kernels: there are %time, %%time"},
		"%run a.go": {"%run a.go", false, "focal script FILE"},
	} {
		rest, timed, wrong := magic(code)
		said := ""
		if wrong != nil {
			said = wrong.Value
		}
		if rest != want.rest || timed != want.timed || (said == "") != (want.wrong == "") ||
			!strings.Contains(said, want.wrong) {
			t.Errorf("%q: %q, %v, %q", code, rest, timed, said)
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

package instant

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/focal-search/focal/kernel/script"
)

// FuzzCells compiles any text, separated by lines of ---, as the cells of a session, and
// does not run them. Each gives a plan or one readable line, with a position unless it is
// a command of GoNB's. The last is also completed and inspected at its end.
func FuzzCells(f *testing.F) {
	for _, cells := range []string{
		"x := 1\n---\nx, y := 2, \"s\"\n---\nfunc f() int { return x }\nf()\n---\nx := \"t\"\n---\nf()",
		"type T struct{ a int }\nfunc (t T) String() string { return \"T\" }\n---\nt := T{1}\n---\ntype T struct{ b int }",
		"import . \"strings\"\nimport m \"math\"\n---\nToUpper(\"a\"); m.Sqrt(2)",
		"func g[T any](x T) T { return x }\n---\ng(1); g(\"a\")\n---\ntype L[T any] struct{ next *L[T] }\nvar l L[int]",
		"%%\npackage main\nfunc main() { fmt.Println(1) }\nfunc init() {}",
		"p := domains.Get(\"npuzzle/korf/1\")\nr := engine.Solve(ctx, p, engine.FS(1.25))\n---\nplot.Trajectory(r)",
		"//line other.go:70:9\nfunc f()\nL: for range 3 { continue L }\n}",
		"const (\n\ta = iota\n\tb\n)\nvar _ = [...]int{a, b}\n---\n!ls\n---\nengine.",
	} {
		f.Add(cells)
	}
	var s *session // of the texts before, as long as none of them was lowered
	f.Fuzz(func(t *testing.T, text string) {
		if s == nil {
			s = newSession(io.Discard, io.Discard)
		}
		lowered := false
		cells := strings.Split(strings.ToValidUTF8(text, "\ufffd"), "\n---\n") // as messages contain it
		for i, src := range cells {
			_, err := s.compile(cellName(i+1), src)
			var e *script.Error
			if errors.As(err, &e); err == nil || e != nil && e.Refused {
				lowered = true
			}
			if err == nil {
				continue
			}
			line := failureOf(err).Value
			if line == "" || strings.ContainsAny(line, "\r\n") || strings.Contains(line, "please report it") ||
				!strings.HasPrefix(line, "GoNB's command") && (e == nil || e.Line == 0) {
				t.Fatalf("%#v\n%s", err, src)
			}
		}
		last := cells[len(cells)-1]
		s.complete(last, len(last))
		s.inspect(last, len(last), 1)
		if lowered {
			s = nil
		}
	})
}

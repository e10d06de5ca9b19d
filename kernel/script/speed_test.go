//go:build unix

package script

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/traefik/yaegi/interp"
	"github.com/traefik/yaegi/stdlib"
)

// mostCost is the greatest cost of a program here relative to its cost under yaegi itself.
const mostCost = 1.10

// cpu returns the processor time of the process.
func cpu() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// BenchmarkSpeed reports the processor time of programs as a multiple of their time under
// unmodified yaegi. Both run alternately, and the minimum of each counts, so that other
// load on the machine does not.
func BenchmarkSpeed(b *testing.B) {
	files, err := filepath.Glob("testdata/speed/*.go")
	if err != nil || len(files) == 0 {
		b.Fatal("no programs", err)
	}
	for _, file := range files {
		b.Run(strings.TrimSuffix(filepath.Base(file), ".go"), func(b *testing.B) {
			src, err := os.ReadFile(file)
			if err != nil {
				b.Fatal(err)
			}
			least := [2]time.Duration{time.Hour, time.Hour}
			for b.Loop() {
				for range 7 {
					var ours, theirs bytes.Buffer
					for i, run := range []func() error{
						func() error {
							return NewInterpreter(&ours, &ours).runSource(context.Background(), file, string(src), nil)
						},
						func() error {
							y := interp.New(interp.Options{Stdout: &theirs, Stderr: &theirs})
							if err := y.Use(stdlib.Symbols); err != nil {
								return err
							}
							_, err := y.EvalWithContext(context.Background(), string(src))
							return err
						},
					} {
						before := cpu()
						if err := run(); err != nil {
							b.Fatal(err)
						}
						least[i] = min(least[i], cpu()-before)
					}
					if ours.String() != theirs.String() {
						b.Fatalf("prints %q, under yaegi %q", ours.String(), theirs.String())
					}
				}
			}
			cost := float64(least[0]) / float64(least[1])
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(least[0].Microseconds())/1000, "ms")
			b.ReportMetric(cost, "x-yaegi")
			if cost > mostCost {
				b.Logf("%.2f times what it costs under yaegi, want at most %.2f", cost, mostCost)
			}
		})
	}
}

// mostDefer is the greatest cost here of an operation that defers or panics, relative to its cost in compiled Go,
// where that is not the 1 or 2 ns of a defer statement that the compiler puts inline.
const mostDefer = 80

// BenchmarkDefers reports what it costs to defer and to panic as multiples of what it costs in Go: what a function
// costs more if it defers or panics, and in parentheses the whole function.
func BenchmarkDefers(b *testing.B) {
	path, err := filepath.Abs("testdata/defers.go")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		theirs, err := exec.Command("go", "run", path).Output()
		if err != nil {
			b.Fatal(err)
		}
		ours, _, err := runs(Run, context.Background(), path)
		if err != nil {
			b.Fatal(err)
		}
		var name string
		var with, without, goWith, goWithout float64
		compiled := strings.Split(string(theirs), "\n")
		for i, line := range strings.Split(strings.TrimSpace(ours), "\n") {
			fmt.Sscan(line, &name, &with, &without)
			fmt.Sscan(compiled[i], &name, &goWith, &goWithout)
			cost := (with - without) / (goWith - goWithout)
			b.Logf("%s: %.0f ns, in Go %.1f: %.0f times (%.0f)", name, with-without, goWith-goWithout, cost, with/goWith)
			b.ReportMetric(cost, name+"-x-Go")
			if cost > mostDefer && goWith-goWithout > 10 {
				b.Errorf("%s costs %.0f times what it costs in Go, want at most %d", name, cost, mostDefer)
			}
		}
		b.ReportMetric(0, "ns/op")
	}
}

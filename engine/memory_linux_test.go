//go:build !invariants

// Built without invariants, which are for small searches: these searches fill their
// memory.

package engine

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"testing"

	"github.com/focal-search/focal/engine/internal/memory"
)

// plane is an infinite grid whose states are numbers, so that the space takes no memory.
// From x, y one can go right or up, at a cost of 1 to 4. No state is a goal.
type plane struct{}

func (plane) Shape() Shape {
	return Shape{Words: 1, Key: 1, Successors: 2, SmallCosts: true}
}
func (plane) Start(state []uint64)         { state[0] = 0 }
func (plane) Evaluate(n Node) (h, d Cost)  { return 0, Cost(n.State[0] % 7) }
func (plane) IsGoal(n Node) bool           { return false }
func (plane) Expand(n Node, o *Successors) { plane{}.to(n, o, 1); plane{}.to(n, o, 1<<32) }

func (plane) to(n Node, out *Successors, by uint64) {
	to := n.State[0] + by
	out.Add(Successor{Cost: 1 + Cost(to*0x9e3779b97f4a7c15>>62), D: Cost(to % 7)})[0] = to
}

func planeProblem() *Problem {
	return &Problem{Name: "plane", Content: "plane", Unit: 1, Optimal: -1, NewSpace: func() Space { return plane{} }}
}

// resident returns the memory of this process that is in use.
func resident(t *testing.T) int64 {
	t.Helper()
	debug.FreeOSMemory()
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	var size, pages int64
	if _, err := fmt.Sscan(string(data), &size, &pages); err != nil {
		t.Fatal(err)
	}
	return pages * int64(os.Getpagesize())
}

// TestLeft: without a limit a search ends when the machine has little memory left.
func TestLeft(t *testing.T) {
	if n := memory.Left(); n < 1<<20 {
		t.Fatalf("this machine has %d bytes left", n)
	}
	left, asked := memory.Left, 0
	defer func() { memory.Left = left }()
	memory.Left = func() int64 { asked++; return int64(300-100*asked) << 20 }
	r := Solve(t.Context(), planeProblem(), FS(1.5))
	if r.Status != LimitMemory || asked != 2 || r.PeakBytes < 2*64<<20 || r.PeakBytes > 4*64<<20 {
		t.Errorf("%v after %d questions and %d bytes", r, asked, r.PeakBytes)
	}
	memory.Left = left
	if s := Solve(t.Context(), planeProblem(), FS(1.5), WithLimits(Limits{Expanded: r.Expanded})); s.Counters != r.Counters {
		t.Errorf("%+v, and with a limit on expansions %+v", r.Counters, s.Counters)
	}
}

// structures returns one algorithm for each set of queues, on which the memory of a
// search depends.
func structures() (different []Algorithm) {
	seen := map[string]bool{}
	for _, a := range all(1.5, 0.5) {
		d := a.Description()
		key := fmt.Sprint(d.Queues, d.Anytime)
		if len(d.Queues) == 1 {
			key = d.Name // OPEN has its own order
		}
		if !seen[key] {
			seen[key] = true
			different = append(different, a)
		}
	}
	return different
}

// TestMemoryLimit: a run ends with its counters at the memory limit. The memory that it
// counts is what the process takes, and it returns all of it.
func TestMemoryLimit(t *testing.T) {
	const limit, slack = 32 << 20, 8 << 20
	p := planeProblem()
	for _, alg := range structures() {
		before := resident(t)
		run := Start(p, alg, MemoryLimit(limit))
		for run.Next(context.Background()) {
		}
		during := resident(t) - before
		run.Close()
		after := resident(t) - before
		r := run.Result()
		t.Logf("%v: counts %d bytes, has %d resident, leaves %d", alg, r.PeakBytes, during, after)
		if r.Status != LimitMemory || r.Expanded == 0 || r.PeakBytes > limit+slack {
			t.Errorf("%v: %s after %d expansions with %d bytes, want %s at %d", alg, r.Status, r.Expanded, r.PeakBytes,
				LimitMemory, limit)
		}
		if r.PeakBytes < limit/100*95 {
			t.Errorf("%v: only %d bytes of %d are used", alg, r.PeakBytes, limit)
		}
		if during > r.PeakBytes+slack {
			t.Errorf("%v: %d bytes are resident, only %d counted", alg, during, r.PeakBytes)
		}
		if after > slack {
			t.Errorf("%v: %d bytes are still resident after the run", alg, after)
		}
	}
}

// TestHeldMemory: searches count the same in memory that those before them have left.
func TestHeldMemory(t *testing.T) {
	defer memory.Hold()()
	p := planeProblem()
	var first []*Result
	for pass := range 2 {
		for i, alg := range structures() {
			r := Solve(context.Background(), p, alg, MaxInserted(200_000))
			if pass == 0 {
				first = append(first, r)
			} else if r.Counters != first[i].Counters || r.PeakBytes != first[i].PeakBytes {
				t.Errorf("%v: %+v in %d bytes, at first %+v in %d", alg, r.Counters, r.PeakBytes, first[i].Counters,
					first[i].PeakBytes)
			}
		}
	}
}

// Spaces of one's own with methods that a search looks for: a hashed key, a size, warnings, others' states.
package main

import (
	"context"
	"fmt"

	"github.com/focal-search/focal/engine"
)

// A hashed space: the key is x mod 7, the state carries x.
type hashed struct{ same int }

func (h *hashed) Shape() engine.Shape { return engine.Shape{Words: 2, Key: 1, Successors: 2} }
func (h *hashed) Start(s []uint64)    { s[0], s[1] = 0, 0 }
func (h *hashed) Evaluate(n engine.Node) (a, b engine.Cost) {
	return engine.Cost(30 - n.State[1]), engine.Cost(30 - n.State[1])
}
func (h *hashed) IsGoal(n engine.Node) bool { return n.State[1] == 30 }
func (h *hashed) Expand(n engine.Node, out *engine.Successors) {
	for i := range uint64(2) {
		to := n.State[1] + i + 1
		if to > 30 {
			continue
		}
		w := out.Add(engine.Successor{Cost: 2*engine.Cost(i) + 1, H: engine.Cost(30 - to), D: engine.Cost(30-to) / 2, Move: engine.Move(i)})
		w[0], w[1] = to%7, to
	}
}
func (h *hashed) Same(n engine.Node, state []uint64) bool { h.same++; return n.State[1] == state[1] }
func (h *hashed) Bytes() int64                            { return 1 << 20 }
func (h *hashed) Pure()                                   {}

type plainSpace struct{ hashed }

func (plainSpace) WithoutD() {}

// linked finds the parent of a node by the id in the carried word.
type linked struct {
	hashed  hashed // not embedded: Expand uses the node's id, so the space is not pure
	stateOf func(id uint32) []uint64
	steps   int
}

func (l *linked) Link(stateOf func(id uint32) []uint64) { l.stateOf = stateOf }
func (l *linked) Shape() engine.Shape                   { return engine.Shape{Words: 3, Key: 2, Successors: 2} }
func (l *linked) Start(s []uint64)                      { s[0], s[1], s[2] = 0, 0, 1<<32 }
func (l *linked) Evaluate(n engine.Node) (a, b engine.Cost) {
	return l.hashed.Evaluate(n)
}
func (l *linked) IsGoal(n engine.Node) bool { return l.hashed.IsGoal(n) }
func (l *linked) Expand(n engine.Node, out *engine.Successors) {
	if from := n.State[2]; from < 1<<32 && n.State[1]-l.stateOf(uint32(from))[1] <= 2 {
		l.steps++
	}
	for i := range uint64(2) {
		if to := n.State[1] + i + 1; to <= 30 {
			w := out.Add(engine.Successor{Cost: 2*engine.Cost(i) + 1, H: engine.Cost(30 - to), D: engine.Cost(30-to) / 2, Move: engine.Move(i)})
			w[0], w[1], w[2] = to%7, to, uint64(n.ID)
		}
	}
}
func (l *linked) Same(n engine.Node, state []uint64) bool { return n.State[1] == state[1] }

type warning struct{ *plainSpace }

func (warning) Warnings() []string { return []string{fmt.Sprint("a warning of ", 2, " words")} }

func main() {
	h := &hashed{}
	p := &engine.Problem{Name: "hashed", Unit: 1, Content: "x", Optimal: -1, NewSpace: func() engine.Space { return h },
		Replay: func(ms []engine.Move) (c engine.Cost, err error) {
			x := 0
			for _, m := range ms {
				c += 2*engine.Cost(m) + 1
				x += int(m) + 1
			}
			if x != 30 {
				err = fmt.Errorf("at %d", x)
			}
			return
		}}
	for _, a := range []engine.Algorithm{engine.AStar(), engine.FS(1.5), engine.DPS(2)} {
		r := engine.Solve(context.Background(), p, a)
		fmt.Println(r.Status, r.Cost, r.Counters, h.same > 0, r.PeakBytes > 1<<20, engine.Verify(p, r), r.Err)
	}
	p.NewSpace = func() engine.Space { return &plainSpace{} }
	r := engine.Solve(context.Background(), p, engine.AStar())
	fmt.Println(r.Status, r.Cost, r.Counters, r.PeakBytes > 1<<20)
	p.NewSpace = func() engine.Space { return warning{new(plainSpace)} }
	r = engine.Solve(context.Background(), p, engine.WAStar(2))
	fmt.Println(r.Status, r.Cost, r.Counters, r.PeakBytes > 1<<20, r.Warnings)
	l := new(linked)
	p.NewSpace = func() engine.Space { return l }
	r = engine.Solve(context.Background(), p, engine.FS(1.5))
	fmt.Println(r.Status, r.Cost, r.Counters, l.steps, r.Err)
}

package studytest

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/focal-search/focal/engine"
)

// Sets are the domain's.
var Sets = []engine.Set{
	{Name: "run", Names: []string{"fine", "panics", "lies", "broken"}},
	{Name: "process", Names: []string{"fine", "throws", "eats", "dies", "hangs", "exits"}},
	{Name: "start", Names: []string{"waits"}},
}

func init() {
	engine.Register(&engine.Domain{Name: "wild", Doc: "for tests: what goes wrong", Sets: Sets, Problem: Problem})
}

// Problem makes a problem of a set, 0 -> 1 -> 2 -> 3, which fails at 1. A detached
// process cannot make "waits" while the file WILD_GATE exists.
func Problem(set string, id int, _ string) (*engine.Problem, error) {
	kind := ""
	for _, s := range Sets {
		if s.Name == set {
			kind = s.Names[id-1]
		}
	}
	if kind == "waits" && slices.Contains(os.Args[1:], "study") {
		for gate := os.Getenv("WILD_GATE"); ; time.Sleep(10 * time.Millisecond) {
			if _, err := os.Stat(gate); err != nil {
				break
			}
		}
	}
	return &engine.Problem{
		Unit: 1, Content: "wild " + kind, Optimal: -1,
		NewSpace: func() engine.Space { return space{kind} },
		Replay: func(moves []engine.Move) (engine.Cost, error) {
			if kind == "lies" {
				return 7, nil
			}
			return engine.Cost(len(moves)), nil
		},
		MoveName: func(engine.Move) string { return "on" },
	}, nil
}

type space struct{ kind string }

func (space) Shape() engine.Shape {
	return engine.Shape{Words: 1, Key: 1, Successors: 1, SmallCosts: true}
}
func (space) Start(state []uint64)                      { state[0] = 0 }
func (space) Evaluate(n engine.Node) (h, d engine.Cost) { return 0, 3 - engine.Cost(n.State[0]) }
func (space) IsGoal(n engine.Node) bool                 { return n.State[0] == 3 }

func (s space) Expand(n engine.Node, out *engine.Successors) {
	x := n.State[0]
	if x == 1 {
		out.Err = misbehave(s.kind)
	}
	out.Add(engine.Successor{Cost: 1, D: 2 - engine.Cost(x)})[0] = x + 1
}

var eaten [][]byte

func misbehave(kind string) error {
	switch kind {
	case "panics":
		panic("a mistake of the domain")
	case "broken":
		return errors.New("nothing known of state 1")
	case "throws":
		go panic("a mistake in a goroutine of the domain")
		select {}
	case "eats":
		for {
			eaten = append(eaten, make([]byte, 1<<20))
		}
	case "dies":
		p, _ := os.FindProcess(os.Getpid())
		p.Kill()
		select {}
	case "hangs":
		select {}
	case "exits":
		fmt.Fprintln(os.Stderr, "this is the end")
		os.Exit(OddCode)
	}
	return nil
}

// OddCode is the exit code of a search that ends its process.
const OddCode = 7

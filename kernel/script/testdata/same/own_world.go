package main

import (
	"fmt"
	"math"
	"sort"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/frame"
	"github.com/focal-search/focal/kernel/plot"
	"github.com/focal-search/focal/kernel/show"
)

type Kind int

const (
	Walk Kind = iota
	Swim
	Fly
)

var kinds = [...]string{Walk: "walk", Swim: "swim", Fly: "fly"}

func (k Kind) String() string { return kinds[k] }

type Pos struct {
	X, Y int8
	K    Kind
}
type Step struct {
	dx, dy int8
	cost   func(Kind) engine.Cost
}

func flat(c engine.Cost) func(Kind) engine.Cost { return func(Kind) engine.Cost { return c } }

type World struct {
	w, h  int8
	steps []Step
	water map[[2]int8]bool
	*stats
}
type stats struct{ calls map[string]int }

func (s *stats) hit(name string) { s.calls[name]++ }

func (w World) inside(p Pos) bool { return p.X >= 0 && p.Y >= 0 && p.X < w.w && p.Y < w.h }
func (w World) Successors(p Pos) []engine.Edge[Pos] {
	w.hit("succ")
	out := make([]engine.Edge[Pos], 0, 6)
	for _, s := range w.steps {
		q := Pos{p.X + s.dx, p.Y + s.dy, p.K}
		if !w.inside(q) || w.water[[2]int8{q.X, q.Y}] && q.K == Walk {
			continue
		}
		out = append(out, engine.Edge[Pos]{To: q, Cost: s.cost(p.K)})
	}
	for k := Walk; k <= Fly; k++ {
		if k != p.K {
			out = append(out, engine.Edge[Pos]{q(p, k), 5, "as " + k.String()})
		}
	}
	return out
}
func q(p Pos, k Kind) Pos { p.K = k; return p }
func (w World) H(p Pos) engine.Cost {
	w.hit("h")
	dx, dy := float64(w.w-1-p.X), float64(w.h-1-p.Y)
	return engine.Cost(math.Max(math.Abs(dx), math.Abs(dy)))
}

type Agent interface {
	Decide(o *engine.Observation) int
	fmt.Stringer
}
type base struct{ n int }

func (b *base) Decide(o *engine.Observation) int { b.n++; return 0 }
func (b base) String() string                    { return fmt.Sprintf("base%d", b.n) }

type lucky struct {
	*base
	p    float64
	hist []int
}

func (l *lucky) Decide(o *engine.Observation) int {
	l.base.Decide(o)
	q := 0
	switch f, _ := o.Best(1); {
	case o.Chance(l.p):
		q = 1
	case f == o.FMin && o.Plateau() > 10:
		q = 1
	}
	if len(l.hist) < 5 {
		l.hist = append(l.hist, q)
	}
	return q
}

func main() {
	w := World{w: 9, h: 9, water: map[[2]int8]bool{}, stats: &stats{map[string]int{}}}
	for i := int8(0); i < 9; i++ {
		if i != 4 {
			w.water[[2]int8{i, 4}] = true
		}
	}
	for dx := int8(-1); dx <= 1; dx++ {
		for dy := int8(-1); dy <= 1; dy++ {
			if dx == 0 && dy == 0 {
				continue
			}
			s := Step{dx, dy, flat(2)}
			if dx*dy != 0 {
				s.cost = func(k Kind) engine.Cost { return 3 - engine.Cost(k)/2 }
			}
			w.steps = append(w.steps, s)
		}
	}
	g := engine.Graph[Pos]{Name: "world", Start: Pos{}, Goal: func(p Pos) bool { return p.X == 8 && p.Y == 8 },
		Successors: w.Successors, H: w.H, D: func(p Pos) engine.Cost { return w.H(p) * 2 },
		Picture: func(p Pos) string { return fmt.Sprintf("%v@%d,%d", p.K, p.X, p.Y) }}
	p := g.Problem()
	agents := map[string]Agent{"lucky": &lucky{base: &base{}, p: 0.3}, "base": &base{}}
	names := []string{}
	for n := range agents {
		names = append(names, n)
	}
	sort.Strings(names)
	var results []*engine.Result
	for _, n := range names {
		a := agents[n]
		alg := engine.Custom{Name: n, Queues: []engine.Queue{engine.LeastD}, Draws: n == "lucky",
			Scheduler: func() engine.Scheduler { return a.Decide }}.Algorithm(1.5)
		r := engine.Solve(show.Context(), p, alg, engine.Seed(3), engine.Traced())
		results = append(results, r)
		fmt.Println(n, r.Status, r.Cost, r.Expanded, r.Path, a, r.Trace != nil)
	}
	fmt.Println(agents["lucky"].(*lucky).hist, w.calls["h"] > 0, agents)
	f := frame.Results(results...)
	fmt.Println(f.Rows(), f.Group("algorithm").Max("expanded"))
	sq := plot.Series{Name: "sq"}
	for x := 0.0; x < 3; x += 0.5 {
		sq.X, sq.Y = append(sq.X, x), append(sq.Y, math.Round(x*x*100)/100)
	}
	svg, err := plot.Lines("t", "x", "y", sq, plot.Series{"lin", []float64{0, 1}, []float64{1, 2}}).SVG()
	fmt.Println(len(svg) > 1000, strings.HasPrefix(svg, "<svg"), err, sq)
	ag := engine.AnyGraph{Name: "any", Start: Pos{K: Fly}, Goal: func(s any) bool { k, ok := s.(Kind); return ok && k == Swim },
		Successors: func(s any) []engine.AnyEdge {
			switch s := s.(type) {
			case Pos:
				if s.X > 2 {
					return []engine.AnyEdge{{To: s.K, Cost: 1}, {To: [2]Kind{Walk, Fly}, Cost: 1}}
				}
				s.X++
				return []engine.AnyEdge{{To: s, Cost: 2}}
			case [2]Kind:
				return []engine.AnyEdge{{To: s[0] + 1, Cost: 4, Move: s[1].String()}}
			case Kind:
				return nil
			}
			panic("unknown")
		}}
	r := engine.Solve(show.Context(), ag.Problem(), engine.AStar())
	fmt.Println(r.Status, r.Cost, r.Path, r.Expanded)
	fmt.Println(engine.NewAlgorithm("pfs", 1.5, 0.5))
}

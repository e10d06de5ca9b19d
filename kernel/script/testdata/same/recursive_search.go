package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// several recursive types, many forms
type (
	Problem interface {
		Start() State
		Expand(State) []Step
	}
	State interface {
		Key() string
		H() int
	}
	Step struct {
		Op   string
		Cost int
		To   State
	}
	Node struct {
		State
		g, f   int
		parent *Node
		via    *Step
		kids   []*Node
		open   *Open
	}
	Open struct {
		heap  []*Node
		by    map[string]*Node
		less  func(a, b *Node) bool
		hooks map[string][]Hook
	}
	Hook   func(*Open, *Node) Hook
	Search struct {
		Problem
		open   Open
		closed map[string]*Node
		policy Policy
		trace  []Trace
	}
	Policy func(*Search) (*Node, Policy)
	Trace  struct {
		s  *Search
		n  *Node
		at int
	}
)

func (o *Open) push(n *Node) {
	n.open = o
	o.heap = append(o.heap, n)
	o.by[n.Key()] = n
	hooks := o.hooks["push"]
	for i, h := range hooks {
		if h != nil {
			hooks[i] = h(o, n)
		}
	}
}
func (o *Open) pop() *Node {
	best := 0
	for i := range o.heap {
		if o.less(o.heap[i], o.heap[best]) {
			best = i
		}
	}
	n := o.heap[best]
	o.heap = slices.Delete(o.heap, best, best+1)
	delete(o.by, n.Key())
	return n
}

type grid struct{ w, h int }
type pos struct {
	x, y int
	g    *grid
}

func (p pos) Key() string    { return fmt.Sprintf("%d,%d", p.x, p.y) }
func (p pos) H() int         { return p.g.w - 1 - p.x + p.g.h - 1 - p.y }
func (g *grid) Start() State { return pos{0, 0, g} }
func (g *grid) Expand(s State) (out []Step) {
	p := s.(pos)
	for _, d := range []struct{ dx, dy int }{{1, 0}, {0, 1}, {-1, 0}, {0, -1}} {
		q := pos{p.x + d.dx, p.y + d.dy, g}
		if q.x < 0 || q.y < 0 || q.x >= g.w || q.y >= g.h || (q.x == 1 && q.y < g.h-1) {
			continue
		}
		out = append(out, Step{fmt.Sprint(d), 1, q})
	}
	return
}
func best(s *Search) (*Node, Policy) { return s.open.pop(), dive }
func dive(s *Search) (*Node, Policy) {
	if n := len(s.trace); n > 0 && len(s.trace[n-1].n.kids) > 0 {
		k := s.trace[n-1].n.kids[0]
		if _, ok := s.open.by[k.Key()]; ok {
			s.open.heap = slices.DeleteFunc(s.open.heap, func(n *Node) bool { return n == k })
			delete(s.open.by, k.Key())
			return k, best
		}
	}
	return best(s)
}
func (s *Search) run() *Node {
	s.closed = map[string]*Node{}
	s.open.push(&Node{State: s.Start()})
	for len(s.open.heap) > 0 {
		var n *Node
		n, s.policy = s.policy(s)
		s.trace = append(s.trace, Trace{s, n, len(s.trace)})
		if n.H() == 0 {
			return n
		}
		s.closed[n.Key()] = n
		for _, st := range s.Expand(n.State) {
			if s.closed[st.To.Key()] != nil || s.open.by[st.To.Key()] != nil {
				continue
			}
			k := &Node{State: st.To, g: n.g + st.Cost, parent: n, via: &st}
			k.f = k.g + k.H()
			n.kids = append(n.kids, k)
			s.open.push(k)
		}
	}
	return nil
}
func main() {
	s := &Search{Problem: &grid{4, 3}, policy: best}
	s.open = Open{by: map[string]*Node{}, less: func(a, b *Node) bool { return a.f < b.f || a.f == b.f && a.g > b.g }}
	count := 0
	var hook Hook
	hook = func(o *Open, n *Node) Hook {
		if count++; count > 5 {
			return nil
		}
		return hook
	}
	s.open.hooks = map[string][]Hook{"push": {hook}}
	n := s.run()
	var path []string
	for ; n != nil; n = n.parent {
		path = append(path, n.Key())
	}
	slices.Reverse(path)
	fmt.Println(strings.Join(path, " "), count, len(s.trace), len(s.closed))
	fmt.Println(slices.Sorted(maps.Keys(s.closed)))
	fmt.Println(s.trace[2].n.open == &s.open, s.trace[0].s.trace[1].at, s.trace[1].n.via.Op)
}

package main

import (
	"bufio"
	"container/heap"
	"errors"
	"fmt"
	"sort"
	"strings"
	"sync"
)

type State struct{ x, y int }

type Node struct {
	state State
	g, f  float64
	from  *Node
	index int
}

type Queue []*Node

func (q Queue) Len() int           { return len(q) }
func (q Queue) Less(i, j int) bool { return q[i].f < q[j].f || q[i].f == q[j].f && q[i].g > q[j].g }
func (q Queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i]; q[i].index, q[j].index = i, j }
func (q *Queue) Push(x any)        { n := x.(*Node); n.index = len(*q); *q = append(*q, n) }
func (q *Queue) Pop() any {
	old := *q
	n := old[len(old)-1]
	*q = old[:len(old)-1]
	return n
}

type Domain interface {
	Expand(s State) []State
	H(s State) float64
}

type Grid struct {
	w, h  int
	walls map[State]bool
	goal  State
}

func (g *Grid) Expand(s State) (out []State) {
	for _, d := range [4]State{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
		n := State{s.x + d.x, s.y + d.y}
		if n.x >= 0 && n.y >= 0 && n.x < g.w && n.y < g.h && !g.walls[n] {
			out = append(out, n)
		}
	}
	return
}

func (g *Grid) H(s State) float64 { return float64(abs(s.x-g.goal.x) + abs(s.y-g.goal.y)) }

func abs(i int) int {
	if i < 0 {
		return -i
	}
	return i
}

func (s State) String() string { return fmt.Sprintf("<%d,%d>", s.x, s.y) }

var ErrNone = errors.New("no path")

func astar(d Domain, start, goal State) (path []State, expanded int, err error) {
	best := map[State]*Node{}
	q := &Queue{}
	first := &Node{state: start, f: d.H(start)}
	heap.Push(q, first)
	best[start] = first
	for q.Len() > 0 {
		n := heap.Pop(q).(*Node)
		expanded++
		if n.state == goal {
			for ; n != nil; n = n.from {
				path = append([]State{n.state}, path...)
			}
			return
		}
		for _, s := range d.Expand(n.state) {
			g := n.g + 1
			if old, ok := best[s]; !ok || g < old.g {
				m := &Node{state: s, g: g, f: g + d.H(s), from: n}
				best[s] = m
				heap.Push(q, m)
			}
		}
	}
	return nil, expanded, fmt.Errorf("astar %v: %w", start, ErrNone)
}

type Matrix [][]float64

func (a Matrix) Mul(b Matrix) Matrix {
	c := make(Matrix, len(a))
	for i := range a {
		c[i] = make([]float64, len(b[0]))
		for j := range b[0] {
			for k := range b {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return c
}

type Stats struct {
	mu     sync.Mutex
	counts map[string]int
}

func (s *Stats) Add(k string) { s.mu.Lock(); defer s.mu.Unlock(); s.counts[k]++ }

type Visitor func(depth int, s State) bool

type key struct {
	a, b int
	c    string
}

func lcs(a, b string, memo map[key]int) int {
	if a == "" || b == "" {
		return 0
	}
	k := key{len(a), len(b), ""}
	if v, ok := memo[k]; ok {
		return v
	}
	var r int
	if a[0] == b[0] {
		r = 1 + lcs(a[1:], b[1:], memo)
	} else {
		r = max(lcs(a[1:], b, memo), lcs(a, b[1:], memo))
	}
	memo[k] = r
	return r
}

func main() {
	g := &Grid{5, 4, map[State]bool{{1, 0}: true, {1, 1}: true, {3, 3}: true, {3, 2}: true}, State{4, 3}}
	path, n, err := astar(g, State{}, g.goal)
	for _, s := range path {
		fmt.Print(s, " ")
	}
	fmt.Println(len(path), n > 0, err)
	g.walls[State{4, 2}] = true
	_, _, err = astar(g, State{}, g.goal)
	fmt.Println(err, errors.Is(err, ErrNone))
	m := Matrix{{1, 2}, {3, 4}}
	fmt.Println(m.Mul(m), m.Mul(Matrix{{0, 1}, {1, 0}}))
	st := &Stats{counts: map[string]int{}}
	var wg sync.WaitGroup
	for _, w := range strings.Fields("a b a c b a") {
		wg.Add(1)
		go func() { defer wg.Done(); st.Add(w) }()
	}
	wg.Wait()
	keys := make([]string, 0)
	for k := range st.counts {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool { return st.counts[keys[i]] > st.counts[keys[j]] })
	fmt.Println(keys, st.counts)
	var visit func(d int, s State, v Visitor) int
	visit = func(d int, s State, v Visitor) int {
		if !v(d, s) {
			return 0
		}
		sum := 1
		for _, n := range g.Expand(s) {
			sum += visit(d+1, n, v)
		}
		return sum
	}
	fmt.Println(visit(0, State{}, func(d int, s State) bool { return d < 4 }))
	fmt.Println(lcs("interpreter", "compiler", map[key]int{}))
	sc := bufio.NewScanner(strings.NewReader("3 4\n# no\n5 6\n"))
	total := 0
lines:
	for sc.Scan() {
		for _, f := range strings.Fields(sc.Text()) {
			var v int
			if _, err := fmt.Sscan(f, &v); err != nil {
				continue lines
			}
			total += v
		}
	}
	fmt.Println(total)
	grids := map[string]Grid{"a": *g}
	copied := grids["a"]
	copied.w = 99
	fmt.Println(grids["a"].w, copied.w, g.w)
	nodes := []Node{{g: 1}, {g: 2}}
	for _, n := range nodes {
		n.g = 9
	}
	for i := range nodes {
		nodes[i].f = nodes[i].g * 2
	}
	other := append(nodes[:1], Node{g: 7})
	fmt.Println(nodes[1].g, other[1].g, nodes[0].f)
	results := make(chan State, 3)
	go func() {
		defer close(results)
		for i := range 3 {
			results <- State{i, i * i}
		}
	}()
	for s := range results {
		fmt.Print(s, " ")
	}
	fmt.Println()
}

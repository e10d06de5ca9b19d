package main

import (
	"fmt"
	"os"
	"slices"
	"sort"
	"strings"
)

// aliasing and evaluation

type V struct{ x, y int }
type Box struct {
	v  V
	vs []V
	m  map[string]V
	a  [2]V
	p  *V
	f  func() V
	in struct{ deep [2]struct{ v V } }
}

func (b Box) With(x int) Box  { b.v.x = x; b.a[0].x = x; b.in.deep[1].v.y = x; return b }
func (b *Box) Set(x int) *Box { b.v.x = x; b.a[1].x = x; return b }
func (b Box) Get() (V, [2]V)  { return b.v, b.a }
func (v V) Add(w V) V         { v.x += w.x; v.y += w.y; return v }
func (v *V) Scale(k int)      { v.x *= k; v.y *= k }

func swap(a, b *V)           { *a, *b = *b, *a }
func byVal(a [2]V, v V) [2]V { a[0] = v; v.x = -1; a[1] = v; return a }

type Grid [3][3]rune

func (g Grid) Set(r, c int, x rune) Grid { g[r][c] = x; return g }
func (g *Grid) Row(r int) *[3]rune       { return &g[r] }
func (g Grid) String() string {
	var sb strings.Builder
	for _, row := range g {
		for _, c := range row {
			if c == 0 {
				c = '.'
			}
			sb.WriteRune(c)
		}
		sb.WriteByte('/')
	}
	return sb.String()
}
func (g Grid) Next() (out []Grid) {
	for r := range g {
		for c := range g[r] {
			if g[r][c] == 0 && len(out) < 2 {
				h := g
				h[r][c] = 'x'
				out = append(out, h)
			}
		}
	}
	return
}

type Puzzle struct {
	cells [4]int8
	blank int
}

func (p Puzzle) Moves() []Puzzle {
	var out []Puzzle
	for i := range p.cells {
		if i == p.blank {
			continue
		}
		q := p
		q.cells[i], q.cells[q.blank] = q.cells[q.blank], q.cells[i]
		q.blank = i
		out = append(out, q)
	}
	return out
}

func bfs(start, goal Puzzle) ([]Puzzle, int) {
	type entry struct {
		p    Puzzle
		prev *entry
	}
	seen := map[Puzzle]struct{}{start: {}}
	queue := []*entry{{p: start}}
	for n := 0; len(queue) > 0; n++ {
		e := queue[0]
		queue = queue[1:]
		if e.p == goal {
			var path []Puzzle
			for ; e != nil; e = e.prev {
				path = append(path, e.p)
			}
			slices.Reverse(path)
			return path, n
		}
		for _, q := range e.p.Moves() {
			if _, ok := seen[q]; !ok {
				seen[q] = struct{}{}
				queue = append(queue, &entry{q, e})
			}
		}
	}
	return nil, -1
}

func perms(xs []int) (out [][]int) {
	var rec func(k int)
	rec = func(k int) {
		if k == len(xs) {
			out = append(out, append([]int(nil), xs...))
			return
		}
		for i := k; i < len(xs); i++ {
			xs[k], xs[i] = xs[i], xs[k]
			rec(k + 1)
			xs[k], xs[i] = xs[i], xs[k]
		}
	}
	rec(0)
	return
}

func queens(n int) (count int, first []int) {
	cols, d1, d2 := make([]bool, n), map[int]bool{}, map[int]bool{}
	pos := make([]int, 0, n)
	var place func(r int) bool
	place = func(r int) bool {
		if r == n {
			count++
			if first == nil {
				first = slices.Clone(pos)
			}
			return false
		}
		for c := range cols {
			if cols[c] || d1[r+c] || d2[r-c] {
				continue
			}
			cols[c], d1[r+c], d2[r-c] = true, true, true
			pos = append(pos, c)
			if place(r + 1) {
				return true
			}
			pos = pos[:len(pos)-1]
			cols[c] = false
			delete(d1, r+c)
			delete(d2, r-c)
		}
		return false
	}
	place(0)
	return
}

func knap(ws, vs []int, cap int) int {
	dp := make([][]int, len(ws)+1)
	for i := range dp {
		dp[i] = make([]int, cap+1)
	}
	for i, w := range ws {
		for c := 0; c <= cap; c++ {
			dp[i+1][c] = dp[i][c]
			if c >= w {
				dp[i+1][c] = max(dp[i+1][c], dp[i][c-w]+vs[i])
			}
		}
	}
	return dp[len(ws)][cap]
}

func main() {
	b := Box{v: V{1, 2}, vs: []V{{3, 4}}, m: map[string]V{"k": {5, 6}}}
	b.p = &b.v
	b.f = func() V { return b.v }
	c := b
	c.v.x = 10
	c.vs[0].x = 30
	c.a[0] = V{7, 8}
	c.in.deep[0].v = c.a[0]
	d := b.With(99)
	b.Set(5).Set(6).p.Scale(2)
	v, a := b.Get()
	a[1].y = 77
	fmt.Println(b.v, b.vs, b.a, c.v, c.vs, c.a, c.in, d.v, d.a, d.in, *b.p, c.p == b.p, b.f(), c.f(), v, a)
	w := b.m["k"]
	w.Scale(3)
	b.m["k2"] = w
	b.m["k"] = b.m["k"].Add(w).Add(V{1, 1})
	fmt.Println(b.m, w)
	swap(&b.vs[0], &b.a[0])
	swap(b.p, &b.a[1])
	fmt.Println(b.vs, b.a, b.v, byVal(b.a, V{1, 1}), b.a)
	ptrs := []*V{&b.v, &b.vs[0], &b.a[1], {9, 9}}
	for _, p := range ptrs {
		p.x++
	}
	vals := []V{}
	for _, p := range ptrs {
		vals = append(vals, *p)
		p.y = 0
	}
	fmt.Println(vals, *ptrs[3], b.v, b.vs[0], b.a[1])
	vs := b.vs
	vs = append(vs, V{}, V{1, 0})
	vs[0].x = -5
	fmt.Println(b.vs[0].x, vs, len(vs))
	var g Grid
	h := g.Set(1, 1, 'o').Set(0, 2, 'é')
	h.Row(2)[0] = 'z'
	k := h
	k.Row(0)[0] = 'k'
	r := *k.Row(0)
	r[1] = 'r'
	fmt.Println(g, h, k, string(r[:]), k == h, k.Set(0, 0, 0) == h, h.Next(), g.Next())
	m := map[Grid]int{g: 1, h: 2}
	m[h.Next()[0]]++
	m[k]--
	fmt.Println(len(m), m[h], m[k], m[Grid{}])
	gs := []Grid{g, h}
	for i, x := range gs {
		x[0][0] = 'q'
		gs[i][2][2] = 'w'
		fmt.Print(x, gs[i], " ")
	}
	fmt.Println()
	path, n := bfs(Puzzle{[4]int8{1, 2, 3, 0}, 3}, Puzzle{[4]int8{0, 1, 2, 3}, 0})
	fmt.Println(path, n, len(path))
	fmt.Println(perms([]int{1, 2, 3}))
	fmt.Println(queens(6))
	fmt.Println(knap([]int{1, 3, 4, 5}, []int{1, 4, 5, 7}, 7))
	s := []int{1, 2, 3, 4, 5}
	t := s[1:3]
	t = append(t, 100)
	u := append(s[:2:2], 200)
	copy(s[2:], s)
	fmt.Println(s, t, u, cap(u) >= 3, len(s[:0]), s[len(s):])
	s = slices.Delete(s, 1, 3)
	s = slices.Insert(s, 0, s...)
	fmt.Println(s, slices.Equal(s[:3], s[3:]))
	x := [...]int{1, 2, 3}
	y := x
	px := &x
	for i := range px {
		px[i] *= 2
	}
	z := *px
	sl := x[:]
	sl[0] = 50
	for i, v := range x {
		x[2] = 1000
		y[i] += v
	}
	fmt.Println(x, y, z, sl, *px == x)
	fn := func(a [3]int, s []int, m map[int]int) { a[0], s[0], m[0] = -1, -1, -1 }
	mm := map[int]int{}
	fn(x, sl, mm)
	fmt.Println(x, mm)
	matrix := make([][]float64, 2)
	for i := range matrix {
		matrix[i] = make([]float64, 2)
		for j := range matrix[i] {
			matrix[i][j] = float64(i*2+j) / 4
		}
	}
	row := matrix[0]
	matrix[0], matrix[1] = matrix[1], matrix[0]
	row[0] = 9
	fmt.Println(matrix, row)
	people := []struct {
		Name string
		Age  int
	}{{"Al", 30}, {"Bo", 25}, {"Cy", 30}}
	sort.SliceStable(people, func(i, j int) bool { return people[i].Age < people[j].Age })
	byAge := map[int][]*struct {
		Name string
		Age  int
	}{}
	for i := range people {
		p := &people[i]
		byAge[p.Age] = append(byAge[p.Age], p)
	}
	byAge[30][0].Name += "!"
	fmt.Println(people, len(byAge[30]), byAge[25][0].Name)
	fmt.Fprintf(os.Stdout, "%v %+v\n", people[0], people[1:])
	chV := make(chan *V, 1)
	lv := V{1, 1}
	chV <- &lv
	(<-chV).Scale(5)
	fs := [](func(int) int){}
	for i := range 3 {
		k := i * i
		fs = append(fs, func(x int) int { k += x; i++; return k + i })
	}
	fmt.Println(lv, fs[1](1), fs[1](1), fs[2](0))
	var iface interface{ Add(V) V } = lv
	lv.x = 0
	fmt.Println(iface.Add(V{1, 1}), lv)
	type pair struct {
		k string
		v *int
	}
	cnt := map[string]*int{}
	for _, w := range strings.Fields("a b a") {
		if cnt[w] == nil {
			cnt[w] = new(int)
		}
		*cnt[w]++
	}
	var prs []pair
	for k, v := range cnt {
		prs = append(prs, pair{k, v})
	}
	sort.Slice(prs, func(i, j int) bool { return *prs[i].v > *prs[j].v })
	*prs[0].v *= 10
	fmt.Println(prs[0].k, *cnt["a"], *prs[1].v)
}

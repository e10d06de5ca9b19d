package main

import (
	"fmt"
	"math"
	"strings"
)

type Op int

const (
	Up Op = iota
	Down
	Left
	Right
	numOps
)

var names = [...]string{Up: "U", Down: "D", Left: "L", Right: "R"}

func (o Op) String() string { return names[o] }
func (o Op) Inverse() Op    { return o ^ 1 }

var inverse = [numOps]Op{Up: Down, Down: Up, Left: Right, Right: Left}

type Path []Op

func (p Path) String() string {
	var b strings.Builder
	for _, o := range p {
		b.WriteString(o.String())
	}
	return b.String()
}
func ida(n int, h func(int) int, succ func(int) map[Op]int, goal int) (Path, int) {
	var path Path
	exp := 0
	var dfs func(s, g, bound int, last Op) int
	dfs = func(s, g, bound int, last Op) int {
		f := g + h(s)
		if f > bound {
			return f
		}
		if s == goal {
			return -1
		}
		exp++
		least := math.MaxInt
		next := succ(s)
		for o := Up; o < numOps; o++ {
			t, ok := next[o]
			if !ok || last >= 0 && o == last.Inverse() {
				continue
			}
			path = append(path, o)
			switch r := dfs(t, g+1, bound, o); {
			case r == -1:
				return -1
			case r < least:
				least = r
			}
			path = path[:len(path)-1]
		}
		return least
	}
	for bound := h(n); ; {
		r := dfs(n, 0, bound, -1)
		if r == -1 {
			return path, exp
		}
		bound = r
	}
}
func main() {
	w := 5
	succ := func(s int) map[Op]int {
		m := map[Op]int{}
		if s >= w {
			m[Up] = s - w
		}
		if s < w*(w-1) {
			m[Down] = s + w
		}
		if s%w > 0 {
			m[Left] = s - 1
		}
		if s%w < w-1 {
			m[Right] = s + 1
		}
		delete(m, Op(s%3))
		return m
	}
	h := func(s int) int { return (24-s)/w + (24-s)%w/4 }
	p, e := ida(0, h, succ, 24)
	fmt.Println(p, e, len(p), inverse, Path(nil), []Op{0, 3})
	fmt.Printf("%s %v %d %q\n", p, p[:2], p[:2], p[0])
}

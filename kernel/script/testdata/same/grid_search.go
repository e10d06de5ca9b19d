// A search of one's own with container/heap, and maps of structs.
package main

import (
	"container/heap"
	"fmt"
)

type point struct{ x, y int }

type item struct {
	at   point
	f, g float64
	idx  int
}

type open []*item

func (o open) Len() int           { return len(o) }
func (o open) Less(i, j int) bool { return o[i].f < o[j].f || o[i].f == o[j].f && o[i].g > o[j].g }
func (o open) Swap(i, j int)      { o[i], o[j] = o[j], o[i]; o[i].idx = i; o[j].idx = j }
func (o *open) Push(x any)        { it := x.(*item); it.idx = len(*o); *o = append(*o, it) }
func (o *open) Pop() any          { old := *o; it := old[len(old)-1]; *o = old[:len(old)-1]; return it }

var dirs = [...]point{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}

func astar(grid []string, from, to point) (int, []point, int) {
	best := map[point]*item{}
	parent := map[point]point{}
	o := &open{}
	h := func(p point) float64 {
		dx, dy := p.x-to.x, p.y-to.y
		if dx < 0 {
			dx = -dx
		}
		if dy < 0 {
			dy = -dy
		}
		return float64(dx + dy)
	}
	push := func(p point, g float64) bool {
		if it, ok := best[p]; ok {
			if it.g <= g {
				return false
			}
			it.g, it.f = g, g+h(p)
			if it.idx >= 0 {
				heap.Fix(o, it.idx)
			} else {
				heap.Push(o, it)
			}
			return true
		}
		it := &item{at: p, g: g, f: g + h(p)}
		best[p] = it
		heap.Push(o, it)
		return true
	}
	push(from, 0)
	n := 0
	for o.Len() > 0 {
		it := heap.Pop(o).(*item)
		it.idx = -1
		n++
		if it.at == to {
			var path []point
			for p := to; p != from; p = parent[p] {
				path = append(path, p)
			}
			return int(it.g), path, n
		}
		for _, d := range dirs {
			q := point{it.at.x + d.x, it.at.y + d.y}
			if q.y < 0 || q.y >= len(grid) || q.x < 0 || q.x >= len(grid[q.y]) || grid[q.y][q.x] == '#' {
				continue
			}
			if push(q, it.g+1) {
				parent[q] = it.at
			}
		}
	}
	return -1, nil, n
}

func main() {
	g := []string{
		"..........",
		".########.",
		".#......#.",
		".#.####.#.",
		".#.#....#.",
		"...#.####.",
		"...#......",
	}
	fmt.Println(astar(g, point{0, 0}, point{4, 4}))
	fmt.Println(astar([]string{"..#.", "..#."}, point{0, 0}, point{3, 0}))
}

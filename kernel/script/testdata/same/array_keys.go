// Arrays are values, also as keys of maps.
package main

import "fmt"

type state [9]uint8

type key struct {
	s state
	b bool
}

func (s state) swap(i, j int) state { s[i], s[j] = s[j], s[i]; return s }

func (s state) blank() int {
	for i, v := range s {
		if v == 0 {
			return i
		}
	}
	return -1
}

var moves = [9][]int{{1, 3}, {0, 2, 4}, {1, 5}, {0, 4, 6}, {1, 3, 5, 7}, {2, 4, 8}, {3, 7}, {4, 6, 8}, {5, 7}}

func bfs(from state, depth int) []int {
	seen := map[key]int{{from, true}: 0}
	layer := []state{from}
	counts := []int{1}
	for d := 1; d <= depth && len(layer) > 0; d++ {
		var next []state
		for _, s := range layer {
			b := s.blank()
			for _, m := range moves[b] {
				t := s.swap(b, m)
				if _, ok := seen[key{t, true}]; !ok {
					seen[key{t, true}] = d
					next = append(next, t)
				}
			}
		}
		layer = next
		counts = append(counts, len(next))
	}
	return counts
}

func main() {
	fmt.Println(bfs(state{0, 1, 2, 3, 4, 5, 6, 7, 8}, 12))
	a := state{1, 2}
	b := a
	b[0] = 9
	arr := [2]state{a, b}
	for i, s := range arr {
		s[1] = 100
		arr[1][1] = 50
		fmt.Println(i, s, arr[i])
	}
	p := &arr
	for i := range p {
		p[i][2]++
	}
	fmt.Println(arr, a == b, a == state{1, 2}, key{a, true} == key{a, true})
	m := map[[2]string]struct{ n int }{{"a", "b"}: {1}}
	m[[2]string{"c"}] = struct{ n int }{2}
	fmt.Println(m, m[[2]string{"a", "b"}].n, len(m))
	delete(m, [2]string{"c", ""})
	fmt.Println(m)
	type edge struct{ from, to int }
	w := map[edge]float64{{1, 2}: .5}
	w[edge{1, 2}] *= 3
	w[edge{2, 1}]++
	fmt.Println(w[edge{1, 2}], w[edge{2, 1}], w[edge{}])
	grid := [3][4]int{}
	for i := range grid {
		for j := range grid[i] {
			grid[i][j] = i * j
		}
	}
	row := grid[2]
	row[0] = 7
	fmt.Println(grid, row, len(grid), len(grid[0]))
	sl := grid[1][1:3]
	sl[0] = 42
	sl = append(sl, 43)
	fmt.Println(grid, cap(sl))
}

// Closures, maps of structs and slices that share.
package main

import "fmt"

type matrix [][]float64

func newMatrix(n int, f func(i, j int) float64) matrix {
	m := make(matrix, n)
	for i := range m {
		m[i] = make([]float64, n)
		for j := range m[i] {
			m[i][j] = f(i, j)
		}
	}
	return m
}

func (m matrix) mul(o matrix) matrix {
	return newMatrix(len(m), func(i, j int) (s float64) {
		for k := range m {
			s += m[i][k] * o[k][j]
		}
		return
	})
}

type memo[K comparable, V any] map[K]V

func (m memo[K, V]) get(k K, f func(K) V) V {
	if v, ok := m[k]; ok {
		return v
	}
	v := f(k)
	m[k] = v
	return v
}

type args struct{ n, k int }

func main() {
	a := newMatrix(3, func(i, j int) float64 { return float64(i*3+j) / 4 })
	fmt.Println(a.mul(a))
	m := memo[args, int]{}
	var binom func(args) int
	binom = func(a args) int {
		if a.k == 0 || a.k == a.n {
			return 1
		}
		return m.get(args{a.n - 1, a.k - 1}, binom) + m.get(args{a.n - 1, a.k}, binom)
	}
	fmt.Println(binom(args{20, 7}), len(m))
	var fibs []func() int
	x, y := 0, 1
	for range 5 {
		x, y = y, x+y
		fibs = append(fibs, func() int { x += 100; return x + y })
	}
	for _, f := range fibs {
		fmt.Print(f(), " ")
	}
	fmt.Println(x, y)
	type acc struct {
		sum  int
		hist []int
	}
	byMod := map[int]*acc{}
	for i := range 20 {
		b, ok := byMod[i%3]
		if !ok {
			b = &acc{}
			byMod[i%3] = b
		}
		b.sum += i
		b.hist = append(b.hist, i)
	}
	for i := range 3 {
		fmt.Println(i, *byMod[i])
	}
	counts := map[string]map[rune]int{}
	for _, w := range []string{"abba", "cab"} {
		for _, r := range w {
			if counts[w] == nil {
				counts[w] = map[rune]int{}
			}
			counts[w][r]++
		}
	}
	fmt.Println(counts)
	s := []int{1, 2, 3, 4, 5}
	t := s[1:3]
	t = append(t, 99)
	fmt.Println(s, t, len(t), cap(t))
	t = append(t[:1:1], 7)
	fmt.Println(s, t)
	copy(s[2:], s)
	fmt.Println(s)
	i := 1
	i, s[i] = 3, 42
	fmt.Println(i, s)
	s[0], s[4] = s[4], s[0]
	fmt.Println(s)
	var np *acc
	defer func() {
		fmt.Println("recovered:", recover())
		fmt.Println(byMod[0].sum)
	}()
	fmt.Println(np.sum)
}

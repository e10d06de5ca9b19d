package main

import "fmt"

func g(n int) (out []int) { out = append(out, n); return }
func c(n int) (k int) {
	for i := 0; i < n; i++ {
		k++
	}
	return
}
func two(n int) (k int, s string) {
	k += n
	s += "x"
	return
}

type S struct{ n int }

func st(n int) (s S) { s.n += n; return }
func mp(n int) (m map[int]int) {
	if m == nil {
		m = map[int]int{}
	}
	m[n] = n
	return
}
func rec(n int) (t int) {
	for i := 0; i < n; i++ {
		t += 1 + rec(i)
	}
	return
}
func rec2(n int) (t int) {
	for i := 0; i < n; i++ {
		x := rec2(i)
		t += 1 + x
	}
	return t
}

func er(n int) (err error) {
	if n == 1 {
		err = fmt.Errorf("one")
	}
	return
}
func use(n int) []int   { return g(n) }
func id(xs []int) []int { return xs }

func main() {
	for i := range 3 {
		x := g(i)
		fmt.Print(x, c(2), g(i), " ")
		y := c(i)
		k, s := two(i)
		fmt.Print(y, k, s, st(1), len(mp(i)), " ")
		var z []int
		z = g(i)
		z = append(z, g(5)...)
		fmt.Print(z, use(i), id(g(i)), er(i), " ")
		err := er(i)
		fmt.Println(err, rec(4), rec2(4))
	}
}

var best = []int{1}

func improve() (r []int) {
	r = append(r, best...)
	r = append(r, len(best))
	return
}

var total = 5

func more() (t int) {
	t = 100
	t += total
	return
}

type Sh interface{ Area() int }

func (s S) Area() int { return s.n }

func mks(n int) (s Sh, a any, arr [2]int, st struct{ a int }, f func() int, ok bool) {
	if n == 1 {
		arr[1], st.a, ok = 5, 6, true
	}
	return
}
func gen[T any](n int, x T) (r T, xs []T) {
	if n == 1 {
		r = x
	}
	xs = append(xs, x)
	return
}
func rc(n int) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("c %v", x)
		}
	}()
	if n == 1 {
		panic("p")
	}
	return
}

func init() {
	for range 3 {
		best = improve()
		total = more()
	}
	fmt.Println(best, total)
	for i := range 3 {
		s, a, arr, st, f, ok := mks(i)
		fmt.Println(s == nil, a, arr, st, f == nil, ok)
		r, xs := gen(i, "q")
		t, ys := gen(i, 2)
		fmt.Println(r, xs, t, ys, rc(i))
		lit := func(k int) (n int, m map[string]int) {
			n += k
			if m == nil {
				m = map[string]int{}
			}
			m[fmt.Sprint(k)]++
			return
		}
		fmt.Println(lit(i))
		n, m := lit(i)
		fmt.Println(n, m)
	}
}

type grid [2]struct{ a, b int }

func update(old, new S) (r S, g grid, anon struct{ x []int }) {
	r.n += new.n - old.n
	g[1].b += r.n
	anon.x = append(anon.x, r.n)
	return
}

func init() {
	for i := range 3 {
		fmt.Println(update(S{1}, S{i}))
		r, g, a := update(S{i}, S{9})
		fmt.Println(r, g, a)
	}
}

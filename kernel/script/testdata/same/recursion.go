package main

import "fmt"

type T struct {
	kids []*T
	n    int
}

func a(t *T) (out []int) {
	out = append(out, t.n)
	for _, k := range t.kids {
		out = append(out, len(a(k)))
	}
	return
}
func b(t *T) (s string) {
	s = fmt.Sprint(t.n)
	for _, k := range t.kids {
		s = s + b(k)
	}
	return
}
func c(t *T) (n int) {
	n = t.n
	for _, k := range t.kids {
		n = n + c(k)
		n += c(k)
		n = max(n, c(k))
	}
	return
}
func d(t *T) []int {
	out := []int{t.n}
	for _, k := range t.kids {
		out = append(out, d(k)...)
	}
	return out
}
func e(t *T) (out []int) {
	out = append(out, t.n)
	for _, k := range t.kids {
		out = append(out, e(k)...)
	}
	return out
}
func g(t *T) (out [][]int) {
	out = append(out, []int{t.n})
	for _, k := range t.kids {
		out = append(out, d(k))
	}
	return
}
func h(t *T) (out []*T) {
	out = append(out, t)
	for _, k := range t.kids {
		out = append(out, h(k)[0])
	}
	return
}
func i(t *T) (best *T) {
	best = t
	for _, k := range t.kids {
		if o := i(k); o.n > best.n {
			best = o
		}
		if i(k).n > best.n {
			best = i(k)
		}
	}
	return
}
func j(t *T) (m map[int]int, err error) {
	m = map[int]int{}
	for _, k := range t.kids {
		var sub map[int]int
		if sub, err = j(k); err != nil {
			return
		}
		for k, v := range sub {
			m[k] += v
		}
	}
	m[t.n]++
	return
}

func main() {
	t := &T{n: 1, kids: []*T{{n: 2, kids: []*T{{n: 3}, {n: 4}}}, {n: 5}}}
	fmt.Println(a(t), b(t), c(t), d(t), e(t), g(t), len(h(t)), i(t).n)
	fmt.Println(j(t))
}

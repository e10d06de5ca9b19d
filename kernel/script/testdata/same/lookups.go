package main

import (
	"fmt"
)

type S struct{ a, b int }
type V interface{ M() int }

func (s S) M() int { return s.a }

var gm = map[string]int{"a": 1}
var gv, gok = gm["b"]

func get(m map[string]S, k string) (s S, ok bool)       { s, ok = m[k]; return }
func get2(m map[string]S, k string) (S, bool)           { s, ok := m[k]; return s, ok }
func gen[K comparable, T any](m map[K]T, k K) (T, bool) { v, ok := m[k]; return v, ok }
func main() {
	m := map[string]S{"a": {1, 2}}
	arr := map[int][2]int{1: {3, 4}}
	for _, k := range []string{"a", "b", "a", "c"} {
		v, ok := m[k]
		fmt.Println(v, ok)
		fmt.Println(get(m, k))
		fmt.Println(get2(m, k))
		fmt.Println(gen(m, k))
		fmt.Println(gen(gm, k))
		if v, ok := m[k]; !ok || v.b > 1 {
			fmt.Println("if", v, ok)
		}
		if v, ok := m[k]; !ok {
			fmt.Println("not", v)
		} else if w, ok := gm[k+"x"]; ok {
			fmt.Println(w)
		} else {
			fmt.Println("else", v, w)
		}
		switch v, ok := gm[k]; {
		case ok:
			fmt.Println("sw", v)
		default:
			fmt.Println("def", v)
		}
		switch v, ok := gm[k]; v {
		case 1:
			fmt.Println("one", ok)
		case 0:
			fmt.Println("zero", ok)
		}
		lit, ok := map[string]V{"a": S{7, 8}}[k]
		fmt.Println(lit == nil, ok)
		x := []int{5, 5}
		x[0], ok = gm[k]
		x[1], _ = gm[k]
		fmt.Println(x, ok)
		var st struct {
			v  int
			ok bool
		}
		st.v = 9
		st.v, st.ok = gm[k]
		fmt.Println(st)
		var y, yok = gm[k]
		fmt.Println(y, yok)
		a, ok := arr[len(k)+y]
		fmt.Println(a, ok)
		fs := func() (int, bool) { v, ok := gm[k]; go func() { _ = v }(); return v, ok }
		fmt.Println(fs())
		var i any
		i, ok = gm[k]
		fmt.Println(i, ok)
		mm := map[string]map[string]int{"a": {"q": 4}}
		if in, ok := mm[k]["q"]; in > 0 || !ok {
			fmt.Println("in", in)
		}
	}
	fmt.Println(gv, gok)
	parent := map[int]int{5: 4, 4: 3, 3: 1}
	n, ok := 5, true
	for ; ok; n, ok = parent[n] {
		fmt.Print(n, " ")
	}
	fmt.Println(n, ok)
	for p, ok := parent[5]; ok; p, ok = parent[p] {
		fmt.Print(p, " ")
	}
	for p, ok := parent[5]; ok || p > 0; p, ok = parent[p] {
		fmt.Print(p, " ")
	}
	var v2 int
lab:
	switch v2, ok = parent[99]; {
	case !ok:
		if v2 == 0 {
			break lab
		}
		fmt.Println("no")
	}
	fmt.Println(v2)
	c := make(chan int, 3)
	c <- 1
	c <- 2
	close(c)
	for range 4 {
		v, ok := <-c
		fmt.Print(v, ok, " ")
	}
	c2 := make(chan S, 3)
	c2 <- S{1, 2}
	close(c2)
	for range 2 {
		select {
		case v, ok := <-c2:
			fmt.Print(v, ok, " ")
		}
	}
	var rv S
	for range 2 {
		rv = S{9, 9}
		select {
		case rv = <-c2:
			fmt.Print(rv, " ")
		}
	}
	rv = S{9, 9}
	rv, ok = <-c2
	fmt.Println(rv, ok)
	for _, x := range []any{1, "s", 2.5, S{3, 4}, nil} {
		n, ok := x.(int)
		s, ok2 := x.(string)
		t, ok3 := x.(S)
		u, ok4 := x.(V)
		e, ok5 := x.(error)
		fmt.Println(n, ok, s, ok2, t, ok3, u, ok4, e, ok5)
	}
}

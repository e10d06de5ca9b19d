package main

import "fmt"

type A interface{ M() int }

type X struct{ a, b int }

func (x X) M() int { return x.a }

type Y struct{ a int }

func (y *Y) M() int { return y.a }

type C int

func (c C) M() int { return int(c) }

type D int

func (d D) M() int { return int(d) }

type Plain struct{ a int }

type Set map[A]bool

func (s Set) add(a A) bool {
	if s[a] {
		return false
	}
	s[a] = true
	return true
}

func reach(start A, next func(A) []A) int {
	seen := map[A]int{start: 0}
	queue := []A{start}
	for len(queue) > 0 {
		a := queue[0]
		queue = queue[1:]
		for _, b := range next(a) {
			if _, ok := seen[b]; !ok {
				seen[b] = seen[a] + 1
				queue = append(queue, b)
			}
		}
	}
	return len(seen)
}

func main() {
	y := &Y{1}
	m := map[A]int{y: 1, C(1): 2, D(1): 3, X{1, 2}: 4}
	var a A = y
	m[a]++
	m[C(1)]++
	m[D(1)] += 10
	m[X{1, 2}]++
	m[X{2, 2}]++
	a = X{1, 2}
	m[a]++
	fmt.Println(len(m), m[y], m[C(1)], m[D(1)], m[a], m[X{2, 2}], m[&Y{1}], m[C(9)])
	delete(m, C(1))
	delete(m, a)
	v, ok := m[C(1)]
	fmt.Println(len(m), v, ok)
	if _, ok := m[y]; ok {
		fmt.Println("y")
	}
	sum := 0
	for k, v := range m {
		sum += k.M()*100 + v
		if m[k] != v {
			fmt.Println("another", k, v)
		}
	}
	fmt.Println(sum)
	s := Set{}
	for i := range 6 {
		fmt.Print(s.add(C(i%3)), s.add(X{i % 2, 0}), " ")
	}
	fmt.Println(len(s))
	any1 := map[any]string{1: "int", "x": "string", C(1): "C", y: "y", X{1, 1}: "X", Plain{1}: "Plain", nil: "nil"}
	var k any = C(1)
	fmt.Println(len(any1), any1[1], any1["x"], any1[C(1)], any1[k], any1[y], any1[X{1, 1}], any1[Plain{1}], any1[nil], any1[2] == "")
	k = X{1, 1}
	any1[k] = "changed"
	k = 1
	any1[k] = "one"
	fmt.Println(len(any1), any1[X{1, 1}], any1[1])
	fmt.Println(reach(C(0), func(a A) []A {
		n := C(a.M())
		return []A{(n + 1) % 7, (n * 2) % 7}
	}))
	var none A
	m[none] = 5
	m[nil]++
	fmt.Println(m[nil], m[none])
	counts := map[[2]int]map[A]int{}
	for i := range 4 {
		p := [2]int{i % 2, 0}
		if counts[p] == nil {
			counts[p] = map[A]int{}
		}
		counts[p][C(7)]++
	}
	fmt.Println(len(counts), counts[[2]int{1, 0}][C(7)])
	func() {
		defer func() { fmt.Println(recover() != nil) }()
		any1[[]int{1}] = "x"
	}()
}

package main

import "fmt"

type E struct{ a, b int }

const k = 2

func main() {
	a := [...]int{5: 1, 1: 2, 3}
	b := [...]int{k: 1, 2, 0: 4}
	c := [...]E{2: {1, 2}, 0: {b: 3}}
	d := [...][]int{3: {1}, {2}, 1: nil}
	e := [...]*E{1: {1, 1}, 0: nil}
	f := &[...]rune{'a': 1, 'b': 2}
	var g = [...]string{k*k - 1: "x", "y"}
	h := [...][3]int{1: {1: 5}, 0: {2: 1}}
	s := []string{4: "x", 1: "y", "z"}
	m := map[string][3]int{"a": {2: 1, 0: 2}}
	n := [...]struct{ x, y int }{{1, 2}, {3, 4}}
	fmt.Println(a, len(a), b, len(b), c, len(c), d, len(d), len(e), len(f), f['b'], g, len(g), h, s, len(s), m, n)
	for i := range a {
		fmt.Print(i)
	}
	x := a[:]
	fmt.Println(len(x), cap(x), a == [6]int{5: 1, 1: 2, 2: 3})
	fmt.Printf("%T %T %T %T\n", a, b, c, f)
	var i any = a
	_, ok := i.([6]int)
	fmt.Println(ok)
	for i, v := range [...]string{2: "c", 0: "a", "b"} {
		fmt.Print(i, v)
	}
	fmt.Println(len([...]int{9: 1, 3: 4}))
}

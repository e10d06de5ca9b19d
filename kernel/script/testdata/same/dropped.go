package main

import "fmt"

type T struct{ n int }

func (t *T) ok() bool { return t != nil }

func keep(b bool, x int) (out bool) {
	out = b
	_ = x == 2
	_ = !b
	_ = x > 1 && b
	return
}

func first(ok bool, xs []bool, m map[string]bool, p *T) bool {
	_ = xs[0]
	_ = m["a"]
	_ = p.ok()
	_ = p.n == 3
	_ = !p.ok()
	_ = xs[0] || xs[1]
	_, _ = xs[0], p.n > 1
	_, y := p.n > 1, 2
	_ = y
	if _ = p.n < 0; ok {
		_ = any(ok).(bool)
	}
	return ok
}

func number(n int, f float64) (int, float64) {
	_ = n + 1
	_ = -n
	_ = f * 2
	_ = len("abc") + n
	_ = float64(n)
	_ = n << 2
	_, _ = n*2, f/2
	return n, f
}

func main() {
	ok := true
	x := 3
	_ = x == 2
	fmt.Println(ok, keep(true, 3), keep(false, 2))
	fmt.Println(first(true, []bool{false, false}, map[string]bool{}, &T{0}), first(false, []bool{true, true}, nil, &T{3}))
	fmt.Println(number(7, 1.5))
	func(ok bool) {
		_ = x != 3
		_, _ = x != 3, !ok
		fmt.Println(ok)
	}(true)
	s := "s"
	_ = s + "t"
	_ = s < "a"
	var e any = s
	_ = e == s
	fmt.Println(ok, s)
	for b := true; b; b = false {
		_ = x == 9
		fmt.Println(b)
	}
}

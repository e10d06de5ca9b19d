// Boolean operations within operands of && and ||.
package main

import "fmt"

type B bool

func yes() bool { return true }
func Y() B      { return true }
func no() bool  { return false }

func id[T any](x T) T { return x }

func id2(x bool) bool { return x }

func t(n int, c bool) { fmt.Print(n, c, " ") }

func main() {
	f, x := false, 3
	k := 0
	n := func() int { k++; return k }
	if B(f || no()) || Y() {
		t(n(), true)
	}
	if id(f || no()) || yes() {
		t(n(), true)
	}
	if id2(f || no()) || yes() {
		t(n(), true)
	}
	if id2(x == 4) || yes() {
		t(n(), true)
	}
	if B(x == 4) || Y() {
		t(n(), true)
	}
	if []bool{f || no()}[0] || yes() {
		t(n(), true)
	}
	if (struct{ b bool }{f || no()}).b || yes() {
		t(n(), true)
	}
	if map[bool]bool{f || no(): false}[f || no()] || yes() {
		t(n(), true)
	}
	if any(f || no()).(bool) || yes() {
		t(n(), true)
	}
	if any(f || no()) == any(x) || yes() {
		t(n(), true)
	}
	if (f || no()) == yes() || yes() {
		t(n(), true)
	}
	if !(f || no()) == no() || yes() {
		t(n(), true)
	}
	if B(x == 4) == B(x == 3) || yes() {
		t(n(), true)
	}
	if func(b bool) bool { return b && yes() }(f || no()) || yes() {
		t(n(), true)
	}
	if bool(B(x == 4)) || yes() {
		t(n(), true)
	}
	if bool(B(f || no())) || yes() {
		t(n(), true)
	}
	fmt.Println()
}

// Conversions to boolean types as operands of && and ||.
package main

import "fmt"

type B bool

func (b B) Not() B { return !b }

func yes() bool { return true }
func Y() B      { return true }
func no() bool  { return false }

type S struct {
	b bool
	B B
	p *bool
	m map[string]bool
	l []bool
}

func id[T any](x T) T { return x }

func t(n int, c bool) { fmt.Print(n, c, " ") }

func main() {
	x, f := 3, false
	s := S{p: &f, m: map[string]bool{}, l: []bool{false}}
	var fb B
	var a any = false
	k := 0
	n := func() int { k++; return k }
	if B(x == 4) || Y() {
		t(n(), true)
	}
	if B(f) || Y() {
		t(n(), true)
	}
	if bool(fb) || yes() {
		t(n(), true)
	}
	if bool(s.B) || bool(Y()) {
		t(n(), true)
	}
	if s.l[0] || yes() {
		t(n(), true)
	}
	if *s.p || yes() {
		t(n(), true)
	}
	if s.m["a"] || yes() {
		t(n(), true)
	}
	if a.(bool) || yes() {
		t(n(), true)
	}
	if id(f) || yes() {
		t(n(), true)
	}
	if bool(id(fb)) || yes() {
		t(n(), true)
	}
	if !bool(!fb) || yes() {
		t(n(), true)
	}
	if fb.Not().Not() || Y() {
		t(n(), true)
	}
	if bool(fb.Not().Not()) || yes() {
		t(n(), true)
	}
	if !(bool(!fb) && yes()) || yes() {
		t(n(), true)
	}
	if bool(f || no()) || yes() {
		t(n(), true)
	}
	if bool(!f && !no()) && yes() {
		t(n(), true)
	}
	if yes() && bool(!f) && yes() {
		t(n(), true)
	}
	if yes() && bool(!f) {
		t(n(), true)
	}
	if no() || bool(!f) {
		t(n(), true)
	}
	if no() || bool(f) || bool(!f) {
		t(n(), true)
	}
	for i := 0; bool(i < 3) && yes(); i++ {
		t(n(), bool(i < 2) || no())
	}
	switch {
	case bool(f) || yes():
		t(n(), true)
	}
	q := bool(f) || yes()
	t(n(), q)
	w := func() bool { return bool(f) || yes() }
	t(n(), w())
	t(n(), bool(f) || yes())
	var z B = B(f) || Y()
	t(n(), bool(z))
	t(n(), (B(f) || Y()) == Y())
	t(n(), bool((B(f) || Y())) && yes())
	fmt.Println(x)
}

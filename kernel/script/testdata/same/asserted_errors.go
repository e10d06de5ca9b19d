// One's own errors and fmt.Stringers are asserted of other interfaces.
package main

import "fmt"

type code int

func (c code) Error() string { return fmt.Sprint("code ", int(c)) }

type place struct {
	x, y int
	name *string
}

func (p *place) Error() string { return fmt.Sprint("at ", p.x, p.y) }

type label struct{ text string }

func (l label) String() string { return "label " + l.text }

type counter struct{ n int }

func (c *counter) String() string { c.n++; return fmt.Sprint("counted ", c.n) }

type holder struct{ v any }

type own interface{ Error() string }

func asError(x any) error           { return x.(error) }
func asStringer(x any) fmt.Stringer { return x.(fmt.Stringer) }

func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, r)
		}
	}()
	f()
}

func main() {
	for i, x := range []any{code(3), &place{1, 2, nil}, label{"a"}, new(counter), 5, nil, fmt.Errorf("other")} {
		h := holder{x}
		try("error", func() { fmt.Println(i, asError(x).Error()) })
		try("stringer", func() { fmt.Println(i, asStringer(x).String()) })
		try("inline", func() { fmt.Println(i, h.v.(error).Error(), x.(error)) })
		try("variable", func() { s := x.(fmt.Stringer); fmt.Println(i, s.String(), s) })
		e, ok := x.(error)
		s, is := h.v.(fmt.Stringer)
		fmt.Println(i, ok, is, e, s)
		switch y := x.(type) {
		case error:
			fmt.Println("an error:", y)
		case fmt.Stringer:
			fmt.Println("a text:", y)
		default:
			fmt.Printf("%T\n", y)
		}
	}
	var o own = code(4)
	fmt.Println(o.(error), o.(code))
	o = &place{5, 6, nil}
	e := o.(error)
	fmt.Println(e.Error(), e)
}

package main

import (
	"fmt"
)

type Color int

func (c Color) String() string { return "color" }

type Named struct{ n string }

func (n Named) Name() string { return n.n }

type E struct{ code int }

func (e *E) Error() string { return "E" }

func main() {
	var x any = Named{"n"}
	fmt.Println(x)
	x = &E{1}
	fmt.Println(x)
	x = Color(2)
	fmt.Println(x)
	for _, x := range []any{Color(1), Named{"n"}, 3, &E{2}} {
		fmt.Println(x)
		fmt.Printf("%v\n", x)
	}
	fmt.Println(Named{"q"}, &E{1}, []int{1})
	xs := []any{Color(1), Named{"n"}}
	fmt.Println(xs...)
	var err error = &E{1}
	fmt.Println(err, []error{err})
	fmt.Printf("%v %s %q %d|%8v|%-8s|%x %T %+v %#v\n", Color(1), Color(1), Color(1), Color(1), Color(1), Color(1), Color(1), 1, Color(1), 1)
	fmt.Printf("%v %s %q |%8v|%-8s|%x %+v\n", err, err, err, err, err, err, err)
	e := &E{3}
	fmt.Printf("%v %s %q |%8v|%-8s|%x %+v\n", e, e, e, e, e, e, e)
}

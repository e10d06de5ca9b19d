// Structs without a name where no type is declared.
package main

import "fmt"

func main() {
	var x any
	fmt.Printf("%T\n", &x)
	s := struct{ a, B int }{1, 2}
	fmt.Printf("%T %v %+v\n", s, s, s)
	x = s
	fmt.Printf("%T %v %+v %#v\n", x, x, x, x)
	x = map[string]struct{ n any }{"a": {1}}
	fmt.Printf("%T %v %+v\n", x, x, x)
	x = []struct{ n, M any }{{1, s}}
	fmt.Printf("%T %v %+v\n", x, x, x)
	y, ok := x.([]struct{ n, M any })
	fmt.Println(len(y), ok)
	f := "%T %v\n"
	fmt.Printf(f, x, x)
	fmt.Printf(f, s, &s)
	fmt.Println(fmt.Sprintf("%[1]T %[1]v", s))
	x = map[any]any{s: 1, 2: s, "k": nil}
	fmt.Println(len(x.(map[any]any)), x.(map[any]any)[struct{ a, B int }{1, 2}])
	var z any = struct{ a, B int }{1, 2}
	fmt.Println(z == any(s), z != x)
	switch t := z.(type) {
	case struct{ A, B int }:
		fmt.Println("A", t.A)
	case struct{ a, B int }:
		fmt.Println("a", t.a)
	}
	fmt.Printf("%T %v\n", []any{s, &s}, []any{s})
	fmt.Printf("%T\n", make(chan struct{ any }))
}

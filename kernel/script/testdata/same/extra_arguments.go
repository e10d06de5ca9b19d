package main

import "fmt"

type C int

func (c C) String() string { return fmt.Sprintf("C%d", int(c)) }

type S struct{ a C }

func main() {
	fmt.Printf("%d\n", C(1), C(2))
	fmt.Printf("a", C(2), 5, "x", nil, 2.5, []C{1}, S{2}, &S{3}, 'x', map[string]S{}, struct{ x C }{1})
	fmt.Println(fmt.Sprintf("%d%%", 1, S{}), fmt.Errorf("%w", fmt.Errorf("x"), C(1)), fmt.Sprintf("100%", 1))
	fmt.Printf("%d %T %s\n", 1, C(1), C(3), C(4), []C(nil))
	fmt.Printf("\n")
	fmt.Printf("%v\n", nil, nil)
}

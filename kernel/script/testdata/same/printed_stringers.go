// What is asserted to be a fmt.Stringer is printed with and without a format.
package main

import "fmt"

type phase uint8

func (p phase) String() string { return [...]string{"open", "focal"}[p] }

type step struct {
	at phase
	n  int
}

func (s step) String() string { return fmt.Sprintf("%v %d", s.at, s.n) }

func main() {
	for _, x := range []any{phase(1), 3, step{0, 4}, "text", nil} {
		switch a := x.(type) {
		case fmt.Stringer:
			fmt.Printf("str %v; %s %q %8v|%-8s|%%\n", a, a, a, a, a)
			fmt.Println(a, fmt.Sprintf("<%s>", a), fmt.Sprint(a))
		case int:
			fmt.Printf("num %v %T\n", a, a)
		}
	}
	s := any(phase(0)).(fmt.Stringer)
	fmt.Printf("%v %v\n", s, fmt.Errorf("at %v", s))
}

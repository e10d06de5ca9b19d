package main

import "fmt"

type T struct{ a int }

func (t T) String() string { return fmt.Sprint("T", t.a) }

type E struct{}

func (*E) Error() string { return "E" }

func two() (T, *E)                       { return T{1}, nil }
func both() (T, error)                   { return T{2}, &E{} }
func str(s fmt.Stringer, e error) string { return fmt.Sprint(s, e) }
func back() (fmt.Stringer, error)        { return both() }
func backAny() (any, any)                { return both() }

type C int

func cs() (C, C)            { return 3, 4 }
func anys(xs ...any) string { return fmt.Sprintf("%T %v", xs[0], xs) }
func pair() (any, any)      { return cs() }

func main() {
	m := map[string]int{"a": 1}
	for _, k := range []string{"a", "b", "a"} {
		var v, ok = m[k]
		fmt.Println(v, ok)
		var _, ok2 = m[k]
		var w, ok3 any = m[k]
		fmt.Println(ok2, w, ok3)
		switch x, ok := m[k]; {
		case ok:
			fmt.Println("is", x)
		default:
			fmt.Println("not", x)
		}
	}
	fmt.Println(str(both()))
	fmt.Println(back())
	fmt.Println(anys(cs()))
	a, b := pair()
	fmt.Printf("%T %T\n", a, b)
	var s fmt.Stringer
	var err error
	s, err = both()
	fmt.Println(s, err, err.(*E) != nil)
	x, y := backAny()
	fmt.Println(x.(T), y.(*E))
	c := make(chan C, 3)
	c <- 1
	c <- 2
	c <- 3
	var z any
	var ok bool
	z, ok = <-c
	fmt.Printf("%T %v\n", z, ok)
	_, ok = <-c
	fmt.Println(ok)
	select {
	case z = <-c:
		fmt.Printf("%T\n", z)
	}
	for z = range map[C]string{7: "x"} {
		fmt.Printf("%T %v\n", z, z)
	}
	defer fmt.Println(cs())
	go fmt.Sprint(cs())
	i := 0
again:
	if j := i * 2; j < 6 {
		i++
		goto again
	}
	fmt.Println(i)
	f := func(a, b C) (r C) { r = a*10 + b; return }
	for k := f(cs()); k < f(cs())+2; k++ {
		fmt.Println(k)
	}
	arr := []int{0, 0}
	idx := func(n int) int { fmt.Print("i", n, " "); return n }
	val := func() (int, int) { fmt.Print("val "); return 5, 6 }
	arr[idx(0)], arr[idx(1)] = val()
	fmt.Println(arr)
	moved := func(p *int) chan bool { *p = 42; return nil }
	sent, n := make(chan int, 1), 0
	select {
	case sent <- n: // 0, as it is evaluated before the next
	case <-moved(&n):
	}
	fmt.Println(<-sent, n)
	switch v, e := both(); w := any(e).(type) {
	case *E:
		fmt.Println(v, w)
	}
}

// Values with methods inside structs and arrays that are compared, or keys, in interfaces.
package main

import "fmt"

type Sec int

func (s Sec) String() string { return fmt.Sprint(int(s), "sec") }

type N struct{ b any }
type L [2]any

func main() {
	t := struct {
		a int
		b any
	}{1, Sec(2)}
	x := any(t)
	fmt.Println(x == any(struct {
		a int
		b any
	}{1, Sec(2)}), x == any(struct {
		a int
		b any
	}{1, Sec(3)}), x == any(struct {
		a int
		b any
	}{1, 2}))
	var n, m any = N{Sec(1)}, N{Sec(1)}
	fmt.Println(n == m, n == any(N{1}))
	n, m = L{Sec(1), 2}, L{Sec(1), 2}
	fmt.Println(n == m, n == any([2]any{Sec(1), 2}))
	n, m = [2]any{Sec(1), nil}, [2]any{Sec(1), nil}
	fmt.Println(n == m)
	k := map[any]int{x: 1}
	k[struct {
		a int
		b any
	}{1, Sec(2)}]++
	k[N{Sec(1)}]++
	k[N{Sec(1)}]++
	k[[1]any{Sec(1)}]++
	k[[1]any{Sec(1)}]++
	k[L{Sec(4), 1}]++
	k[L{Sec(4), 1}]++
	fmt.Println(len(k), k[x], k[N{Sec(1)}], k[[1]any{Sec(1)}])
	defer func() { fmt.Println(recover()) }()
	n = struct{ x any }{[]int{1}}
	fmt.Println(n == n)
}

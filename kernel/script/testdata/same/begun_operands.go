package main

import "fmt"

type T struct{ n int }

func try(f func() bool) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(r)
		}
	}()
	fmt.Println(f())
}
func main() {
	x, p, s := 1, &T{3}, []int{1}
	try(func() bool { return (<-chan int)(nil) == nil && x == 1 })
	try(func() bool { return (chan int)(nil) == nil && x == 1 })
	try(func() bool { return ([]int)(s) != nil && x == 1 })
	try(func() bool { return []int(s) != nil && x == 1 })
	try(func() bool { return (*T)(p) != nil && x == 1 })
	try(func() bool { return (T)(*p) == T{3} && x == 1 })
	try(func() bool { return (struct{ A any }{x}).A == any(1) && x == 1 })
	try(func() bool { return map[string]int(nil) == nil && x == 1 })
	try(func() bool { return (map[string]int)(nil) == nil || x == 1 })
	try(func() bool { return [1]int{1} == [1]int{1} && x == 1 })
	try(func() bool { return [1]int(s) == [1]int{1} && x == 1 })
	try(func() bool { return (*[1]int)(s)[0] == 1 && x == 1 })
	try(func() bool { return len(make(chan struct{}, 3)) == 0 && x == 1 })
	try(func() bool { return new(T).n == 0 && x == 1 })
	try(func() bool { return *new(bool) || x == 1 })
	try(func() bool { return (*new(func())) == nil && x == 1 })
	try(func() bool { return any(x).(interface{ M() }) == nil && x == 1 })
	try(func() bool { return (*T).get(p) == 3 && x == 1 })
	try(func() bool { return T.val(*p) == 3 && x == 1 })
	try(func() bool { return !(x == 2) && (x == 1) })
	try(func() bool { return (&T{3}).n == 3 && x == 1 })
	try(func() bool { return -x == -1 && x == 1 })
	try(func() bool { return (x == 1) && ((x) == 1) })
	try(func() bool { return <-func() chan bool { c := make(chan bool, 1); c <- true; return c }() && x == 1 })
	try(func() bool { return map[struct{ a int }]bool{{1}: true}[struct{ a int }{1}] && x == 1 })
	try(func() bool { return []struct{ b bool }{{true}}[0].b && x == 1 })
	try(func() bool { return (func() bool)(func() bool { return true })() && x == 1 })
	try(func() bool {
		return func(a, b struct{ n int }) bool { return a == b }(struct{ n int }{1}, struct{ n int }{1}) && x == 1
	})
}
func (t *T) get() int { return t.n }
func (t T) val() int  { return t.n }

// A nil that is appended.
package main

import "fmt"

func main() {
	l := [][]int{{1}}
	l = append(l, nil)
	l = append(l, nil, []int{2})
	var m []map[string]int
	m = append(m, nil)
	var f []func()
	f = append(f, nil)
	var p []*int
	p = append(p, nil)
	var e []error
	e = append(e, nil)
	var a []any
	a = append(a, nil)
	var c []chan int
	c = append(c, nil)
	fmt.Println(len(l), len(m), len(f), len(p), len(e), len(a), len(c), l, m, f[0] == nil, p, e, a)
}

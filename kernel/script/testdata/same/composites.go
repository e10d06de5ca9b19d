package main

import "fmt"

// What is assigned goes to the variable itself: to a result, and to what a pointer points.

type T struct {
	n int
	s string
}

type U struct {
	T
	arr [2]T
	in  struct{ x int }
}

var global T
var gp = &global

func (t *T) set(n int) { *t = T{n, "set"} }
func (t *T) get() int  { return t.n }

func result(k int) (t T, err error) {
	if k == 0 {
		t = T{5, "zero"}
		return
	}
	t = T{n: k}
	if k == 1 {
		return t, nil
	}
	defer func() { t.n *= 10 }()
	t = T{k, "more"}
	return
}

func loop() (best T) {
	best = T{-1, ""}
	for i := range 5 {
		if i*i%7 > best.n {
			best = T{i * i % 7, fmt.Sprint(i)}
		}
	}
	return
}

func arr() (a [3]int, u U) {
	a = [3]int{1, 2, 3}
	u = U{T: T{1, "x"}}
	u.T = T{2, "y"}
	u.arr[1] = T{3, "z"}
	u.in = struct{ x int }{4}
	return
}

func main() {
	c := T{1, "a"}
	p := &c
	c = T{2, "b"}
	fmt.Println(p.n, c)
	p.set(7)
	fmt.Println(c)
	*p = T{8, "p"}
	fmt.Println(c, p.get())
	f := c.get
	get := (&c).get
	c = T{9, "q"}
	fmt.Println(f(), get(), p.n)
	global = T{3, "g"}
	fmt.Println(gp.n, *gp)
	fmt.Println(result(0))
	fmt.Println(result(1))
	fmt.Println(result(2))
	fmt.Println(loop())
	fmt.Println(arr())
	u := U{}
	pu := &u.T
	pa := &u.arr[0]
	u.T = T{6, "in"}
	u.arr[0] = T{7, "el"}
	fmt.Println(*pu, *pa)
	u = U{T: T{11, "new"}}
	fmt.Println(*pu, *pa, pu.n)
	a := [2]int{1, 2}
	sl := a[:]
	a = [2]int{3, 4}
	fmt.Println(sl)
	q := &a
	a = [2]int{5, 6}
	fmt.Println(*q, q[1], sl)
	s := []T{{1, "a"}}
	ps := &s[0]
	s[0] = T{4, "n"}
	fmt.Println(*ps)
	m := map[string]T{}
	m["a"] = T{1, "m"}
	fmt.Println(m)
	g := func() (t T) { t = T{3, "lit"}; return }
	fmt.Println(g())
	h := func() int { c = T{77, "cap"}; return c.n }
	fmt.Println(h(), c, p.n)
	var i any
	i = T{1, "any"}
	pi := &i
	i = T{2, "any2"}
	fmt.Println(*pi)
	x, y := T{1, ""}, T{2, ""}
	px := &x
	x, y = y, x
	fmt.Println(*px, y)
	x, y = T{5, ""}, T{6, ""}
	fmt.Println(*px, y)
	for k := range 2 {
		v := T{k, ""}
		pv := &v
		v = T{k + 10, ""}
		fmt.Print(pv.n, " ")
	}
	var w T
	pw := &w
	w = c
	fmt.Println(pw.n)
	w = T(c)
	w = func() T { return T{1, "f"} }()
	fmt.Println(pw.n)
	w = s[0]
	fmt.Println(pw.n)
	w = m["a"]
	fmt.Println(pw.n)
	w, ok := m["a"]
	fmt.Println(pw.n, ok)
	w = *ps
	w = i.(T)
	fmt.Println(pw.n)
	w, _ = i.(T)
	fmt.Println(pw.n)
	ch := make(chan T, 1)
	ch <- T{99, "ch"}
	w = <-ch
	fmt.Println(pw.n)
	num, ptr := 1, new(int)
	ptr = &num
	num = 5
	num++
	num = num * 2
	num = len("abc") + num
	num = int(3.0) + cap(s)
	fmt.Println(*ptr, num)
	str := "a"
	pstr := &str
	str += "b"
	str = fmt.Sprint(str, 1)
	str = str[1:]
	fmt.Println(*pstr)
	fl := 1.5
	pf := &fl
	fl = -fl
	fl = float64(num)
	fmt.Println(*pf)
	var sli []int
	psl := &sli
	sli = append(sli, 1, 2)
	sli = []int{7}
	sli = append(sli, 8)
	fmt.Println(*psl)
	mp := map[int]int{}
	pmp := &mp
	mp = map[int]int{1: 2}
	mp = make(map[int]int, 3)
	mp[4] = 4
	fmt.Println(*pmp)
	b := true
	pb := &b
	b = !b
	b = num > 3 && fl > 0
	fmt.Println(*pb)
	fn := func() int { return 1 }
	pfn := &fn
	fn = func() int { return 2 }
	fmt.Println((*pfn)())
	var e error
	pe := &e
	e = fmt.Errorf("x")
	fmt.Println(*pe)
	pp := &p
	p = &T{1, "np"}
	fmt.Println((*pp).n, (**pp).s)
}

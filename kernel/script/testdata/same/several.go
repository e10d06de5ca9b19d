package main

import (
	"errors"
	"fmt"
	"strconv"
)

type T struct {
	m    map[string]int
	n    int
	next *T
}

type X struct{ n int }

func (x X) Name() string { return fmt.Sprint("X", x.n) }

type Y struct{ n int }

func (y *Y) Name() string { return fmt.Sprint("Y", y.n) }

type Namer interface{ Name() string }

type holder struct{ a Namer }

func pair() (int, int) { return 1, 2 }

func number(s string) (int, error) {
	if s == "" {
		return 0, errors.New("empty")
	}
	return strconv.Atoi(s)
}

func say(s string) string {
	fmt.Print(s, " ")
	return s
}

func results() {
	m, n := map[string]int{}, map[string]int{"p": 3}
	var err error
	var ok bool
	m["a"], err = strconv.Atoi("7")
	fmt.Println(m, err)
	m["b"], m["c"] = pair()
	_, m["d"] = pair()
	t := T{m: map[string]int{}}
	s := []int{0, 0}
	t.m["x"], s[1] = pair()
	m["z"], ok = n["p"]
	fmt.Println(m, t.m, s, ok)
	_, ok = n["none"]
	var x any = 5
	m["x"], ok = x.(int)
	c := make(chan int, 1)
	c <- 9
	m["y"], ok = <-c
	fmt.Println(m, ok)
	if m["i"], err = number("6"); err != nil {
		fmt.Println("no")
	} else if m["j"], err = number(""); err != nil {
		fmt.Println(err, m)
	} else {
		fmt.Println("no")
	}
	switch m["k"], err = number("8"); {
	case err == nil:
		fmt.Println(m["k"])
	}
	count := 0
outer:
	for m["l"], err = number("2"); m["l"] > 0; m["l"]-- {
		for range 3 {
			count++
			continue outer
		}
	}
	fmt.Println(count)
	names := map[string]string{}
	get := func() map[string]string { fmt.Print("map "); return names }
	get()[say("key")], err = say("value"), nil
	get()[say("key2")], names["o"] = func() (string, string) { return say("result"), "p" }()
	fmt.Println(names)
	i := 0
	at := map[int]int{}
	i, at[i] = pair()
	next := func() (int, error) { i++; return i * 10, nil }
	at[i], err = next()
	fmt.Println(i, at)
	of := map[string]any{}
	for k := range 3 {
		of[fmt.Sprint(k)], err = func() (X, error) { return X{k}, nil }()
	}
	for k := range 3 {
		x := of[fmt.Sprint(k)].(X)
		fmt.Print(x.Name(), " ")
	}
	for _, text := range []string{"1", "", "x"} {
		if m[text], err = number(text); err != nil {
			fmt.Print(err, "; ")
			continue
		}
		fmt.Print(m[text], "; ")
	}
	fmt.Println(len(m))
	done := make(chan bool)
	go func() {
		m["go"], err = number("11")
		close(done)
	}()
	<-done
	fmt.Println(m["go"])
	defer func() {
		var nilMap map[string]int
		fmt.Println(nilMap["x"])
	}()
}

func values() {
	var a, b Namer
	a, b = &Y{1}, X{2}
	fmt.Println(a.Name(), b.Name())
	a, b = b, a
	fmt.Println(a.Name(), b.Name())
	var x, y any = 1, "two"
	x, y = y, x
	fmt.Println(x, y)
	m := map[string]Namer{}
	h := holder{}
	m["k"], h.a = &Y{5}, &Y{6}
	fmt.Println(m["k"].Name(), h.a.Name())
	m["k"], h.a = h.a, m["k"]
	fmt.Println(m["k"].Name(), h.a.Name())
	var err error
	n := 0
	n, err = n+4, errors.New("x")
	fmt.Println(n, err)
	n, err = 5, nil
	fmt.Println(n, err)
	list := []any{1, 2, 3}
	i := 0
	i, list[i] = 2, "first"
	list[0], list[i] = list[i], list[0]
	fmt.Println(i, list)
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	fmt.Println(list)
	var all []Namer
	for k := range 3 {
		v := X{k}
		a, b = v, a
		all = append(all, a)
	}
	for _, n := range all {
		fmt.Print(n.Name(), " ")
	}
	t, f, mm := &T{n: 1}, func() {}, map[string]int{"a": 1}
	t, f, mm = nil, nil, map[string]int{}
	fmt.Println(t == nil, f == nil, mm)
	_, x = say("left"), nil
	x, _ = n > 1, say("right")
	fmt.Println(x)
}

func main() {
	results()
	values()
	var first *T
	for i := range 3 {
		first = &T{n: i, next: first}
	}
	var back *T
	for first != nil {
		back, first, first.next = first, first.next, back
	}
	for ; back != nil; back = back.next {
		fmt.Print(back.n)
	}
	fmt.Println()
}

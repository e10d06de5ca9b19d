// A method of what is converted to the type of a function.
package main

import (
	"fmt"
	"strings"
)

type tr func(string) string

func (f tr) twice(s string) string { return f(f(s)) }
func (f tr) not() tr               { return func(s string) string { return s } }

var x = tr(strings.ToUpper).twice("a")
var y, z = tr(strings.ToUpper).twice("a"), 1
var w []string = []string{func(f tr) tr { return f }(strings.ToUpper).twice("c")}

type st struct{ s string }

func main() {
	fmt.Println(x, y, z, w, st{tr(strings.ToUpper).twice("a")}, &st{s: tr(strings.ToUpper).twice("a")})
	switch tr(strings.ToUpper).twice("a") {
	case "A":
		fmt.Println("ok")
	}
	for _, c := range tr(strings.ToUpper).twice("a") {
		fmt.Println(c)
	}
	for i := range len(tr(strings.ToUpper).not().twice("a")) {
		fmt.Println(i)
	}
	var t string = tr(strings.ToUpper).not().twice("a")
	a, b := tr(strings.ToUpper).twice("a"), tr(strings.ToUpper).not()
	fmt.Println(t, a, b("d"), []any{tr(strings.ToLower).not()("E")})
	var q any = tr(strings.ToUpper).twice("a")
	const k = 3
	arr := [k]string{2: (tr)(strings.ToUpper).twice("a")}
	fmt.Println(q, arr, map[string][]string{"a": {tr(func(s string) string { return s + "!" }).twice("a")}})
}

package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode"
)

type T struct{ a, b int }

type Color int

const (
	Red Color = iota
	Green
	Blue
)

func say(s string, n int) int {
	fmt.Print(s, " ")
	return n
}

var global = 7

func lists() {
	a, b, one := 3, 4, 1
	yes := true
	xs, t, p := []int{1, 5}, T{1, 5}, &b
	switch {
	case a == 4, b == 4:
		fmt.Print("1 ")
	default:
		fmt.Print("no ")
	}
	switch {
	case !yes, yes:
		fmt.Print("2 ")
	}
	switch {
	case a == 1 && b == 4, a == 3 && b != 4, a > 2 && b > 3:
		fmt.Print("3 ")
	}
	switch 5 {
	case a + 1, b + 1:
		fmt.Print("4 ")
	}
	switch 5 {
	case xs[0], xs[1]:
		fmt.Print("5 ")
	}
	switch 5 {
	case t.a, t.b:
		fmt.Print("6 ")
	}
	switch 4 {
	case 0, *p:
		fmt.Print("7 ")
	}
	switch 5 {
	case 0, len("hello"):
		fmt.Print("8 ")
	}
	switch say("tag", 5) {
	case say("a", 4), say("b", 5), say("c", 6):
		fmt.Print("9 ")
	case say("d", 5):
		fmt.Print("no ")
	}
	switch b {
	case a, one:
		fmt.Print("no ")
	case 2 * one, 4 * one:
		fmt.Print("10 ")
	}
	switch t {
	case T{1, 2}, T{1, 5}:
		fmt.Print("11 ")
	}
	switch x := b; x {
	case x + 1, x - 1, x:
		fmt.Print("12 ")
	}
	switch x := a; {
	case x == 1, x == 3:
		fmt.Print("13 ")
	}
	switch true {
	case a == 4, b == 4:
		fmt.Print("14 ")
	}
	switch Color(2) {
	case Red, Blue + 0:
		fmt.Print("15 ")
	}
	switch global {
	case 1, global - 1, global:
		fmt.Print("16 ")
	}
	switch c := 'x'; c {
	case 'a', rune("x"[0]):
		fmt.Print("17 ")
	}
	switch s := "b"; s {
	case "a", "b":
		fmt.Print("18 ")
	}
	switch -1 {
	case 1, -1:
		fmt.Print("19 ")
	}
	var e error = io.EOF
	switch e {
	case nil, io.ErrUnexpectedEOF, io.EOF:
		fmt.Print("20 ")
	}
	for i := 0; i < 3; i++ {
		switch i {
		case 7, i * 1:
			if i == 1 {
				continue
			}
			fmt.Print(i)
		}
	}
	fmt.Println()
}

func word(s string) (n int) {
	for i, r := range s {
		switch {
		case unicode.IsLetter(r), r == '_', i > 0 && unicode.IsDigit(r):
			n++
		default:
			return n
		}
	}
	return n
}

func any2(xs ...any) {
	y := 5
	for _, x := range xs {
		switch x {
		case 5, "6":
			fmt.Print("five ")
		case "5", 2.5:
			fmt.Print("text ")
		case nil:
			fmt.Print("nil ")
		case true:
			fmt.Print("true ")
		case y + 1, int64(5), Green, T{1, 2}:
			fmt.Print("more ")
		default:
			fmt.Print("other ")
		}
	}
	fmt.Println()
}

func labels() {
	x := 4
sw:
	switch x {
	case 1, x * 1:
		for i := range 3 {
			if i == 1 {
				break sw
			}
			fmt.Print("in ")
		}
		fmt.Print("no ")
	}
outer:
	for i := 0; ; i++ {
		switch {
		case i == 0, i == 1:
			if i == 1 {
				continue outer
			}
			fmt.Print(i, " ")
			break
		case i > 2, false:
			break outer
		}
		fmt.Print("end ")
	}
	var fs []func() int
	for i := range 4 {
		switch k := i * 2; k {
		case i + 1, i + 2:
			fs = append(fs, func() int { return k })
		}
	}
	for _, f := range fs {
		fmt.Print(f(), " ")
	}
	done := make(chan string)
	go func() {
		switch x {
		case 3, x + 0:
			done <- "goroutine"
		}
	}()
	fmt.Println(<-done)
}

func defaults(i int) (s string) {
	switch i {
	default:
		s += "d"
	case 0:
		s += "0"
	case 1:
		s += "1"
	}
	switch {
	default:
		s += "d"
	case i > 0:
		s += "+"
	case i > -2:
		s += "-"
	}
	switch i {
	case 0:
		s += "A"
		fallthrough
	default:
		s += "D"
		fallthrough
	case 2:
		s += "C"
	}
l:
	switch {
	case i == 0:
		s += "a"
		fallthrough
	case i == 1, i == 7:
		s += "b"
		if i == 7 {
			break l
		}
		fallthrough
	default:
		s += "c"
	case i == 2:
		s += "e"
	}
	switch j := i + 1; j {
	default:
		s += "."
		fallthrough
	case 1, i + 2 - 1 + 5, j * 9:
		s += "!"
	case 3:
	}
	switch {
	case i == 0:
		s += "f"
		fallthrough
	case i == 1:
		s += "g"
	default:
	}
	return s
}

func sum[N int | float64](xs []N, a, b N) (n int) {
	for _, x := range xs {
		switch x {
		case a, b + 1:
			n++
		}
	}
	return n
}

var errOwn = errors.New("own")

func which(err error) string {
	switch err {
	case nil:
		return "none"
	case io.EOF, errOwn:
		return "known"
	}
	switch _, isNumber := err.(*strconv.NumError); {
	case isNumber, err == nil:
		return "number"
	}
	return "unknown"
}

func main() {
	initialized()
	lists()
	fmt.Println(word("a_b1 c"), word("1a"), word("_"))
	any2(5, "5", "6", nil, true, 6, int64(5), Green, T{1, 2}, T{2, 1}, 2.5, []int{1}, false)
	labels()
	for _, i := range []int{-3, -1, 0, 1, 2, 7} {
		fmt.Print(defaults(i), " ")
	}
	fmt.Println()
	fmt.Println(sum([]int{1, 2, 3}, 1, 2), sum([]float64{1, 2.5}, 1, 1.5))
	_, err := strconv.Atoi("x")
	fmt.Println(which(nil), which(io.EOF), which(errOwn), which(err), which(errors.New("x")))
}

type token struct {
	kind rune
	text string
	at   [2]int
	next *token
}

func read() token { return token{'n', "1", [2]int{3, 4}, &token{kind: 'o'}} }

func initialized() {
	switch t := read(); t.kind {
	case 'n':
		fmt.Println("n", t.text)
	default:
		fmt.Println("default")
	}
	switch t := read(); t.at[1] {
	case 3, 4:
		fmt.Println("4")
	}
	switch t := read(); t.next.kind {
	case 'n':
		fmt.Println("n")
	case 'o':
		fmt.Println("o")
		fallthrough
	case 'p':
		fmt.Println("p")
	}
loop:
	for i := range 4 {
		switch t := read(); t.text + fmt.Sprint(i) {
		case "10":
			continue loop
		case "12":
			break loop
		default:
			fmt.Println(i)
		}
	}
	switch t := read(); t.kind {
	case 'a':
		fmt.Println("a")
	default:
		fmt.Println("default first")
		fallthrough
	case 'b':
		fmt.Println("b")
	case 'n':
		fmt.Println("n last")
	}
labelled:
	switch t := read(); t.kind {
	default:
		fmt.Println("default")
	case 'n':
		if t.text == "1" {
			break labelled
		}
		fmt.Println("not broken")
	}
	switch x := 3; x {
	case 3:
		fmt.Println("three")
	}
}

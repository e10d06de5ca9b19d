// A type switch knows nil beside interfaces of the program.
package main

import "fmt"

type Shape interface{ Area() float64 }
type Named interface {
	Shape
	Name() string
}
type Rect struct{ W float64 }

func (r Rect) Area() float64 { return r.W }
func (r Rect) Name() string  { return "rect" }

func describe(s Shape) string {
	switch s.(type) {
	case nil:
		return "nothing"
	case Named:
		return "named"
	}
	return "?"
}

func describe2(s Shape) string {
	switch v := s.(type) {
	case nil:
		return "nothing"
	case Rect:
		return fmt.Sprint("rect", v.W)
	}
	return "?"
}

func describe3(s any) string {
	switch s.(type) {
	case nil:
		return "nothing"
	case Named:
		return "named"
	}
	return "?"
}

func describe4(s error) string {
	switch s.(type) {
	case nil:
		return "nothing"
	case interface{ Timeout() bool }:
		return "timeout"
	}
	return "?"
}

func main() {
	fmt.Println(describe(nil), describe2(nil), describe3(nil), describe4(nil))
	fmt.Println(describe(Rect{1}), describe2(Rect{1}), describe3(Rect{1}))
	var s Shape
	fmt.Println(describe(s), describe2(s), describe3(s))
	for _, s := range []Shape{nil, Rect{}} {
		fmt.Println(describe(s), describe2(s), describe3(s))
	}
	for _, s := range []Shape{Rect{}, nil} {
		fmt.Println(describe(s), describe2(s), describe3(s))
	}
	var r *Rect
	for _, s := range []Shape{r, nil} {
		fmt.Println(describe2(s), s == nil)
	}
}

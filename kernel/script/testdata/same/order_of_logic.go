package main

import (
	"errors"
	"fmt"
)

func is(name string, b bool) bool { fmt.Print(name, " "); return b }

func fails(name string) error {
	fmt.Print(name, " ")
	return errors.New(name)
}

func three(a, b, c bool) int { return 3 }

// Calls are made from left to right, also those of operands of && and || that may not be evaluated.
func main() {
	count := func(all ...bool) int { return len(all) }
	fmt.Println(count(is("1", true) && is("2", false), !is("3", false), fails("4") == nil || is("5", true)))
	fmt.Println(three(is("1", true) && is("2", false), is("3", false), fails("4") == nil))
	fmt.Println(count(is("1", false) || is("2", true) && is("3", true), is("4", true)), is("5", true))
	list := []bool{is("1", true) && is("2", true), fails("3") != nil, is("4", false) || is("5", false)}
	fmt.Println(list)
	var m map[bool]error
	fmt.Println(count(is("1", true) && m[is("2", true)] == nil, fails("3") == nil))

	var each any
	for each = range 3 {
		fmt.Print(each, " ")
	}
	fmt.Println(each)
}

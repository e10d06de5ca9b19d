package main

import (
	"fmt"
	"log"
	"os"
)

// swallow recovers what the loop's body panics with.
func swallow(yield func(int) bool) {
	defer func() { recover() }()
	yield(1)
	yield(2)
}

// again calls the body after it has panicked.
func again(yield func(int) bool) {
	func() {
		defer func() { recover() }()
		yield(1)
	}()
	yield(2)
}

// within calls the body while it is running.
func within(yield func(func()) bool) {
	yield(func() { yield(nil) })
}

func try(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
	fmt.Println("done")
}

func find(seq func(func(int) bool), want int) (at int) {
	for v := range seq {
		if v != want {
			continue
		}
		return v
	}
	return -1
}

func main() {
	try(func() {
		for i := range swallow {
			fmt.Println(i)
			panic("x")
		}
	})
	try(func() {
		for i := range again {
			fmt.Println(i)
			panic("x")
		}
	})
	try(func() {
		for f := range within {
			f()
		}
	})
	try(func() { fmt.Println(find(swallow, 2), find(again, 1), find(swallow, 5)) })

	log.SetOutput(os.Stdout)
	log.SetFlags(0)
	log.Default().SetPrefix("me: ")
	log.Println("one logger", log.Prefix() == log.Default().Prefix())
}

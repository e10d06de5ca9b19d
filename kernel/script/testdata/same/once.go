// Generic functions of packages that are compiled otherwise.
package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"time"
)

type missing struct{ name string }

func (m missing) Error() string { return "no " + m.name }

type worse struct{ by int }

func (w *worse) Error() string { return fmt.Sprint("worse by ", w.by) }

type config struct {
	size int
	name string
}

var loaded = 0

var load = sync.OnceValue(func() config {
	loaded++
	return config{loaded, "first"}
})

func main() {
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() { load() })
	}
	wg.Wait()
	fmt.Println(load(), load().size, loaded)

	both := sync.OnceValues(func() (map[string]int, error) {
		fmt.Println("reads")
		return map[string]int{"a": 1}, missing{"b"}
	})
	for range 2 {
		m, err := both()
		var no missing
		fmt.Println(m, err, errors.As(err, &no), no.name)
	}

	once := sync.OnceFunc(func() { fmt.Println("once") })
	once()
	once()

	fails := sync.OnceValue(func() int { fmt.Println("fails"); panic(missing{"value"}) })
	for range 2 {
		func() {
			defer func() { r := recover(); fmt.Printf("%T %v\n", r, r) }()
			fails()
		}()
	}

	n := rand.N(10 * time.Second)
	fmt.Printf("%T %t %t\n", n, n >= 0, n < 10*time.Second)
	func() {
		defer func() { fmt.Println(recover()) }()
		rand.N(-1)
	}()

	err := fmt.Errorf("reading: %w", errors.Join(missing{"file"}, &worse{3}))
	m, ok := errors.AsType[missing](err)
	fmt.Println(m.name, ok)
	w, ok := errors.AsType[*worse](err)
	fmt.Println(w.by, ok)
	p, ok := errors.AsType[*os.PathError](err)
	fmt.Println(p == nil, ok)
	_, err = os.Open("/does/not/exist")
	p, ok = errors.AsType[*os.PathError](err)
	fmt.Println(p.Op, ok)
	_, ok = errors.AsType[missing](nil)
	fmt.Println(ok)
}

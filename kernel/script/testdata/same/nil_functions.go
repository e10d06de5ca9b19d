// nil as a function of a type of a package: as a result, an argument, in a literal and
// assigned.
package main

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"
)

func limit(on bool) (context.Context, context.CancelFunc) {
	if on {
		return context.WithTimeout(context.Background(), time.Hour)
	}
	return context.Background(), nil
}

func handler() http.HandlerFunc { return (nil) }

func split() (s bufio.SplitFunc, err error) {
	return nil, nil
}

func named() (h http.HandlerFunc) { return }

type mine func(int) int

func own() mine { return nil }

type holder struct {
	split bufio.SplitFunc
	all   []http.HandlerFunc
	of    map[string]context.CancelFunc
}

func isNil(f http.HandlerFunc) bool { return f == nil }

func main() {
	ctx, cancel := limit(false)
	fmt.Println(ctx.Err(), cancel == nil)
	_, cancel = limit(true)
	fmt.Println(cancel == nil)
	cancel()
	cancel = nil
	s, err := split()
	fmt.Println(handler() == nil, s == nil, err, named() == nil, own() == nil, isNil(nil), cancel == nil)
	h := holder{nil, []http.HandlerFunc{nil, func(http.ResponseWriter, *http.Request) {}}, map[string]context.CancelFunc{"a": nil}}
	fmt.Println(h.split == nil, h.all[0] == nil, h.all[1] == nil, h.of["a"] == nil, h.of["b"] == nil)
	make := func(on bool) bufio.SplitFunc {
		if on {
			return bufio.ScanWords
		}
		return nil
	}
	scan := bufio.NewScanner(strings.NewReader("one two"))
	scan.Split(make(true))
	for scan.Scan() {
		fmt.Println(scan.Text())
	}
	fmt.Println(make(false) == nil)
	var boxed any = handler()
	f, ok := boxed.(http.HandlerFunc)
	fmt.Println(f == nil, ok)
}

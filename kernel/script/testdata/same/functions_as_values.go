// Functions that packages call, also those that are declared further down and those that refer to themselves.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"
)

func nested(r rune) rune {
	if r == '<' {
		return []rune(strings.Map(nested, "q"))[0]
	}
	return r - 1
}

func main() {
	fmt.Println(strings.Map(nested, "b<c"), strings.Map(lowered, "XYZ"))
	inside := func(s string) string { return strings.Map(lowered, s) }
	fmt.Println(inside("QR"))
	c := make(chan string)
	go func() { c <- strings.Map(lowered, "GO") }()
	fmt.Println(<-c)
	words := bufio.NewScanner(strings.NewReader("a;b;c"))
	words.Split(semicolons)
	for words.Scan() {
		fmt.Print(words.Text(), " ")
	}
	fmt.Println(os.Expand("$x ${y}", variable), regexp.MustCompile(`\d`).ReplaceAllStringFunc("a1b2", variable))
	sort.Slice(list, less)
	fmt.Println(list, slices.IndexFunc(list, isFig))
	var wait sync.WaitGroup
	wait.Go(work)
	wait.Wait()
	set := flag.NewFlagSet("set", flag.ContinueOnError)
	set.Func("level", "", level)
	fmt.Println(set.Parse([]string{"-level", "high"}))
	ctx, cancel := context.WithCancel(context.Background())
	context.AfterFunc(ctx, after)
	cancel()
	fmt.Println(<-called)
	mux := http.NewServeMux()
	mux.HandleFunc("/", answer)
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequest("GET", "/x", nil))
	fmt.Println(w.Code, w.Body)
}

var (
	list   = []string{"plum", "fig", "cherry"}
	called = make(chan string, 1)
)

func lowered(r rune) rune                           { return r + 'a' - 'A' }
func variable(name string) string                   { return "[" + name + "]" }
func less(i, j int) bool                            { return len(list[i]) < len(list[j]) }
func isFig(s string) bool                           { return s == "fig" }
func work()                                         { fmt.Println("worked") }
func level(s string) error                          { fmt.Println("level", s); return nil }
func after()                                        { called <- "after" }
func answer(w http.ResponseWriter, r *http.Request) { w.WriteHeader(202); fmt.Fprint(w, r.URL.Path) }
func semicolons(data []byte, end bool) (int, []byte, error) {
	if i := strings.IndexByte(string(data), ';'); i >= 0 {
		return i + 1, data[:i], nil
	}
	if end && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

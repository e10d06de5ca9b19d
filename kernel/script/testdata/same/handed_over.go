// Values of the program's types as interfaces of packages: nil ones, results of calls, fields, own interfaces.
package main

import (
	"bufio"
	"container/heap"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sort"
	"strings"
)

type lengths []string

func (l lengths) Len() int           { return len(l) }
func (l lengths) Less(i, j int) bool { return len(l[i]) < len(l[j]) }
func (l lengths) Swap(i, j int)      { l[i], l[j] = l[j], l[i] }

type sums map[string]int

func (s sums) Write(p []byte) (int, error) { return len(p) + len(s), nil }

type bell chan byte

func (b bell) Write(p []byte) (int, error) { return len(p), nil }

type hook func()

func (h hook) Write(p []byte) (int, error) { return len(p), errors.New(fmt.Sprint(h == nil)) }

type tape struct{ texts []string }

func (t *tape) Write(p []byte) (int, error) {
	if t == nil {
		return 0, errors.New("no tape")
	}
	t.texts = append(t.texts, string(p))
	return len(p), nil
}

type machine struct{ t *tape }

func (m machine) tape() *tape { return m.t }
func newTape() *tape          { return &tape{} }

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

type page struct{ left int }

func (p *page) Read(b []byte) (int, error) {
	if p.left--; p.left < 0 {
		return 0, io.EOF
	}
	return copy(b, "p"), nil
}
func (p *page) Close() error { fmt.Println("closed", p.left); return nil }

type front struct{ asked []string }

func (f *front) RoundTrip(r *http.Request) (*http.Response, error) {
	f.asked = append(f.asked, r.Method+r.URL.Path)
	return &http.Response{StatusCode: 204, Body: &page{1}}, nil
}

type codes struct {
	http.ResponseWriter
	code int
}

func (c *codes) WriteHeader(code int) { c.code = code; c.ResponseWriter.WriteHeader(code) }

type sink interface{ Write([]byte) (int, error) }
type twice struct{ io.Writer }

type queue []int

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i] < q[j] }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(int)) }
func (q *queue) Pop() any {
	x := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return x
}

var waiting = queue{5, 2, 4}

func open() *queue { return &waiting }

func main() {
	var l lengths
	var s sort.Interface = l
	sort.Sort(l)
	sort.Stable(sort.Reverse(l))
	fmt.Println(s == nil, s.Len(), sort.IsSorted(l))
	var m sums
	var b bell
	var h hook
	var t *tape
	for _, w := range []io.Writer{m, b, h, t} {
		fmt.Print(w == nil, " ")
		fmt.Println(io.WriteString(w, "abc"))
	}
	fmt.Println(io.Copy(newTape(), strings.NewReader("abc")))
	on := machine{newTape()}
	fmt.Fprintf(on.tape(), "n=%d", 1)
	get := func() *tape { return on.t }
	io.WriteString(get(), "two")
	fmt.Println(on.t.texts)
	heap.Init(open())
	heap.Push(open(), 1)
	fmt.Println(heap.Pop(open()), heap.Pop(open()))
	fmt.Println(io.ReadAll(&io.LimitedReader{R: zeros{}, N: 2}))
	line, err := bufio.NewReader(&page{2}).ReadString('\n')
	fmt.Println(line, err)
	f := &front{}
	client := &http.Client{Transport: f}
	r, err := client.Get("http://host/path")
	fmt.Println(r.StatusCode, err, f.asked)
	text, err := io.ReadAll(r.Body)
	r.Body.Close()
	fmt.Println(string(text), err)
	var handler http.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(201) })
	c := &codes{httptest.NewRecorder(), 0}
	handler.ServeHTTP(c, httptest.NewRequest("GET", "/", nil))
	fmt.Println(c.code)
	var own sink = on.t
	n, err := io.WriteString(own, "three")
	fmt.Println(n, err, len(on.t.texts))
	w := io.Writer(own)
	fmt.Println(w.Write([]byte("four")))
	own = twice{on.t}
	w = own
	fmt.Println(w.Write([]byte("five")))
	fmt.Println(on.t.texts[2:])
}

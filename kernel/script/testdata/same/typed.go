package main

import (
	"container/heap"
	"container/list"
	"context"
	"encoding/json"
	"fmt"
	"sort"
	"sync"
	"sync/atomic"
)

type Color int
type key struct{}
type key2 struct{}
type ctxKey string
type L []int
type G float64

func (g G) id() {}

type IntHeap []Color

func (h IntHeap) Len() int           { return len(h) }
func (h IntHeap) Less(i, j int) bool { return h[i] < h[j] }
func (h IntHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *IntHeap) Push(x any)        { *h = append(*h, x.(Color)) }
func (h *IntHeap) Pop() any {
	old := *h
	n := len(old)
	x := old[n-1]
	*h = old[0 : n-1]
	return x
}

type Opt func(*int)
type Tree map[string]any
type Matrix [][]float64
type Vec [3]float64
type Ch chan int

func kind(x any) string {
	switch v := x.(type) {
	case nil:
		return "nil"
	case int:
		return fmt.Sprint("int ", v)
	case Color:
		return fmt.Sprint("Color ", int(v))
	case string, ctxKey:
		return fmt.Sprint("string ", v)
	case []int:
		return fmt.Sprint("ints ", len(v))
	case L:
		return fmt.Sprint("L ", len(v))
	case []Color:
		return fmt.Sprint("Colors ", len(v))
	case map[string]any:
		return fmt.Sprint("map ", len(v))
	case Tree:
		return fmt.Sprint("Tree ", len(v))
	case func(int) int:
		return "func"
	case Opt:
		return "Opt"
	case *int:
		return fmt.Sprint("*int ", *v)
	case *Color:
		return fmt.Sprint("*Color ", *v)
	case Matrix:
		return fmt.Sprint("Matrix", v[0][0])
	case Vec:
		return fmt.Sprint("Vec", v[0])
	case [3]float64:
		return fmt.Sprint("array", v[0])
	case Ch:
		return "Ch"
	case chan int:
		return "chan"
	case key:
		return "key"
	case struct{}:
		return "struct{}"
	case G:
		return "G"
	case float64:
		return "float64"
	default:
		return fmt.Sprintf("other %T", v)
	}
}

func two() (Color, error) { return 3, nil }

func main() {
	n, c := 3, Color(4)
	for _, x := range []any{nil, 1, Color(2), "s", ctxKey("k"), []int{1}, L{1, 2}, []Color{1}, map[string]any{}, Tree{"a": Color(1)}, func(i int) int { return i },
		Opt(func(*int) {}), &n, &c, Matrix{{1.5}}, Vec{2}, [3]float64{3}, make(Ch), make(chan int), key{}, key2{}, struct{}{}, G(1), 2.5, []L{}, map[Color]bool{}} {
		fmt.Println(kind(x))
	}
	l := list.New()
	l.PushBack(Color(7))
	l.PushBack(7)
	l.PushBack(G(7))
	for e := l.Front(); e != nil; e = e.Next() {
		fmt.Println(kind(e.Value))
	}
	h := &IntHeap{5, 2, 8}
	heap.Init(h)
	heap.Push(h, Color(3))
	for h.Len() > 0 {
		fmt.Print(heap.Pop(h).(Color), " ")
	}
	fmt.Println()
	ctx := context.WithValue(context.Background(), key{}, Color(1))
	ctx = context.WithValue(ctx, ctxKey("a"), 2)
	ctx = context.WithValue(ctx, key2{}, 5)
	fmt.Println(ctx.Value(key{}), ctx.Value(ctxKey("a")), ctx.Value("a"), ctx.Value(key2{}))
	var m sync.Map
	m.Store(Color(1), "color")
	m.Store(1, "int")
	v, ok := m.Load(Color(1))
	w, _ := m.Load(1)
	fmt.Println(v, ok, w)
	var av atomic.Value
	av.Store(Color(9))
	fmt.Println(av.Load().(Color))
	p := sync.Pool{New: func() any { return Color(6) }}
	fmt.Println(p.Get().(Color))
	s := L{3, 1, 2}
	sort.Slice(s, func(i, j int) bool { return s[i] < s[j] })
	var as any = s
	sort.Slice(as, func(i, j int) bool { return s[i] > s[j] })
	fmt.Println(s, as)
	set := map[any]int{Color(1): 1, 1: 2, "a": 3, ctxKey("a"): 4}
	set[Color(1)]++
	delete(set, "a")
	fmt.Println(len(set), set[1], set[Color(1)], set["a"], set[ctxKey("a")])
	b, err := json.Marshal(map[string]any{"c": Color(1), "l": L{1}, "t": Tree{"x": Color(2)}, "k": ctxKey("v")})
	fmt.Println(string(b), err)
	fmt.Println([]any{Color(1), L{2}, ctxKey("x")})
	fmt.Printf("%v %d %s %q %T %T %#v %5d|\n", any(Color(1)), any(Color(1)), any(ctxKey("x")), any(ctxKey("x")), any(L{}), any(map[Color]L{}), any(L{1}), any(Color(3)))
	fmt.Printf("%s %x\n", any(Color(1)), any(c))
	func() {
		defer func() {
			r := recover()
			fmt.Println(kind(r), r)
		}()
		panic(Color(5))
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var x any = 1.5
		fmt.Println(x.(Color))
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var x any = Color(1)
		fmt.Println(x.(int))
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var x any = L{1}
		fmt.Println(x == x)
	}()
	switch x := any(Color(1)); x {
	case 1:
		fmt.Println("int")
	case Color(1):
		fmt.Println("Color")
	}
	switch c {
	case any(4):
		fmt.Println("int")
	case any(Color(4)):
		fmt.Println("Color")
	}
	ch := make(chan any, 2)
	ch <- c
	ch <- G(2)
	fmt.Println(kind(<-ch), kind(<-ch))
	z, _ := two()
	var zz any = z
	fmt.Println(zz == 3, zz == Color(3))
	f := func() any { return c }
	fmt.Println(f() == any(4), f() == any(c))
	var o any = Opt(func(i *int) { *i = 8 })
	o.(Opt)(&n)
	fmt.Println(n)
	var e1, e2 any = key{}, key2{}
	fmt.Println(e1 == e2, e1 == any(key{}))
}
func init() {
	func() {
		defer func() { fmt.Println(recover()) }()
		m := map[any]int{}
		m[L{1}] = 2
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var x any = G(2)
		fmt.Println(x.(int))
	}()
	var x any = G(2)
	y, ok := x.(float64)
	fmt.Println(y, ok, x == any(2.0), x == any(G(2)), x == 2.0)
}

// What a package's function yields as an any, again and again in the same place: of types with methods.
package main

import (
	"container/heap"
	"container/list"
	"context"
	"fmt"
	"sync"
	"sync/atomic"
)

type node struct {
	g, h   int
	parent *node
}

func (n *node) f() int         { return n.g + n.h }
func (n *node) String() string { return fmt.Sprint("n", n.g, ":", n.f()) }

type level int

func (l level) String() string { return fmt.Sprint("level ", int(l)) }

type pair struct{ a, b int }

func (p pair) Sum() int { return p.a + p.b }

type open []*node

func (o open) Len() int           { return len(o) }
func (o open) Less(i, j int) bool { return o[i].f() < o[j].f() }
func (o open) Swap(i, j int)      { o[i], o[j] = o[j], o[i] }
func (o *open) Push(x any)        { *o = append(*o, x.(*node)) }
func (o *open) Pop() any {
	old := *o
	n := old[len(old)-1]
	*o = old[:len(old)-1]
	return n
}

type mixed []any

func (o mixed) Len() int           { return len(o) }
func (o mixed) Less(i, j int) bool { return fmt.Sprint(o[i]) < fmt.Sprint(o[j]) }
func (o mixed) Swap(i, j int)      { o[i], o[j] = o[j], o[i] }
func (o *mixed) Push(x any)        { *o = append(*o, x) }
func (o *mixed) Pop() any {
	old := *o
	defer func() { *o = old[:len(old)-1] }()
	return old[len(old)-1]
}

func main() {
	o := &open{}
	for i := range 5 {
		heap.Push(o, &node{g: i * 7 % 5, h: 3 - i})
	}
	for o.Len() > 3 {
		n := heap.Pop(o).(*node)
		fmt.Println(n, n.f())
		for i := range 2 {
			if m := (&node{g: n.g + i, h: 9, parent: n}); n.h != 9 {
				heap.Push(o, m)
			}
		}
	}
	for o.Len() > 0 {
		x := heap.Remove(o, o.Len()/2)
		fmt.Printf("%v %T\n", x, x)
	}
	m := &mixed{}
	for _, x := range []any{level(3), pair{1, 2}, &node{g: 1}, 5, "s", nil, level(2), &pair{3, 4}, []level{1}, 2.5} {
		heap.Push(m, x)
	}
	for m.Len() > 0 {
		switch x := heap.Pop(m).(type) {
		case level:
			fmt.Println("level", x, x+1)
		case interface{ Sum() int }:
			fmt.Printf("%T %d\n", x, x.Sum())
		case *node:
			fmt.Println("node", x.f())
		case nil:
			fmt.Println("nil")
		default:
			fmt.Printf("%v %T\n", x, x)
		}
	}
	l := list.New()
	for i := range 4 {
		if i%2 == 0 {
			l.PushBack(level(i))
		} else {
			l.PushBack(pair{i, i})
		}
	}
	for l.Len() > 0 {
		x := l.Remove(l.Front())
		fmt.Println(x, x == level(2), x == pair{3, 3})
	}
	pool := sync.Pool{New: func() any { return &pair{7, 7} }}
	for range 3 {
		p := pool.New().(*pair)
		q := pool.Get().(*pair)
		fmt.Println(p.Sum()+q.Sum(), *p == *q)
	}
	type key struct{ name string }
	ctx := context.Background()
	for i := range 3 {
		ctx = context.WithValue(ctx, key{fmt.Sprint(i)}, level(i))
	}
	for i := range 4 {
		v := ctx.Value(key{fmt.Sprint(i)})
		l, ok := v.(level)
		fmt.Println(v, l, ok, v == nil)
	}
	var value atomic.Value
	for i := range 3 {
		value.Store(pair{i, i})
		fmt.Println(value.Load(), value.Load().(pair).Sum(), value.Swap(pair{9, i}))
	}
}

package main

import (
	"container/heap"
	"container/list"
	"container/ring"
	"context"
	"fmt"
	"sync"
	"sync/atomic"
)

type I interface{ Get() int }
type SM struct{ n int }

func (s SM) Get() int   { return s.n }
func (s *SM) Set(n int) { s.n = n }

type D struct{ n int }

func main() {
	l := list.New()
	var i I = SM{1}
	l.PushBack(i)
	l.PushBack(SM{2})
	l.PushBack(&SM{3})
	l.PushBack(I(&SM{4}))
	l.PushBack(I(SM{5}))
	var a any = SM{6}
	l.PushBack(a)
	l.PushBack(any(SM{7}))
	for e := l.Front(); e != nil; e = e.Next() {
		v, ok := e.Value.(I)
		fmt.Println(ok, v != nil)
		if ok {
			fmt.Println(v.Get())
		}
		_, s := e.Value.(SM)
		_, p := e.Value.(*SM)
		fmt.Println(s, p)
	}
	var m sync.Map
	m.Store("a", i)
	m.Store("b", I(SM{9}))
	for _, k := range []string{"a", "b"} {
		v, _ := m.Load(k)
		w, ok := v.(I)
		fmt.Println(ok, w != nil && w.Get() > 0)
	}
}

type hp[T any] []T

func (h hp[T]) Len() int           { return len(h) }
func (h hp[T]) Less(i, j int) bool { return false }
func (h hp[T]) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *hp[T]) Push(x any)        { *h = append(*h, x.(T)) }
func (h *hp[T]) Pop() any          { o := *h; x := o[len(o)-1]; *h = o[:len(o)-1]; return x }

func init() {
	l := list.New()
	var none I
	l.PushBack(none)
	l.PushFront(error(nil))
	fmt.Println(l.Front().Value == nil, l.Back().Value == nil)
	_, ok := l.Back().Value.(I)
	fmt.Println(ok)
	for _, i := range []I{SM{1}, &SM{2}, nil} {
		e := l.PushBack(i)
		v, ok := e.Value.(I)
		fmt.Println(ok, v == i)
		_, ok = e.Value.(interface{ Set(int) })
		fmt.Println(ok)
	}
	var h hp[I]
	heap.Push(&h, I(SM{3}))
	heap.Push(&h, I(&SM{4}))
	fmt.Println(heap.Pop(&h).(I).Get(), heap.Pop(&h).(I).Get())
	var v atomic.Value
	v.Store(I(SM{8}))
	fmt.Println(v.Load().(I).Get())
	p := sync.Pool{New: func() any { return I(SM{7}) }}
	fmt.Println(p.Get().(I).Get())
	ctx := context.WithValue(context.Background(), "k", I(SM{6}))
	fmt.Println(ctx.Value("k").(I).Get())
	r := ring.New(1)
	var i I = &SM{5}
	r.Value = i
	fmt.Println(r.Value.(I).Get())
}

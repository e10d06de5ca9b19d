// Values of the program in places that packages declare keep their types.
package main

import (
	"container/list"
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/show"
)

type A int

func (a A) String() string { return fmt.Sprint("A", int(a)) }

type B int

func (b B) String() string { return fmt.Sprint("B", int(b)) }

type S struct{ v any }

func what(x any) string {
	switch x := x.(type) {
	case A:
		return fmt.Sprint("is A ", x)
	case B:
		return fmt.Sprint("is B ", x)
	case int:
		return "int"
	case *B:
		return "*B"
	}
	return "none"
}

func main() {
	e := engine.AnyEdge{To: B(1)}
	fmt.Println(what(e.To), e.To == B(1), e.To == A(1), e.To)
	e.To = B(2)
	fmt.Println(what(e.To), e.To == B(2), e.To == A(2), e.To)
	b := B(3)
	e.To = b
	fmt.Println(what(e.To), e.To == any(b))
	es := []engine.AnyEdge{{To: b}, {B(5), 1, ""}}
	es[0].To, es[1].Cost = B(9), 2
	fmt.Println(what(es[0].To), what(es[1].To))
	t := show.Table{Rows: [][]any{{B(1), b}}}
	t.Rows[0][0] = B(2)
	t.Rows = append(t.Rows, []any{b})
	t.Rows[0] = append(t.Rows[0], b)
	fmt.Println(what(t.Rows[0][0]), what(t.Rows[0][1]), what(t.Rows[1][0]), what(t.Rows[0][2]))
	l := list.New()
	l.PushBack(b)
	l.Front().Value = B(7)
	fmt.Println(what(l.Front().Value))
	l.PushBack(B(1))
	fmt.Println(what(l.Back().Value))
	p := sync.Pool{New: func() any { return B(1) }}
	fmt.Println(what(p.Get()))
	p.Put(B(4))
	if kept := what(p.Get()); kept != what(B(4)) && kept != what(B(1)) { // a pool may drop what it is given
		fmt.Println(kept)
	}
	var v atomic.Value
	v.Store(B(2))
	fmt.Println(what(v.Load()))
	var m sync.Map
	m.Store("k", B(3))
	x, _ := m.Load("k")
	fmt.Println(what(x))
	ctx := context.WithValue(context.Background(), "k", B(8))
	fmt.Println(what(ctx.Value("k")))
	pe := &e
	pe.To = &b
	fmt.Println(what(pe.To))
	pe.To = S{B(1)}
	fmt.Println(what(pe.To.(S).v))
	f := func() any { return B(6) }
	e.To = f()
	fmt.Println(what(e.To))
	e.To = func() B { return 7 }()
	fmt.Println(what(e.To))
	g := engine.AnyGraph{Start: B(1)}
	g.H = func(s any) engine.Cost { return 0 }
	fmt.Println(what(g.Start))
	g.Start = A(3)
	fmt.Println(what(g.Start))
	var q struct {
		engine.AnyEdge
		z any
	}
	q.To, q.z = B(1), B(2)
	fmt.Println(what(q.To), what(q.z))
	arr := [1]engine.AnyEdge{{To: B(11)}}
	fmt.Println(what(arr[0].To))
	mm := map[string]engine.AnyEdge{"a": {To: B(12)}}
	fmt.Println(what(mm["a"].To))
	defer func() { fmt.Println(what(recover())) }()
	panic(B(13))
}

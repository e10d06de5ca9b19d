package main

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

type C int
type Al = C
type AG = G[byte]
type G[T any] struct{ v T }

func (g G[T]) Show() string { return fmt.Sprintf("G=%v", g.v) }

type Fmt interface{ Show() string }
type byteAlias = byte
type Sl[T any] []T
type M[K comparable, V any] map[K]V
type P2[K comparable, V any] struct {
	Key K
	Val V
}

func (m M[K, V]) Pairs() (out []P2[K, V]) {
	for k, v := range m {
		out = append(out, P2[K, V]{k, v})
	}
	return
}
func (s Sl[T]) Iter() iter.Seq2[int, T] { return slices.All(s) }

type Fold[A, T any] func(A, T) A

func (f Fold[A, T]) Over(s iter.Seq[T], a A) A {
	for x := range s {
		a = f(a, x)
	}
	return a
}

type Node[T any] struct {
	val      T
	children []*Node[T]
	parent   *Node[T]
	meta     map[string]any
}

func (n *Node[T]) Add(vs ...T) *Node[T] {
	for _, v := range vs {
		n.children = append(n.children, &Node[T]{val: v, parent: n})
	}
	return n
}
func (n *Node[T]) Walk(depth int) iter.Seq2[int, *Node[T]] {
	return func(yield func(int, *Node[T]) bool) { n.walk(depth, yield) }
}
func (n *Node[T]) walk(d int, yield func(int, *Node[T]) bool) bool {
	if !yield(d, n) {
		return false
	}
	for _, c := range n.children {
		if !c.walk(d+1, yield) {
			return false
		}
	}
	return true
}

type Eq[T any] interface{ Equal(T) bool }
type Card struct{ suit, rank int }

func (c Card) Equal(d Card) bool { return c == d }
func Index[T Eq[T]](xs []T, x T) int {
	for i, y := range xs {
		if y.Equal(x) {
			return i
		}
	}
	return -1
}
func Ptr[T any](v T) *T { return &v }
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
func Zip[A, B any](as []A, bs []B) iter.Seq2[A, B] {
	return func(yield func(A, B) bool) {
		for i := range min(len(as), len(bs)) {
			if !yield(as[i], bs[i]) {
				return
			}
		}
	}
}
func Chunk[T any](xs []T, n int) (out [][]T) {
	for c := range slices.Chunk(xs, n) {
		out = append(out, slices.Clone(c))
	}
	return
}
func GroupBy[K comparable, T any](xs []T, key func(T) K) map[K][]T {
	m := map[K][]T{}
	for _, x := range xs {
		m[key(x)] = append(m[key(x)], x)
	}
	return m
}
func Memo[K comparable, V any](f func(func(K) V, K) V) func(K) V {
	m := map[K]V{}
	var g func(K) V
	g = func(k K) V {
		if v, ok := m[k]; ok {
			return v
		}
		v := f(g, k)
		m[k] = v
		return v
	}
	return g
}
func Kind[T any](x T) string {
	switch any(x).(type) {
	case int, C:
		return "intish"
	case []T:
		return "slice"
	case string:
		return "string"
	case G[byte]:
		return "G[byte]"
	case error:
		return "error"
	}
	var z T
	return fmt.Sprintf("%v", any(z) == nil)
}

func main() {
	var a any = G[byte]{1}
	b, ok := a.(G[uint8])
	c, ok2 := a.(AG)
	_, ok3 := a.(G[byteAlias])
	_, ok4 := a.(G[int8])
	fmt.Println(b, ok, c == b, ok2, ok3, ok4, a == any(G[uint8]{1}))
	var f Fmt = G[Al]{3}
	_, isC := f.(G[C])
	fmt.Println(f.Show(), isC, Fmt(G[[]rune]{}).Show(), G[G[rune]]{}.Show(), G[any]{nil}.Show(), G[interface{}]{C(1)}.Show(), G[map[byte]Al]{}.Show())
	var ga G[any] = G[interface{}]{5}
	fmt.Println(ga)
	ps := M[string, int]{"a": 1, "b": 2}.Pairs()
	slices.SortFunc(ps, func(x, y P2[string, int]) int { return strings.Compare(x.Key, y.Key) })
	fmt.Printf("%v %+v %T\n", ps, ps[0], ps)
	for i, s := range (Sl[string]{"x", "y"}).Iter() {
		fmt.Print(i, s)
	}
	fmt.Println(Fold[string, int](func(a string, i int) string { return a + fmt.Sprint(i) }).Over(slices.Values([]int{1, 2}), ">"))
	root := (&Node[string]{val: "r"}).Add("a", "b")
	root.children[0].Add("a1", "a2").meta = map[string]any{"x": root.children[1]}
	for d, n := range root.Walk(0) {
		if n.val == "a2" {
			break
		}
		fmt.Print(strings.Repeat(".", d), n.val, " ", n.parent != nil && n.parent.val == "r", " ")
	}
	fmt.Println(root.children[0].meta["x"].(*Node[string]).val)
	fmt.Println(Index([]Card{{1, 2}, {3, 4}}, Card{3, 4}), *Ptr(3), Ptr("s") == Ptr("s"), *Ptr(Card{1, 2}), Ptr([]int{1}))
	func() {
		defer func() { fmt.Println("R", recover()) }()
		fmt.Println(Must(fmt.Sscan("x", new(int))))
	}()
	for s, i := range Zip([]string{"a", "b"}, []int{1, 2, 3}) {
		fmt.Print(s, i, " ")
	}
	fmt.Println(Chunk([]int{1, 2, 3, 4, 5}, 2), GroupBy([]int{1, 2, 3, 4}, func(i int) bool { return i%2 == 0 }))
	fib := Memo(func(self func(int) int, n int) int {
		if n < 2 {
			return n
		}
		return self(n-1) + self(n-2)
	})
	lcs := Memo(func(self func([2]string) int, k [2]string) int {
		x, y := k[0], k[1]
		switch {
		case x == "" || y == "":
			return 0
		case x[0] == y[0]:
			return 1 + self([2]string{x[1:], y[1:]})
		}
		return max(self([2]string{x[1:], y}), self([2]string{x, y[1:]}))
	})
	fmt.Println(fib(60), lcs([2]string{"abcde", "xbdye"}))
	fmt.Println(Kind(1), Kind(C(2)), Kind("s"), Kind(G[uint8]{}), Kind[error](nil), Kind(fmt.Errorf("e")), Kind([]int{}), Kind[any](5))
	keys := slices.Collect(maps.Keys(map[C]bool{3: true, 1: false}))
	slices.Sort(keys)
	fmt.Println(keys, slices.Max(keys), slices.Sorted(maps.Values(map[string]C{"a": 9, "b": 4})))
	func() {
		defer func() { fmt.Println(recover()) }()
		_ = a.(byte)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		_ = a.(G[rune])
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		_ = a.(Eq[C])
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		_ = any(C(1)).(map[byte]rune)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var z any
		_ = z.(Al)
	}()
	m := map[any]string{C(1): "C", 1: "int", G[byte]{1}: "G", [2]any{1, C(1)}: "arr", Card{1, 2}: "card", "s": "str", nil: "nil", true: "b"}
	fmt.Println(m[1], m[C(1)], m[Al(1)], m[G[uint8]{1}], m[[2]any{1, C(1)}], m[Card{1, 2}], m[nil], m[int8(1)] == "", len(m))
}

// Generic types of all kinds with methods; functions as options.
package main

import "fmt"

type Num interface{ ~int | ~int64 | ~float64 }

func sum[S ~[]E, E Num](s S) (t E) {
	for _, x := range s {
		t += x
	}
	return
}

type Ints []int
type Meters float64

type Node[K comparable, V any] struct {
	k    K
	v    V
	next *Node[K, V]
}
type HashMap[K comparable, V any] struct {
	buckets []*Node[K, V]
	hash    func(K) uint32
	n       int
}

func NewMap[K comparable, V any](hash func(K) uint32) *HashMap[K, V] {
	return &HashMap[K, V]{make([]*Node[K, V], 4), hash, 0}
}
func (m *HashMap[K, V]) slot(k K) **Node[K, V] {
	p := &m.buckets[m.hash(k)%uint32(len(m.buckets))]
	for *p != nil && (*p).k != k {
		p = &(*p).next
	}
	return p
}
func (m *HashMap[K, V]) Put(k K, v V) {
	if p := m.slot(k); *p != nil {
		(*p).v = v
	} else {
		*p = &Node[K, V]{k: k, v: v}
		m.n++
	}
}
func (m *HashMap[K, V]) Get(k K) (v V, ok bool) {
	if p := *m.slot(k); p != nil {
		return p.v, true
	}
	return
}
func (m *HashMap[K, V]) Del(k K) bool {
	p := m.slot(k)
	if *p == nil {
		return false
	}
	*p = (*p).next
	m.n--
	return true
}

type Option[T any] interface{ apply(*T) }
type optFunc[T any] func(*T)

func (f optFunc[T]) apply(t *T) { f(t) }

type config struct {
	w    float64
	name string
}

func With(w float64) Option[config] { return optFunc[config](func(c *config) { c.w = w }) }
func Named(n string) Option[config] { return optFunc[config](func(c *config) { c.name = n }) }
func New[T any](opts ...Option[T]) *T {
	t := new(T)
	for _, o := range opts {
		o.apply(t)
	}
	return t
}

type Either[L, R any] struct {
	l *L
	r *R
}

func Left[L, R any](l L) Either[L, R]  { return Either[L, R]{l: &l} }
func Right[L, R any](r R) Either[L, R] { return Either[L, R]{r: &r} }
func Match[L, R, T any](e Either[L, R], f func(L) T, g func(R) T) T {
	if e.l != nil {
		return f(*e.l)
	}
	return g(*e.r)
}
func Compose[A, B, C any](f func(A) B, g func(B) C) func(A) C { return func(a A) C { return g(f(a)) } }
func Curry[A, B, C any](f func(A, B) C) func(A) func(B) C {
	return func(a A) func(B) C { return func(b B) C { return f(a, b) } }
}
func kind[T any](x T) string {
	switch any(x).(type) {
	case int:
		return "int"
	case string:
		return "string"
	case []T:
		return "slice of T"
	case Meters:
		return "meters"
	case fmt.Stringer:
		return "stringer"
	}
	var z T
	_ = z
	return "other"
}

type Ring[T any, N interface{ ~[4]T | ~[8]T }] struct {
	buf  N
	head int
}

type id struct{ n int }

func (i id) String() string { return fmt.Sprint("#", i.n) }

func Keys[M ~map[K]V, K comparable, V any](m M) int { return len(m) }

type Tree[T interface{ Less(T) bool }] struct {
	l, r *Tree[T]
	v    T
}

func (t *Tree[T]) Add(v T) *Tree[T] {
	switch {
	case t == nil:
		return &Tree[T]{v: v}
	case v.Less(t.v):
		t.l = t.l.Add(v)
	default:
		t.r = t.r.Add(v)
	}
	return t
}
func (t *Tree[T]) String() string {
	if t == nil {
		return "."
	}
	return fmt.Sprintf("(%v %v %v)", t.l, t.v, t.r)
}
func (i id) Less(j id) bool { return i.n < j.n }

func main() {
	fmt.Println(sum(Ints{1, 2}), sum([]Meters{1.5, 2}), sum([]int64(nil)))
	m := NewMap[string, []int](func(s string) (h uint32) {
		for _, c := range s {
			h = h*31 + uint32(c)
		}
		return
	})
	for i := range 20 {
		k := fmt.Sprint("k", i%7)
		v, _ := m.Get(k)
		m.Put(k, append(v, i))
	}
	fmt.Println(m.n, m.Del("k3"), m.Del("k3"), m.n)
	fmt.Println(m.Get("k1"))
	fmt.Println(m.Get("k3"))
	mi := NewMap[id, map[string]int](func(i id) uint32 { return uint32(i.n) })
	mi.Put(id{1}, map[string]int{"a": 1})
	v, ok := mi.Get(id{1})
	v["b"]++
	fmt.Println(v, ok, *mi.buckets[1])
	fmt.Println(*New(With(2), Named("x")), *New[config]())
	e := []Either[int, string]{Left[int, string](5), Right[int]("r")}
	for _, x := range e {
		fmt.Print(Match(x, func(i int) string { return fmt.Sprint("L", i) }, func(s string) string { return "R" + s }), " ")
	}
	f := Compose(func(i int) float64 { return float64(i) / 2 }, func(x float64) string { return fmt.Sprint(x, "!") })
	fmt.Println(f(3), Curry(func(a int, b string) string { return fmt.Sprint(a, b) })(1)("z"))
	fmt.Println(kind(1), kind("s"), kind(Meters(1)), kind(id{1}), kind([]int{}), kind(2.5), kind(any(nil)), kind(&m))
	fmt.Println(Keys(map[id]bool{{1}: true}), Ring[int, [4]int]{head: 1})
	var t *Tree[id]
	for _, n := range []int{4, 2, 6, 1} {
		t = t.Add(id{n})
	}
	fmt.Println(t)
	fmt.Printf("%T %T %v\n", t, e[0], New[Tree[id]]())
}

package main

import "fmt"

type S struct{ a, b int }
type P struct {
	S
	p *S
	m map[string]S
	l []S
	f func() S
}

func mk(n int) S       { return S{n, n * 2} }
func pair() (S, error) { return S{1, 2}, nil }
func ptr() *S          { return &S{5, 6} }
func (s S) add(o S) S  { s.a += o.a; s.b += o.b; return s }
func (s *S) bump() *S  { s.a++; return s }
func named() (s S, l []int, m map[string]int, p *S, f func() int, a [2]int, e any) {
	s.a = 1
	l = append(l, 1)
	m = map[string]int{"a": 1}
	p = &s
	p.b = 4
	f = func() int { s.a++; return s.a }
	f()
	a[1] = 7
	e = s
	return
}

func shadow() (n int) {
	n = 1
	{
		n := 2
		n++
		_ = n
	}
	if n := 5; n > 3 {
		n++
	}
	for n := range 3 {
		_ = n
	}
	switch n := any(n).(type) {
	case int:
		n++
	}
	func() {
		n := 9
		_ = n
	}()
	func() { n += 10 }()
	return
}

func swap(a, b *int) { *a, *b = *b, *a }

func multi() (a, b, c int) {
	a, b, c = 1, 2, 3
	a, b = b, a
	b, c, a = c, a, b
	return c, a, b
}

func early(n int) (s string, err error) {
	defer func() { s += "!" }()
	for i := range n {
		if i == 2 {
			return fmt.Sprint("at ", i), nil
		}
		s = fmt.Sprint(i)
	}
	if n == 0 {
		err = fmt.Errorf("none")
		return "x", err
	}
	return
}

func vari(n int, xs ...S) (t S) {
	for _, x := range xs {
		t = t.add(x)
	}
	t.a *= n
	return t
}

type Stack []S

func (s *Stack) push(x S) { *s = append(*s, x) }
func (s *Stack) pop() (x S) {
	x, *s = (*s)[len(*s)-1], (*s)[:len(*s)-1]
	return
}
func (s Stack) top() *S { return &s[len(s)-1] }

type Queue struct{ in, out Stack }

func (q *Queue) get() S {
	if len(q.out) == 0 {
		for len(q.in) > 0 {
			q.out.push(q.in.pop())
		}
	}
	return q.out.pop()
}

type Board [3][3]rune

func (b Board) with(i, j int, r rune) Board { b[i][j] = r; return b }
func (b *Board) set(i, j int, r rune)       { b[i][j] = r }
func (b Board) String() (s string) {
	for _, row := range b {
		for _, c := range row {
			if c == 0 {
				c = '.'
			}
			s += string(c)
		}
		s += "/"
	}
	return
}

func moves(b Board) (out []Board) {
	for i, row := range b {
		for j, c := range row {
			if c == 0 {
				out = append(out, b.with(i, j, 'x'))
			}
		}
	}
	return
}

func main() {
	s, err := pair()
	fmt.Println(s, err, mk(3).add(mk(4)), ptr().bump().bump().a)
	p := P{S: mk(1), p: ptr(), m: map[string]S{"k": mk(2)}, l: []S{mk(1), mk(2)}, f: func() S { return mk(9) }}
	q := p
	q.a = 50
	q.p.a = 60
	q.l[0].a = 70
	q.l = append(q.l, mk(3))
	fmt.Println(p.S, p.p.a, p.l, len(q.l), p.f().b, p.m["k"].b)
	p.bump()
	p.p.bump()
	(&p.l[1]).bump()
	fmt.Println(p.a, p.p.a, p.l[1])
	a, b, c, d, e, f, g := named()
	fmt.Println(a, b, c, d.b, e(), f, g)
	fmt.Println(shadow())
	x, y := 1, 2
	swap(&x, &y)
	fmt.Println(x, y)
	fmt.Println(multi())
	fmt.Println(early(0))
	fmt.Println(early(1))
	fmt.Println(early(5))
	fmt.Println(vari(2, mk(1), mk(2)), vari(3), vari(1, p.l...))
	var st Stack
	st.push(mk(1))
	st.push(mk(2))
	st.top().a = 99
	fmt.Println(st.pop(), len(st), st.top().b)
	var qu Queue
	for i := range 4 {
		qu.in.push(mk(i))
	}
	fmt.Print(qu.get(), qu.get(), " ")
	qu.in.push(mk(8))
	fmt.Println(qu.get(), qu.get(), qu.get())
	var bd Board
	bd.set(1, 1, 'o')
	b2 := bd.with(0, 0, 'x')
	fmt.Println(bd, b2, len(moves(b2)), moves(b2)[0], bd == b2, bd == b2.with(0, 0, 0))
	seen := map[Board]int{bd: 1}
	seen[b2]++
	seen[bd]++
	fmt.Println(len(seen), seen[bd])
	arr := [2][]int{{1}, {2, 3}}
	for _, r := range arr {
		r[0] = 9
	}
	fmt.Println(arr)
	m := map[string]*[2]int{"a": {1, 2}}
	m["a"][1]++
	fmt.Println(*m["a"], m["a"][1])
	mm := map[string][]map[int]string{"z": {{1: "one"}}}
	mm["z"][0][2] = "two"
	mm["y"] = append(mm["y"], map[int]string{3: "three"})
	fmt.Println(mm)
	type node struct {
		next *node
		v    int
	}
	var head *node
	for i := range 4 {
		head = &node{head, i}
	}
	var rev *node
	for head != nil {
		head, head.next, rev = head.next, rev, head
	}
	for n := rev; n != nil; n = n.next {
		fmt.Print(n.v, " ")
	}
	fmt.Println()
	fs := map[string]func(...int) int{}
	for _, op := range []string{"sum", "max"} {
		fs[op] = func(xs ...int) (r int) {
			for i, x := range xs {
				switch op {
				case "sum":
					r += x
				case "max":
					if i == 0 || x > r {
						r = x
					}
				}
			}
			return
		}
	}
	fmt.Println(fs["sum"](1, 2, 3), fs["max"](4, 9, 2), fs["max"]())
	acc := []func(int) int{}
	total := 0
	for i := 0; i < 3; i++ {
		k := i * i
		acc = append(acc, func(n int) int { total += n * k; k++; return total })
	}
	for _, f := range acc {
		fmt.Print(f(1), f(2), " ")
	}
	fmt.Println(total)
	grid := make([][]rune, 2)
	for i := range grid {
		grid[i] = []rune("ab")
	}
	grid[0][0], grid[1][1] = grid[1][1], grid[0][0]
	fmt.Println(string(grid[0]), string(grid[1]))
	i := 0
	idx := func() int { i++; return i - 1 }
	nums := []int{10, 20, 30}
	nums[idx()], nums[idx()] = nums[idx()], 5
	fmt.Println(nums, i)
	nums[idx()-3] += 5
	fmt.Println(nums)
	pp := &nums[2]
	nums2 := append(nums[:1], nums[2:]...)
	fmt.Println(nums, nums2, *pp)
	var iface interface{ add(S) S } = mk(1)
	fmt.Println(iface.add(mk(1)), iface == interface{ add(S) S }(mk(1)))
	st2 := struct {
		S
		n int
	}{mk(2), 3}
	fmt.Println(st2.add(mk(1)), st2, st2.S.b)
}

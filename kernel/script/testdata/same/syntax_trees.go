// Nodes of own types behind an interface that embeds fmt.Stringer.
package main

import "fmt"

type visitor interface{ visit(n node) (stop bool) }
type node interface {
	kids() []node
	fmt.Stringer
}
type leaf int
type branch struct {
	op   string
	l, r node
}

func (l leaf) kids() []node      { return nil }
func (l leaf) String() string    { return fmt.Sprintf("%d", int(l)) }
func (b *branch) kids() []node   { return []node{b.l, b.r} }
func (b *branch) String() string { return fmt.Sprintf("(%v %s %v)", b.l, b.op, b.r) }

func walk(n node, v visitor) bool {
	if v.visit(n) {
		return true
	}
	for _, k := range n.kids() {
		if walk(k, v) {
			return true
		}
	}
	return false
}

type visit func(node) bool

func (f visit) visit(n node) bool { return f(n) }

func eval(n node) (v int, err error) {
	switch n := n.(type) {
	case leaf:
		return int(n), nil
	case *branch:
		l, err := eval(n.l)
		if err != nil {
			return 0, err
		}
		r, err := eval(n.r)
		if err != nil {
			return 0, err
		}
		switch n.op {
		case "+":
			return l + r, nil
		case "*":
			return l * r, nil
		case "/":
			if r == 0 {
				return 0, fmt.Errorf("division by zero in %v", n)
			}
			return l / r, nil
		default:
			return 0, fmt.Errorf("op %q", n.op)
		}
	case nil:
		return 0, fmt.Errorf("nil node")
	}
	return 0, fmt.Errorf("what is %T", n)
}

func main() {
	t := &branch{"+", leaf(1), &branch{"*", leaf(2), &branch{"/", leaf(9), leaf(3)}}}
	fmt.Println(t)
	fmt.Println(eval(t))
	fmt.Println(eval(&branch{"/", leaf(1), leaf(0)}))
	fmt.Println(eval(&branch{"%", leaf(1), leaf(0)}))
	fmt.Println(eval(nil))
	n := 0
	walk(t, visit(func(x node) bool {
		n++
		if l, ok := x.(leaf); ok && l > 5 {
			fmt.Println("found", l, n)
			return true
		}
		return false
	}))
	leaves := map[leaf]int{}
	walk(t, visit(func(x node) bool {
		if l, ok := x.(leaf); ok {
			leaves[l]++
		}
		return false
	}))
	fmt.Println(leaves, len(leaves))
	set := map[node]bool{leaf(1): true, t: true}
	fmt.Println(set[leaf(1)], set[leaf(2)], set[t], set[&branch{}], t.l == leaf(1), t.l == node(leaf(2)))
}

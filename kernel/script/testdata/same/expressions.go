package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

type Op uint8

const (
	Add Op = iota + 1
	Sub
	_
	Mul
)

const (
	KB = 1 << (10 * (iota + 1))
	MB
)

func (o Op) String() string {
	switch o {
	case Add:
		return "+"
	case Sub:
		return "-"
	}
	return fmt.Sprintf("Op(%d)", uint8(o))
}

type Expr interface {
	Eval(env map[string]float64) (float64, error)
}
type Num float64
type Var string
type Bin struct {
	op   Op
	l, r Expr
}

type UndefinedError struct{ name string }

func (e *UndefinedError) Error() string { return "undefined " + e.name }

func (n Num) Eval(env map[string]float64) (float64, error) { return float64(n), nil }
func (v Var) Eval(env map[string]float64) (float64, error) {
	if x, ok := env[string(v)]; ok {
		return x, nil
	}
	return 0, &UndefinedError{string(v)}
}
func (b *Bin) Eval(env map[string]float64) (float64, error) {
	x, err := b.l.Eval(env)
	if err != nil {
		return 0, fmt.Errorf("left of %v: %w", b.op, err)
	}
	y, err := b.r.Eval(env)
	if err != nil {
		return 0, err
	}
	switch b.op {
	case Add:
		return x + y, nil
	case Sub:
		return x - y, nil
	case Mul:
		return x * y, nil
	default:
		return 0, errors.New("bad op")
	}
}

func show(e Expr) string {
	switch e := e.(type) {
	case nil:
		return "nil"
	case Num:
		return fmt.Sprint(float64(e))
	case Var:
		return string(e)
	case *Bin:
		return "(" + show(e.l) + e.op.String() + show(e.r) + ")"
	}
	return "?"
}

func depth(e any) (n int) {
	defer func() { n++ }()
loop:
	for {
		switch x := e.(type) {
		case *Bin:
			n++
			e = x.l
			if n > 5 {
				break loop
			}
			continue
		case Expr, fmt.Stringer:
			if n > 0 {
				break
			}
			return -1
		case error:
			return -2
		default:
			return -3
		}
		break
	}
	return
}

func kinds(xs ...any) (out []string) {
	for i, x := range xs {
		switch y := x.(type) {
		case Op, Num:
			out = append(out, fmt.Sprint("own ", y))
		case int, int64:
			out = append(out, fmt.Sprint("int ", y, i))
		case func() int:
			out = append(out, fmt.Sprint("func ", y()))
		case []any:
			out = append(out, kinds(y...)...)
		case error:
			out = append(out, "error "+y.Error())
		case fmt.Stringer:
			out = append(out, "stringer "+y.String())
		case nil:
			out = append(out, "nil")
		case Expr:
			v, err := y.Eval(nil)
			out = append(out, fmt.Sprint("expr ", v, " ", err))
		case interface{ Less(int) bool }:
			out = append(out, fmt.Sprint("less ", y.Less(3)))
		default:
			out = append(out, fmt.Sprintf("%v", y))
		}
	}
	return
}

type small int

func (s small) Less(n int) bool { return int(s) < n }

type base struct{ id int }

func (b *base) SetID(i int) { b.id = i }
func (b base) ID() int      { return b.id }

type derived struct {
	base
	name string
}

type ider interface {
	ID() int
	SetID(int)
}

func sum(xs ...int) (t int) {
	for _, x := range xs {
		t += x
	}
	return
}

func main() {
	e := &Bin{Add, Num(1), &Bin{Mul, Var("x"), Num(3)}}
	fmt.Println(show(e), depth(e), depth(Num(1)), depth(errors.New("a")), depth(3))
	fmt.Println(e.Eval(map[string]float64{"x": 2}))
	_, err := (&Bin{Sub, Var("q"), Num(1)}).Eval(nil)
	fmt.Println(err)
	fmt.Println(strings.Join(kinds(Add, Num(2), 3, int64(4), nil, []any{5, Sub}, errors.New("e"), &UndefinedError{"u"}, Var("v"), func() int { return 7 }, small(2), 1.5, os.ErrNotExist), "; "))
	fmt.Println(Add, Mul, KB, MB, []byte("hé"), Op(9))
	d := derived{base{1}, "d"}
	var i ider = &d
	i.SetID(5)
	fmt.Println(d.id, i.ID(), d.ID())
	set := d.SetID
	set(8)
	fmt.Println(d.id, sum(), sum(1, 2), sum([]int{4, 5}...))
	var u8 uint8 = 200
	var i32 int32 = 1 << 30
	var u uint = 3
	fmt.Println(u8+100, i32*4, i32<<1, u-4 > 0, u8<<1, int8(u8), -5>>1, 1<<u, ^u8, 7&^2, -7%3)
	a := [3]int{1, 2, 3}
	b := a
	b[0] = 9
	s := a[:]
	s[1] = 8
	fmt.Println(a, b, s, a == [3]int{1, 8, 3})
	x := 1
	{
		x := 2
		x++
		_ = x
	}
	if x := x + 5; x > 3 {
		fmt.Println("inner", x)
	}
	fmt.Println(x)
	switch {
	case x == 1:
		fmt.Println("one")
		fallthrough
	case x == 2:
		fmt.Println("two")
	case x == 3:
		fmt.Println("three")
	}
	for i, r := range "añ" {
		fmt.Print(i, ":", string(r), " ", r, " ")
	}
	fmt.Println()
	defer fmt.Println("deferred", x)
	x = 10
	func() {
		defer func() { fmt.Println("recovered", recover()) }()
		var m map[string]int
		m["a"] = 1
	}()
	matrix := [2][2]int{{1, 2}, {3, 4}}
	for _, row := range matrix {
		row[0] = 100
	}
	p := &matrix
	p[1][1] = 7
	fmt.Println(matrix, len(p))
	type pair struct {
		k string
		v int
	}
	byKey := map[pair][]int{{"a", 1}: {1}}
	byKey[pair{"a", 1}] = append(byKey[pair{"a", 1}], 2)
	fmt.Println(byKey)
	ops := map[string]func(a, b int) int{"add": func(a, b int) int { return a + b }, "mul": func(a, b int) int { return a * b }}
	fmt.Println(ops["add"](2, 3), ops["mul"](2, 3), len(ops))
}

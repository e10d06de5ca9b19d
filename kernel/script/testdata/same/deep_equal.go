package main

import (
	"fmt"
	"reflect"
)

type T1 []int
type T2 []int
type M map[string]T1
type N int
type S struct {
	a int
	B T1
}
type E struct{}
type F struct{}

func eq(x, y any) bool { return reflect.DeepEqual(x, y) }

func main() {
	fmt.Println(eq(T1{1}, T1{1}), eq(T1{1}, T2{1}), eq(T1{1}, []int{1}), eq([]int{1}, []int{1}), eq(T1(nil), T1{}), eq(nil, nil), eq(nil, T1(nil)))
	fmt.Println(eq(N(1), 1), eq(N(1), N(1)), eq(S{1, T1{2}}, S{1, T1{2}}), eq(S{1, T1{2}}, S{1, T1{3}}), eq(&S{1, nil}, &S{1, nil}), eq(M{"a": {1}}, M{"a": {1}}))
	fmt.Println(reflect.DeepEqual(T1{1}, T1{1}), reflect.DeepEqual(T1{1}, T2{1}), reflect.DeepEqual(N(2), N(2)), reflect.DeepEqual([]T1{{1}}, []T1{{1}}), reflect.DeepEqual([]T1{{1}}, []T2{{1}}))
	fmt.Println(reflect.DeepEqual(E{}, E{}), reflect.DeepEqual(E{}, F{}), reflect.DeepEqual([]E{{}}, []E{{}}), reflect.DeepEqual(map[N]T1{1: {2}}, map[N]T1{1: {2}}))
	var e1, e2 error = fmt.Errorf("x"), fmt.Errorf("x")
	fmt.Println(eq(e1, e2), eq([]string{"a"}, []string{"a"}), eq([2]N{1, 2}, [2]N{1, 2}), eq(&[]N{1}, &[]N{1}))
	x := T1{1}
	var y any = x
	fmt.Println(reflect.DeepEqual(x, y), reflect.DeepEqual(y, T2{1}))
}

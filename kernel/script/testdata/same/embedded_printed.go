// Structs that embed compiled values with methods, declared anywhere or without a name, are printed by these.
package main

import (
	"context"
	"fmt"
	"time"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/domains/npuzzle"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/frame"
)

type byValue struct{ engine.Ratio }
type byValue2 struct {
	engine.Ratio
	n int
}
type byPointer struct{ *engine.Ratio }
type two struct {
	engine.Ratio
	npuzzle.Board
}
type deep struct {
	byValue2
	tag string
}
type viaAlg struct {
	engine.Algorithm
	Results []*engine.Result
}
type res struct {
	*engine.Result
	note string
}
type over struct {
	engine.Ratio
	n int
}

func (o over) String() string { return "over " + o.Ratio.String() }

type dur struct {
	time.Duration
	x int
}
type st interface{ String() string }
type holds struct {
	fmt.Stringer
	n int
}
type holdsOwn struct {
	st
	n int
}
type errs struct {
	error
	code int
}
type frames struct {
	*frame.Frame
	name string
}

func main() {
	r := engine.Ratio{1, 2}
	fmt.Println(byValue{r}, byValue2{r, 1}, byPointer{&r}, over{r, 2}, dur{time.Second, 1})
	fmt.Println(two{r, npuzzle.Board{1}}.Num)
	fmt.Println(deep{byValue2{r, 1}, "x"}, &deep{byValue2{r, 1}, "x"})
	fmt.Println(viaAlg{engine.FS(2), nil}, &viaAlg{engine.FS(2), nil})
	q := engine.Solve(context.Background(), domains.Get("npuzzle/random-8/1"), engine.FS(2))
	q.Wall = 0
	fmt.Println(res{q, "n"})
	fmt.Printf("%v|%s|%+v|%d|%q|%T\n", byValue2{r, 1}, byValue2{r, 1}, byValue2{r, 1}, byValue2{r, 1}, byValue2{r, 1}, byValue2{r, 1})
	fmt.Println(holds{r, 1}, holdsOwn{over{r, 1}, 2}, errs{fmt.Errorf("e"), 3}.code)
	fmt.Println([]byValue2{{r, 1}}, map[string]byValue2{"a": {r, 1}}, [1]deep{}, struct{ D deep }{})
	fmt.Println([]any{byValue2{r, 1}, over{r, 1}}, []fmt.Stringer{byValue2{r, 1}, over{r, 1}, deep{}})
	s := fmt.Sprint(byValue2{r, 1}) + fmt.Sprintf("%s", &byValue2{r, 1}) + byValue2{r, 1}.String()
	fmt.Println(s, struct {
		engine.Ratio
		N int
	}{r, 1}, &struct{ engine.Status }{"x"})
	type local struct {
		engine.Ratio
		n int
	}
	fmt.Println(local{r, 1}, []local{{r, 2}})
	var x any = local{r, 3}
	fmt.Println(x)
	fmt.Println(frames{frame.Of([]struct{ A int }{{1}}), "f"})
	ok := x != nil
	fmt.Println(ok)
	err := error(errs{fmt.Errorf("inner"), 1})
	fmt.Println(err, fmt.Errorf("wrapped %w", err))
}

// Values of the program's own types, shown and tabulated by the packages of this project.
package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/report"
	"github.com/focal-search/focal/kernel/frame"
	"github.com/focal-search/focal/kernel/plot"
	"github.com/focal-search/focal/kernel/show"
)

type pair struct{ a, b int }

func (p pair) String() string { return fmt.Sprint("pair ", p.a, p.b) }

type plain struct {
	Shown int
	kept  *int
	in    struct{ A, b int }
}

type note struct{ text string }

func (n note) Markdown() string { return "# " + n.text }

type failed struct{ code int }

func (f *failed) Error() string { return fmt.Sprint("code ", f.code) }

type rich struct{ n int }

func (r rich) MIME() show.MIME { return show.MIME{show.Plain: fmt.Sprint("rich ", r.n)} }

type tabular struct{ rows [][]any }

func (t tabular) Table() show.Table { return show.Table{Columns: []string{"x", "y"}, Rows: t.rows} }

type runs struct{ of []*engine.Result }

func (r runs) Results() []*engine.Result { return r.of }

type celsius float64

type level int

func (l level) String() string { return [...]string{"low", "high"}[l] }

type outer struct {
	pair
	Note note
	At   any
}

type empty struct{}

func (empty) String() string { return "empty" }

type around[T any] struct {
	Value T
	err   error
}

type other struct{ *frame.Frame }

type row struct {
	Name    string
	Celsius celsius
	Level   level
	Took    time.Duration
	Pair    pair
	Pointer *pair
	Number  *celsius
	Any     any
	Err     error
	hidden  string
	pair
	Good bool
	yes
	Text yes
}

type yes string

func print(f *frame.Frame) {
	t := f.Table()
	fmt.Println(f.Names(), f.Rows(), f.Err())
	for _, r := range t.Rows {
		fmt.Printf("%v\n", r)
	}
	show.Value(f)
}

func main() {
	show.Value(pair{1, 2})
	show.Value(&pair{1, 2})
	show.Value((*pair)(nil))
	show.Value(plain{Shown: 1})
	show.Value(&plain{in: struct{ A, b int }{2, 3}})
	show.Value([]plain{{Shown: 1}})
	show.Value(note{"title"})
	show.Value(&note{"pointer"})
	show.Value(&failed{3})
	show.Value([]error{&failed{3}, errors.New("plain")})
	show.Value(rich{4})
	show.Value(&rich{5})
	show.Value(tabular{[][]any{{1, pair{1, 2}}, {celsius(2.5), level(1)}, {&failed{1}, note{"n"}}, {nil, []pair{{3, 4}}}}})
	show.Value(celsius(2))
	show.Value(level(1))
	show.Value(yes("yes"))
	show.Value([]level{0, 1})
	show.Value(map[level]celsius{1: 2})
	show.Value(outer{pair{1, 2}, note{"n"}, level(1)})
	show.Value(struct{ n note }{note{"n"}})
	show.Value(around[level]{Value: 1})
	show.Value(around[pair]{pair{1, 2}, nil})
	show.Value(other{frame.New([]string{"c"}, [][]any{{1}})})
	show.Value([2]pair{{1, 2}, {3, 4}})
	show.Value(func() {} == nil)
	show.Value(empty{})
	show.Value(struct{ e empty }{})
	print(frame.Of([]struct{ E empty }{{}}))
	for _, x := range []any{pair{5, 6}, &pair{5, 6}, plain{}, note{"any"}, &failed{6}, rich{7}, tabular{}, celsius(1), level(0),
		[]any{level(1), pair{}}, nil, 3, "text", show.Table{Columns: []string{"v"}, Rows: [][]any{{pair{1, 2}}, {level(1)}}},
		map[string]any{"k": level(1)}, errors.New("compiled"), time.Second, [0]pair{}, struct{}{}} {
		show.Value(x)
	}
	var err error = &failed{8}
	show.Value(err)
	var s fmt.Stringer = level(1)
	_ = s
	show.Value(show.Table{Columns: []string{"v", "w"}, Rows: [][]any{{pair{1, 2}, celsius(1.5)}, {&pair{1, 2}, err}, {plain{}, level(0)}}})

	c := celsius(3)
	rows := []row{{Name: "a", Celsius: 20.5, Level: 1, Took: time.Second, Pair: pair{1, 2}, Number: &c, Any: level(1), hidden: "x"},
		{Name: "b", Pointer: &pair{3, 4}, Any: pair{5, 6}, Err: &failed{2}, Good: true, Text: "t"}}
	print(frame.Of(rows))
	print(frame.Of([]*row{&rows[0], nil}))
	print(frame.Of([]row{}))
	print(frame.Of([]pair{{1, 2}}))
	print(frame.Of([]map[string]any{{"a": 1, "b": pair{1, 2}}, {"a": celsius(2)}}))
	print(frame.Of([]map[string]level{{"a": 1}}))
	print(frame.Of(map[string][]celsius{"c": {1, 2}, "d": {3, 4}}))
	print(frame.Of(map[string]any{"c": []level{0, 1}, "d": []float64{3, 4}, "e": []any{pair{1, 2}, 3}}))
	print(frame.Of(tabular{[][]any{{1, pair{1, 2}}}}))
	print(frame.Of(show.Table{Columns: []string{"v"}, Rows: [][]any{{level(1)}}}))
	print(frame.New([]string{"a", "b"}, [][]any{{pair{1, 2}, celsius(2)}, {nil, level(1)}}))
	print(frame.Of(runs{[]*engine.Result{engine.Solve(show.Context(), domains.Get("pancake/40/1"), engine.FS(2))}}).Select("algorithm", "expanded"))
	fmt.Println(frame.Of(&failed{1}).Err())
	fmt.Println(frame.Of([]pair{{1, 2}}), frame.Of(map[string][]level{"l": {0, 1}}))
	var data any = []struct {
		X int
		Y celsius
		z int
	}{{1, 2, 3}, {2, 4, 6}}
	print(frame.Of(data))
	fmt.Println(plot.Of(data).X("X").Y("Y").Err())
	fmt.Println(plot.Of(data).X("X").Y("z").Err())
	fmt.Println(report.Text(pair{1, 2}), report.Text(level(1)), report.Text(celsius(1234.5678)), report.Text(3), report.Text(data))
}

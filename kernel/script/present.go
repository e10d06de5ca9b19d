package script

import (
	"context"
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"sync"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/script/internal/machine"
	"github.com/focal-search/focal/kernel/script/lower"
	"github.com/focal-search/focal/kernel/show"
)

// Functions of this project that show or tabulate any value inspect its type and its methods. For values
// of the program they get a substitute (pass presented of package adapt): a compiled type with the method
// by which the value shows itself, rows for rows, and a text for anything else.

// Types with one method each that show.Value and frame.Of know.
type (
	richOf     func() show.MIME
	tabularOf  func() show.Table
	markdownOf func() string
	errorOf    func() string
	resultsOf  func() []*engine.Result
)

// A named is a text that is shown as it is.
type named string

func (n named) String() string { return string(n) }

// Types with a page are a show.Pager. Notebooks may show them by another method.
type (
	pagerOf    func() (title, html string, err error)
	stagedOf   func() (now show.MIME, then func(context.Context) show.MIME)
	displaysOf func() []show.MIME

	severalPager struct {
		pagerOf
		displaysOf
	}
	stagedPager struct {
		pagerOf
		stagedOf
	}
	richPager struct {
		pagerOf
		richOf
	}
)

func (f pagerOf) Page() (title, html string, err error)                          { return f() }
func (f stagedOf) Staged() (now show.MIME, then func(context.Context) show.MIME) { return f() }
func (f displaysOf) Displays() []show.MIME                                       { return f() }

// paged returns the substitute for a value of the program that has a page or comes in stages; false for
// other values.
func (in *Interpreter) paged(o operand) (shown any, ok bool) {
	f, x := in.offered(o, "Page")
	page, pages := f.(func(any) (string, string, error))
	pager := pagerOf(func() (string, string, error) { return page(x) })
	f, y := in.offered(o, "Staged")
	stages, staged := f.(func(any) (show.MIME, func(context.Context) show.MIME))
	stage := stagedOf(func() (show.MIME, func(context.Context) show.MIME) { return stages(y) })
	control, displays := offeredAs[bool](in, o, "Control"), offeredAs[[]show.MIME](in, o, "Displays")
	rich := offeredAs[show.MIME](in, o, "MIME")
	switch {
	case pages && control != nil && control():
		return nil, true // Control has shown it
	case pages && displays != nil:
		return severalPager{pager, displaysOf(displays)}, true
	case pages && staged:
		return stagedPager{pager, stage}, true
	case pages && rich != nil:
		return richPager{pager, richOf(rich)}, true
	case pages:
		return pager, true
	}
	return stage, staged
}

func (f richOf) MIME() show.MIME              { return f() }
func (f tabularOf) Table() show.Table         { return f() }
func (f markdownOf) Markdown() string         { return f() }
func (f errorOf) Error() string               { return f() }
func (f resultsOf) Results() []*engine.Result { return f() }

// display returns the argument of show.Value for a value of the type with the number shape, which may be
// an interface.
func (in *Interpreter) display(x any, shape int) any {
	o, own := in.given(x, shape)
	if !own {
		return in.withCells(o)
	}
	if p, ok := in.paged(o); ok {
		return p
	}
	if f := offeredAs[show.MIME](in, o, "MIME"); f != nil {
		return richOf(f)
	}
	if f := offeredAs[show.Table](in, o, "Table"); f != nil {
		return tabularOf(func() show.Table { return in.table(f()) })
	}
	if f := offeredAs[string](in, o, "Markdown"); f != nil {
		return markdownOf(f)
	}
	if f := offeredAs[string](in, o, "Error"); f != nil {
		return errorOf(f)
	}
	if o.v.IsValid() && o.v.NumMethod() > 0 { // methods of embedded fields
		return o.v.Interface()
	}
	if t := pointee(o.t); offeredAs[string](in, o, "String") == nil && isStruct(t) {
		return named(fmt.Sprintf("%+v", shown{in, o}))
	}
	return named(fmt.Sprint(shown{in, o}))
}

// rows returns the argument of frame.Of and plot.Of for a value.
func (in *Interpreter) rows(x any, shape int) any {
	o, own := in.given(x, shape)
	if !own {
		return in.withCells(o)
	}
	if f := offeredAs[string](in, o, "Error"); f != nil {
		return errorOf(f)
	}
	if f := offeredAs[[]*engine.Result](in, o, "Results"); f != nil {
		return resultsOf(f)
	}
	if f := offeredAs[show.Table](in, o, "Table"); f != nil {
		return tabularOf(func() show.Table { return in.table(f()) })
	}
	if o.v.IsValid() && o.v.NumMethod() > 0 {
		return o.v.Interface()
	}
	switch t := o.t.Underlying().(type) {
	case *types.Slice:
		elem := pointee(t.Elem())
		switch of := elem.Underlying().(type) {
		case *types.Struct:
			return in.structs(o.v, elem, of)
		case *types.Map:
			if lower.IsBasic(of.Key(), types.IsString) && elem == t.Elem() {
				list := make([]map[string]any, o.v.Len())
				for i := range list {
					list[i] = map[string]any{}
					for iter := o.v.Index(i).MapRange(); iter.Next(); {
						list[i][iter.Key().String()] = in.cell(operand{iter.Value(), of.Elem()})
					}
				}
				return list
			}
		}
	case *types.Map:
		if !lower.IsBasic(t.Key(), types.IsString) {
			break
		}
		columns := map[string][]any{}
		for iter := o.v.MapRange(); iter.Next(); {
			list := operand{iter.Value(), t.Elem()}
			if types.IsInterface(t.Elem()) {
				list = in.dynamic(list.v)
			}
			if list.v.Kind() != reflect.Slice {
				return shown{in, o}
			}
			columns[iter.Key().String()] = in.column(list)
		}
		return columns
	}
	return shown{in, o} // not a table
}

// structs converts a slice of structs, or of pointers to structs, to one with their exported fields only.
func (in *Interpreter) structs(list reflect.Value, t types.Type, of *types.Struct) any {
	var fields []reflect.StructField
	var at []int
	for i := range of.NumFields() {
		if f := of.Field(i); f.Exported() {
			fields = append(fields, reflect.StructField{Name: f.Name(), Type: reflect.TypeFor[any]()})
			at = append(at, i)
		}
	}
	made := reflect.MakeSlice(reflect.SliceOf(reflect.PointerTo(reflect.StructOf(fields))), list.Len(), list.Len())
	for i := range list.Len() {
		row := reflect.Indirect(list.Index(i))
		if !row.IsValid() {
			continue
		}
		to := reflect.New(made.Type().Elem().Elem())
		for k, from := range at {
			if v := in.cell(operand{row.Field(from), of.Field(from).Type()}); v != nil {
				to.Elem().Field(k).Set(reflect.ValueOf(v))
			}
		}
		made.Index(i).Set(to)
	}
	return made.Interface()
}

// column returns the elements of a slice as cells.
func (in *Interpreter) column(list operand) []any {
	cells := make([]any, list.v.Len())
	for i := range cells {
		var elem types.Type
		if list.t != nil {
			elem = list.t.Underlying().(*types.Slice).Elem()
		}
		cells[i] = in.cell(operand{list.v.Index(i), elem})
	}
	return cells
}

// given returns a value with its type, and whether that is or contains a type of the program.
func (in *Interpreter) given(x any, shape int) (o operand, own bool) {
	o = operand{reflect.ValueOf(x), in.shapes[shape]}
	if types.IsInterface(o.t) {
		o = in.dynamic(o.v)
	}
	if !o.v.IsValid() && o.t != nil && lower.EmptyStruct(o.t) { // which yaegi passes as nil
		o.v = reflect.ValueOf(struct{}{})
	}
	return o, o.t != nil && !lower.Compiled(o.t)
}

// withCells returns a value of a compiled type. If it is a table, its cells may be values of the program.
func (in *Interpreter) withCells(o operand) any {
	if t, ok := plainValue(o.v).(show.Table); ok {
		return in.table(t)
	}
	return plainValue(o.v)
}

func (in *Interpreter) table(t show.Table) show.Table {
	t.Rows = in.cells(t.Rows)
	return t
}

// cells converts the rows of a table.
func (in *Interpreter) cells(rows [][]any) [][]any {
	rows = slices.Clone(rows)
	for i, row := range rows {
		rows[i] = slices.Clone(row)
		for k, v := range row {
			rows[i][k] = in.cell(in.dynamic(reflect.ValueOf(v)))
		}
	}
	return rows
}

// cell returns the cell of a table for a value: a number, or something with the same text.
func (in *Interpreter) cell(o operand) any {
	if o.t != nil && types.IsInterface(o.t) {
		o = in.dynamic(o.v)
	}
	switch {
	case !o.v.IsValid():
		return nil
	case o.t == nil || lower.Compiled(o.t):
		return o.v.Interface()
	case offeredAs[string](in, o, "String") != nil:
		return named(fmt.Sprint(shown{in, o}))
	case o.v.CanInt(), o.v.CanUint(), o.v.CanFloat(),
		o.v.Kind() == reflect.Pointer && (o.v.IsNil() || !isStruct(pointee(o.t))):
		return o.v.Interface()
	}
	return shown{in, o}
}

// text returns the argument of report.Text for a value.
func (in *Interpreter) text(x any, shape int) any {
	o, own := in.given(x, shape)
	if own {
		return shown{in, o}
	}
	return plainValue(o.v)
}

// A state is a state of a graph, of a type of the program. It is formatted as its value.
type state struct {
	in    *Interpreter
	value any
}

// Format makes state a fmt.Formatter.
func (s state) Format(f fmt.State, verb rune) {
	shown{s.in, s.in.dynamic(reflect.ValueOf(s.value))}.Format(f, verb)
}

// problem returns the problem of a graph. The engine compares and formats its states.
func (in *Interpreter) problem(g engine.AnyGraph) *engine.Problem {
	var mu sync.Mutex
	boxes := map[boxKey]any{} // one for all equal states
	given := func(x any) any {
		if o := in.dynamic(reflect.ValueOf(x)); o.t == nil || !types.Comparable(o.t) {
			return x
		}
		if machine.Boxed(x) {
			key := boxKey{in.ownType(x), machine.Unboxed(x)}
			mu.Lock()
			defer mu.Unlock()
			if _, known := boxes[key]; !known {
				boxes[key] = x
			}
			x = boxes[key]
		}
		return state{in, x}
	}
	g.Start = given(g.Start)
	g.Goal, g.H, g.D, g.Picture, g.Draw = ofState(g.Goal), ofState(g.H), ofState(g.D), ofState(g.Picture), ofState(g.Draw)
	if successors := ofState(g.Successors); successors != nil {
		g.Successors = func(x any) []engine.AnyEdge {
			edges := slices.Clone(successors(x))
			for i := range edges {
				edges[i].To = given(edges[i].To)
			}
			return edges
		}
	}
	return g.Problem()
}

// ofState returns f as a function that also accepts a state.
func ofState[T any](f func(any) T) func(any) T {
	if f == nil {
		return nil
	}
	return func(x any) T {
		if s, ok := x.(state); ok {
			x = s.value
		}
		return f(x)
	}
}

// offeredAs returns a value's method without parameters, or nil if it has none of that name and result type.
func offeredAs[T any](in *Interpreter, o operand, method string) func() T {
	f, x := in.offered(o, method)
	if call, ok := f.(func(any) T); ok {
		return func() T { return call(x) }
	}
	return nil
}

// pointee returns the element type of a pointer type, or the type itself.
func pointee(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

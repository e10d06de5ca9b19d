package machine

import (
	"fmt"
	"go/constant"
	"go/token"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"unsafe"
)

// Yaegi makes a tree of nodes of a program. Each has a function that executes it: that takes the frame,
// and yields the function of the node to be executed next. A generator makes it, as late as when the
// program is executed for the first time, but for function literals while it is compiled.
type (
	execution func(frame unsafe.Pointer) execution
	generator func(node unsafe.Pointer)
)

// generators are yaegi's, which nodes get by what they do. There are as many as in version 0.16.1.
//
//go:linkname generators github.com/traefik/yaegi/interp.builtin
var generators [59]generator

// replaceGenerators replaces that of assignments, so that the host executes those that it has taken, and those
// of operators: for operands of a type that an operator's does not know it makes no function, and the program
// would end there silently.
func replaceGenerators() {
	for i, usual := range generators {
		if usual == nil {
			continue
		}
		f := runtime.FuncForPC(reflect.ValueOf(usual).Pointer())
		file, _ := f.FileLine(f.Entry())
		switch {
		case strings.HasSuffix(f.Name(), ".assign"):
			generators[i] = func(node unsafe.Pointer) {
				if execute := nodes.taken(node); execute != nil {
					nodes.executed(node, execute)
				} else if !nodes.defers(node) {
					usual(node)
				}
			}
		case filepath.Base(file) == "op.go":
			generators[i] = func(node unsafe.Pointer) {
				usual(node)
				if *field[execution](node, nodes.exec) == nil {
					nodes.refused(node)
				}
			}
		}
	}
}

//go:linkname genRun github.com/traefik/yaegi/interp.genRun
func genRun(root unsafe.Pointer) error

// cut has the first node of each function have no ancestor, once all nodes have their executions. For each
// function that a panic leaves, yaegi would search all ancestors of that node, the whole program, in vain. Of a
// function type it looks at the ancestor again.
func (l layout) cut(node unsafe.Pointer) {
	children := *field[[]unsafe.Pointer](node, l.child)
	isFunction := func(node unsafe.Pointer) bool { return *field[[]reflect.Type](node, l.types) != nil }
	if len(children) == 4 && isFunction(node) {
		first := *field[unsafe.Pointer](children[3], l.start)
		if first != nil && !isFunction(first) && *field[uint](first, l.kind) != l.funcType {
			*field[unsafe.Pointer](first, l.anc) = nil
		}
	}
	for _, child := range children {
		l.cut(child)
	}
}

// replace has methods that a program declares again, with the same parameters and results, take the places of those
// that are there: calls, values and interfaces refer to the nodes of these.
func (l layout) replace(root reflect.Value) {
	for _, decl := range children(root) {
		parts := children(decl)
		if len(parts) != 4 || private(decl.Elem(), "types").IsNil() || len(children(parts[0])) == 0 {
			continue
		}
		receiver := children(children(parts[0])[0])
		t := itype{private(receiver[len(receiver)-1].Elem(), "typ")}
		for ; !t.IsNil(); t = (itype{t.field("val")}) {
			methods := t.field("method")
			for i := range methods.Len() {
				was := methods.Index(i)
				named := *field[string](was.UnsafePointer(), l.ident) == *field[string](decl.UnsafePointer(), l.ident)
				if !named || was.Pointer() == decl.Pointer() {
					continue
				}
				l.become(was, decl)
				if last := methods.Len() - 1; methods.Index(last).Pointer() == decl.Pointer() {
					methods.SetLen(last)
				}
				break
			}
			if t.category() != "ptrT" {
				break
			}
		}
	}
}

// become has a function execute another one, with the same parameters and results, also where its first node is at
// hand.
func (l layout) become(was, is reflect.Value) {
	function := was.UnsafePointer()
	t := itype{private(is.Elem(), "typ")}
	same := t.field("ret").Len() + 1 + t.field("arg").Len() // and at the same places
	body := &(*field[[]unsafe.Pointer](function, l.child))[3]
	if to := (*field[[]unsafe.Pointer](is.UnsafePointer(), l.child))[3]; to == *body { // by the pointer's type
		return
	}
	first := *field[unsafe.Pointer](*body, l.start)
	*field[[]reflect.Type](function, l.types) = *field[[]reflect.Type](is.UnsafePointer(), l.types)
	*body = (*field[[]unsafe.Pointer](is.UnsafePointer(), l.child))[3]
	*field[execution](first, l.exec) = func(frame unsafe.Pointer) execution {
		types, values := *field[[]reflect.Type](function, l.types), field[[]reflect.Value](frame, frames.data)
		data := make([]reflect.Value, len(types))
		for i := copy(data, (*values)[:min(same, len(*values))]); i < len(data); i++ {
			data[i] = reflect.New(types[i]).Elem()
		}
		*values = data
		return *field[execution](*field[unsafe.Pointer](*body, l.start), l.exec)
	}
}

// A layout is where a node has its fields.
type layout struct {
	interp, child, kind, anc, start, next, other, exec, pos, rval, ident, index, types uintptr

	funcType uint // the kind of a node that is the type of a function
}

// nodes is the layout of the nodes of a program.
var nodes layout

func layoutOf(node reflect.Type) (l layout) {
	findFields(node, map[string]*uintptr{"interp": &l.interp, "child": &l.child, "kind": &l.kind, "anc": &l.anc, "start": &l.start,
		"tnext": &l.next, "fnext": &l.other, "exec": &l.exec, "pos": &l.pos, "rval": &l.rval, "ident": &l.ident,
		"findex": &l.index, "types": &l.types})
	kind, _ := node.FieldByName("kind")
	for is := reflect.New(kind.Type).Elem(); is.Interface().(fmt.Stringer).String() != "funcType"; is.SetUint(uint64(l.funcType)) {
		l.funcType++
	}
	return l
}

// findFields finds where a struct has its fields.
func findFields(of reflect.Type, fields map[string]*uintptr) {
	for name, offset := range fields {
		field, ok := of.FieldByName(name)
		if !ok {
			panic("yaegi has no " + name)
		}
		*offset = field.Offset
	}
}

// field is a field of a node.
func field[T any](node unsafe.Pointer, offset uintptr) *T { return (*T)(unsafe.Add(node, offset)) }

// taken is what the host executes instead of an assignment, nil where that is one as others.
func (l layout) taken(node unsafe.Pointer) func() {
	children := *field[[]unsafe.Pointer](node, l.child)
	if len(children) != 2 {
		return nil
	}
	name, n := *field[string](children[0], l.ident), *field[reflect.Value](children[1], l.rval)
	if name == "" || !n.IsValid() {
		return nil
	}
	y := machineOf(*field[unsafe.Pointer](node, l.interp))
	if y == nil || y.taken[name] == nil {
		return nil
	}
	if n.CanInt() {
		return y.taken[name](int(n.Int()))
	}
	if c, ok := n.Interface().(constant.Value); ok {
		if n, exact := constant.Int64Val(c); exact {
			return y.taken[name](int(n))
		}
	}
	return nil
}

// executed has a node call f.
func (l layout) executed(node unsafe.Pointer, f func()) {
	var next execution
	if n := *field[unsafe.Pointer](node, l.next); n != nil {
		next = *field[execution](n, l.exec) // which has been made before
	}
	*field[execution](node, l.exec) = func(unsafe.Pointer) execution {
		f()
		return next
	}
}

// refused ends what yaegi does with a refusal of a node.
func (l layout) refused(node unsafe.Pointer) {
	if y := machineOf(*field[unsafe.Pointer](node, l.interp)); y != nil {
		panic(&Refusal{y.FileSet().Position(*field[token.Pos](node, l.pos)), noOperator})
	}
}

package script

import (
	"cmp"
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/focal-search/focal/kernel/script/internal/adapt"
	"github.com/focal-search/focal/kernel/script/internal/machine"
	"github.com/focal-search/focal/kernel/script/lower"
	"github.com/focal-search/focal/kernel/script/rt"
)

// Package fmt sees only the structure of the program's own types. So a value whose static type
// is of the program or an interface is passed as a shown, which formats it as fmt formats a
// compiled value: with the names of types and fields, and by the methods of the values inside.

// A shown is a value with its type.
type shown struct {
	in *Interpreter
	operand
}

// An operand is a value in yaegi's representation with its type; the type is nil if all of it
// is compiled.
type operand struct {
	v reflect.Value
	t types.Type
}

// Format makes shown a fmt.Formatter.
func (s shown) Format(f fmt.State, verb rune) {
	switch verb {
	case adapt.TypeVerb:
		name := "<nil>"
		if s.v.IsValid() || s.t != nil {
			name = s.in.nameOf(s.operand)
		}
		fmt.Fprintf(f, fmt.FormatString(f, 's'), name)
		return
	case adapt.AddressVerb:
		fmt.Fprintf(f, fmt.FormatString(f, 'p'), plainValue(s.v))
		return
	}
	p := printer{State: f, in: s.in, verb: verb, sharp: verb == 'v' && f.Flag('#'), plus: verb == 'v' && f.Flag('+')}
	p.operand(s.operand, 0, true)
}

// show returns what to pass to a function of fmt for a value of the type with the number shape,
// which may be an interface. If byItself is set there is no format; then a string stays a string,
// beside which fmt adds no space.
func (in *Interpreter) show(x any, shape int, byItself bool) any {
	o, own := in.given(x, shape)
	if o.t != nil && !own { // for a format that is not known
		return in.operandOf(operand{o.v, nil})
	}
	switch {
	case !o.v.IsValid():
		return nil
	case o.t == nil:
		return o.v.Interface()
	case byItself && o.v.Kind() == reflect.String:
		return fmt.Sprint(shown{in, o})
	}
	return shown{in, o}
}

// operandOf returns the argument for a format that is known only at run time: a shown, or a
// shownInt, which may be meant as a width.
func (in *Interpreter) operandOf(o operand) any {
	if o.t == nil && o.v.IsValid() && o.v.Type() == reflect.TypeFor[int]() {
		return shownInt(o.v.Int())
	}
	return shown{in, o}
}

// A shownInt is an int that fmt takes for a width where the format has a *.
type shownInt int

// Format makes shownInt a fmt.Formatter.
func (n shownInt) Format(f fmt.State, verb rune) {
	shown{nil, operand{reflect.ValueOf(int(n)), nil}}.Format(f, verb)
}

// showAll converts the values of a slice to arguments of fmt, with or without a format.
func (in *Interpreter) showAll(xs []any, formatted bool) []any {
	out := make([]any, len(xs))
	for i, x := range xs {
		o := in.dynamic(reflect.ValueOf(x))
		_, fails := plainValue(o.v).(error)
		switch {
		case o.t != nil && in.methods[lower.Identity(o.t)]["Error()(string)"]:
			out[i] = in.failed(lower.Identity(o.t), o.v.Interface())
		case o.t != nil || formatted && !fails:
			out[i] = in.operandOf(o)
		case o.v.IsValid():
			out[i] = o.v.Interface()
		}
	}
	return out
}

// dynamic returns the dynamic value and type of an interface.
func (in *Interpreter) dynamic(v reflect.Value) operand {
	if !v.IsValid() || v.Kind() == reflect.Interface && v.IsNil() {
		return operand{}
	}
	x := v.Interface()
	if name := in.ownType(x); name != "" {
		return operand{reflect.ValueOf(bare(x)), in.types[name]}
	}
	x = machine.Unboxed(x)
	if e, ok := ownErrorOf(x); ok {
		return e.operand()
	}
	if t, ok := x.(rt.Typed); ok {
		return operand{reflect.ValueOf(t.Value), in.types[t.Type]}
	}
	if value, ok := machine.Wrapped(x); ok {
		if inner := in.dynamic(reflect.ValueOf(value)); inner.t != nil {
			return inner
		}
	}
	out := reflect.ValueOf(x)
	if !out.IsValid() {
		return operand{}
	}
	return operand{out, in.typeOf(out.Type(), 0)}
}

// typeOf returns the type of the program for which yaegi made t, or nil if t is compiled.
func (in *Interpreter) typeOf(t reflect.Type, depth int) types.Type {
	if t.Name() != "" || depth > 10 {
		return nil
	}
	part := func(t reflect.Type) types.Type {
		of := in.typeOf(t, depth+1)
		if of == nil && t.Kind() == reflect.Interface && t.NumMethod() == 0 {
			of = types.Universe.Lookup("any").Type()
		}
		return of
	}
	switch t.Kind() {
	case reflect.Struct:
		if t.NumField() > 0 {
			return in.types[t.Field(0).Tag.Get(lower.TypeTag)]
		}
	case reflect.Pointer:
		if of := in.typeOf(t.Elem(), depth+1); of != nil {
			return types.NewPointer(of)
		}
	case reflect.Slice:
		if of := part(t.Elem()); of != nil {
			return types.NewSlice(of)
		}
	case reflect.Array:
		if of := part(t.Elem()); of != nil {
			return types.NewArray(of, int64(t.Len()))
		}
	case reflect.Map:
		key, of := part(t.Key()), part(t.Elem())
		if key == nil && of == nil {
			return nil
		}
		if key == nil {
			key = in.packages.typ(t.Key())
		}
		if of == nil {
			of = in.packages.typ(t.Elem())
		}
		return types.NewMap(key, of)
	}
	return nil
}

// offered returns a method that packages call by its name, as a function of the receiver, and
// the receiver; nil if there is none.
func (in *Interpreter) offered(o operand, method string) (f any, x any) {
	if o.t == nil || !o.v.IsValid() {
		return nil, nil
	}
	name := lower.Identity(o.t)
	if f := in.method(name, method); f != nil {
		return f, o.v.Interface()
	}
	if elem, ok := strings.CutPrefix(name, "*"); ok && o.v.Kind() == reflect.Pointer {
		if f := in.method(elem, method); f != nil {
			if o.v.IsNil() {
				return f, nil
			}
			return f, o.v.Elem().Interface()
		}
	}
	return in.promoted(o, method)
}

// promoted returns such a method promoted from an embedded field.
func (in *Interpreter) promoted(o operand, method string) (f any, x any) {
	obj, index, _ := types.LookupFieldOrMethod(o.t, false, nil, method)
	if _, ok := obj.(*types.Func); !ok || len(index) < 2 {
		return nil, nil
	}
	if p, ok := o.t.Underlying().(*types.Pointer); ok {
		if o.v.IsNil() {
			return nil, nil
		}
		o = operand{o.v.Elem(), p.Elem()}
	}
	s, ok := o.t.Underlying().(*types.Struct)
	if !ok {
		return nil, nil
	}
	o = operand{o.v.Field(index[0]), s.Field(index[0]).Type()}
	if types.IsInterface(o.t) {
		o = in.dynamic(o.v)
	}
	if o.v.IsValid() && (o.t == nil || lower.Compiled(o.t)) {
		return compiledMethod(o.v.MethodByName(method)), nil
	}
	return in.offered(o, method)
}

// compiledMethod returns a method value of a compiled type as a function with an additional, ignored
// first parameter; nil if there is none.
func compiledMethod(m reflect.Value) any {
	if !m.IsValid() {
		return nil
	}
	in, out := []reflect.Type{reflect.TypeFor[any]()}, []reflect.Type(nil)
	for t := range m.Type().Ins() {
		in = append(in, t)
	}
	for t := range m.Type().Outs() {
		out = append(out, t)
	}
	f := reflect.FuncOf(in, out, m.Type().IsVariadic())
	return reflect.MakeFunc(f, func(args []reflect.Value) []reflect.Value { return m.Call(args[1:]) }).Interface()
}

// method returns a method that has been offered for a type.
func (in *Interpreter) method(of, method string) any {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.offers[of][method]
}

// offer records a method as a function of its receiver. Lowered code calls it, see package lower.
func (in *Interpreter) offer(of, method string, f any) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.offers[of] == nil {
		in.offers[of] = map[string]any{}
	}
	in.offers[of][method] = f
	return true
}

// A printer formats a value as fmt does.
type printer struct {
	fmt.State
	in          *Interpreter
	verb        rune
	sharp, plus bool // for %#v and %+v
}

func (p *printer) text(s string) { p.Write([]byte(s)) }

// called returns Go's name for a type.
func (p *printer) called(t types.Type) string { return lower.TypeName(t, p.in.displays) }

// operand writes a value. Like fmt, it calls no methods of values in unexported fields.
func (p *printer) operand(o operand, depth int, exported bool) {
	if exported && o.v.IsValid() && p.byMethod(o) {
		return
	}
	if o.t == nil {
		p.compiled(o.v, depth, exported)
		return
	}
	switch t := o.t.Underlying().(type) {
	case *types.Interface:
		p.inInterface(o, depth, exported)
	case *types.Struct:
		p.structure(o, t, depth, exported)
	case *types.Map:
		p.mapping(o, t, depth, exported)
	case *types.Slice:
		p.list(o, t.Elem(), depth, exported)
	case *types.Array:
		p.list(o, t.Elem(), depth, exported)
	case *types.Pointer:
		if depth == 0 && !o.v.IsNil() {
			switch t.Elem().Underlying().(type) {
			case *types.Struct, *types.Map, *types.Slice, *types.Array:
				p.text("&")
				p.operand(operand{o.v.Elem(), t.Elem()}, depth+1, exported)
				return
			}
		}
		p.pointer(o)
	case *types.Chan, *types.Signature:
		p.pointer(o)
	default:
		p.basic(o)
	}
}

func (p *printer) inInterface(o operand, depth int, exported bool) {
	inner := p.in.dynamic(o.v)
	switch {
	case inner.v.IsValid() || inner.t != nil:
		p.operand(inner, depth, exported)
	case p.sharp:
		p.text(p.called(o.t) + "(nil)")
	default:
		p.text("<nil>")
	}
}

func (p *printer) structure(o operand, t *types.Struct, depth int, exported bool) {
	p.sequence(o, "{", "}", t.NumFields(), func(i int) {
		f := t.Field(i)
		name := f.Name()
		if strings.HasPrefix(name, "ʹblank") {
			name = "_"
		}
		if p.plus || p.sharp {
			p.text(rt.PlainName(name) + ":")
		}
		part := operand{o.v.Field(i), p.field(f.Type())}
		if s, ok := f.Type().Underlying().(*types.Struct); ok && f.Embedded() && !f.Exported() && part.t != nil {
			p.structure(part, s, depth+1, exported) // fmt calls the methods of its exported fields only
			return
		}
		p.operand(part, depth+1, exported && f.Exported())
	})
}

// sequence writes the n parts of a value.
func (p *printer) sequence(o operand, begin, end string, n int, write func(i int)) {
	between := " "
	if p.sharp {
		p.text(p.called(o.t))
		if k := o.v.Kind(); (k == reflect.Map || k == reflect.Slice) && o.v.IsNil() {
			p.text("(nil)")
			return
		}
		begin, end, between = "{", "}", ", "
	}
	p.text(begin)
	for i := range n {
		if i > 0 {
			p.text(between)
		}
		write(i)
	}
	p.text(end)
}

// field returns the type of a part of a value, or nil if all of it is compiled.
func (p *printer) field(t types.Type) types.Type {
	if lower.Compiled(t) {
		return nil
	}
	return t
}

func (p *printer) mapping(o operand, t *types.Map, depth int, exported bool) {
	keys := o.v.MapKeys()
	slices.SortStableFunc(keys, p.in.order)
	p.sequence(o, "map[", "]", len(keys), func(i int) {
		p.operand(operand{keys[i], p.field(t.Key())}, depth+1, exported)
		p.text(":")
		p.operand(operand{o.v.MapIndex(keys[i]), p.field(t.Elem())}, depth+1, exported)
	})
}

func (p *printer) list(o operand, elem types.Type, depth int, exported bool) {
	if b, ok := elem.Underlying().(*types.Basic); ok && b.Kind() == types.Byte && strings.ContainsRune("sqxX", p.verb) {
		p.basic(o)
		return
	}
	p.sequence(o, "[", "]", o.v.Len(), func(i int) {
		p.operand(operand{o.v.Index(i), p.field(elem)}, depth+1, exported)
	})
}

// basic writes a value by fmt, with Go's name of its type if the verb is wrong.
func (p *printer) basic(o operand) {
	text := fmt.Sprintf(fmt.FormatString(p, p.verb), plainValue(o.v))
	if begin := fmt.Sprintf("%%!%c(%s=", p.verb, o.v.Type()); strings.HasPrefix(text, begin) {
		text = fmt.Sprintf("%%!%c(%s=", p.verb, p.called(o.t)) + text[len(begin):]
	}
	p.text(text)
}

// plainValue returns v as an operand of fmt.
func plainValue(v reflect.Value) any {
	if !v.IsValid() {
		return nil
	}
	return v.Interface()
}

// compiled writes a value of a compiled type.
func (p *printer) compiled(v reflect.Value, depth int, exported bool) {
	switch {
	case !v.IsValid() && depth == 0:
		fmt.Fprintf(p.State, fmt.FormatString(p, p.verb), nil)
	case !v.IsValid():
		p.text("<nil>")
	case depth > 0 && v.Kind() == reflect.Pointer && (!exported || !hasText(v)):
		p.pointer(operand{v, nil})
	case depth > 0 && p.sharp && v.Type() == reflect.TypeFor[[]byte]() && !v.IsNil(): // fmt names it differently inside
		text := fmt.Sprintf(fmt.FormatString(p, p.verb), v.Interface())
		p.text(v.Type().String() + strings.TrimPrefix(text, "[]byte"))
	case !exported && hasText(v):
		hidden := reflect.ValueOf(struct{ x any }{v.Interface()}).Field(0).Elem() // fmt calls no methods of it
		fmt.Fprintf(p.State, fmt.FormatString(p, p.verb), hidden)
	default:
		fmt.Fprintf(p.State, fmt.FormatString(p, p.verb), v.Interface())
	}
}

func hasText(v reflect.Value) bool { return v.Type().NumMethod() > 0 }

// pointer writes an address.
func (p *printer) pointer(o operand) {
	var at *byte
	switch o.v.Kind() {
	case reflect.Chan, reflect.Func, reflect.Map, reflect.Pointer, reflect.Slice, reflect.UnsafePointer:
		at = (*byte)(o.v.UnsafePointer())
	default: // an interpreted function
		at = (*byte)(reflect.ValueOf(&o).UnsafePointer())
	}
	name := o.v.Type().String()
	if o.t != nil {
		name = p.called(o.t)
	}
	p.text(strings.Replace(fmt.Sprintf(fmt.FormatString(p, p.verb), at), "*uint8", name, 1))
}

// byMethod writes a value by its method for the verb, and reports whether it has one.
func (p *printer) byMethod(o operand) (done bool) {
	if o.t == nil {
		return false
	}
	called := ""
	defer func() {
		if r := recover(); r != nil {
			done = true
			if o.v.Kind() == reflect.Pointer && o.v.IsNil() {
				p.text("<nil>")
				return
			}
			p.text(fmt.Sprintf("%%!%c(PANIC=%s method: %s)", p.verb, called, panicText(machine.Thrown(r))))
		}
	}()
	if f, x := p.in.offered(o, "Format"); f != nil {
		called = "Format"
		if write, ok := f.(func(any, fmt.State, rune)); ok {
			write(x, p.State, p.verb)
			return true
		}
	}
	if p.sharp {
		if f, x := p.in.offered(o, "GoString"); f != nil {
			called = "GoString"
			p.text(f.(func(any) string)(x))
			return true
		}
		return false
	}
	if !strings.ContainsRune("vsxXq", p.verb) {
		return false
	}
	for _, called = range []string{"Error", "String"} {
		if f, x := p.in.offered(o, called); f != nil {
			text, ok := f.(func(any) string)
			if !ok {
				return false
			}
			format := strings.Replace(fmt.FormatString(p, p.verb), "+", "", 1)
			if p.verb != 'v' {
				format = fmt.FormatString(p, p.verb)
			}
			fmt.Fprintf(p.State, format, text(x))
			return true
		}
	}
	return false
}

// order compares two map keys as fmt sorts them.
func (in *Interpreter) order(a, b reflect.Value) int {
	if a.Kind() == reflect.Interface || machine.Boxed(plainValue(a)) || a.Type() != b.Type() {
		x, y := in.dynamic(a), in.dynamic(b)
		switch {
		case !x.v.IsValid() || !y.v.IsValid():
			return cmp.Compare(truth(x.v.IsValid()), truth(y.v.IsValid()))
		case x.v.Kind() != y.v.Kind():
			return cmp.Compare(x.v.Kind(), y.v.Kind())
		}
		a, b = x.v, y.v
		if a.Type() != b.Type() {
			return cmp.Compare(a.Type().String(), b.Type().String())
		}
	}
	switch {
	case a.CanInt():
		return cmp.Compare(a.Int(), b.Int())
	case a.CanUint():
		return cmp.Compare(a.Uint(), b.Uint())
	case a.CanFloat():
		return cmp.Compare(a.Float(), b.Float())
	}
	switch a.Kind() {
	case reflect.String:
		return cmp.Compare(a.String(), b.String())
	case reflect.Bool:
		return cmp.Compare(truth(a.Bool()), truth(b.Bool()))
	case reflect.Complex64, reflect.Complex128:
		return cmp.Or(cmp.Compare(real(a.Complex()), real(b.Complex())), cmp.Compare(imag(a.Complex()), imag(b.Complex())))
	case reflect.Pointer, reflect.Chan, reflect.UnsafePointer:
		return cmp.Compare(a.Pointer(), b.Pointer())
	case reflect.Struct, reflect.Array:
		for i := range count(a) {
			if c := in.order(part(a, i), part(b, i)); c != 0 {
				return c
			}
		}
	}
	return 0
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

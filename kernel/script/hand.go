package script

import (
	"reflect"
	"slices"
	"strings"

	"github.com/focal-search/focal/kernel/script/internal/machine"
)

// hand is rt.Hand: it makes a struct of the symbol tables' type for an interface, which has the methods as fields.
func (in *Interpreter) hand(dest, v any, names string, methods ...any) {
	to := reflect.ValueOf(dest).Elem()
	if one, ok := v.([]any); ok { // in an interface of the program
		v = machine.Unboxed(one[0])
		t := reflect.TypeOf(v)
		if named := t.Name() != "" || t.Kind() == reflect.Pointer && t.Elem().Name() != ""; named && t.Implements(to.Type()) {
			to.Set(reflect.ValueOf(v)) // the program's types with methods have no names here
			return
		}
	}
	has := strings.Fields(names)
	for _, t := range in.handing(to.Type().PkgPath(), to.Type().Name()) {
		made := reflect.New(t).Elem()
		set := 1
		for i, name := range has {
			if f := made.FieldByName("W" + name); f.IsValid() {
				f.Set(reflect.ValueOf(methods[i]))
				set++
			}
		}
		if set < t.NumField() {
			continue
		}
		if v != nil {
			made.Field(0).Set(reflect.ValueOf(v))
		}
		to.Set(made)
		return
	}
}

// handing returns the types of structs with the methods of an interface, those with further methods first.
func (in *Interpreter) handing(path, name string) (list []reflect.Type) {
	if known, ok := in.handings.Load(path + "." + name); ok {
		return known.([]reflect.Type)
	}
	defer func() { in.handings.Store(path+"."+name, list) }()
	symbols := in.machine.Symbols(path)
	wrapper, ok := symbols["_"+name]
	if !ok {
		return nil
	}
	switch path + "." + name {
	case "fmt.Stringer":
		list = append(list, reflect.TypeFor[describedError]())
	case "flag.Value":
		list = append(list, reflect.TypeFor[boolFlag]())
	case "math/rand.Source":
		list = append(list, symbols["_Source64"].Type().Elem())
	}
	for _, table := range in.library {
		if known, ok := table["."]["MapTypes"]; ok {
			list = append(list, known.Interface().(map[reflect.Value][]reflect.Type)[wrapper]...)
		}
	}
	return append(list, wrapper.Type().Elem())
}

// hands is the field of that name of a lower.Unit.
func (in *Interpreter) hands(path, name string) (further []string, ok bool) {
	list := in.handing(path, name)
	if list == nil {
		return nil, false
	}
	least := list[len(list)-1]
	for _, t := range list {
		for i := 1; i < t.NumField(); i++ {
			field := t.Field(i).Name
			if _, known := least.FieldByName(field); !known && !slices.Contains(further, field[1:]) {
				further = append(further, field[1:])
			}
		}
	}
	return further, true
}

// boolFlag wraps a flag.Value that needs no value on the command line.
type boolFlag struct {
	IValue      any
	WIsBoolFlag func() bool
	WSet        func(string) error
	WString     func() string
}

func (b boolFlag) IsBoolFlag() bool   { return b.WIsBoolFlag() }
func (b boolFlag) Set(s string) error { return b.WSet(s) }

// String may also be called on a zero value, for the default.
func (b boolFlag) String() string {
	if b.WString == nil {
		return ""
	}
	return b.WString()
}

package script

import "reflect"

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

// findOptional makes the optional methods for which packages of the standard library assert visible on
// values of the program, beside those of the parameter's interface type.
func (in *Interpreter) findOptional() {
	known := map[reflect.Value][]reflect.Type{}
	if value := in.machine.Symbols("flag")["_Value"]; value.IsValid() {
		known[value] = []reflect.Type{reflect.TypeFor[boolFlag]()}
	}
	if source := in.machine.Symbols("math/rand"); source["_Source"].IsValid() && source["_Source64"].IsValid() {
		known[source["_Source"]] = []reflect.Type{source["_Source64"].Type().Elem()}
	}
	in.Use(map[string]map[string]reflect.Value{".": {"MapTypes": reflect.ValueOf(known)}})
}

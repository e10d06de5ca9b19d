package script

import "reflect"

// boolFlag is a flag.Value that needs no value on the command line.
type boolFlag struct {
	IValue      any
	WIsBoolFlag func() bool
	WSet        func(string) error
	WString     func() string
}

func (b boolFlag) IsBoolFlag() bool   { return b.WIsBoolFlag() }
func (b boolFlag) Set(s string) error { return b.WSet(s) }

// String is called of a zero value as well, for the default.
func (b boolFlag) String() string {
	if b.WString == nil {
		return ""
	}
	return b.WString()
}

// findOptional has packages of Go's library find methods for which they look in values of the program, beside
// those of the interface that they take.
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

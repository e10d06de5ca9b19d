//go:build js

package standard

import (
	"encoding"
	"encoding/json"
	"fmt"
	"log"
	"reflect"
)

// Symbols maps an import path and package name, as "math/rand/rand", to what the
// package exports.
var Symbols = Table{}

var tables = []Table{Symbols}

// Functions with parameters of type any that do something special where an
// argument has certain methods. Yaegi wraps interpreted values for them.
func init() {
	special := map[reflect.Value][]reflect.Type{}
	printed := []reflect.Type{reflect.TypeFor[fmt.Formatter](), reflect.TypeFor[fmt.Stringer]()}
	for _, f := range []any{
		fmt.Errorf, fmt.Fprint, fmt.Fprintf, fmt.Fprintln, fmt.Print, fmt.Printf, fmt.Println,
		fmt.Sprint, fmt.Sprintf, fmt.Sprintln,
		log.Fatal, log.Fatalf, log.Fatalln, log.Panic, log.Panicf, log.Panicln,
	} {
		special[reflect.ValueOf(f)] = printed
	}
	for _, f := range []any{fmt.Scan, fmt.Scanf, fmt.Scanln} {
		special[reflect.ValueOf(f)] = []reflect.Type{reflect.TypeFor[fmt.Scanner]()}
	}
	special[reflect.ValueOf(json.Marshal)] = []reflect.Type{
		reflect.TypeFor[json.Marshaler](), reflect.TypeFor[encoding.TextMarshaler](),
	}
	special[reflect.ValueOf(json.Unmarshal)] = []reflect.Type{
		reflect.TypeFor[json.Unmarshaler](), reflect.TypeFor[encoding.TextUnmarshaler](),
	}
	Symbols["."] = map[string]reflect.Value{"MapTypes": reflect.ValueOf(special)}
}

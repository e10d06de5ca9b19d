package standard

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync/atomic"
)

// newer is what the standard library has had since yaegi's tables were made, but for what is
// generic. A sequence is a function here, as package iter is there as source only.
var newer = Table{
	"strings/strings": {
		"Lines":         reflect.ValueOf(func(s string) func(func(string) bool) { return strings.Lines(s) }),
		"SplitSeq":      reflect.ValueOf(func(s, sep string) func(func(string) bool) { return strings.SplitSeq(s, sep) }),
		"SplitAfterSeq": reflect.ValueOf(func(s, sep string) func(func(string) bool) { return strings.SplitAfterSeq(s, sep) }),
		"FieldsSeq":     reflect.ValueOf(func(s string) func(func(string) bool) { return strings.FieldsSeq(s) }),
		"FieldsFuncSeq": reflect.ValueOf(func(s string, is func(rune) bool) func(func(string) bool) {
			return strings.FieldsFuncSeq(s, is)
		}),
	},
	"bytes/bytes": {
		"Lines":         reflect.ValueOf(func(s []byte) func(func([]byte) bool) { return bytes.Lines(s) }),
		"SplitSeq":      reflect.ValueOf(func(s, sep []byte) func(func([]byte) bool) { return bytes.SplitSeq(s, sep) }),
		"SplitAfterSeq": reflect.ValueOf(func(s, sep []byte) func(func([]byte) bool) { return bytes.SplitAfterSeq(s, sep) }),
		"FieldsSeq":     reflect.ValueOf(func(s []byte) func(func([]byte) bool) { return bytes.FieldsSeq(s) }),
		"FieldsFuncSeq": reflect.ValueOf(func(s []byte, is func(rune) bool) func(func([]byte) bool) {
			return bytes.FieldsFuncSeq(s, is)
		}),
	},
	"math/rand/v2/rand": {"Uint": reflect.ValueOf(rand.Uint)},
	"sync/atomic/atomic": {
		"AndInt32": reflect.ValueOf(atomic.AndInt32), "AndInt64": reflect.ValueOf(atomic.AndInt64),
		"AndUint32": reflect.ValueOf(atomic.AndUint32), "AndUint64": reflect.ValueOf(atomic.AndUint64),
		"OrInt32": reflect.ValueOf(atomic.OrInt32), "OrInt64": reflect.ValueOf(atomic.OrInt64),
		"OrUint32": reflect.ValueOf(atomic.OrUint32), "OrUint64": reflect.ValueOf(atomic.OrUint64),
	},
}

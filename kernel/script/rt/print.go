package rt

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// An Iface is an interface value for Print.
type Iface struct{ v any }

// Interface marks an argument of Print as a value of an interface type.
func Interface(v any) Iface { return Iface{v} }

// Print returns what Go's print writes, or println if line is set.
func Print(line bool, args ...any) string {
	var s strings.Builder
	for i, arg := range args {
		if line && i > 0 {
			s.WriteByte(' ')
		}
		s.WriteString(printed(arg))
	}
	if line {
		s.WriteByte('\n')
	}
	return s.String()
}

func printed(arg any) string {
	if i, ok := arg.(Iface); ok {
		if i.v == nil {
			return "(0x0,0x0)"
		}
		return fmt.Sprintf("(%p,%p)", &i, &i.v) // arbitrary addresses
	}
	v := reflect.ValueOf(arg)
	switch v.Kind() {
	case reflect.Invalid:
		return "0x0"
	case reflect.Float32, reflect.Float64:
		return float(v.Float(), v.Type().Bits())
	case reflect.Complex64, reflect.Complex128:
		c := v.Complex()
		im := float(imag(c), v.Type().Bits()/2)
		if !strings.ContainsAny(im[:1], "+-") {
			im = "+" + im
		}
		return "(" + float(real(c), v.Type().Bits()/2) + im + "i)"
	case reflect.Slice:
		return fmt.Sprintf("[%d/%d]%#x", v.Len(), v.Cap(), v.Pointer())
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return fmt.Sprintf("%#x", v.Pointer())
	}
	return fmt.Sprint(arg)
}

// float formats a number as the runtime does since Go 1.26: in the fewest digits.
func float(f float64, bits int) string { return strconv.FormatFloat(f, 'g', -1, bits) }

package show

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"time"

	"github.com/focal-search/focal/engine/table"
)

// Count formats a count with thousands separators, such as 444,774.
func Count(n int64) string { return table.Grouped(n) }

// Duration formats a duration in a suitable unit with three digits.
func Duration(d time.Duration) string {
	if d < 0 {
		return "-" + Duration(-d)
	}
	if d < time.Minute { // rounded first, which may lead to the next unit
		x, _ := strconv.ParseFloat(strconv.FormatFloat(float64(d), 'e', 2, 64), 64)
		d = time.Duration(x)
	}
	switch {
	case d == 0:
		return "0 s"
	case d < time.Millisecond:
		return digits(float64(d)/float64(time.Microsecond)) + " µs"
	case d < time.Second:
		return digits(float64(d)/float64(time.Millisecond)) + " ms"
	case d < time.Minute:
		return digits(d.Seconds()) + " s"
	case d < time.Hour:
		return fmt.Sprintf("%d min %02d s", d/time.Minute, d%time.Minute/time.Second)
	default:
		return fmt.Sprintf("%d h %02d min", d/time.Hour, d%time.Hour/time.Minute)
	}
}

// digits formats 0 <= x < 1000 with three significant digits.
func digits(x float64) string {
	switch {
	case x >= 100:
		return strconv.FormatFloat(x, 'f', 0, 64)
	case x >= 10:
		return strconv.FormatFloat(x, 'f', 1, 64)
	default:
		return strconv.FormatFloat(x, 'f', 2, 64)
	}
}

// number formats a real number with at most four decimals.
func number(x float64) string {
	if math.Abs(x) >= 1e15 || math.IsNaN(x) || math.IsInf(x, 0) {
		return strconv.FormatFloat(x, 'g', 4, 64)
	}
	whole, part := math.Modf(math.Round(x*1e4) / 1e4)
	s := Count(int64(whole))
	if part == 0 {
		return s
	}
	if whole == 0 && part < 0 {
		s = "-0"
	}
	frac := strconv.FormatFloat(math.Abs(part), 'f', 4, 64)[1:]
	for frac[len(frac)-1] == '0' {
		frac = frac[:len(frac)-1]
	}
	return s + frac
}

// format formats a value that has no richer representation.
func format(v any) string {
	if _, ok := v.(fmt.Stringer); ok {
		return fmt.Sprint(v)
	}
	t := reflect.TypeOf(v)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() == reflect.Struct {
		return fmt.Sprintf("%+v", v)
	}
	return fmt.Sprint(v)
}

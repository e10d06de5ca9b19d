package engine

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"regexp"
	"strconv"
	"strings"
)

// A Ratio is an exact non-negative rational in lowest terms, such as a weight w.
type Ratio struct {
	Num, Den int64
}

// NewRatio converts a float's shortest decimal exactly: 1.05 is 21/20.
func NewRatio(x float64) (Ratio, error) {
	if math.IsNaN(x) || math.IsInf(x, 0) || x < 0 {
		return Ratio{0, 1}, fmt.Errorf("%v is not a non-negative number", x)
	}
	return ParseRatio(strconv.FormatFloat(x, 'g', -1, 64))
}

// number bounds the size of what is read as a ratio.
var number = regexp.MustCompile(`^\d{1,40}(\.\d{1,40})?(e[+-]?\d{1,2})?$|^\d{1,40}/\d{1,40}$`)

// ParseRatio reads a decimal such as "1.25" or a fraction such as "5/4".
func ParseRatio(s string) (Ratio, error) {
	if r, ok := shortRatio(s); ok {
		return r, nil
	}
	if !number.MatchString(s) {
		return Ratio{0, 1}, fmt.Errorf("%q is not a non-negative decimal or fraction such as 1.25 or 5/4", s)
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return Ratio{0, 1}, fmt.Errorf("%q is not a number", s)
	}
	return ratio(r)
}

// ratio converts a rational that fits a Ratio.
func ratio(x *big.Rat) (Ratio, error) {
	if !x.Num().IsInt64() || !x.Denom().IsInt64() {
		return Ratio{0, 1}, fmt.Errorf("%s needs more than 63 bits as a fraction: use fewer digits", x.RatString())
	}
	return Ratio{x.Num().Int64(), x.Denom().Int64()}, nil
}

// Less reports whether r < s, exactly.
func (r Ratio) Less(s Ratio) bool {
	ah, al := bits.Mul64(uint64(r.Num), uint64(s.Den))
	bh, bl := bits.Mul64(uint64(s.Num), uint64(r.Den))
	return ah < bh || ah == bh && al < bl
}

// Floor returns floor(r·x) for x >= 0. Because f is an integer, f <= r·x is exactly
// f <= r.Floor(x). A product beyond 63 bits is capped at the greatest Cost,
// which no f exceeds.
func (r Ratio) Floor(x Cost) Cost {
	hi, q := bits.Mul64(uint64(r.Num), uint64(x))
	switch {
	case hi >= uint64(r.Den):
		return math.MaxInt64
	case r.Den > 1: // a division takes as long as a dozen additions
		q, _ = bits.Div64(hi, q, uint64(r.Den))
	}
	return Cost(min(q, math.MaxInt64))
}

// Float returns the nearest float64.
func (r Ratio) Float() float64 { return float64(r.Num) / float64(r.Den) }

// String returns a terminating decimal if there is one, else a fraction.
func (r Ratio) String() string {
	if s := strconv.FormatFloat(r.Float(), 'g', -1, 64); r.Den != 0 {
		if back, err := ParseRatio(s); err == nil && back == r {
			return s
		}
	}
	return fmt.Sprintf("%d/%d", r.Num, r.Den)
}

// shortRatio reads a decimal or fraction that needs no more than 64 bits; false if it is
// none.
func shortRatio(s string) (Ratio, bool) {
	octal := func(s string) bool { return len(s) > 1 && s[0] == '0' && s[1] != '.' } // or what math/big takes for it
	above, below, _ := strings.Cut(s, "/")
	if len(above) > 18 || len(below) > 18 || octal(above) || octal(below) {
		return Ratio{}, false
	}
	num, den := uint64(0), uint64(1)
	digits, point, slash := 0, false, false
	for i := range len(s) {
		switch c := s[i]; {
		case '0' <= c && c <= '9' && slash:
			den, digits = 10*den+uint64(c-'0'), digits+1
		case '0' <= c && c <= '9':
			if num, digits = 10*num+uint64(c-'0'), digits+1; point {
				den *= 10
			}
		case c == '.' && digits > 0 && !point && !slash:
			point, digits = true, 0
		case c == '/' && digits > 0 && !point && !slash:
			slash, digits, den = true, 0, 0
		default:
			return Ratio{}, false
		}
	}
	if digits == 0 || den == 0 {
		return Ratio{}, false
	}
	a, b := num, den
	for b > 0 {
		a, b = b, a%b
	}
	return Ratio{int64(num / a), int64(den / a)}, true
}

// MarshalText writes a ratio as String does.
func (r Ratio) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (r *Ratio) UnmarshalText(b []byte) (err error) {
	*r, err = ParseRatio(string(b))
	return err
}

var nan = math.NaN()

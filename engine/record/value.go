package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unsafe"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/input"
)

// A Value is that of a column: nothing, an integer, a real or a text. The zero Value is nothing.
type Value struct {
	is     byte // 0, 'i', 'r' or 't'
	number uint64
	text   string
}

// IntValue, RealValue and TextValue make values. The text of one that is set need not live longer.
func IntValue(n int64) Value      { return Value{is: 'i', number: uint64(n)} }
func RealValue(x float64) Value   { return Value{is: 'r', number: math.Float64bits(x)} }
func TextValue(text string) Value { return Value{is: 't', text: text} }

// Transient is a text that lives as long as b does not change.
func Transient(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// None reports whether the value is nothing.
func (v Value) None() bool { return v.is == 0 }

// Int returns an integer; 0 for another value.
func (v Value) Int() int64 {
	if v.is != 'i' {
		return 0
	}
	return int64(v.number)
}

// Real returns a number; 0 for another value.
func (v Value) Real() float64 {
	switch v.is {
	case 'i':
		return float64(int64(v.number))
	case 'r':
		return math.Float64frombits(v.number)
	}
	return 0
}

// Text returns a text; "" for another value.
func (v Value) Text() string { return v.text }

// Value returns the column's value in a record. Moves and incumbents have none.
func (c *Column) Value(rec *Record) Value {
	switch {
	case c.text != nil:
		return TextValue(*c.text(rec))
	case c.int != nil:
		n := *c.int(rec)
		if c.Optional && n == c.none {
			return Value{}
		}
		return IntValue(n)
	case c.get != nil:
		return c.get(rec)
	}
	return Value{}
}

// Append appends the column's text in CSV.
func (c *Column) Append(b []byte, rec *Record) []byte {
	switch c.Kind {
	case Moves:
		return AppendMoves(b, rec.Result.Moves, ' ')
	case Incumbents:
		return appendIncumbents(b, rec.Result.Incumbents)
	}
	switch v := c.Value(rec); {
	case c.Kind == Seed:
		return strconv.AppendUint(b, v.number, 10)
	case v.is == 'i':
		return strconv.AppendInt(b, v.Int(), 10)
	case v.is == 'r':
		return strconv.AppendFloat(b, v.Real(), 'g', -1, 64)
	default:
		return append(b, v.text...)
	}
}

// AppendMoves appends a list of moves.
func AppendMoves(b []byte, moves []engine.Move, separator byte) []byte {
	for i, m := range moves {
		if i > 0 {
			b = append(b, separator)
		}
		b = strconv.AppendUint(b, uint64(m), 10)
	}
	return b
}

// ParseMoves reads a list that AppendMoves wrote.
func ParseMoves(text string, separator byte) ([]engine.Move, error) {
	moves := make([]engine.Move, 0, len(text)/2+1)
	for text != "" {
		end := strings.IndexByte(text, separator)
		if end < 0 {
			end = len(text)
		}
		n, err := strconv.ParseUint(text[:end], 10, 32)
		if err != nil {
			return nil, notNatural(text[:end])
		}
		moves, text = append(moves, engine.Move(n)), text[min(end+1, len(text)):]
	}
	return moves, nil
}

// appendIncumbents appends a list as encoding/json writes it; nothing if it is empty.
func appendIncumbents(b []byte, all []engine.Incumbent) []byte {
	for i, x := range all {
		before := `,{"cost":`
		if i == 0 {
			before = `[{"cost":`
		}
		b = strconv.AppendInt(append(b, before...), x.Cost, 10)
		b = strconv.AppendInt(append(b, `,"fmin":`...), x.FMin, 10)
		b = append(append(append(b, `,"w":"`...), x.W.String()...), '"')
		b = strconv.AppendInt(append(b, `,"expanded":`...), x.Expanded, 10)
		b = append(strconv.AppendInt(append(b, `,"wall_ns":`...), int64(x.Wall), 10), '}')
	}
	if len(all) > 0 {
		b = append(b, ']')
	}
	return b
}

// A Reader sets the values of records. It keeps those that occur often, so that each is made only once.
type Reader struct {
	texts      map[string]string
	ratios     map[string]engine.Ratio
	algorithms map[string]engine.Algorithm
}

// NewReader makes a Reader, for one goroutine at a time.
func NewReader() *Reader {
	return &Reader{map[string]string{}, map[string]engine.Ratio{}, map[string]engine.Algorithm{}}
}

// kept is what make made of a text before, if it is known.
func kept[V any](known map[string]V, text string, make func(text string) (V, error)) (V, error) {
	if v, ok := known[text]; ok {
		return v, nil
	}
	const most = 1 << 16
	if len(known) == most {
		clear(known)
	}
	text = strings.Clone(text)
	v, err := make(text)
	if err == nil {
		known[text] = v
	}
	return v, err
}

// Few returns a text that may occur often, and Ratio one that is a ratio.
func (in *Reader) Few(text string) string {
	text, _ = kept(in.texts, text, func(text string) (string, error) { return text, nil })
	return text
}

func (in *Reader) Ratio(text string) (engine.Ratio, error) {
	return kept(in.ratios, text, engine.ParseRatio)
}

func (in *Reader) ratio(rec *Record, v Value) (err error) {
	rec.Result.Algorithm.W, err = in.Ratio(v.text)
	return err
}

func (in *Reader) algorithm(rec *Record, v Value) error {
	full, _ := kept(in.algorithms, v.text, func(text string) (engine.Algorithm, error) {
		return engine.ParseFullName(text), nil
	})
	a := &rec.Result.Algorithm
	a.Name, a.Version, a.Code = full.Name, full.Version, full.Code
	return nil
}

func (in *Reader) finished(rec *Record, v Value) (err error) {
	if v.text == "" {
		return nil // in a file of another program
	}
	if rec.Finished, err = time.Parse(time.RFC3339Nano, v.text); err != nil {
		return fmt.Errorf("%q is not a time as 2006-01-02T15:04:05Z", input.Brief(v.text))
	}
	return nil
}

func fromJSON(v Value, to any) error {
	if v.None() || json.Unmarshal([]byte(v.text), to) == nil {
		return nil
	}
	return fmt.Errorf("%q is not JSON as focal export writes it", input.Brief(v.text))
}

func notNatural(text string) error {
	return fmt.Errorf("%q is not an integer that is not negative", input.Brief(text))
}

// Parse is what a text in CSV says.
func (c *Column) Parse(text string) (Value, error) {
	switch c.Kind {
	case Text:
		if text == "" && c.Optional {
			return Value{}, nil
		}
	case Int, Seed, Real:
		if text == "" && c.Optional {
			return Value{}, nil
		}
		if c.Kind == Seed {
			n, err := strconv.ParseUint(text, 10, 64)
			if err == nil {
				return IntValue(int64(n)), nil
			}
		} else if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return IntValue(n), nil
		}
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return Value{}, c.wrong(text)
		}
		return RealValue(x), nil
	default:
		if text == "" {
			return Value{}, nil
		}
	}
	return TextValue(text), nil
}

// ErrUnknownDomain is the error of a problem's name of a domain that the program has not linked, and
// that says where the name's parts are.
var ErrUnknownDomain = errors.New("this program does not know the domain")

// unknown reports whether another part of a problem's name may be right, since the program does not
// know the domain.
func (c *Column) unknown(rec *Record, v Value) (domain string, is bool) {
	domain, _, _ = strings.Cut(rec.Result.Problem, "/")
	linked := slices.ContainsFunc(engine.Domains(), func(d *engine.Domain) bool { return d.Name == domain })
	return domain, c.part && !linked && strings.Contains(rec.Result.Problem, v.text)
}

// wrong says what the column wants in place of a text.
func (c *Column) wrong(text string) error {
	switch c.Kind {
	case Seed:
		return notNatural(text)
	case Int:
		return fmt.Errorf("%q is not an integer", input.Brief(text))
	case Real:
		return fmt.Errorf("%q is not a number", input.Brief(text))
	}
	return fmt.Errorf("%q is not a text", input.Brief(text))
}

// Set sets the column in a record. Of a column that follows from others, which have been set, it compares them.
func (in *Reader) Set(c *Column, rec *Record, v Value) error {
	switch {
	case c.Kind == Real && v.is == 'i':
		v = RealValue(v.Real())
	case (c.Kind == Int || c.Kind == Seed) && v.is == 'r':
		x := v.Real() // as programs write integers in a column in which some are missing
		if x != math.Trunc(x) || math.Abs(x) >= 1<<53 || c.Kind == Seed && x < 0 {
			return c.wrong(strconv.FormatFloat(x, 'g', -1, 64))
		}
		v = IntValue(int64(x))
	}
	switch want := [...]byte{Text: 't', Int: 'i', Seed: 'i', Real: 'r', Texts: 't', Moves: 't', Incumbents: 't'}[c.Kind]; {
	case v.is == want:
	case !v.None():
		return c.wrong(strconv.FormatFloat(v.Real(), 'g', -1, 64))
	case !c.Optional && c.Required:
		return fmt.Errorf("it is missing")
	}
	switch {
	case c.Derived:
		if have := c.get(rec); !v.None() && v.text+string(v.is) != "t" && have != v {
			if domain, unknown := c.unknown(rec, v); unknown {
				return fmt.Errorf("%w %q: link it, as github.com/focal-search/focal/domains does with those that are built in",
					ErrUnknownDomain, domain)
			}
			return fmt.Errorf("%s, where other columns say %s", v, have)
		}
	case c.text != nil && c.Few:
		*c.text(rec) = in.Few(v.text)
	case c.text != nil:
		*c.text(rec) = strings.Clone(v.text)
	case c.int != nil && v.None():
		*c.int(rec) = c.none
	case c.int != nil:
		*c.int(rec) = v.Int()
	case c.Kind == Moves:
		moves, err := ParseMoves(v.text, ' ')
		if err != nil || len(moves) == 0 {
			return err
		}
		rec.Result.Moves = moves
	case c.Kind == Incumbents:
		return fromJSON(v, &rec.Result.Incumbents)
	case !v.None():
		return c.set(in, rec, v)
	}
	return nil
}

// String is the value in a message.
func (v Value) String() string {
	switch v.is {
	case 'i':
		return strconv.FormatInt(v.Int(), 10)
	case 'r':
		return strconv.FormatFloat(v.Real(), 'g', -1, 64)
	}
	return strconv.Quote(input.Brief(v.text))
}

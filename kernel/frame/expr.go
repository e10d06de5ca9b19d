package frame

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The language of conditions is that of this file, and not a library's: a value may be
// missing or only a bound, a column has a unit, and a word stands for a text where a text is
// compared. expr-lang/expr has none of these, and its parser does not allow the words.

// Where returns the rows for which a condition holds.
//
//	f.Where("status = solved and w <= 1.5")
//	f.Where("algorithm in (FS, PFS) and expanded > 10 * generated")
//	f.Where("problem ~ 'korf' and not missing(cost)")
//
// Comparisons are =, !=, <, <=, >, >=, in, and ~ (a regular expression matches a text).
// Operators are and, or, not, + - * / % ^ and parentheses. Functions are missing, bound,
// abs, sqrt, log10, log2, ln, exp, floor, ceil, round, min and max. A word is the name of
// a column. In a comparison with a column of text, a word that does not name a column of
// text is a text itself. Names with spaces are written in backquotes, texts in single or
// double quotes. A comparison with a missing value is false.
func (f *Frame) Where(condition string) *Frame {
	return f.step("where "+condition, func() (*Frame, error) {
		e, err := f.condition(condition)
		if err != nil {
			return nil, err
		}
		g := f.Filter(func(r Row) bool { return holds(e.number(r.row)) })
		if g.rows == 0 && f.rows > 0 {
			g.notes = append(slices.Clone(g.notes), fmt.Sprintf("none of the %d rows has %s%s", f.rows, condition, e.hint))
		}
		return g, nil
	})
}

// Derive adds a column that is computed from others, or replaces the column with this
// name. Expressions are those of Where; a condition gives 1 or 0.
//
//	f.Derive("rate", "expanded / time")
//
// A number that is computed from a bound is a bound as well, but it may be a lower or an
// upper one; see Column.Loose. One that is computed from costs has their scale, unless it is a ratio of
// costs or a condition.
func (f *Frame) Derive(name, expression string) *Frame {
	return f.step("derive "+name+" = "+expression, func() (*Frame, error) {
		e, err := f.parse(expression)
		if err != nil {
			return nil, err
		}
		if e.text {
			return f.put(texts(name, f.rows, e.word)), nil
		}
		c := f.computed(name, e.uses, e.number)
		if i := c.infinite(); i >= 0 {
			return nil, fmt.Errorf("it is infinite in row %d (%s): leave such rows out by Where", i+1, f.describe(i, e.uses))
		}
		for _, u := range e.uses {
			if u.scale != nil && e.costs != 0 {
				c.scale = u.scale
			}
		}
		return f.put(c), nil
	})
}

// Holds adds a column, named after a condition, that is 1 where the condition holds, and 0
// where it does not or a value is missing. Where it is on values that are only bounds, so is
// the column's.
func (f *Frame) Holds(condition string) *Frame {
	return f.step(condition, func() (*Frame, error) {
		e, err := f.condition(condition)
		if err != nil {
			return nil, err
		}
		return f.put(f.computed(condition, e.uses, func(row int) float64 { return truth(holds(e.number(row))) })), nil
	})
}

// condition parses an expression that is no text.
func (f *Frame) condition(source string) (*expr, error) {
	e, err := f.parse(source)
	if err == nil && e.text {
		err = errors.New("this is a text: want a condition, such as status = solved")
	}
	return e, err
}

// computed returns a column of numbers that were computed from others: a number is a bound if one of them is.
func (f *Frame) computed(name string, uses []*Column, number func(row int) float64) *Column {
	c := &Column{name: name, numbers: make([]float64, f.rows)}
	for i := range c.numbers {
		c.numbers[i] = number(i)
		if slices.ContainsFunc(uses, func(u *Column) bool { return u.Bound(i) }) {
			c.mark(i)
			c.loose = true
		}
	}
	return c
}

// infinite is the first row with an infinite number, -1 if there is none.
func (c *Column) infinite() int {
	return slices.IndexFunc(c.numbers, func(x float64) bool { return math.IsInf(x, 0) })
}

// mark marks a number as a bound.
func (c *Column) mark(row int) {
	if c.bound == nil {
		c.bound = make([]bool, len(c.numbers))
	}
	c.bound[row] = true
}

// describe lists a row's values in some columns.
func (f *Frame) describe(row int, columns []*Column) string {
	var all []string
	for _, c := range columns {
		all = append(all, c.name+" = "+c.exactly(row))
	}
	return strings.Join(all, ", ")
}

// A Row is one row of a frame, for your own functions.
type Row struct {
	frame *Frame
	row   int
}

// Number returns the row's number in a column; NaN if it is missing or there is no such
// column of numbers.
func (r Row) Number(column string) float64 {
	if c := r.frame.Column(column); c != nil {
		return c.Number(r.row)
	}
	return math.NaN()
}

// Text returns the row's value in a column as text; "" if it is missing.
func (r Row) Text(column string) string {
	if c := r.frame.Column(column); c != nil {
		return c.Text(r.row)
	}
	return ""
}

// One returns the only row for which a condition holds, for the figures of a text:
//
//	best := ranking.One("algorithm = RRFS")
//	show.Say("RRFS needs %.2f times as many.", best.Number("over the best other"))
//
// It panics if there is none, or if there are several.
func (f *Frame) One(condition string) Row {
	found := f.Where(condition)
	switch err := found.Err(); {
	case err != nil:
		panic(err)
	case found.rows != 1:
		panic(fmt.Errorf("%s: %d rows, want one", condition, found.rows))
	}
	return Row{found, 0}
}

// Row returns a row, counted from 0. It panics if there is no such row.
func (f *Frame) Row(i int) Row {
	if err := f.Err(); err != nil {
		panic(err)
	}
	if i < 0 || i >= f.rows {
		panic(fmt.Errorf("no row %d: there are %d, counted from 0", i, f.rows))
	}
	return Row{f, i}
}

// Filter returns the rows for which keep returns true.
func (f *Frame) Filter(keep func(Row) bool) *Frame {
	return f.step("filter", func() (*Frame, error) {
		var rows []int
		for i := range f.rows {
			if keep(Row{f, i}) {
				rows = append(rows, i)
			}
		}
		return f.pick(rows), nil
	})
}

// Numbers adds a column of numbers that a function computes. NaN means that the value is
// missing.
func (f *Frame) Numbers(name string, of func(Row) float64) *Frame {
	return f.step("numbers "+name, func() (*Frame, error) {
		c := f.computed(name, nil, func(row int) float64 { return of(Row{f, row}) })
		if i := c.infinite(); i >= 0 {
			return nil, fmt.Errorf("it is infinite in row %d: give math.NaN() for what is missing", i+1)
		}
		return f.put(c), nil
	})
}

// Texts adds a column of text that a function computes. "" means that the value is
// missing.
func (f *Frame) Texts(name string, of func(Row) string) *Frame {
	return f.step("texts "+name, func() (*Frame, error) {
		return f.put(texts(name, f.rows, func(row int) (string, bool) {
			text := of(Row{f, row})
			return text, text == ""
		})), nil
	})
}

// texts returns a column of text; a function returns each text, and whether it is missing.
func texts(name string, rows int, of func(row int) (text string, missing bool)) *Column {
	c := &Column{name: name, words: make([]string, rows), missing: make([]bool, rows)}
	for i := range c.words {
		c.words[i], c.missing[i] = of(i)
	}
	return c
}

// put adds a column, or replaces the column with the same name.
func (f *Frame) put(c *Column) *Frame {
	columns := slices.Clone(f.columns)
	if i := slices.IndexFunc(columns, func(k *Column) bool { return k.name == c.name }); i >= 0 {
		columns[i] = c
	} else {
		columns = append(columns, c)
	}
	return f.with(columns, f.rows)
}

// An expr computes a number or a text for each row.
type expr struct {
	text   bool
	number func(row int) float64 // NaN if missing
	word   func(row int) (s string, missing bool)
	uses   []*Column
	bare   string // a word that is no column, "" for all else
	plain  string // the word, if the expression is one
	hint   string // the existing values, for a comparison that may find none
	// costs is the exponent of costs in the number, 0 for a ratio of two and NaN for a logarithm. Where it is 0, numbers
	// of all scales are comparable.
	costs float64
}

func constant(x float64) *expr { return &expr{number: func(int) float64 { return x }} }

func literal(s string) *expr {
	return &expr{text: true, word: func(int) (string, bool) { return s, false }}
}

func columnExpr(c *Column) *expr {
	e := &expr{text: !c.Numeric(), uses: []*Column{c}, number: c.Number}
	e.word = func(row int) (string, bool) { return c.Text(row), c.Missing(row) }
	if c.scale != nil {
		e.costs = 1
	}
	return e
}

// curved is an expression that is not in proportion to its costs.
func (e *expr) curved() *expr {
	if e != nil && e.costs != 0 {
		e.costs = math.NaN()
	}
	return e
}

// A parser reads an expression by recursive descent.
type parser struct {
	f      *Frame
	tokens []string
	at     int
}

func (f *Frame) parse(source string) (*expr, error) {
	tokens, err := tokenize(source)
	if err != nil {
		return nil, err
	}
	p := &parser{f: f, tokens: tokens}
	if len(tokens) == 0 {
		return nil, fmt.Errorf("it is empty")
	}
	e, err := p.or()
	if err != nil {
		return nil, err
	}
	if p.at < len(tokens) {
		return nil, fmt.Errorf("%q is not expected here", shown(p.peek()))
	}
	return e, p.known(e)
}

// known returns an error if a word stands where only a column can and does not name one.
func (p *parser) known(e *expr) error {
	if e.bare == "" {
		return nil
	}
	_, err := p.f.Need(e.bare)
	return err
}

// lexeme matches what a token is made from: a quoted name or text, a word, a number or an operator.
var lexeme = regexp.MustCompile("^(?:`[^`]*`|'[^']*'|\"[^\"]*\"|[\\pL_][\\pL\\p{Nd}_]*|" +
	`(?:\d[\d_]*\.?|\.)\d*(?:[eE][+-]?\d+)?|<=|>=|!=|==|<>|&&|\|\||[=<>~+\-*/%^(),!])`)

// tokenize splits an expression. The first character of a token is its kind: a for a word, ` for a quoted name, ' for a
// text, 0 for a number. Operators stand for themselves.
func tokenize(s string) (tokens []string, err error) {
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		r, _ := utf8.DecodeRuneInString(s)
		t := lexeme.FindString(s)
		s = s[len(t):]
		switch {
		case t == "" && strings.ContainsRune("`'\"", r):
			return nil, fmt.Errorf("a %c is not closed", r)
		case t == "":
			return nil, fmt.Errorf("%q is not understood", string(r))
		case r == '`':
			t = t[:len(t)-1]
		case r == '\'', r == '"':
			t = "'" + t[1:len(t)-1]
		case unicode.IsLetter(r), r == '_':
			t = "a" + t
		case unicode.IsDigit(r), r == '.':
			t = "0" + t
		}
		tokens = append(tokens, t)
	}
	return tokens, nil
}

func shown(token string) string {
	if token != "" && strings.ContainsRune("a`'0", rune(token[0])) {
		return token[1:]
	}
	return token
}

func (p *parser) peek() string {
	if p.at < len(p.tokens) {
		return p.tokens[p.at]
	}
	return ""
}

// take consumes the next token if it is one of those wanted.
func (p *parser) take(wanted ...string) string {
	if t := p.peek(); t != "" && slices.Contains(wanted, t) {
		p.at++
		return t
	}
	return ""
}

// Operators between numbers, by the level at which they bind.
var (
	or   = operators{"aor": either, "||": either}
	and  = operators{"aand": both, "&&": both}
	sums = operators{"+": func(a, b float64) float64 { return a + b },
		"-": func(a, b float64) float64 { return a - b }}
	products = operators{"*": func(a, b float64) float64 { return a * b },
		"/": func(a, b float64) float64 { return a / b }, "%": math.Mod}
)

type operators map[string]func(a, b float64) float64

func either(a, b float64) float64 { return truth(holds(a) || holds(b)) }
func both(a, b float64) float64   { return truth(holds(a) && holds(b)) }

func (p *parser) or() (*expr, error)      { return p.chain(or, p.and) }
func (p *parser) and() (*expr, error)     { return p.chain(and, p.not) }
func (p *parser) sum() (*expr, error)     { return p.chain(sums, p.product) }
func (p *parser) product() (*expr, error) { return p.chain(products, p.unary) }

func holds(x float64) bool { return x != 0 && !math.IsNaN(x) }

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

func (p *parser) not() (*expr, error) {
	if p.take("anot", "!") == "" {
		return p.comparison()
	}
	e, err := p.not()
	if err != nil {
		return nil, err
	}
	return p.numeric("not", []*expr{e}, func(x []float64) float64 { return truth(!holds(x[0])) })
}

// chain reads operands separated by operators of the same precedence.
func (p *parser) chain(between operators, operand func() (*expr, error)) (*expr, error) {
	left, err := operand()
	for err == nil {
		o := p.peek()
		f := between[o]
		if f == nil {
			return left, nil
		}
		p.at++
		var right *expr
		if right, err = operand(); err == nil {
			costs := map[string]float64{"*": left.costs + right.costs, "/": left.costs - right.costs}
			left, err = p.numeric(shown(o), []*expr{left, right}, func(x []float64) float64 { return f(x[0], x[1]) })
			if n, ok := costs[o]; ok && err == nil {
				left.costs = n
			}
		}
	}
	return nil, err
}

// numeric applies a function to numbers.
func (p *parser) numeric(name string, args []*expr, f func([]float64) float64) (*expr, error) {
	e := &expr{}
	for _, a := range args {
		if err := p.known(a); err != nil {
			return nil, err
		}
		if a.text {
			return nil, fmt.Errorf("%s takes numbers, and there is a text", name)
		}
		e.uses = append(e.uses, a.uses...)
		e.hint = cmp.Or(a.hint, e.hint)
		e.costs = cmp.Or(e.costs, a.costs)
	}
	x := make([]float64, len(args))
	e.number = func(row int) float64 {
		for i, a := range args {
			x[i] = a.number(row)
		}
		return f(x)
	}
	return e, nil
}

func (p *parser) comparison() (*expr, error) {
	left, err := p.sum()
	if err != nil {
		return nil, err
	}
	negated := false
	if p.at+1 < len(p.tokens) && p.tokens[p.at] == "anot" && p.tokens[p.at+1] == "ain" {
		p.at++
		negated = true
	}
	switch {
	case p.take("ain") != "":
		return p.in(left, negated)
	case p.take("~") != "":
		return p.match(left)
	}
	met := comparisons[p.peek()]
	if met == nil {
		return left, nil
	}
	p.at++
	right, err := p.sum()
	if err != nil {
		return nil, err
	}
	return p.compared(met, left, right)
}

// comparisons tell of each operator whether it holds, given how its operands compare.
var comparisons = map[string]func(order int) bool{
	"=": same, "==": same, "!=": different, "<>": different,
	"<": func(order int) bool { return order < 0 }, "<=": func(order int) bool { return order <= 0 },
	">": func(order int) bool { return order > 0 }, ">=": func(order int) bool { return order >= 0 },
}

func same(order int) bool      { return order == 0 }
func different(order int) bool { return order != 0 }

// compared returns a comparison of numbers or of texts.
func (p *parser) compared(met func(order int) bool, left, right *expr) (*expr, error) {
	if left.bare != "" && right.bare == "" && right.text {
		left = literal(left.bare)
	}
	if right.bare != "" && left.text && left.bare == "" {
		right = literal(right.bare)
	}
	if left.text && left.bare == "" && !right.text && right.plain != "" { // as status = solved
		right = literal(right.plain)
	}
	if err := p.known(left); err != nil {
		return nil, err
	}
	if err := p.known(right); err != nil {
		return nil, err
	}
	if left.text != right.text {
		return nil, fmt.Errorf("a text is compared with a number: %s", mixed(left, right))
	}
	e := &expr{uses: slices.Concat(left.uses, right.uses)}
	if !left.text {
		e.number = func(row int) float64 {
			a, b := left.number(row), right.number(row)
			return truth(!math.IsNaN(a) && !math.IsNaN(b) && met(cmp.Compare(a, b)))
		}
	} else {
		e.number = func(row int) float64 {
			a, none := left.word(row)
			b, nothing := right.word(row)
			return truth(!none && !nothing && met(Compare(a, b)))
		}
	}
	if len(left.uses) == 1 && len(right.uses) == 0 {
		e.hint = "; " + values(left.uses[0])
	}
	return e, nil
}

func mixed(left, right *expr) string {
	for _, e := range []*expr{left, right} {
		if len(e.uses) > 0 {
			return values(e.uses[0])
		}
	}
	return "want both of one kind"
}

// values describes briefly what a column holds.
func values(c *Column) string {
	if c.Numeric() {
		low, high := math.Inf(1), math.Inf(-1)
		for _, x := range c.numbers {
			if !math.IsNaN(x) {
				low, high = min(low, x), max(high, x)
			}
		}
		if low > high {
			return c.name + " has no values"
		}
		return fmt.Sprintf("%s is a number from %s to %s", c.name, numberText(low), numberText(high))
	}
	var seen []string
	for i, w := range c.words {
		if !c.Missing(i) && !slices.Contains(seen, w) {
			if seen = append(seen, w); len(seen) == 8 {
				return c.name + " is " + strings.Join(seen, ", ") + ", …"
			}
		}
	}
	if seen == nil {
		return c.name + " has no values"
	}
	return c.name + " is " + strings.Join(seen, ", ")
}

// in reads a list of values, one of which must be equal, or all of which must differ.
func (p *parser) in(left *expr, negated bool) (*expr, error) {
	if err := p.known(left); err != nil {
		return nil, err
	}
	if p.take("(") == "" {
		return nil, fmt.Errorf("after in, want a list such as (FS, PFS)")
	}
	met, both := same, math.Max
	if negated {
		met, both = different, math.Min
	}
	var all *expr
	for {
		item, err := p.sum()
		if err != nil {
			return nil, err
		}
		one, err := p.compared(met, left, item)
		if err != nil {
			return nil, err
		}
		if all == nil {
			all = one
		} else {
			before := all
			all = &expr{number: func(row int) float64 { return both(before.number(row), one.number(row)) },
				uses: slices.Concat(before.uses, one.uses), hint: one.hint}
		}
		if p.take(",") == "" {
			break
		}
	}
	if p.take(")") == "" {
		return nil, fmt.Errorf("the list after in is not closed by a bracket")
	}
	return all, nil
}

// missing reports whether there is no value, of either kind.
func (e *expr) missing(row int) bool {
	if e.text {
		_, none := e.word(row)
		return none
	}
	return math.IsNaN(e.number(row))
}

func (p *parser) match(left *expr) (*expr, error) {
	if err := p.known(left); err != nil {
		return nil, err
	}
	t := p.peek()
	if !left.text || t == "" || t[0] != '\'' {
		return nil, fmt.Errorf("~ takes a text and a regular expression in quotes, as problem ~ 'korf'")
	}
	p.at++
	re, err := regexp.Compile(t[1:])
	if err != nil {
		return nil, err
	}
	return &expr{uses: left.uses, number: func(row int) float64 {
		s, none := left.word(row)
		return truth(!none && re.MatchString(s))
	}}, nil
}

// power reads a power, which binds tighter than a sign before it: -x^2 is -(x^2).
func (p *parser) power() (*expr, error) {
	base, err := p.primary()
	if err != nil || p.take("^") == "" {
		return base, err
	}
	exponent, err := p.unary()
	if err != nil {
		return nil, err
	}
	e, err := p.numeric("^", []*expr{base, exponent}, func(x []float64) float64 { return math.Pow(x[0], x[1]) })
	return e.curved(), err
}

func (p *parser) unary() (*expr, error) {
	if p.take("-") == "" {
		return p.power()
	}
	e, err := p.unary()
	if err != nil {
		return nil, err
	}
	return p.numeric("-", []*expr{e}, func(x []float64) float64 { return -x[0] })
}

// functions of numbers.
var functions = map[string]func(float64) float64{
	"aabs": math.Abs, "asqrt": math.Sqrt, "alog10": math.Log10, "alog2": math.Log2, "aln": math.Log, "aexp": math.Exp,
	"afloor": math.Floor, "aceil": math.Ceil, "around": math.Round,
}

func (p *parser) primary() (*expr, error) {
	t := p.peek()
	if t == "" {
		return nil, fmt.Errorf("it ends where a value is expected")
	}
	p.at++
	switch t[0] {
	case '0':
		x, err := strconv.ParseFloat(strings.ReplaceAll(t[1:], "_", ""), 64)
		if err != nil {
			return nil, fmt.Errorf("%q is not a number", t[1:])
		}
		return constant(x), nil
	case '\'':
		return literal(t[1:]), nil
	case '`':
		c, err := p.f.Need(t[1:])
		if err != nil {
			return nil, err
		}
		return columnExpr(c), nil
	case '(':
		e, err := p.or()
		if err == nil && p.take(")") == "" {
			err = fmt.Errorf("a bracket is not closed")
		}
		return e, err
	case 'a':
		if p.peek() == "(" {
			return p.call(t)
		}
		if c, err := p.f.Need(t[1:]); err == nil {
			e := columnExpr(c)
			e.plain = t[1:]
			return e, nil
		}
		return &expr{text: true, bare: t[1:]}, nil
	}
	return nil, fmt.Errorf("%q is not expected here", shown(t))
}

// call reads a function's arguments.
func (p *parser) call(name string) (*expr, error) {
	p.at++
	var args []*expr
	for {
		a, err := p.or()
		if err != nil {
			return nil, err
		}
		if err := p.known(a); err != nil {
			return nil, err
		}
		args = append(args, a)
		if p.take(",") == "" {
			break
		}
	}
	if p.take(")") == "" {
		return nil, fmt.Errorf("the bracket after %s is not closed", name[1:])
	}
	one := len(args) == 1
	switch f := functions[name]; {
	case f != nil && one:
		e, err := p.numeric(name[1:], args, func(x []float64) float64 { return f(x[0]) })
		if name != "aabs" {
			e.curved()
		}
		return e, err
	case name == "amissing" && one:
		a := args[0]
		return &expr{uses: a.uses, number: func(row int) float64 { return truth(a.missing(row)) }}, nil
	case name == "abound" && one && len(args[0].uses) == 1:
		c := args[0].uses[0]
		return &expr{number: func(row int) float64 { return truth(c.Bound(row)) }}, nil
	case name == "amin" && !one:
		return p.numeric("min", args, slices.Min)
	case name == "amax" && !one:
		return p.numeric("max", args, slices.Max)
	}
	return nil, fmt.Errorf("there is no function %s of %d values: there are missing, bound, abs, sqrt, log10, "+
		"log2, ln, exp, floor, ceil, round of one, min and max of several", name[1:], len(args))
}

package table

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/focal-search/focal/engine/output"
	"github.com/focal-search/focal/engine/provenance"
)

// A Best is a rule by which numbers are bold in LaTeX: among several columns the best of
// each row, in one column the best of all rows. Equal ones are all bold.
type Best struct {
	Columns  []string
	Greatest bool // else the least is the best
}

// String is the rule in words, for the note below a table.
func (b Best) String() string {
	which := map[bool]string{true: "greatest", false: "least"}[b.Greatest]
	if len(b.Columns) == 1 {
		return "the " + which + " " + b.Columns[0]
	}
	return "the " + which + " of " + strings.Join(b.Columns, " and ")
}

// LaTeX returns the table for a paper: a table environment with the rules of the package
// booktabs, which the document must use. Numbers are aligned at their points. A column that
// is followed by the ends of an interval (min and max, low and high) has them in brackets.
// Bold numbers are the best ones by the rules in Best, which a note states. Comments say what
// the table was made from. Texts are escaped for pdfLaTeX; Chinese, Japanese and Korean ones
// need LuaLaTeX or XeLaTeX. Of a table with a wrong row or rule there is only the error.
func (t Table) LaTeX() string { return t.LaTeXFrom() }

// LaTeXFrom is LaTeX for data that was read from files, whose hashes the comments contain.
func (t Table) LaTeXFrom(files ...provenance.File) string {
	if err := t.check(); err != nil {
		return "error: " + err.Error() + "\n"
	}
	texts, numeric := t.texts()
	bold := t.bold()
	type column struct {
		name     string
		at       int
		interval bool // of the two following columns
	}
	var columns []column
	for i := 0; i < len(t.Columns); i++ {
		c := column{name: t.Columns[i], at: i, interval: t.interval(i)}
		columns = append(columns, c)
		if c.interval {
			i += 2
		}
	}
	var form, header []string
	wide := 0 // of a row, in characters
	for _, c := range columns {
		most := 0
		for _, row := range texts {
			most = max(most, utf8.RuneCountInString(row[c.at]))
		}
		lines := output.Lines(c.name, float64(most), func(s string) float64 { return float64(utf8.RuneCountInString(s)) })
		for i, line := range lines {
			most, lines[i] = max(most, utf8.RuneCountInString(line)), Escape(line)
		}
		wide += most + 2
		text := strings.Join(lines, `\\`)
		if len(lines) > 1 {
			text = `\shortstack{` + text + "}"
		}
		kind, span := "l", 1
		if numeric[c.at] {
			kind = "r"
		}
		if c.interval {
			kind, span = kind+`@{\ }l`, 2
			wide += most + 5
		}
		if form = append(form, kind); numeric[c.at] {
			text = fmt.Sprintf(`\multicolumn{%d}{c}{%s}`, span, text)
		}
		header = append(header, text)
	}
	fraction := make([]string, len(t.Columns)) // the longest one of each column
	for _, row := range texts {
		for i, cell := range row {
			if f := fractionOf(cell); numeric[i] && len(f) > len(fraction[i]) {
				fraction[i] = f
			}
		}
	}
	var b strings.Builder
	for line := range strings.Lines(provenance.Words(files...)) {
		b.WriteString("% " + strings.TrimRight(line, "\r\n") + "\n")
	}
	environment, size, needs, begin, end := "table", `\small`, "booktabs", "", ""
	if wide > 55 { // more than a column of a paper has
		environment = "table*"
	}
	switch {
	case wide > 105:
		size = `\scriptsize`
	case wide > 90:
		size = `\footnotesize`
	}
	if wide > 90 { // perhaps more than the page has: no smaller letters than these, unless it does not fit
		needs += ",graphicx"
		begin, end = "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%\n", "}"
	}
	fmt.Fprintf(&b, "%% Needs \\usepackage{%s}\n\\begin{%s}[t]\n\\centering\n%s\n\\setlength{\\tabcolsep}{3pt}\n",
		needs, environment, size)
	if t.Caption != "" {
		fmt.Fprintf(&b, "\\caption{%s}\n", Escape(t.Caption))
	}
	fmt.Fprintf(&b, "%s\\begin{tabular}{%s}\n\\toprule\n%s \\\\\n\\midrule\n", begin, strings.Join(form, ""), strings.Join(header, " & "))
	for r, row := range texts {
		var cells []string
		for _, c := range columns {
			cell := Escape(row[c.at])
			if numeric[c.at] {
				cell = numeral(row[c.at])
			}
			if bold[[2]int{r, c.at}] {
				cell = `\textbf{` + cell + "}"
			}
			if numeric[c.at] && row[c.at] != "" {
				cell += padding(row[c.at], fraction[c.at])
			}
			cells = append(cells, cell)
			if c.interval {
				between := ""
				if low, high := row[c.at+1], row[c.at+2]; low != "" && high != "" {
					between = "{}[" + numeral(low) + ", " + numeral(high) + "]" // {} as \\[ would be a command
				}
				cells = append(cells, between)
			}
		}
		b.WriteString(strings.Join(cells, " & ") + " \\\\\n")
	}
	b.WriteString("\\bottomrule\n\\end{tabular}" + end + "\n")
	notes := slices.Clone(t.Notes)
	var rules []string
	for _, best := range t.Best {
		rules = append(rules, best.String())
	}
	if rules != nil {
		notes = append(notes, "Bold: "+strings.Join(rules, "; ")+".")
	}
	if notes != nil {
		b.WriteString("\\par\\smallskip\n\\begin{minipage}{\\linewidth}\\footnotesize\n")
		for _, n := range notes {
			b.WriteString(Escape(n) + "\\par\n")
		}
		b.WriteString("\\end{minipage}\n")
	}
	fmt.Fprintf(&b, "\\end{%s}\n", environment)
	return b.String()
}

// interval reports whether the two columns after one are the ends of its interval.
func (t Table) interval(i int) bool {
	ends := func(low, high string) bool {
		return i+2 < len(t.Columns) && strings.HasSuffix(t.Columns[i+1], low) && strings.HasSuffix(t.Columns[i+2], high)
	}
	return ends("min", "max") || ends("low", "high")
}

// bold returns the cells that are bold, by row and column.
func (t Table) bold() map[[2]int]bool {
	bold := map[[2]int]bool{}
	for _, rule := range t.Best {
		var groups [][][2]int
		if len(rule.Columns) == 1 {
			groups = make([][][2]int, 1)
		}
		for r := range t.Rows {
			if len(rule.Columns) > 1 {
				groups = append(groups, nil)
			}
			for _, name := range rule.Columns {
				groups[len(groups)-1] = append(groups[len(groups)-1], [2]int{r, slices.Index(t.Columns, name)})
			}
		}
		for _, group := range groups {
			group = slices.DeleteFunc(group, func(at [2]int) bool { return math.IsNaN(t.number(at)) })
			if len(group) < 2 {
				continue
			}
			best := t.number(group[0])
			for _, at := range group {
				if x := t.number(at); rule.Greatest == (x > best) {
					best = x
				}
			}
			for _, at := range group {
				if t.number(at) == best {
					bold[at] = true
				}
			}
		}
	}
	return bold
}

// number is a cell's number; NaN if it has none.
func (t Table) number(at [2]int) float64 {
	switch x := reflect.ValueOf(t.Rows[at[0]][at[1]]); {
	case !x.IsValid():
	case x.CanInt():
		return float64(x.Int())
	case x.CanUint():
		return float64(x.Uint())
	case x.CanFloat():
		return x.Float()
	}
	return math.NaN()
}

// fractionOf is what follows the integral part of a number: its point and the digits after it. Powers of ten have none.
func fractionOf(number string) string {
	at := strings.IndexByte(number, '.')
	if at < 0 || strings.Contains(number, "e") {
		return ""
	}
	return number[at:]
}

// numeral is a number in LaTeX: with a minus sign rather than a hyphen, and powers of ten.
func numeral(number string) string {
	mantissa, exponent, power := strings.Cut(number, "e")
	text := Escape(mantissa)
	if digits, negative := strings.CutPrefix(text, "-"); negative {
		text = "$-$" + digits
	}
	if n, err := strconv.Atoi(exponent); power && err == nil {
		return fmt.Sprintf(`%s$\cdot10^{%d}$`, text, n)
	}
	if power { // a word, such as one of a cell of text among numbers
		return Escape(number)
	}
	return text
}

// padding is the room that a number lacks behind its point.
func padding(number, longest string) string {
	own := fractionOf(number)
	if len(own) >= len(longest) || strings.Contains(number, "e") {
		return ""
	}
	return `\phantom{` + longest[len(own):] + "}"
}

// Escape is a text for LaTeX.
func Escape(text string) string {
	var b strings.Builder
	last := ' '
	for _, r := range strings.Join(strings.Fields(text), " ") {
		s, special := specials[r]
		switch {
		case r == '"' && strings.ContainsRune(" ([{", last): // it opens
			b.WriteString("``")
		case special:
			b.WriteString(s)
		default:
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}

// specials are the characters that LaTeX takes for something else, or does not know.
var specials = func() map[rune]string {
	all := map[rune]string{'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '#': `\#`, '^': `\^{}`,
		'_': `\_`, '~': `\textasciitilde{}`, '%': `\%`, '<': `$<$`, '>': `$>$`, '|': `$|$`, '"': `''`, '*': `$*$`,
		'[': `{[}`, ']': `{]}`, '−': `$-$`, '≤': `$\le$`, '≥': `$\ge$`, '≠': `$\ne$`, '≈': `$\approx$`, '→': `$\to$`,
		'·': `$\cdot$`, '×': `$\times$`, '∞': `$\infty$`, '±': `$\pm$`, '√': `$\surd$`, '…': `\ldots{}`, '–': `--`, '—': `---`,
		'²': `$^2$`, '³': `$^3$`, 'µ': `$\mu$`, '°': `$^\circ$`, '\u00a0': `~`, '\u2009': `\,`}
	names := []string{"alpha", "beta", "gamma", "delta", "varepsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu",
		"nu", "xi", "", "pi", "rho", "varsigma", "sigma", "tau", "upsilon", "varphi", "chi", "psi", "omega"}
	for i, name := range names {
		if name == "" {
			all['ο'] = "o"
			continue
		}
		all['α'+rune(i)] = `$\` + name + "$"
	}
	for _, capital := range []string{"ΓGamma", "ΔDelta", "ΘTheta", "ΛLambda", "ΞXi", "ΠPi", "ΣSigma", "ΥUpsilon", "ΦPhi",
		"ΨPsi", "ΩOmega"} {
		letter, size := utf8.DecodeRuneInString(capital)
		all[letter] = `$\` + capital[size:] + "$"
	}
	return all
}()

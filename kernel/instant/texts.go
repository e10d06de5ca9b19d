package instant

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	reports "github.com/focal-search/focal/engine/report"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/kernel/frame"
	"github.com/focal-search/focal/kernel/script"
)

// texts are what the word at the end of code can become, in the string that begins at
// a place, and where that word begins.
func (s *session) texts(code string, at int) (start int, all []candidate) {
	if importing.MatchString(code[:at-1]) {
		return at, sorted(textCandidates(script.Packages()))
	}
	start = at
	for _, taker := range takers(code[:at-1]) {
		switch {
		case algorithmTakers[taker.name]:
			return at, sorted(textCandidates(algorithms()))
		case taker.name == "WriteFile":
			if start, names := studyFile(code, at); names != nil {
				return start, textCandidates(names)
			}
		case reportTakers[taker.base+"."+taker.name]:
			return at, sorted(textCandidates(reports.Names()))
		case fileTakers[taker.base+"."+taker.name]:
			start = at + strings.LastIndexByte(code[at:], '/') + 1
			return start, sorted(textCandidates(files(code[at:start])))
		case taker.name == "Problems":
			start = at + strings.LastIndexByte(code[at:], ' ') + 1
		case taker.base != "":
			if names := s.columns(taker.base); names != nil {
				if conditions[taker.name] {
					at = max(at, wordStart(code, len(code)))
				}
				return at, textCandidates(names)
			}
		}
	}
	return start, textCandidates(problems(code[start:])) // which have an order of their own
}

func textCandidates(names []string) (all []candidate) {
	for _, name := range names {
		all = append(all, candidate{Text: name, Type: "text"})
	}
	return all
}

func algorithms() []string { return append(engine.AlgorithmNames(), engine.OwnAlgorithms()...) }

// studyFile is what the word at the end of the text of a study file can become, and
// where it begins; nil where the text is none. The text begins at a place in code.
func studyFile(code string, at int) (start int, names []string) {
	keys, limits := study.Keys()
	start = max(at, wordStart(code, len(code)))
	line := code[at+strings.LastIndexByte(code[at:], '\n')+1:]
	key, _, valued := strings.Cut(line, ":")
	switch key = strings.TrimSpace(key); {
	case code[at-1] != '`':
		return 0, nil
	case !valued:
		return start, keys
	case key == "algorithms":
		return start, algorithms()
	case key == "limits":
		return start, limits
	case key == "problems":
		start = at + strings.LastIndexAny(code[at:], " [,") + 1
		return start, problems(code[start:])
	}
	return 0, nil
}

// reportTakers are functions that take a report's name.
var reportTakers = map[string]bool{"plot.Report": true, "report.Make": true, "report.Describe": true}

// fileTakers are functions that take a file.
var fileTakers = map[string]bool{"study.Read": true, "study.RunFile": true, "study.From": true, "frame.Read": true,
	"frame.SQL": true, "os.Open": true, "os.ReadFile": true}

// files are the names in a folder, those of folders with a slash.
func files(folder string) (names []string) {
	entries, err := os.ReadDir(filepath.Clean(folder))
	if err != nil {
		return nil
	}
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() {
			name += "/"
		}
		if !strings.HasPrefix(name, ".") {
			names = append(names, name)
		}
	}
	return names
}

// algorithmTakers are functions and fields that take names of algorithms.
var algorithmTakers = map[string]bool{"NewAlgorithm": true, "Describe": true, "Algorithms": true}

// conditions are methods of tables that take an expression of columns.
var conditions = map[string]bool{"Where": true, "Derive": true, "Share": true}

// A taker is what a value within brackets is given to: a function, with what stands
// before its dot, or the field of a composite literal.
type taker struct{ name, base string }

// takers are those of what follows code, the innermost first.
func takers(code string) []taker {
	type bracket struct {
		taker
		call bool
	}
	var open []bracket
	var before taker // the name that stands before the token
	dotted := false
	scan(code, func(offset int, tok token.Token, lit string) {
		inLiteral := len(open) > 0 && !open[len(open)-1].call
		switch tok {
		case token.LPAREN:
			open = append(open, bracket{before, true})
		case token.LBRACE, token.LBRACK:
			open = append(open, bracket{})
		case token.RPAREN, token.RBRACE, token.RBRACK:
			open = open[:max(len(open)-1, 0)]
		case token.COLON:
			if inLiteral {
				open[len(open)-1].taker = before
			}
		case token.COMMA:
			if inLiteral {
				open[len(open)-1].taker = taker{}
			}
		}
		before = taker{}
		if tok == token.IDENT {
			before.name = lit
			if dotted {
				before.base, _ = operand(code, offset)
			}
		}
		dotted = tok == token.PERIOD
	})
	var all []taker
	for _, b := range slices.Backward(open) {
		all = append(all, b.taker)
	}
	return all
}

// columns are those of the table that an expression stands for, as far as that is
// known without executing it: of the tables and results in it. They are nil where it
// is no table, and nothing that is drawn or grouped of one.
func (s *session) columns(base string) []string {
	t := s.typeOf(base)
	if t == nil || !tableTypes[strings.TrimPrefix(types.TypeString(t, (*types.Package).Name), "*")] {
		return nil
	}
	tree, err := parser.ParseExpr(base)
	if err != nil {
		return nil
	}
	var names []string
	globals := s.in.Globals()
	ast.Inspect(tree, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || s.names[id.Name] == nil || s.names[id.Name].kind != aVar {
			return true
		}
		switch v := globals[s.names[id.Name].internal].Interface().(type) {
		case *frame.Frame:
			if v.Err() == nil {
				names = append(names, v.Names()...)
			}
		case *engine.Result:
			names = append(names, frame.Results(v).Names()...)
		case []*engine.Result:
			if len(v) > 0 {
				names = append(names, frame.Results(v[0]).Names()...)
			}
		}
		return true
	})
	if names == nil {
		names = frame.Results(&engine.Result{}).Names()
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// tableTypes are those of tables and of what is made of them.
var tableTypes = map[string]bool{"frame.Frame": true, "frame.Groups": true, "plot.Graphic": true}

// openString is where the string begins that code ends within, after its quote.
func openString(code string) (start int, ok bool) {
	scan(code, func(offset int, tok token.Token, lit string) {
		if tok == token.STRING {
			_, err := strconv.Unquote(lit)
			start, ok = offset+1, err != nil && offset+len(lit) == len(code)
		}
	})
	return start, ok
}

// importing is code before the quote of an import's path.
var importing = regexp.MustCompile(`(^|\n)\s*import\s*(\([^)]*|[\w.]*\s*)$`)

// mostInstances is how many instances of a set are listed.
const mostInstances = 1000

// problems lists names of problems that begin with a prefix, up to the next slash
// or colon.
func problems(prefix string) (names []string) {
	folder := prefix[:strings.LastIndexByte(prefix, '/')+1]
	for _, d := range domains.List() {
		if d.Name != "" && folder == "" {
			names = append(names, d.Name+"/")
		}
		for _, s := range d.Sets {
			name := engine.Path(d.Name, s.Name) + "/"
			rest, inSet := strings.CutPrefix(prefix, name)
			id, _, inVariant := strings.Cut(rest, ":")
			switch {
			case !inSet:
				if last, ok := strings.CutPrefix(name, folder); ok && strings.Count(last, "/") == 1 {
					names = append(names, name)
				}
			case inVariant:
				for _, v := range s.Words() {
					names = append(names, name+id+":"+v)
				}
			case s.Names != nil:
				for _, n := range s.Names {
					names = append(names, name+n)
				}
			default:
				for i := range min(s.Count, mostInstances) {
					names = append(names, name+strconv.Itoa(i+1))
				}
			}
		}
	}
	return names
}

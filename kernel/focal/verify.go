package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"reflect"
	"slices"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/kernel/internal/exit"
	"github.com/focal-search/focal/kernel/show"
)

type verifyCmd struct {
	Files []string `arg:"" name:"file" help:"Stores, files that focal export wrote, or results as focal solve --json writes them; - is standard input."`
	Again bool     `help:"Repeat every deterministic run and compare all counters. It takes as long as the runs did."`
	JSON  bool     `help:"Print one JSON object for each result, one per line."`
}

func (verifyCmd) Help() string {
	return `A result is verified by rebuilding its problem from its name, replaying the solution with code that
the search does not share, and checking cost <= w·fmin. Where the optimal cost is known, fmin <= optimal <=
cost is checked too; where it is not, fmin is not checked. A stored or exported run has a key, which is a hash
of its problem, algorithm, w, p, seed and limits, and a checksum. Both must match. Counters must be possible
for a search. Only --again checks that they are exactly those of this run; those of a run that a limit on time
or memory ended are not checked.

` + example("focal solve npuzzle/korf/1-3 --alg pfs -w 1.5 -p 0.7 --json | focal verify -", "focal verify study.db", "focal verify runs.parquet")
}

// A verdict is the outcome of verifying one result.
type verdict struct {
	File      string `json:"file"`
	Line      int    `json:"line"` // where the result begins; its number in a store or a Parquet file
	Problem   string `json:"problem"`
	Algorithm string `json:"algorithm"`
	Verified  bool   `json:"verified"`
	Absent    bool   `json:"data_absent"`   // the problem or its data is not here, so the result cannot be verified
	Trusted   bool   `json:"fmin_on_trust"` // the optimal cost is not known
	Foreign   bool   `json:"foreign"`       // another program has made it, so that it cannot be verified
	Says      string `json:"says"`          // what has been verified, or what is wrong
}

func (v verdict) String() string {
	word := "WRONG"
	switch {
	case v.Verified:
		word = "verified"
	case v.Absent, v.Foreign:
		word = "UNKNOWN"
	}
	return fmt.Sprintf("%s:%d: %s: %s", v.File, v.Line, word, v.Says)
}

func (c *verifyCmd) Run() error {
	ctx := show.Context()
	wrong, absent, foreign, total := 0, 0, 0, 0
	var unreadable []error
	for _, name := range c.Files {
		claims, err := readFile(name, store.WithMoves())
		if err != nil {
			unreadable = append(unreadable, err)
		}
		for _, claim := range claims {
			v := claim.verify(c.Again)
			if ctx.Err() != nil {
				return errInterrupted
			}
			total++
			switch {
			case v.Absent:
				absent++
			case v.Foreign:
				foreign++
			case !v.Verified:
				wrong++
			}
			if err := c.print(v); err != nil {
				return err
			}
		}
	}
	err := errors.Join(unreadable...)
	if absent > 0 {
		err = errors.Join(fmt.Errorf("%d of %d results cannot be verified: their problems or their data are not here", absent, total), err)
	}
	if foreign > 0 {
		err = errors.Join(fmt.Errorf("%d of %d results are foreign, not verified", foreign, total), err)
	}
	if wrong == 0 && errors.Is(err, store.ErrDamaged) {
		return &failure{exit.Wrong, err} // damaged results do not verify
	}
	if wrong > 0 {
		return &failure{exit.Wrong, errors.Join(fmt.Errorf("%d of %d results do not verify", wrong, total), err)}
	}
	return usage(err)
}

func (c *verifyCmd) print(v verdict) error {
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(v)
	}
	return say("%s\n", clipped(v.String()))
}

// A claim is one result read from a file. It must be verified before it is trusted.
type claim struct {
	file   string
	line   int
	result engine.Result
	record *record.Record // with the key; nil if there is none

	unchecked bool // no checksum shows that it is unchanged
}

// required are the fields without which a result is meaningless.
var required = []string{"problem", "problem_sha256", "algorithm", "status", "unit", "cost", "fmin", "lower_bound"}

// readClaims reads any number of JSON results. With an error, which gives file, line
// and column, it also returns the results before it.
func readClaims(file string, data []byte) ([]claim, error) {
	var claims []claim
	in := json.NewDecoder(bytes.NewReader(data))
	for {
		var raw json.RawMessage
		err := in.Decode(&raw)
		switch {
		case err == io.EOF && len(claims) == 0:
			return nil, fmt.Errorf("%s: no results: want JSON objects as focal solve --json writes them", file)
		case err == io.EOF:
			return claims, nil
		case err != nil:
			offset, err := broken(err, data)
			return claims, malformed(file, data, offset, err)
		}
		start := int(in.InputOffset()) - len(raw)
		c := claim{file: file}
		c.line, _ = position(data, start)
		if offset, err := c.decode(raw); err != nil {
			return claims, malformed(file, data, start+offset, err)
		}
		claims = append(claims, c)
	}
}

// decode reads one result; for an error it also returns the position.
func (c *claim) decode(raw []byte) (offset int, err error) {
	if err := json.Unmarshal(raw, &c.result); err != nil {
		var mismatch *json.UnmarshalTypeError
		if !errors.As(err, &mismatch) {
			return 0, err
		}
		field := ""
		if mismatch.Field != "" {
			field = fmt.Sprintf("%q: ", mismatch.Field)
		}
		return int(mismatch.Offset) - 1, fmt.Errorf("%sfound a JSON %s, want %s", field, mismatch.Value,
			kindOf(mismatch.Type))
	}
	var fields map[string]json.RawMessage
	json.Unmarshal(raw, &fields) // it has been checked to be an object
	for _, name := range required {
		if value, ok := fields[name]; !ok || string(value) == "null" {
			return 0, fmt.Errorf("%q is missing: want an object as focal solve --json writes it", name)
		}
	}
	return 0, nil
}

// malformed reports where the input is wrong.
func malformed(file string, data []byte, offset int, err error) error {
	line, column := position(data, offset)
	return fmt.Errorf("%s:%d:%d: %w", file, line, column, err)
}

// position is the line and the column of a byte, both from 1.
func position(data []byte, offset int) (line, column int) {
	before := data[:max(0, min(offset, len(data)))]
	return bytes.Count(before, []byte("\n")) + 1, len(before) - bytes.LastIndexByte(before, '\n')
}

// broken is where the decoder failed, and why.
func broken(err error, data []byte) (offset int, why error) {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return int(syntax.Offset) - 1, err // its offset is after the byte that is wrong
	}
	return len(data), errors.New("unexpected end of the file inside a JSON value")
}

// kindOf names a Go type in JSON's terms.
func kindOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Float64:
		return "a number"
	case reflect.Int, reflect.Int64:
		return "an integer"
	case reflect.Uint, reflect.Uint32, reflect.Uint64:
		return "an integer that is not negative"
	case reflect.Slice:
		return "a list"
	}
	if t == reflect.TypeFor[engine.Ratio]() {
		return `a number in quotes, as "1.25"`
	}
	return "an object"
}

// verify checks a claim against the problem that it names.
func (c *claim) verify(again bool) verdict {
	r := &c.result
	v := verdict{File: c.file, Line: c.line, Problem: r.Problem, Algorithm: r.Algorithm.String()}
	if c.record != nil && c.record.Foreign() {
		err := record.CheckForeign(r)
		if _, key := c.record.Identity(); err == nil {
			err = key
		}
		v.Foreign, v.Says = err == nil, fmt.Sprintf("%s %s: foreign, not verified", r.Problem, r.Algorithm)
		if err != nil {
			v.Says = err.Error()
		}
		return v
	}
	domain, set, _, _ := engine.SplitName(r.Problem)
	if _, family := engine.FindSet(engine.Path(domain, set)); !family && !slices.ContainsFunc(engine.Domains(),
		func(d *engine.Domain) bool { return d.Name == domain && domain != "" }) {
		v.Absent = true
		v.Says = fmt.Sprintf("%s is a problem of a program of its own: want --with and a script that registers it", r.Problem)
		return v
	}
	p := domains.Get(r.Problem)
	err := check(p, r)
	if err == nil && c.record != nil {
		_, err = c.record.Identity()
	}
	made := ""
	if err == nil && again {
		made, err = madeAgain(p, r)
	}
	if err != nil {
		v.Absent = errors.Is(err, fs.ErrNotExist) || errors.Is(err, errCannotRepeat)
		v.Says = err.Error()
		return v
	}
	v.Verified, v.Trusted = true, p.Optimal < 0
	v.Says = proved(p, r) + made
	if c.unchecked && !again {
		v.Says += "; its counters are taken on trust, as the row carries no checksum (--again makes the run again)"
	}
	return v
}

// errCannotRepeat is why a run cannot be repeated here, such as one of an algorithm of a
// program of its own.
var errCannotRepeat = errors.New("it cannot be repeated")

// madeAgain repeats a run and compares the outcomes. It describes what that proves.
func madeAgain(p *engine.Problem, r *engine.Result) (string, error) {
	switch r.Status {
	case engine.LimitTime, engine.LimitMemory, engine.LimitCancelled, engine.Failed:
		return fmt.Sprintf("; it cannot be repeated with the same counters, because it ended with %q", r.Status), nil
	}
	second := engine.Solve(show.Context(), p, r.Algorithm, engine.Seed(r.Seed), engine.WithLimits(r.Limits))
	same := func(a, b engine.Incumbent) bool {
		return a.Cost == b.Cost && a.FMin == b.FMin && a.W == b.W && a.Expanded == b.Expanded
	}
	switch {
	case second.Err != nil:
		return "", fmt.Errorf("%w: %w", errCannotRepeat, second.Err)
	case second.Status == engine.LimitTime || second.Status == engine.LimitMemory ||
		second.Status == engine.LimitCancelled:
		return fmt.Sprintf("; repeated, it ended with %q, so its counters are not proved", second.Status), nil
	case second.Counters != r.Counters || second.Status != r.Status || second.Cost != r.Cost ||
		second.FMin != r.FMin || second.LowerBound != r.LowerBound:
		return "", fmt.Errorf("%s: repeated, it ends with %s, cost %d, fmin %d, lower bound %d and %+v, and here "+
			"with %s, cost %d, fmin %d, lower bound %d and %+v",
			r.Problem, second.Status, second.Cost, second.FMin, second.LowerBound, second.Counters, r.Status, r.Cost, r.FMin,
			r.LowerBound, r.Counters)
	}
	if !slices.EqualFunc(second.Incumbents, r.Incumbents, same) {
		return "", fmt.Errorf("%s: repeated, it finds other solutions on its way: %v, and here %v", r.Problem, second.Incumbents,
			r.Incumbents)
	}
	return "; repeated, with the same counters", nil
}

// check is engine.Verify for results read from files, whose statements about themselves
// may be inconsistent as well.
func check(p *engine.Problem, r *engine.Result) error {
	wrong := func(format string, args ...any) error {
		return fmt.Errorf("%s: %s", r.Problem, fmt.Sprintf(format, args...))
	}
	anytime := r.Algorithm.Schedule != nil
	switch {
	case !slices.Contains(statuses, r.Status):
		return wrong("unknown status %q%s", r.Status, engine.Suggest(string(r.Status), statusNames()))
	case r.Status == engine.Failed:
		return wrong("the run failed: %s", r.Error)
	case p.Err == nil && r.Unit != p.Unit:
		return wrong("the unit is 1/%d, not 1/%d as the result claims", p.Unit, r.Unit)
	case r.Solved() && codeOf(r.Status) != exit.OK && !(anytime && codeOf(r.Status) != exit.Unsolvable):
		return wrong("status %q with cost %d", r.Status, r.Cost)
	case r.Solved() && (r.FMin < 0 || r.FMin > r.LowerBound):
		return wrong("fmin %d is not between 0 and the lower bound %d, the greatest fmin seen", r.FMin, r.LowerBound)
	case r.Solved() && r.Cost > 0 && len(r.Moves) == 0:
		return wrong("no moves that could be replayed (focal export --no-moves leaves them out)")
	case !r.Found() && len(r.Moves) > 0:
		return wrong("%d moves without a solution", len(r.Moves))
	}
	if err := engine.Verify(p, r); err != nil {
		return err
	}
	if r.Solved() && min(r.Expanded, r.Inserted, r.Generated) < int64(len(r.Moves)) {
		return wrong("%d expanded, %d generated and %d inserted: a path of %d moves takes as many of each",
			r.Expanded, r.Generated, r.Inserted, len(r.Moves))
	}
	if r.Path == nil {
		return nil // stores and exported files have only moves
	}
	for i, name := range p.Names(r.Moves) {
		if i >= len(r.Path) || r.Path[i] != name {
			return wrong("move %d is called %s, unlike in the path", i+1, name)
		}
	}
	return nil
}

var statuses = []engine.Status{
	engine.Solved, engine.Optimal, engine.BoundReached, engine.Unsolvable, engine.LimitInserted, engine.LimitGenerated,
	engine.LimitExpanded,
	engine.LimitTime, engine.LimitMemory, engine.LimitCancelled, engine.Refuted, engine.Failed,
}

func statusNames() []string {
	var names []string
	for _, s := range statuses {
		names = append(names, string(s))
	}
	return names
}

// proved describes what has been verified and what is taken on trust.
func proved(p *engine.Problem, r *engine.Result) string {
	claim := fmt.Sprintf("%s %s: ", r.Problem, r.Algorithm)
	bound := r.CostString(r.LowerBound)
	switch {
	case r.Status == engine.Unsolvable:
		return claim + "unsolvable, which is taken on trust: no solution is known"
	case r.Status == engine.Refuted:
		return claim + fmt.Sprintf("h is not admissible, so no bound is claimed; the path of %d moves reaches the goal and costs %s",
			len(r.Moves), r.CostString(r.Cost))
	case !r.Solved():
		claim += fmt.Sprintf("%s; no solution: the only claim is the lower bound %s", r.Status, bound)
	case r.Algorithm.Schedule != nil:
		claim += fmt.Sprintf("the path of %d moves reaches the goal and costs %s, %.4g times the lower bound %s",
			len(r.Moves), r.CostString(r.Cost), r.Factor(), bound)
	default:
		claim += fmt.Sprintf("the path of %d moves reaches the goal and costs %s <= w·fmin = %s·%s", len(r.Moves),
			r.CostString(r.Cost), r.Algorithm.W, r.CostString(r.FMin))
	}
	if p.Optimal >= 0 {
		return claim + fmt.Sprintf("; the optimal cost is %s, the lower bound %s", r.CostString(p.Optimal), bound)
	}
	return claim + "; fmin is taken on trust, because the optimal cost is not known"
}

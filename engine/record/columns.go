package record

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/focal-search/focal/engine"
)

// A Kind is what a column holds.
type Kind uint8

// The kinds of columns. In CSV a list is a text: moves are numbers separated by spaces, other lists are JSON.
const (
	Text Kind = iota
	Int
	Seed // 64 bits without a sign
	Real
	Texts
	Moves
	Incumbents
)

// A Unit is that of a column's numbers in stores and files.
type Unit string

// The units. Costs are shown in units of 1, times in seconds and sizes in megabytes.
const (
	Cost        Unit = "1/unit"
	Nanoseconds Unit = "ns"
	Bytes       Unit = "B"
)

// Shown returns the unit in which numbers are shown, "" for none, and how many of the stored one it is.
func (u Unit) Shown() (unit string, size float64) {
	switch u {
	case Nanoseconds:
		return "s", 1e9
	case Bytes:
		return "MB", 1e6
	}
	return "", 1
}

// A Column is something that is known of a run.
type Column struct {
	Name    string // in stores and files; "" if they do not have it
	Kind    Kind
	Unit    Unit
	Doc     string
	Show    string   // the name in frames, reports and SQL's view results; "" if they do not have it
	Aliases []string // other names of what is shown

	Optional bool  // it may be missing
	Few      bool  // it has few different values
	Derived  bool  // it follows from other columns
	Required bool  // without it a row is no run
	Detail   bool  // a summary of a run does without it
	Effort   bool  // of a run that a limit ended it is only a lower bound
	Least    int64 // less is shown as nothing, since it is not known
	Always   bool  // reports list it for runs without a solution too

	// A column is a place in a record, or it is computed.
	text func(*Record) *string
	int  func(*Record) *int64
	none int64 // what is missing, if it is optional
	get  func(*Record) Value
	part bool // of the problem's name
	set  func(*Reader, *Record, Value) error
	show func(*engine.Result) any // a text, a number or nil, if it is not shown as it is stored
}

// Columns are all columns, in the order of stores and files.
var Columns = []Column{
	{Name: "key", Doc: "identity of the run: a hash of what determines its outcome",
		text: func(x *Record) *string { return &x.Key }},
	{Name: "problem", Few: true, Required: true, Show: "problem", Aliases: []string{"task"},
		Doc:  "name under which it was run: domain/problem_set/instance:variant",
		text: func(x *Record) *string { return &x.Result.Problem }},
	{Name: "domain", Show: "domain", Doc: "such as npuzzle", Few: true, Derived: true, part: true, get: part(0),
		show: func(r *engine.Result) any { domain, _, _ := strings.Cut(r.Problem, "/"); return domain }},
	{Name: "problem_set", Doc: "such as korf", Few: true, Derived: true, part: true, get: part(1)},
	{Show: "set", Doc: "such as npuzzle/korf:heavy", show: func(r *engine.Result) any { set, _ := Set(r.Problem); return set }},
	{Name: "instance", Show: "instance", Doc: "such as 39", Few: true, Derived: true, part: true, get: part(2),
		show: func(r *engine.Result) any { _, id := Set(r.Problem); return id }},
	{Name: "variant", Doc: "such as heavy; empty if the name has none", Few: true, Derived: true, part: true, get: part(3)},
	{Name: "problem_sha256", Doc: "hash of the problem's content", Few: true, Required: true,
		text: func(x *Record) *string { return &x.Result.Digest }},
	{Name: "algorithm", Show: "algorithm", Aliases: []string{"alg", "solver", "planner"}, Few: true, Required: true,
		Doc:  "such as pfs; frames show its title",
		get:  func(x *Record) Value { return TextValue(x.Result.Algorithm.FullName()) },
		set:  (*Reader).algorithm,
		show: func(r *engine.Result) any { return r.Algorithm.Title() }},
	{Name: "w", Kind: Real, Show: "w", Aliases: []string{"weight"}, Few: true, Derived: true,
		Doc: "suboptimality bound; frames show it if the algorithm takes one",
		get: func(x *Record) Value { return RealValue(x.Result.Algorithm.W.Float()) },
		show: func(r *engine.Result) any {
			return where(r.Algorithm.TakesW(), r.Algorithm.W.Float())
		}},
	{Name: "w_exact", Few: true, Required: true, Doc: "the same as an exact decimal or fraction",
		get: func(x *Record) Value { return TextValue(x.Result.Algorithm.W.String()) },
		set: (*Reader).ratio},
	{Name: "p", Kind: Real, Show: "p", Few: true, Required: true,
		Doc: "probability, or share, of guided selections; 1 if none is drawn, 0 without FOCAL",
		get: func(x *Record) Value { return RealValue(x.Result.Algorithm.P) },
		set: func(_ *Reader, x *Record, v Value) error { x.Result.Algorithm.P = v.Real(); return nil },
		show: func(r *engine.Result) any {
			return where(r.Algorithm.TakesP(), r.Algorithm.P)
		}},
	{Name: "schedule", Doc: "of an anytime algorithm, as JSON", Optional: true, Few: true,
		get: func(x *Record) Value {
			return jsonValue(x.Result.Algorithm.Schedule, x.Result.Algorithm.Schedule != nil)
		},
		set: func(_ *Reader, x *Record, v Value) error { return fromJSON(v, &x.Result.Algorithm.Schedule) }},
	{Name: "seed", Kind: Seed, Show: "seed", Required: true,
		Doc: "of the random numbers; in a store, one above 2^63 - 1 is negative",
		get: func(x *Record) Value { return IntValue(int64(x.Result.Seed)) },
		set: func(_ *Reader, x *Record, v Value) error { x.Result.Seed = uint64(v.Int()); return nil },
		show: func(r *engine.Result) any {
			return where(r.Algorithm.Draws(), r.Seed)
		}},
	{Name: "limit_inserted", Kind: Int, Optional: true, Doc: "limit of the run, empty for none",
		int: func(x *Record) *int64 { return &x.Result.Limits.Inserted }},
	{Name: "limit_generated", Kind: Int, Optional: true, Doc: "limit of the run, empty for none",
		int: func(x *Record) *int64 { return &x.Result.Limits.Generated }},
	{Name: "limit_expanded", Kind: Int, Optional: true, Doc: "limit of the run, empty for none",
		int: func(x *Record) *int64 { return &x.Result.Limits.Expanded }},
	{Name: "limit_time_ns", Kind: Int, Unit: Nanoseconds, Aliases: []string{"time_limit"}, Optional: true, Doc: "limit of the run, empty for none",
		int: func(x *Record) *int64 { return (*int64)(&x.Result.Limits.Time) }},
	{Name: "limit_memory", Kind: Int, Unit: Bytes, Aliases: []string{"memory_limit"}, Optional: true, Doc: "limit of the run, empty for none",
		int: func(x *Record) *int64 { return &x.Result.Limits.Memory }},
	{Name: "status", Show: "status", Few: true, Required: true, Always: true, Doc: "how it ended, such as solved or limit: time",
		text: func(x *Record) *string { return (*string)(&x.Result.Status) }},
	{Show: "solved", Kind: Int, Doc: "1 or 0", Always: true, show: func(r *engine.Result) any { return r.Solved() }},
	{Name: "unit", Kind: Int, Required: true, Doc: "how many units of the costs below are a cost of 1",
		int: func(x *Record) *int64 { return &x.Result.Unit }},
	{Name: "cost", Kind: Int, Unit: Cost, Show: "cost", Aliases: []string{"solution_cost"}, Optional: true, none: -1,
		Required: true, Doc: "of the solution; empty if there is none",
		int: func(x *Record) *int64 { return &x.Result.Cost }},
	{Name: "fmin", Kind: Int, Unit: Cost, Required: true, Doc: "when the solution was accepted, or at the end without one",
		int: func(x *Record) *int64 { return &x.Result.FMin }},
	{Name: "lower_bound", Kind: Int, Unit: Cost, Show: "lower bound", Aliases: []string{"bound_proved"}, Required: true,
		Doc: "the greatest fmin seen", int: func(x *Record) *int64 { return &x.Result.LowerBound }},
	{Show: "factor", Kind: Real, Aliases: []string{"proved factor"}, Doc: "cost over lower bound", show: func(r *engine.Result) any {
		x := r.Factor()
		return where(!math.IsInf(x, 0) && r.Unit > 0, x)
	}},
	{Name: "expanded", Kind: Int, Show: "expanded", Aliases: []string{"expansions", "exp", "nodes_expanded"}, Required: true,
		Effort: true, Doc: "nodes removed from OPEN whose successors were produced",
		int: func(x *Record) *int64 { return &x.Result.Expanded }},
	{Name: "generated", Kind: Int, Show: "generated", Aliases: []string{"gen", "nodes_generated"}, Required: true, Effort: true,
		Doc: "successors produced, before duplicate detection",
		int: func(x *Record) *int64 { return &x.Result.Generated }},
	{Name: "inserted", Kind: Int, Show: "inserted", Required: true, Effort: true, Doc: "new, reopened or improved nodes in OPEN",
		int: func(x *Record) *int64 { return &x.Result.Inserted }},
	{Name: "reopened", Kind: Int, Show: "reopened", Required: true, Effort: true,
		Doc: "closed nodes put back because a cheaper path was found",
		int: func(x *Record) *int64 { return &x.Result.Reopened }},
	{Name: "guided", Kind: Int, Required: true, Doc: "expansions that FOCAL or a queue other than OPEN selected",
		int: func(x *Record) *int64 { return &x.Result.Guided }},
	{Name: "head", Kind: Int, Required: true, Doc: "expansions of the node of least f",
		int: func(x *Record) *int64 { return &x.Result.Head }},
	{Name: "peak_bytes", Kind: Int, Unit: Bytes, Show: "memory", Effort: true,
		Doc: "greatest size of the search's own structures", int: func(x *Record) *int64 { return &x.Result.PeakBytes }},
	{Name: "wall_ns", Kind: Int, Unit: Nanoseconds, Show: "time", Aliases: []string{"seconds", "wall"}, Effort: true,
		Doc: "by the clock", int: func(x *Record) *int64 { return (*int64)(&x.Result.Wall) }},
	{Name: "cpu_ns", Kind: Int, Unit: Nanoseconds, Show: "cpu", Aliases: []string{"cpu_seconds", "cpu_time"}, Effort: true, Least: 1,
		Doc: "of the thread that searched; 0 if the system does not report it",
		int: func(x *Record) *int64 { return (*int64)(&x.Result.CPU) }},
	{Name: "warnings", Kind: Texts, Optional: true, Doc: "what a domain noticed, such as an inconsistent h",
		get: func(x *Record) Value { return jsonValue(x.Result.Warnings, len(x.Result.Warnings) > 0) },
		set: func(_ *Reader, x *Record, v Value) error { return fromJSON(v, &x.Result.Warnings) }},
	{Name: "engine_commit", Few: true, Detail: true, Doc: "of the program that ran it; empty if its build recorded none",
		text: func(x *Record) *string { return &x.Commit }},
	{Name: "go_version", Few: true, Detail: true, Doc: "of Go, by which that was built",
		text: func(x *Record) *string { return &x.Go }},
	{Name: "host", Few: true, Detail: true, Doc: "where it ran", text: func(x *Record) *string { return &x.Host }},
	{Name: "cores", Kind: Int, Detail: true, Doc: "of that host",
		get: func(x *Record) Value { return IntValue(int64(x.Cores)) },
		set: func(_ *Reader, x *Record, v Value) error { x.Cores = int(v.Int()); return nil }},
	{Name: "finished_at", Detail: true, Doc: "when it ended: UTC, RFC 3339",
		get: func(x *Record) Value { return TextValue(x.Finished.Format(time.RFC3339Nano)) },
		set: (*Reader).finished},
	{Name: "moves", Kind: Moves, Show: "moves", Optional: true, Detail: true,
		Doc:  "of the solution, as the domain numbers them; frames show how many",
		show: func(r *engine.Result) any { return where(r.Found() && !IsForeign(r.Algorithm), len(r.Moves)) }},
	{Name: "incumbents", Kind: Incumbents, Optional: true, Doc: "the solutions accepted on the way"},
}

// Stored are the columns of stores and files. Settable are the same in the order in which they can be set: what follows
// from others comes after them.
var Stored, Settable = func() (stored, order []*Column) {
	var derived []*Column
	for i := range Columns {
		switch c := &Columns[i]; {
		case c.Name == "":
		case c.Derived:
			stored, derived = append(stored, c), append(derived, c)
		default:
			stored, order = append(stored, c), append(order, c)
		}
	}
	return stored, append(order, derived...)
}()

// Shown are the columns of frames, in their order.
var Shown = func() (shown []*Column) {
	for _, name := range []string{"domain", "set", "instance", "problem", "algorithm", "w", "p", "seed", "status", "solved",
		"cost", "lower bound", "factor", "expanded", "generated", "inserted", "reopened", "time", "cpu", "memory", "moves"} {
		shown = append(shown, Find(name))
	}
	return shown
}()

// Find returns the column that a name stands for, in stores, files or where it is shown; nil if there is none.
func Find(name string) *Column {
	for _, is := range []func(c *Column) bool{
		func(c *Column) bool { return c.Show == name },
		func(c *Column) bool { return c.Name == name },
		func(c *Column) bool { return slices.Contains(c.Aliases, name) },
	} {
		if i := slices.IndexFunc(Columns, func(c Column) bool { return is(&c) }); i >= 0 && name != "" {
			return &Columns[i]
		}
	}
	return nil
}

// Title is the column's name with its unit, for tables.
func (c *Column) Title() string {
	if unit, _ := c.Unit.Shown(); unit != "" {
		return c.Show + " (" + unit + ")"
	}
	return c.Show
}

// Shown returns what a frame or report shows of a run: a text, a number, true or false; nil if it has no such value.
func (c *Column) Shown(rec *Record) any {
	r := rec.Result
	switch {
	case c.show != nil:
		return c.show(r)
	case c.text != nil:
		return *c.text(rec)
	}
	n := *c.int(rec)
	_, size := c.Unit.Shown()
	switch {
	case c.Unit == Cost && (n < 0 || r.Unit == 0), c.Optional && n == c.none, c.Effort && n < c.Least:
		return nil
	case c.Unit == Cost:
		return float64(n) / float64(max(r.Unit, 1))
	case size > 1:
		return float64(n) / size
	}
	return int(n)
}

// where is a value, or nil where there is none.
func where(there bool, value any) any {
	if !there {
		return nil
	}
	return value
}

// part is a part of the problem's name.
func part(i int) func(*Record) Value {
	return func(x *Record) Value {
		if x.split != x.Result.Problem {
			x.split = x.Result.Problem
			x.parts[0], x.parts[1], x.parts[2], x.parts[3] = engine.SplitName(x.split)
		}
		return TextValue(x.parts[i])
	}
}

func jsonValue(value any, there bool) Value {
	if !there {
		return Value{}
	}
	text, _ := json.Marshal(value) // which has only texts and numbers
	return TextValue(string(text))
}

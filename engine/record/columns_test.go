package record

import (
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/focal-search/focal/engine"
)

// The table has the columns of the schema by which the first stores were made, with their types.
func TestSchema(t *testing.T) {
	text, err := os.ReadFile("../store/schema.sql")
	if err != nil {
		t.Fatal(err)
	}
	runs, _, _ := strings.Cut(string(text), ");")
	types := map[Kind]string{Text: "TEXT", Texts: "TEXT", Int: "INTEGER", Seed: "INTEGER", Real: "REAL"}
	var want, have []string
	for _, m := range regexp.MustCompile(`(?m)^ {4}(\w+) +(TEXT|INTEGER|REAL)( NOT NULL)?`).FindAllStringSubmatch(runs, -1) {
		if m[1] != "id" {
			want = append(want, m[1]+" "+m[2]+m[3])
		}
	}
	for _, c := range Stored {
		if c.Kind == Moves || c.Kind == Incumbents { // which have tables of their own
			continue
		}
		text := c.Name + " " + types[c.Kind]
		if !c.Optional {
			text += " NOT NULL"
		}
		have = append(have, text)
	}
	if !reflect.DeepEqual(have, want) {
		t.Errorf("columns\n%q, the schema has\n%q", have, want)
	}
}

// No name stands for two columns, and each says what it means.
func TestNames(t *testing.T) {
	of, shown := map[string]int{}, 0
	for i, c := range Columns {
		if c.Doc == "" || c.Name == "" && c.Show == "" {
			t.Errorf("column %d, %s: no name or nothing said of it", i, c.Name+c.Show)
		}
		if c.Show != "" {
			shown++
		}
		for _, name := range append([]string{c.Name, c.Show}, c.Aliases...) {
			if other, taken := of[name]; taken && other != i && name != "" {
				t.Errorf("%q stands for the columns %d and %d", name, other, i)
			}
			of[name] = i
			if name != "" && Find(name) != &Columns[i] {
				t.Errorf("%q is not found", name)
			}
		}
	}
	if shown != len(Shown) {
		t.Errorf("frames have %d columns of %d", len(Shown), shown)
	}
}

// Whatever a column holds, its text sets the same.
func TestTexts(t *testing.T) {
	in := NewReader()
	rapid.Check(t, func(t *rapid.T) {
		number := func(name string) int64 { return rapid.Int64().Draw(t, name) }
		text := func(name string) string { return rapid.String().Draw(t, name) }
		r := &engine.Result{Problem: text("problem"), Digest: text("digest"), Seed: rapid.Uint64().Draw(t, "seed"),
			Algorithm: engine.Algorithm{Name: rapid.StringMatching("[a-z*]+").Draw(t, "name"), Version: rapid.StringMatching("[a-z]*").Draw(t, "version"),
				W: engine.Ratio{Num: 4, Den: 3}, P: rapid.Float64().Draw(t, "p")},
			Limits: engine.Limits{Inserted: number("limit"), Time: time.Duration(number("limit"))},
			Status: engine.Status(text("status")), Unit: number("unit"), Cost: number("cost"), Wall: time.Duration(number("wall")),
			Counters: engine.Counters{Expanded: number("expanded"), Head: number("head")}}
		if rapid.Bool().Draw(t, "more") {
			r.Algorithm.Schedule = engine.DefaultSchedule()
			r.Warnings = []string{text("warning")}
			r.Moves = []engine.Move{0, engine.Move(rapid.Uint32().Draw(t, "move"))}
			r.Incumbents = []engine.Incumbent{{Cost: number("cost"), W: engine.Ratio{Num: 5, Den: 4}}, {W: engine.Ratio{Num: 1, Den: 1}, Wall: 7}}
		}
		want := New(r)
		have := &Record{Result: new(engine.Result)}
		for _, c := range Settable {
			v, err := c.Parse(string(c.Append(nil, want)))
			if err == nil {
				err = in.Set(c, have, v)
			}
			if err != nil {
				t.Fatalf("%s: %v", c.Name, err)
			}
		}
		want.split, want.parts, have.split, have.parts = "", [4]string{}, "", [4]string{}
		if !reflect.DeepEqual(have.Result, want.Result) || !have.Finished.Equal(want.Finished) || have.Key != want.Key || have.Origin != want.Origin {
			t.Fatalf("have %+v\n%+v, want %+v\n%+v", have, have.Result, want, want.Result)
		}
	})
}

// What another program writes in place of an integer is one, or is refused.
func TestWholeNumbers(t *testing.T) {
	in, c := NewReader(), Find("expanded")
	for text, want := range map[string]int64{"45": 45, "45.0": 45, "4.5e1": 45, "45.5": -1, "": -1, "1e300": -1, "many": -1, "NaN": -1, "4,5": -1} {
		rec := &Record{Result: new(engine.Result)}
		v, err := c.Parse(text)
		if err == nil {
			err = in.Set(c, rec, v)
		}
		if (err != nil) != (want < 0) || err == nil && rec.Result.Expanded != want {
			t.Errorf("%q: %d, %v; want %d", text, rec.Result.Expanded, err, want)
		}
	}
	rec := &Record{Result: &engine.Result{Problem: "npuzzle/korf/1"}}
	if err := in.Set(Find("domain"), rec, TextValue("tsp")); err == nil {
		t.Error("a domain that is not the problem's passes")
	}
}

// A CPU time that the system does not report is not shown as one of 0.
func TestUnknownIsNotShown(t *testing.T) {
	for cpu, want := range map[time.Duration]any{-1: nil, 0: nil, 1500 * time.Millisecond: 1.5} {
		if have := Find("cpu").Shown(New(&engine.Result{CPU: cpu})); have != want {
			t.Errorf("%v is shown as %v, want %v", cpu, have, want)
		}
	}
	if have := Find("expanded").Shown(New(&engine.Result{})); have != 0 {
		t.Errorf("a search that expands nothing is shown with %v", have)
	}
}

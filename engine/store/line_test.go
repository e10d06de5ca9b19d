package store

import (
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
)

// A line is read back as the record that it was made of, for all contents; a damaged one is refused.
func TestLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		any := rapid.OneOf(rapid.Int64(), rapid.SampledFrom([]int64{0, 1, -1, math.MaxInt64, math.MinInt64}))
		text := rapid.OneOf(rapid.StringMatching("[a-z/:+]{0,9}"), rapid.String())
		number := func(name string) int64 { return any.Draw(t, name) }
		r := &engine.Result{
			Problem: text.Draw(t, "problem"), Digest: text.Draw(t, "digest"),
			Algorithm: engine.Algorithm{Name: text.Draw(t, "algorithm"), W: engine.Ratio{Num: 5, Den: 4},
				P: rapid.OneOf(rapid.Float64Range(0, 1), rapid.Float64(), rapid.Just(1.0)).Draw(t, "p")},
			Seed:   rapid.Uint64().Draw(t, "seed"),
			Limits: engine.Limits{Inserted: number("inserted"), Time: time.Duration(number("time")), Memory: number("memory")},
			Status: engine.Status(text.Draw(t, "status")), Unit: number("unit"), Cost: number("cost"),
			Counters:  engine.Counters{Expanded: number("expanded"), Head: number("head")},
			PeakBytes: number("peak"), Wall: time.Duration(number("wall")),
		}
		for range rapid.IntRange(0, 3).Draw(t, "moves") {
			r.Moves = append(r.Moves, engine.Move(rapid.Uint32().Draw(t, "move")))
		}
		for range rapid.IntRange(0, 2).Draw(t, "incumbents") {
			r.Incumbents = append(r.Incumbents, engine.Incumbent{Cost: number("cost"), W: engine.Ratio{Num: 3, Den: 2}})
		}
		if rapid.Bool().Draw(t, "schedule") {
			r.Algorithm.Schedule = &engine.Schedule{Step: engine.Ratio{Num: 1, Den: 10}, Stop: engine.Ratio{Num: 1, Den: 1}}
		}
		if rapid.Bool().Draw(t, "warned") {
			r.Warnings = []string{text.Draw(t, "warning")}
		}
		rec := &record.Record{Result: r, Finished: time.UnixMilli(rapid.Int64Range(0, 1<<42).Draw(t, "end")).UTC(),
			Origin: record.Origin{Host: text.Draw(t, "host"), Cores: rapid.IntRange(-1, 99).Draw(t, "cores")}}
		rec.Key, _ = rec.Identity()
		have, err := appendLine([]byte("before"), rec)
		if err != nil {
			t.Fatal(err)
		}
		line, there := strings.CutPrefix(string(have), "before")
		if !there || strings.Count(line, "\n") != 1 {
			t.Fatalf("wrote %q", have)
		}
		if again, err := readLine([]byte(line)); err != nil || !reflect.DeepEqual(again, rec) {
			t.Fatalf("wrote %+v %+v\nread %+v, %v", rec, rec.Result, again, err)
		}
		damaged := []byte(line)
		at := rapid.IntRange(0, len(damaged)-1).Draw(t, "at")
		damaged[at] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		if again, err := readLine(damaged); err == nil && !reflect.DeepEqual(again, rec) {
			t.Fatalf("damaged at %d, read %+v %+v", at, again, again.Result)
		}
	})
	if rec, err := readLine([]byte(strings.Repeat("x", 99))); err == nil {
		t.Errorf("read %+v", rec)
	}
}

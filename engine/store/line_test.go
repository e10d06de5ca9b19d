package store

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
)

// A line is what encoding/json writes, and reads back as the same record, for all
// contents.
func TestLines(t *testing.T) {
	in, plain := newLines(), 0
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
		want, err := json.Marshal(rec)
		if err != nil {
			t.Fatal(err)
		}
		if line := fmt.Sprintf(`before{"crc32c":"%s","run":%s}`+"\n", checksum(want), want); string(have) != line {
			t.Fatalf("wrote %s\nwant  %s", have, line)
		}
		have = have[len("before"):]
		other, err := readLine(have)
		if err != nil {
			t.Fatal(err)
		}
		if rec := in.plain(have); rec != nil {
			if plain++; !reflect.DeepEqual(rec, other) {
				t.Fatalf("read %+v %+v\nwant %+v %+v", rec, rec.Result, other, other.Result)
			}
		}
		// Damaged lines are read as by encoding/json, or left to it.
		at := rapid.IntRange(0, len(have)-1).Draw(t, "at")
		have[at] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		if rec := in.plain(have); rec != nil {
			if other, err := readLine(have); err != nil || !reflect.DeepEqual(rec, other) {
				t.Fatalf("damaged, read %+v", rec.Result)
			}
		}
	})
	if plain == 0 && !t.Failed() {
		t.Log("no line was plain by chance")
	}
	usual := &engine.Result{Problem: "tsp/40/1:nn", Digest: "1f", Algorithm: engine.PDPS(1.05, 0.7), Seed: 1 << 63,
		Limits: engine.Limits{Generated: 3, Time: 5}, Status: engine.Solved, Moves: []engine.Move{0, 12},
		Incumbents: []engine.Incumbent{{W: engine.Ratio{Num: 2, Den: 1}}, {Cost: 2, W: engine.Ratio{Num: 1, Den: 3}}}}
	text, err := appendLine(nil, record.New(usual))
	if err != nil || in.plain(text) == nil {
		t.Errorf("a usual line takes encoding/json: %s, %v", text, err)
	}
	if rec := in.plain([]byte(strings.Repeat("x", 99))); rec != nil {
		t.Error("read something that is not a line")
	}
}

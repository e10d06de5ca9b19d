//go:build unix

package study_test

import (
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/engine/study/internal/studytest"
)

// TestFamily: a study of a family has the same outcomes in this process and in others, is
// answered from the store, and pools the family's instances.
func TestFamily(t *testing.T) {
	g := study.Grid{Problems: "plains/1-6", Algorithms: engine.Named("fs", "pfs"), W: []float64{1.2}, P: []float64{.7},
		Limits: engine.Limits{Expanded: 3000}}
	path := filepath.Join(t.TempDir(), "plains.db")
	runs := g.Run(t.Context(), path, study.Isolated())
	if runs.Err != nil || len(runs.Results) != 12 || !reflect.DeepEqual(studytest.Outcomes(runs.Results), studytest.Undisturbed(t, g)) {
		t.Fatal(runs)
	}
	if again := g.Run(t.Context(), path); again.Stored != 12 || again.Err != nil {
		t.Error(again)
	}
	set, id := record.Set("plains/12")
	if table := runs.Table(); set != "plains" || id != "12" || len(table.Rows) != 2 || table.Rows[0][0] != "plains" {
		t.Errorf("%s %s: %v", set, id, table.Rows)
	}
}

// TestLateFamily: other processes do not have a family that is registered after Main.
func TestLateFamily(t *testing.T) {
	late := plains
	late.Name = "late"
	engine.RegisterFamily(late)
	g := study.Grid{Problems: "late/1", Algorithms: engine.Named("astar")}
	runs := g.Run(t.Context(), filepath.Join(t.TempDir(), "late.db"), study.Isolated())
	if runs.Err == nil || !strings.Contains(runs.Err.Error(), "the family late was registered after study.Main was called") {
		t.Error(runs)
	}
	if table := runs.Table(); len(table.Rows) != 0 || len(table.Notes) != 1 || !strings.HasPrefix(table.Notes[0], "error: the family late") {
		t.Errorf("its table has %v, %q", table.Rows, table.Notes)
	}
}

// TestSlowFamily: an interrupt also ends a study whose problems take long to make, and Stored does not take it for one.
func TestSlowFamily(t *testing.T) {
	nap := 100 * time.Millisecond
	engine.RegisterFamily(engine.Family{Name: "slow", Count: 50, Make: func(i int) *engine.Problem {
		time.Sleep(nap)
		return street(i+1, 1)
	}})
	g := study.Grid{Problems: "slow/*", Algorithms: engine.Named("astar")}
	path := filepath.Join(t.TempDir(), "slow.db")
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	begun := time.Now()
	if runs := g.Run(ctx, path); !errors.Is(runs.Err, context.Canceled) || runs.Total > 0 || time.Since(begun) > 2*time.Second {
		t.Errorf("%v after %v", runs, time.Since(begun))
	}
	nap = 12 * time.Millisecond
	if runs := g.Stored(path); runs.Err != nil || runs.Total != 50 || runs.Missing != 50 {
		t.Error(runs)
	}
}

package study_test

import (
	"context"
	"path/filepath"
	"reflect"
	"sync/atomic"
	"testing"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/engine/study/internal/studytest"
	"github.com/focal-search/focal/engine/study/worker"
)

// Runs that are made remotely have the same outcomes as here. Algorithms and problems of
// one's own are not made there, and few runs neither.
func TestRemote(t *testing.T) {
	var made atomic.Int64
	pool := worker.NewPool(3, func() *worker.Instance {
		started, answers := make(chan struct{}), make(chan []byte, 1)
		close(started)
		return &worker.Instance{Started: started, Answers: answers, Memory: func() int64 { return 0 }, End: func() {}, Send: func(order []byte) {
			go func() {
				made.Add(1)
				answer, err := worker.Answer(order)
				if err != nil {
					t.Error(err)
				}
				answers <- answer
			}()
		}}
	})
	worker.UsePool(pool)
	defer worker.UsePool(nil)
	g := studytest.Small
	g.Problems, g.Trace = "npuzzle/random-8/1-2", true
	runs := g.Run(context.Background(), filepath.Join(t.TempDir(), "few.db"))
	if runs.Err != nil || !reflect.DeepEqual(studytest.Outcomes(runs.Results), studytest.Undisturbed(t, g)) {
		t.Errorf("%v", runs)
	}
	for _, r := range runs.Results {
		if r.Trace == nil || r.Wall == 0 {
			t.Errorf("%s %s: no trace or no time", r.Problem, r.Algorithm)
		}
	}
	<-pool.Started() // from now on all is made remotely that can be
	const named = 7
	for _, x := range []struct {
		problems string
		own      bool
		want     int64
	}{{"npuzzle/random-8/1-7", true, named}, {"npuzzle/random-8/1-5", false, 0}} {
		g := study.Grid{Problems: x.problems, Algorithms: engine.Named("fs"), W: []float64{1.5}, Jobs: 2}
		if x.own {
			g.Algorithms = append(g.Algorithms, studytest.Coin(0.5).Swept())
			g.Own = []*engine.Problem{engine.Graph[int]{
				Name: "count", Goal: func(n int) bool { return n == 9 },
				Successors: func(n int) []engine.Edge[int] { return []engine.Edge[int]{{To: n + 1, Cost: 1}} },
			}.Problem()}
		}
		made.Store(0)
		runs := g.Run(context.Background(), filepath.Join(t.TempDir(), "more.db"))
		if runs.Err != nil || runs.Missing > 0 || made.Load() != x.want {
			t.Errorf("%v, %d of them remotely, want %d", runs, made.Load(), x.want)
		}
	}
}

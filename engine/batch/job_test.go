package batch_test

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/batch"
	"github.com/focal-search/focal/engine/batch/internal/wild"
)

// long is a study that takes some seconds, in short runs.
var long = batch.Grid{
	Name: "long", Problems: "npuzzle/korf/1-100", Algorithms: []string{"pfs"}, W: []float64{1.05}, P: []float64{0.5},
	Seeds: []uint64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, Limits: engine.Limits{Expanded: 20_000}, Jobs: 2,
}

// until waits for something to happen.
func until(t *testing.T, what string, happens func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !happens(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited too long: %s", what)
		}
	}
}

// A job is done by a process of its own, and told to whoever attaches.
func TestStart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "korf.db")
	job := small.Start(path)
	if job.Err != nil || job.Worker.PID == os.Getpid() {
		t.Fatalf("%+v", job)
	}
	if sid, _ := syscall.Getpgid(job.Worker.PID); job.Worker.State() == batch.AtWork && sid != job.Worker.PID {
		t.Errorf("the process %d is in the group %d", job.Worker.PID, sid)
	}
	for _, j := range []*batch.Job{job, batch.Attach(path)} {
		runs := j.Wait(context.Background())
		if runs.Err != nil || runs.Missing != 0 || runs.Stored != 0 || !reflect.DeepEqual(outcomes(runs.Results), undisturbed(t, small)) {
			t.Errorf("%v", runs)
		}
		if p := j.Progress(); j.Worker.State() != batch.Done || p.Done != smallRuns || p.Total != smallRuns || p.Solved != smallRuns {
			t.Errorf("at the end: %v", j.Worker)
		}
	}
	if log, err := filepath.Glob(path + ".shards/*.log"); err != nil || len(log) != 1 {
		t.Errorf("logs: %v, %v", log, err)
	}
	// What is done already is done at once, and what jobs before have left is gone.
	again := small.Start(path).Wait(context.Background())
	if again.Err != nil || again.Stored != smallRuns {
		t.Errorf("again: %v", again)
	}
	if workers, err := batch.Workers(path); err != nil || len(workers) != 1 {
		t.Errorf("%d workers, %v", len(workers), err)
	}
}

// A job that has ended has its results, also when another study was started since.
func TestStartAnother(t *testing.T) {
	path := filepath.Join(t.TempDir(), "korf.db")
	study := small
	study.Problems = "npuzzle/random-8/1"
	first := study.Start(path)
	for first.Progress(); first.Err == nil && first.Worker.State() == batch.AtWork; first.Progress() {
		time.Sleep(10 * time.Millisecond)
	}
	other := study
	other.W = []float64{2}
	second := other.Start(path)
	for i, test := range []struct {
		job   *batch.Job
		study batch.Grid
	}{{first, study}, {second, other}} {
		runs := test.job.Wait(context.Background())
		if runs.Err != nil || !reflect.DeepEqual(outcomes(runs.Results), undisturbed(t, test.study)) {
			t.Errorf("job %d: %v", i+1, runs)
		}
	}
}

// A job under way is found by whoever asks for the same study; it can be stopped,
// and another goes on from there. One that is killed is known to be dead.
func TestStopAndDie(t *testing.T) {
	path := filepath.Join(t.TempDir(), "korf.db")
	job := long.Start(path)
	if job.Err != nil {
		t.Fatal(job.Err)
	}
	until(t, "some runs", func() bool { return job.Progress().Done > 0 })
	if same := long.Start(path); same.Err != nil || same.Worker.PID != job.Worker.PID {
		t.Errorf("the same study again is made by %v, not %v", same.Worker, job.Worker)
	}
	other := long
	other.Seeds = []uint64{11}
	if another := other.Start(path); another.Err != nil || another.Worker.PID == job.Worker.PID {
		t.Errorf("another study is made by %v, %v", another.Worker, another.Err)
	} else if err := another.Stop(); err != nil {
		t.Error(err)
	}
	// Who waits may go, and the job goes on.
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	if runs := job.Wait(ctx); runs.Err != nil || runs.Missing == 0 || job.Worker.State() != batch.AtWork {
		t.Errorf("who does not wait to the end: %v, %v", runs, job.Worker)
	}
	if err := job.Stop(); err != nil || job.Worker.State() != batch.Stopped {
		t.Errorf("stopped: %v, %v", job.Worker, err)
	}
	stopped := job.Wait(context.Background())
	if stopped.Err != nil || stopped.Missing == 0 || stopped.Missing == stopped.Total {
		t.Errorf("stopped: %v", stopped)
	}

	job = long.Start(path)
	until(t, "more runs", func() bool { return job.Progress().Done > job.Progress().Stored })
	if err := syscall.Kill(job.Worker.PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	until(t, "the death", func() bool { return batch.Attach(path).Worker.State() == batch.Died })
	died := job.Wait(context.Background())
	if died.Err == nil || !strings.Contains(died.Err.Error(), "has died") || died.Missing >= stopped.Missing {
		t.Errorf("killed: %v", died)
	}
}

// A domain that registers itself only after package batch, as this test's does, is
// not known to a new process.
func init() {
	engine.Register(&engine.Domain{Name: "late", Doc: "for tests", Sets: wild.Sets, Problem: wild.Problem})
}

func TestStartErrors(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(text, []byte("this is not a store"), 0o666); err != nil {
		t.Fatal(err)
	}
	wrong := small
	wrong.W = []float64{0.5}
	for want, job := range map[string]*batch.Job{
		"w = 0.5: the suboptimality bound": wrong.Start(filepath.Join(dir, "a.db")),
		"not a store of Focal":             small.Start(text),
		"want one such as 1 of 4":          small.Start(filepath.Join(dir, "a.db"), batch.Part(5, 4)),
		"no such file or directory":        small.Start(filepath.Join(dir, "none", "a.db")),
		"no study has been started there":  batch.Attach(filepath.Join(dir, "a.db")),
		`unknown domain "late"`:            batch.Grid{Problems: "late/run/fine", Algorithms: []string{"astar"}}.Start(filepath.Join(dir, "b.db")),
	} {
		if job.Err == nil || !strings.Contains(job.Err.Error(), want) {
			t.Errorf("%v, want %s", job.Err, want)
		}
		if runs := job.Wait(context.Background()); runs.Err == nil {
			t.Errorf("%s: no error from Wait", want)
		}
	}
	runs := batch.Grid{Problems: "wild/process/dies,fine", Algorithms: []string{"fs"}, W: []float64{2}}.
		Start(filepath.Join(dir, "c.db"), batch.Isolated()).Wait(context.Background())
	if len(runs.Results) != 1 || len(runs.Failed) != 1 || runs.Err == nil || !strings.Contains(runs.Failed[0].Error, "signal: killed") {
		t.Errorf("a job whose search dies: %v", runs)
	}
}

// A job that there is none of has no file either, and nothing to stop.
func TestNoJob(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	for _, job := range []*batch.Job{batch.Attach(path), (batch.Grid{}).Start(path)} {
		if err := job.Stop(); err == nil || err != job.Err || job.StudyFile() != "" {
			t.Errorf("%v, %q; want %v", err, job.StudyFile(), job.Err)
		}
	}
}

// A worker on another machine is believed for as long as it is heard of.
func TestStateElsewhere(t *testing.T) {
	now := time.Now()
	for want, w := range map[batch.State]batch.Worker{
		batch.AtWork:  {Place: "elsewhere", Seen: now},
		batch.Silent:  {Place: "elsewhere", Seen: now.Add(-2 * time.Minute)},
		batch.Done:    {Place: "elsewhere", Ended: true},
		batch.Stopped: {Place: "elsewhere", Ended: true, Progress: batch.Progress{Total: 1}},
		batch.Broken:  {Place: "elsewhere", Ended: true, Error: "no room"},
	} {
		if got := w.State(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

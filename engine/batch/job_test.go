package batch_test

import (
	"context"
	"fmt"
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
	for end := time.Now().Add(time.Minute); !happens(); time.Sleep(20 * time.Millisecond) {
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

// A process that has ended since it was looked at has not died.
func TestEndedSince(t *testing.T) {
	job := long.Start(filepath.Join(t.TempDir(), "korf.db"))
	if job.Err != nil {
		t.Fatal(job.Err)
	}
	before := *job.Worker
	if err := job.Stop(); err != nil {
		t.Fatal(err)
	}
	if got := before.State(); got != batch.Stopped {
		t.Errorf("%s, want %s", got, batch.Stopped)
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

// A process that is not there in time is ended, and leaves nothing.
func TestStartLate(t *testing.T) {
	defer batch.SetStartPatience(0)()
	var path string
	var job *batch.Job
	until(t, "a process that is not there at once", func() bool {
		path = filepath.Join(t.TempDir(), "korf.db")
		job = long.Start(path)
		return job.Err != nil || job.Stop() != nil // on a busy machine it may be
	})
	var pid int
	if _, err := fmt.Sscanf(job.Err.Error(), "the study's process %d has not begun", &pid); err != nil {
		t.Fatal(job.Err)
	}
	if err := syscall.Kill(pid, 0); err != syscall.ESRCH {
		t.Errorf("the process is there: %v", err)
		syscall.Kill(pid, syscall.SIGKILL)
	}
	if left, err := os.ReadDir(path + ".shards"); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// A process that reads its study for longer than that is there: it is found, and
// its study made.
func TestStartSlow(t *testing.T) {
	gate := filepath.Join(t.TempDir(), "gate")
	if err := os.WriteFile(gate, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("WILD_GATE", gate)
	g := batch.Grid{Problems: "wild/start/waits", Algorithms: []string{"astar"}}
	path := filepath.Join(t.TempDir(), "wild.db")
	var job *batch.Job
	for patience := time.Second; patience < time.Minute; patience *= 2 { // as busy as the machine may be
		restore := batch.SetStartPatience(patience)
		job = g.Start(path)
		restore()
		if job.Err == nil {
			break
		}
	}
	if job.Err != nil || job.Worker.State() != batch.AtWork {
		t.Fatalf("%v, %v", job.Worker, job.Err)
	}
	if same := g.Start(path); same.Err != nil || same.Worker.PID != job.Worker.PID {
		t.Errorf("another: %v, %v", same.Worker, same.Err)
	}
	if err := os.Remove(gate); err != nil {
		t.Fatal(err)
	}
	if runs := job.Wait(context.Background()); runs.Err != nil || runs.Missing != 0 || len(runs.Results) != 1 {
		t.Errorf("%v", runs)
	}
}

// A part's job knows the order that tells which runs are its.
func TestStartPart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "korf.db")
	first := small.Start(path, batch.Shuffled(5), batch.Part(1, 2))
	for _, job := range []*batch.Job{first, batch.Attach(path)} {
		if runs := job.Wait(context.Background()); runs.Err != nil || runs.Missing != 0 || len(runs.Results) != smallRuns/2 {
			t.Errorf("%v", runs)
		}
	}
	path = filepath.Join(t.TempDir(), "long.db")
	jobs := map[int]bool{}
	for _, opts := range [][]batch.Option{{}, {batch.Part(1, 2)}, {batch.Part(1, 2), batch.Shuffled(1)}, {batch.Isolated()}, {batch.Shuffled(1)}} {
		job := long.Start(path, opts...)
		if job.Err != nil {
			t.Fatal(job.Err)
		}
		defer job.Stop()
		jobs[job.Worker.PID] = true
	}
	if len(jobs) != 4 { // the order of the whole does not matter
		t.Errorf("%d jobs, want 4", len(jobs))
	}
}

// A job's store stays the same when the process goes to another folder.
func TestStartElsewhere(t *testing.T) {
	t.Chdir(t.TempDir())
	job := small.Start("korf.db")
	attached := batch.Attach("korf.db")
	t.Chdir(t.TempDir())
	for _, j := range []*batch.Job{job, attached} {
		if runs := j.Wait(context.Background()); runs.Err != nil || runs.Missing != 0 || len(runs.Results) != smallRuns {
			t.Errorf("%v", runs)
		}
	}
	if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
		t.Errorf("in the other folder: %v, %v", left, err)
	}
}

// A folder's name need not be UTF-8.
func TestStartBytes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "d\xff")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Skip(err)
	}
	if runs := small.Start(filepath.Join(dir, "korf.db")).Wait(context.Background()); runs.Err != nil || runs.Missing != 0 {
		t.Errorf("%v", runs)
	}
}

// A worker's file that a power cut has torn keeps nobody from the store, and is
// removed when it is old.
func TestTornWorker(t *testing.T) {
	path := filepath.Join(t.TempDir(), "korf.db")
	torn := filepath.Join(path+".shards", "TORN.worker.json")
	if err := os.MkdirAll(filepath.Dir(torn), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{torn, filepath.Join(path+".shards", "TORN.study.yaml")} {
		if err := os.WriteFile(file, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	study := small
	study.Problems = "npuzzle/random-8/1"
	if workers, err := batch.Workers(path); err != nil || len(workers) != 0 {
		t.Errorf("%v, %v", workers, err)
	}
	if runs := study.Start(path).Wait(context.Background()); runs.Err != nil {
		t.Error(runs.Err)
	}
	if job := batch.Attach(path); job.Err != nil {
		t.Error(job.Err)
	}
	if _, err := os.Stat(torn); err != nil {
		t.Error("a young file is gone: ", err)
	}
	old := time.Now().Add(-25 * time.Hour)
	if err := os.Chtimes(torn, old, old); err != nil {
		t.Fatal(err)
	}
	if runs := study.Start(path).Wait(context.Background()); runs.Err != nil {
		t.Error(runs.Err)
	}
	if left, _ := filepath.Glob(path + ".shards/TORN*"); len(left) > 0 {
		t.Errorf("left: %v", left)
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

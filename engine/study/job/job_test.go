//go:build unix

package job_test

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

	_ "github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/engine/study/internal/studytest"
	"github.com/focal-search/focal/engine/study/job"
	"github.com/focal-search/focal/engine/study/worker"
)

// long is a study that takes some seconds, in short runs.
var long = study.Grid{
	Name: "long", Problems: "npuzzle/korf/1-100", Algorithms: engine.Named("pfs"), W: []float64{1.05}, P: []float64{0.5},
	Seeds: []uint64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, Limits: engine.Limits{Expanded: 20_000}, Jobs: 2,
}

// until waits for a condition.
func until(t *testing.T, what string, happens func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !happens(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited too long: %s", what)
		}
	}
}

// A job runs in a separate process, and reports to whoever attaches.
func TestStart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "korf.db")
	j := job.Start(studytest.Small, path)
	if j.Err != nil || j.Worker.PID == os.Getpid() {
		t.Fatalf("%+v", j)
	}
	if sid, _ := syscall.Getpgid(j.Worker.PID); j.Worker.State() == worker.AtWork && sid != j.Worker.PID {
		t.Errorf("the process %d is in the group %d", j.Worker.PID, sid)
	}
	for _, j := range []*job.Job{j, job.Attach(path)} {
		runs := j.Wait(context.Background())
		if runs.Err != nil || runs.Missing != 0 || runs.Stored != 0 ||
			!reflect.DeepEqual(studytest.Outcomes(runs.Results), studytest.Undisturbed(t, studytest.Small)) {
			t.Errorf("%v", runs)
		}
		if p := j.Progress(); j.Worker.State() != worker.Done || p.Done != studytest.SmallRuns ||
			p.Total != studytest.SmallRuns || p.Solved != studytest.SmallRuns {
			t.Errorf("at the end: %v", j.Worker)
		}
	}
	if log, err := filepath.Glob(path + ".shards/*.log"); err != nil || len(log) != 1 {
		t.Errorf("logs: %v, %v", log, err)
	}
	// Finished runs count at once, and what earlier jobs have left is gone.
	again := job.Start(studytest.Small, path).Wait(context.Background())
	if again.Err != nil || again.Stored != studytest.SmallRuns {
		t.Errorf("again: %v", again)
	}
	if workers, err := worker.List(path); err != nil || len(workers) != 1 {
		t.Errorf("%d workers, %v", len(workers), err)
	}
}

// A process that has ended since it was last checked is not reported as dead.
func TestEndedSince(t *testing.T) {
	j := job.Start(long, filepath.Join(t.TempDir(), "korf.db"))
	if j.Err != nil {
		t.Fatal(j.Err)
	}
	before := *j.Worker
	if err := j.Stop(); err != nil {
		t.Fatal(err)
	}
	if got := before.State(); got != worker.Stopped {
		t.Errorf("%s, want %s", got, worker.Stopped)
	}
}

// A job that has ended keeps its results, even if another study has been started since.
func TestStartAnother(t *testing.T) {
	path := filepath.Join(t.TempDir(), "korf.db")
	tiles := studytest.Small
	tiles.Problems = "npuzzle/random-8/1"
	first := job.Start(tiles, path)
	for first.Progress(); first.Err == nil && first.Worker.State() == worker.AtWork; first.Progress() {
		time.Sleep(10 * time.Millisecond)
	}
	other := tiles
	other.W = []float64{2}
	second := job.Start(other, path)
	for i, test := range []struct {
		j     *job.Job
		tiles study.Grid
	}{{first, tiles}, {second, other}} {
		runs := test.j.Wait(context.Background())
		if runs.Err != nil || !reflect.DeepEqual(studytest.Outcomes(runs.Results), studytest.Undisturbed(t, test.tiles)) {
			t.Errorf("job %d: %v", i+1, runs)
		}
	}
}

// A running job is found by any process that starts the same study; it can be stopped,
// and another continues from there. One that was killed is reported as dead.
func TestStopAndDie(t *testing.T) {
	path := filepath.Join(t.TempDir(), "korf.db")
	j := job.Start(long, path)
	if j.Err != nil {
		t.Fatal(j.Err)
	}
	until(t, "some runs", func() bool { return j.Progress().Done > 0 })
	if same := job.Start(long, path); same.Err != nil || same.Worker.PID != j.Worker.PID {
		t.Errorf("the same study again is made by %v, not %v", same.Worker, j.Worker)
	}
	other := long
	other.Seeds = []uint64{11}
	if another := job.Start(other, path); another.Err != nil || another.Worker.PID == j.Worker.PID {
		t.Errorf("another study is made by %v, %v", another.Worker, another.Err)
	} else if err := another.Stop(); err != nil {
		t.Error(err)
	}
	// A waiting process may end, and the job continues.
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	if runs := j.Wait(ctx); runs.Err != nil || runs.Missing == 0 || j.Worker.State() != worker.AtWork {
		t.Errorf("a wait that is cancelled: %v, %v", runs, j.Worker)
	}
	if err := j.Stop(); err != nil || j.Worker.State() != worker.Stopped {
		t.Errorf("stopped: %v, %v", j.Worker, err)
	}
	stopped := j.Wait(context.Background())
	if stopped.Err != nil || stopped.Missing == 0 || stopped.Missing == stopped.Total {
		t.Errorf("stopped: %v", stopped)
	}

	j = job.Start(long, path)
	until(t, "more runs", func() bool { return j.Progress().Done > j.Progress().Stored })
	if err := syscall.Kill(j.Worker.PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	until(t, "the death", func() bool { return job.Attach(path).Worker.State() == worker.Died })
	died := j.Wait(context.Background())
	if died.Err == nil || !strings.Contains(died.Err.Error(), " died; its finished runs") ||
		died.Missing >= stopped.Missing {
		t.Errorf("killed: %v", died)
	}
}

func TestMain(m *testing.M) {
	engine.Register(&engine.Domain{Name: "late", Doc: "for tests", Sets: studytest.Sets, Problem: studytest.Problem})
	engine.RegisterAlgorithm(studytest.Coin(0.7))
	study.Main()
	os.Exit(m.Run())
}

// Algorithms that a program registers before study.Main are known to its processes, by
// their names in the study and with their code, and draw the same numbers as here.
func TestOwnAlgorithm(t *testing.T) {
	problems, count := "npuzzle/random-8/1-3 late/run/fine", 4
	if testing.Short() { // each isolated run is a process
		problems, count = "npuzzle/random-8/1 late/run/fine", 2
	}
	g := study.Grid{
		Problems: problems, Algorithms: engine.Named("coin", "pfs"),
		W: []float64{1.25, 2}, P: []float64{0.7}, Seeds: []uint64{3, 4},
	}
	for how, runs := range map[string]*study.Runs{
		"detached":     job.Start(g, filepath.Join(t.TempDir(), "late.db"), study.Isolated()).Wait(context.Background()),
		"isolated":     g.Run(context.Background(), filepath.Join(t.TempDir(), "isolated.db"), study.Isolated()),
		"this process": g.Run(context.Background(), filepath.Join(t.TempDir(), "here.db")),
	} {
		if runs.Err != nil || len(runs.Results) != count*2*2*2 {
			t.Errorf("%s: %v", how, runs)
			continue
		}
		for i := 0; i < len(runs.Results); i += 8 { // the study is problem by problem
			for k := range 4 { // its own coin equals PFS's
				own, pfs := runs.Results[i+k], runs.Results[i+4+k]
				if own.Algorithm.Name != "coin" || own.Algorithm.Code == "" || pfs.Algorithm.Name != "pfs" ||
					own.Counters != pfs.Counters || own.Cost != pfs.Cost || own.Seed != pfs.Seed {
					t.Errorf("%s: %v, seed %d; PFS: %v, seed %d", how, own, own.Seed, pfs, pfs.Seed)
				}
			}
		}
	}

	// An algorithm that is registered later, or not at all, is refused before anything runs.
	late := studytest.Coin(0.5)
	late.Name = "late"
	engine.RegisterAlgorithm(late)
	changed := studytest.Coin(0.5)
	g.Algorithms = engine.Named("late")
	unregistered := g
	unregistered.Algorithms = []engine.Algorithm{changed.Swept()}
	for want, g := range map[string]study.Grid{
		"late was registered after study.Main was called": g,
		"coin is an algorithm of your own, which another": unregistered,
	} {
		path := filepath.Join(t.TempDir(), "a.db")
		for how, err := range map[string]error{
			"detached": job.Start(g, path).Err,
			"isolated": g.Run(context.Background(), path, study.Isolated()).Err,
		} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q", how, err, want)
			}
		}
		if runs := g.Run(context.Background(), path); runs.Err != nil || runs.Missing > 0 { // here it is known
			t.Error(runs)
		}
	}
}

// Domains that a program registers before study.Main are known to its processes.
func TestLateDomain(t *testing.T) {
	g := study.Grid{Problems: "late/run/fine", Algorithms: engine.Named("astar")}
	path := filepath.Join(t.TempDir(), "late.db")
	for _, runs := range []*study.Runs{
		job.Start(g, path).Wait(context.Background()),
		g.Run(context.Background(), filepath.Join(t.TempDir(), "isolated.db"), study.Isolated()),
	} {
		if runs.Err != nil || len(runs.Results) != 1 {
			t.Error(runs)
		}
	}
}

func TestStartErrors(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(text, []byte("this is not a store"), 0o666); err != nil {
		t.Fatal(err)
	}
	wrong := studytest.Small
	wrong.W = []float64{0.5}
	for want, j := range map[string]*job.Job{
		"w = 0.5: the suboptimality bound": job.Start(wrong, filepath.Join(dir, "a.db")),
		"not a store of Focal":             job.Start(studytest.Small, text),
		"want one such as 1 of 4":          job.Start(studytest.Small, filepath.Join(dir, "a.db"), study.Part(5, 4)),
		"no such file or directory":        job.Start(studytest.Small, filepath.Join(dir, "none", "a.db")),
		"no study was started there":       job.Attach(filepath.Join(dir, "a.db")),
	} {
		if j.Err == nil || !strings.Contains(j.Err.Error(), want) {
			t.Errorf("%v, want %s", j.Err, want)
		}
		if runs := j.Wait(context.Background()); runs.Err == nil {
			t.Errorf("%s: no error from Wait", want)
		}
	}
	dies := study.Grid{Problems: "wild/process/dies,fine", Algorithms: engine.Named("fs"), W: []float64{2}}
	runs := job.Start(dies, filepath.Join(dir, "c.db"), study.Isolated()).Wait(context.Background())
	if len(runs.Results) != 1 || len(runs.Failed) != 1 || runs.Err == nil ||
		!strings.Contains(runs.Failed[0].Error, "signal: killed") {
		t.Errorf("a job whose search dies: %v", runs)
	}
}

// A job that does not exist has no file, and nothing to stop.
func TestNoJob(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	for _, j := range []*job.Job{job.Attach(path), job.Start((study.Grid{}), path)} {
		if err := j.Stop(); err == nil || err != j.Err || j.StudyFile() != "" {
			t.Errorf("%v, %q; want %v", err, j.StudyFile(), j.Err)
		}
	}
}

// A process that does not start in time is ended, and leaves nothing.
func TestStartLate(t *testing.T) {
	defer func(before time.Duration) { worker.Patience = before }(worker.Patience)
	worker.Patience = 0
	var path string
	var j *job.Job
	until(t, "a process that is not there at once", func() bool {
		path = filepath.Join(t.TempDir(), "korf.db")
		j = job.Start(long, path)
		return j.Err != nil || j.Stop() != nil // on a busy machine it may be
	})
	var pid int
	if _, err := fmt.Sscanf(j.Err.Error(), "the study's process %d has not begun", &pid); err != nil {
		t.Fatal(j.Err)
	}
	if err := syscall.Kill(pid, 0); err != syscall.ESRCH {
		t.Errorf("the process has started: %v", err)
		syscall.Kill(pid, syscall.SIGKILL)
	}
	if left, err := os.ReadDir(path + ".shards"); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// A process that takes longer than that to read its study counts as started: it is found,
// and its study is made.
func TestStartSlow(t *testing.T) {
	gate := filepath.Join(t.TempDir(), "gate")
	if err := os.WriteFile(gate, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("WILD_GATE", gate)
	g := study.Grid{Problems: "wild/start/waits", Algorithms: engine.Named("astar")}
	path := filepath.Join(t.TempDir(), "wild.db")
	var j *job.Job
	for patience := time.Second; patience < time.Minute; patience *= 2 { // however busy the machine is
		before := worker.Patience
		worker.Patience = patience
		j = job.Start(g, path)
		worker.Patience = before
		if j.Err == nil {
			break
		}
	}
	if j.Err != nil || j.Worker.State() != worker.AtWork {
		t.Fatalf("%v, %v", j.Worker, j.Err)
	}
	if same := job.Start(g, path); same.Err != nil || same.Worker.PID != j.Worker.PID {
		t.Errorf("another: %v, %v", same.Worker, same.Err)
	}
	if err := os.Remove(gate); err != nil {
		t.Fatal(err)
	}
	if runs := j.Wait(context.Background()); runs.Err != nil || runs.Missing != 0 || len(runs.Results) != 1 {
		t.Errorf("%v", runs)
	}
}

// The job of a part knows the order that decides which runs belong to it.
func TestStartPart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "korf.db")
	first := job.Start(studytest.Small, path, study.Shuffled(5), study.Part(1, 2))
	for _, j := range []*job.Job{first, job.Attach(path)} {
		if runs := j.Wait(context.Background()); runs.Err != nil || runs.Missing != 0 ||
			len(runs.Results) != studytest.SmallRuns/2 {
			t.Errorf("%v", runs)
		}
	}
	path = filepath.Join(t.TempDir(), "long.db")
	jobs := map[int]bool{}
	for _, opts := range [][]study.Option{{}, {study.Part(1, 2)}, {study.Part(1, 2), study.Shuffled(1)},
		{study.Isolated()}, {study.Shuffled(1)}} {
		j := job.Start(long, path, opts...)
		if j.Err != nil {
			t.Fatal(j.Err)
		}
		defer j.Stop()
		jobs[j.Worker.PID] = true
	}
	if len(jobs) != 4 { // the order of the whole does not matter
		t.Errorf("%d jobs, want 4", len(jobs))
	}
}

// A job's store stays the same when the process goes to another folder.
func TestStartElsewhere(t *testing.T) {
	t.Chdir(t.TempDir())
	j := job.Start(studytest.Small, "korf.db")
	attached := job.Attach("korf.db")
	t.Chdir(t.TempDir())
	for _, j := range []*job.Job{j, attached} {
		if runs := j.Wait(context.Background()); runs.Err != nil || runs.Missing != 0 ||
			len(runs.Results) != studytest.SmallRuns {
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
	if runs := job.Start(studytest.Small, filepath.Join(dir, "korf.db")).Wait(context.Background()); runs.Err != nil ||
		runs.Missing != 0 {
		t.Errorf("%v", runs)
	}
}

// A worker's file that was cut short by a power failure keeps nobody from the store, and
// is removed when it is old.
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
	tiles := studytest.Small
	tiles.Problems = "npuzzle/random-8/1"
	if workers, err := worker.List(path); err != nil || len(workers) != 0 {
		t.Errorf("%v, %v", workers, err)
	}
	if runs := job.Start(tiles, path).Wait(context.Background()); runs.Err != nil {
		t.Error(runs.Err)
	}
	if j := job.Attach(path); j.Err != nil {
		t.Error(j.Err)
	}
	if _, err := os.Stat(torn); err != nil {
		t.Error("a young file is gone: ", err)
	}
	old := time.Now().Add(-25 * time.Hour)
	if err := os.Chtimes(torn, old, old); err != nil {
		t.Fatal(err)
	}
	if runs := job.Start(tiles, path).Wait(context.Background()); runs.Err != nil {
		t.Error(runs.Err)
	}
	if left, _ := filepath.Glob(path + ".shards/TORN*"); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// A worker on another machine counts as alive as long as its file is updated.
func TestStateElsewhere(t *testing.T) {
	now := time.Now()
	for want, w := range map[worker.State]worker.Worker{
		worker.AtWork:  {Place: "elsewhere", Seen: now},
		worker.Silent:  {Place: "elsewhere", Seen: now.Add(-2 * time.Minute)},
		worker.Done:    {Place: "elsewhere", Ended: true},
		worker.Stopped: {Place: "elsewhere", Ended: true, Progress: study.Progress{Total: 1}},
		worker.Broken:  {Place: "elsewhere", Ended: true, Error: "no room"},
	} {
		if got := w.State(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

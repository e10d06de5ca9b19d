package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/kernel/setup"
)

// slurmStudy is one of 900 runs of up to some 400 ms, of built-in problems and of a family of 50 whose files the tasks
// get copies of.
const slurmStudy = `problems: npuzzle/korf/1-40:heavy walks/*
algorithms: [fs, pfs]
w: [1.25, 1.5]
p: [0.6, 0.7]
seeds: [1, 2]
limits: {expanded: 180000}
`

const slurmRuns = (40 + 50) * 2 * (1 + 2*2)

// walks is the script of the family, and where its files are.
const walks, walksFolder = `package main

import (
	"os"
	"strconv"

	"github.com/focal-search/focal/engine"
)

func init() { engine.RegisterFamily(engine.Family{Name: "walks", Files: "maps/*.txt", Read: read}) }

func read(file string) *engine.Problem {
	text, err := os.ReadFile(file)
	if err != nil {
		return &engine.Problem{Err: err}
	}
	n, err := strconv.Atoi(string(text))
	if err != nil {
		return &engine.Problem{Err: err}
	}
	return engine.Graph[int]{
		Goal: func(s int) bool { return s == n },
		Successors: func(s int) []engine.Edge[int] {
			return []engine.Edge[int]{{To: s + 1, Cost: 2}, {To: s + 3, Cost: 5}}
		},
		H: func(s int) engine.Cost { return engine.Cost(max(0, 5*(n-s)/3)) },
	}.Problem()
}
`, "maps"

// A study on a real Slurm of two nodes, of which one is killed with all its tasks during
// the study, ends with each run stored exactly once and equal to that of the same study
// run locally.
func TestSlurm(t *testing.T) {
	t.Parallel() // most of it is waiting
	cluster := startCluster(t)
	dir := filepath.Join(t.TempDir(), "a study's")
	study, remote, local := filepath.Join(dir, "study.yaml"), filepath.Join(dir, "slurm.db"),
		filepath.Join(dir, "local.db")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(study, []byte(slurmStudy), 0o666); err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(dir, "walks.go")
	if err := os.Mkdir(filepath.Join(dir, walksFolder), 0o777); err != nil {
		t.Fatal(err)
	}
	put := func(script string, first int) {
		if err := os.WriteFile(own, []byte(script), 0o666); err != nil {
			t.Fatal(err)
		}
		for i := range 50 {
			file := filepath.Join(dir, walksFolder, fmt.Sprintf("%d.txt", i+1))
			if err := os.WriteFile(file, fmt.Append(nil, first+i), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	put(walks, 20)
	in, said := dir, ""
	focal := func(t *testing.T, args ...string) string {
		t.Helper()
		var stderr strings.Builder
		cmd := focalIn(in, append(args, "--with", filepath.Join(in, "walks.go"))...)
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("focal %v: %v: %s%s", args, err, out, &stderr)
		}
		said = stderr.String()
		return string(out)
	}
	slurmStatus := func(t *testing.T, db string) (s sweepStatus) {
		t.Helper()
		if err := json.Unmarshal([]byte(focal(t, "sweep", "--store", db, "--status", "--json")), &s); err != nil {
			t.Fatal(err)
		}
		return s
	}
	submit := []string{"sweep", study, "--store", remote, "--slurm", "--tasks", "6", "--partition", "main"}

	shown := focal(t, append(submit, "--dry-run")...)
	for _, line := range []string{"6 of about 150 runs, 1 at a time", "#SBATCH --array=1-6", "--collect"} {
		if !strings.Contains(shown, line) {
			t.Errorf("--dry-run shows\n%s\nwithout %s", shown, line)
		}
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 3 {
		t.Errorf("after --dry-run there are %v, %v", files, err)
	}
	t.Logf("\n%s", focal(t, submit...))

	begun := time.Now()
	waitFor(t, "tasks on node2, and a run of each task that has begun", func() bool {
		other, lost, completed := len(cluster.running(t, "node1")), len(cluster.running(t, "node2")), len(cluster.tasks(t, "completed"))
		if completed == 6 {
			t.Fatal("all tasks have ended before node2 was killed")
		}
		return lost > 0 && len(begunShards(t, remote)) == other+lost+completed
	})
	lost := cluster.running(t, "node2")
	cluster.script(t, "kill", cluster.dir, "node2")
	killed, before := time.Now(), slurmStatus(t, remote)
	t.Logf("%.1f s after the start, with %d of %d runs done, node2 is killed with tasks %v", killed.Sub(begun).Seconds(),
		before.Done, slurmRuns, lost)
	if out, err := focalIn(dir, append(submit, "--with", own)...).CombinedOutput(); err == nil ||
		!strings.Contains(string(out), "still in Slurm's queue") {
		t.Errorf("submitted again: %v, %s", err, out)
	}
	waitFor(t, "Slurm to queue the lost tasks again",
		func() bool { return slurmStatus(t, remote).Array.Requeued == len(lost) })
	t.Logf("%.1f s later Slurm has queued them again", time.Since(killed).Seconds())

	// What is changed from here on is another study's: the tasks have copies, and --status says so.
	array := slurmStatus(t, remote).Array
	put(strings.Replace(walks, "Cost: 2", "Cost: 4", 1), 30)
	slurmStatus(t, remote)
	if want := "focal: warning: not as submitted: maps/1.txt (files: 51): the tasks work on their copies in " + array.Directory +
		", and runs of what has changed are others\n"; said != want {
		t.Errorf("after a change --status says %swant %s", said, want)
	}
	in = array.Directory

	cluster.script(t, "boot", cluster.dir, "node2")
	waitFor(t, "the jobs to end", func() bool { return !slurmStatus(t, remote).Array.Active })
	t.Logf("%.1f s after the start all jobs have ended:\n%s", time.Since(begun).Seconds(),
		focal(t, "sweep", "--store", remote, "--status"))

	after := slurmStatus(t, remote)
	array = after.Array
	if after.Done != slurmRuns || after.Missing != 0 || array.CollectorState != "completed" ||
		!reflect.DeepEqual(array.Tasks, map[string]int{"completed": 6}) {
		t.Errorf("at the end: %+v", after)
	}
	for _, task := range lost {
		log, err := os.ReadFile(filepath.Join(array.Directory, "task-"+task+".log"))
		for _, line := range []string{"on node2: task " + task + ", queued again 0 times", "task " + task +
			", queued again 1 times"} {
			if err != nil || !strings.Contains(string(log), line) {
				t.Errorf("the log of task %s says %s, without %s", task, log, line)
			}
		}
	}

	// Each start of a task has made runs, and none was made twice: lost tasks continued from
	// their shards.
	shards := begunShards(t, remote)
	if len(shards) != 6+len(lost) {
		t.Errorf("shards: %v, want one of each start of a task", shards)
	}
	lines, keys := 0, map[string]bool{}
	err := store.ReadShards(remote).Next(func(key string, _ *engine.Result) { lines++; keys[key] = true })
	if err != nil || lines != slurmRuns || len(keys) != slurmRuns {
		t.Errorf("%d runs in the shards, of %d keys, want %d: %v", lines, len(keys), slurmRuns, err)
	}
	put(walks, 20)
	in = dir
	focal(t, "sweep", study, "--store", local)
	got, want := kept(t, remote), kept(t, local)
	if len(got) != slurmRuns || !reflect.DeepEqual(got, want) {
		t.Errorf("%d runs, and locally %d, or they differ", len(got), len(want))
	}
	solved := 0
	for _, r := range got {
		if r.Solved() {
			solved++
		}
	}
	t.Logf("%d runs in %d shards, %d in the database, %d of them solved; all equal the local ones", lines, len(shards),
		len(got), solved)

	// This cluster allows six tasks in an array. What it refuses it says in one line.
	nine := filepath.Join(dir, "nine.yaml")
	if err := os.WriteFile(nine, []byte("problems: npuzzle/random-8/1-9\nalgorithms: [astar]\nlimits: {inserted: 1000000}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	many := []string{"sweep", nine, "--store", filepath.Join(dir, "many.db"), "--slurm", "--tasks", "9", "--throttle", "3",
		"--time", "0-1"}
	out, err := exec.Command("focal", append(many, "--partition", "lnog")...).CombinedOutput()
	if text := string(out); err == nil || strings.Count(text, "\n") != 1 || !strings.HasPrefix(text, "focal: sbatch: ") ||
		!strings.Contains(text, "invalid partition specified: lnog") {
		t.Errorf("an unknown partition: %v, %s", err, out)
	}
	out, err = exec.Command("focal", many...).Output()
	if err != nil || !strings.Contains(string(out), "2, since Slurm's MaxArraySize allows no more tasks in one") {
		t.Errorf("nine tasks are submitted as\n%s\n%v", out, err)
	}
	waitFor(t, "both arrays to end", func() bool { return !slurmStatus(t, filepath.Join(dir, "many.db")).Array.Active })
	if s := slurmStatus(t, filepath.Join(dir, "many.db")); s.Done != 9 || len(s.Array.More) != 1 || s.Array.Tasks["completed"] != 9 {
		t.Errorf("at the end of both arrays: %+v, %+v", s, s.Array)
	}
}

// piped starts a command whose input and output the test controls.
func piped(t *testing.T, cmd *exec.Cmd) (stdin io.WriteCloser, stdout *bufio.Reader) {
	t.Helper()
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return stdin, bufio.NewReader(out)
}

// A slurmCluster is a Slurm of two nodes of two processors each, on this machine.
type slurmCluster struct{ dir string }

// startCluster starts one for the duration of the test.
func startCluster(t *testing.T) *slurmCluster {
	setup.Needed(t)
	var stderr strings.Builder
	cmd := exec.Command("../setup/slurm.sh", "serve")
	cmd.Stderr = &stderr
	stdin, stdout := piped(t, cmd)
	t.Cleanup(func() {
		stdin.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("the cluster: %v: %s", err, &stderr)
		}
	})
	dir, err := stdout.ReadString('\n')
	if err != nil {
		t.Fatalf("the cluster does not start: run make setup")
	}
	c := &slurmCluster{strings.TrimSpace(dir)}
	// Only Slurm's commands read it, so tests that run in parallel are not affected
	// (t.Setenv refuses parallel tests).
	os.Setenv("SLURM_CONF", filepath.Join(c.dir, "slurm.conf"))
	t.Cleanup(func() { os.Unsetenv("SLURM_CONF") })
	return c
}

func (c *slurmCluster) script(t *testing.T, args ...string) {
	t.Helper()
	if out, err := exec.Command("../setup/slurm.sh", args...).CombinedOutput(); err != nil {
		t.Fatalf("slurm.sh %v: %v: %s", args, err, out)
	}
}

// running lists the array's tasks that run on a node.
func (c *slurmCluster) running(t *testing.T, node string) []string {
	t.Helper()
	return c.tasks(t, "running", "--nodelist="+node)
}

// tasks lists the array's tasks in a state.
func (c *slurmCluster) tasks(t *testing.T, state string, options ...string) []string {
	t.Helper()
	args := append([]string{"--noheader", "--array", "--states=" + state, "--format=%K"}, options...)
	out, err := exec.Command("squeue", args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(out))
}

// waitFor waits for a condition. Slurm needs seconds on an idle machine; half an hour is
// for one that has stopped.
func waitFor(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for start := time.Now(); !holds(); time.Sleep(200 * time.Millisecond) {
		if time.Since(start) > 30*time.Minute {
			out, _ := exec.Command("sh", "-c", "sinfo; squeue --array --states=all").CombinedOutput()
			t.Fatalf("waited half an hour for %s:\n%s", what, out)
		}
	}
}

// kept is what a store holds of each run that must be reproducible.
func kept(t *testing.T, db string) []engine.Result {
	t.Helper()
	s, err := store.Open(db)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	results, err := s.Results(store.WithMoves())
	if err != nil {
		t.Fatal(err)
	}
	var all []engine.Result
	for _, r := range results {
		r.Wall, r.CPU = 0, 0
		for i := range r.Incumbents {
			r.Incumbents[i].Wall = 0
		}
		all = append(all, *r)
	}
	return all
}

// begunShards lists the shards with runs in them.
func begunShards(t *testing.T, path string) (begun []string) {
	t.Helper()
	shards, err := filepath.Glob(filepath.Join(store.ShardsDir(path), "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range shards {
		if info, err := os.Stat(name); err == nil && info.Size() > 0 {
			begun = append(begun, name)
		}
	}
	return begun
}

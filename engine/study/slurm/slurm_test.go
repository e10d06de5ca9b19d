package slurm_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/engine/study/internal/studytest"
	"github.com/focal-search/focal/engine/study/slurm"
)

// cluster replaces Slurm's commands: sbatch records how it is called and numbers its jobs
// from 7 on, and squeue prints SQUEUE. That the real ones run the scripts as intended is
// tested in kernel/focal.
func cluster(t *testing.T) (calls string) {
	t.Helper()
	dir := t.TempDir()
	calls = filepath.Join(dir, "calls")
	for name, body := range map[string]string{
		"sbatch": `n=$(grep -c ^sbatch "$CALLS"); [ "$n" -le "${SBATCHES-9}" ] || { printf "${REFUSAL-Batch job submission failed: no such partition}\n" >&2; exit 1; }; echo "$((n + 6));there"`,
		"squeue": `cat "$SQUEUE"`,
		"scontrol": `echo "Configuration data
MaxArraySize            = ${ARRAYSIZE-1001}"`,
		"scancel": ``,
		"focal":   ``,
	} {
		text := "#!/bin/sh\n[ " + name + ` = scontrol ] || echo ` + name + ` "$@" >>"$CALLS"` + "\n" + body + "\n"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	t.Setenv("CALLS", calls)
	t.Setenv("SQUEUE", filepath.Join(dir, "queue"))
	return calls
}

// with adds to a cluster the program of cluster and its arguments.
func with(c slurm.Cluster) slurm.Cluster {
	c.Program, _ = exec.LookPath("focal")
	c.Task = []string{"sweep", slurm.Study, "--store", slurm.Store, "--part", slurm.Part, "--jobs", slurm.Jobs,
		"--shuffle", "5"}
	c.Collect = []string{"sweep", slurm.Study, "--store", slurm.Store, "--collect"}
	return c
}

func queue(t *testing.T, lines string) {
	t.Helper()
	if err := os.WriteFile(os.Getenv("SQUEUE"), []byte(lines), 0o666); err != nil {
		t.Fatal(err)
	}
}

func contents(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestMain(m *testing.M) {
	engine.RegisterAlgorithm(studytest.Coin(0.7))
	study.Main()
	os.Exit(m.Run())
}

func TestArray(t *testing.T) {
	calls, ctx := cluster(t), context.Background()
	path := filepath.Join(t.TempDir(), "a study's.db")
	g := studytest.Small
	g.Jobs = 2
	g.Limits = engine.Limits{Time: 10 * time.Second, Memory: 1 << 30}
	s := with(slurm.Cluster{Partition: "long", Tasks: 4, Time: 90 * time.Minute, Options: []string{"--account=search"}})

	// Finished runs are not submitted.
	made := studytest.Small
	made.Limits, made.Problems = g.Limits, "npuzzle/random-8/1-5"
	if runs := made.Run(ctx, path); runs.Err != nil {
		t.Fatal(runs.Err)
	}
	a, err := slurm.Prepare(ctx, g, path, s)
	if err != nil {
		t.Fatal(err)
	}
	if a.Plan.Runs != studytest.SmallRuns || a.Plan.Missing() != studytest.SmallRuns/2 || a.Tasks != 4 ||
		a.Plan.Known != studytest.SmallRuns/2 {
		t.Errorf("%d tasks for %+v", a.Tasks, a.Plan)
	}
	// A quarter of the study are up to 38 runs, two at a time.
	if want := 190 * time.Second; a.Limit != want {
		t.Errorf("a task takes at most %v, want %v", a.Limit, want)
	}
	if _, err := os.Stat(a.Dir); err == nil {
		t.Error("files are written before the array is submitted")
	}

	if err := a.Submit(ctx); err != nil {
		t.Fatal(err)
	}
	if a.Job != "7" || a.Collector != "8" || a.Dir != path+".slurm/1" {
		t.Errorf("%+v", a)
	}
	want := fmt.Sprintf("sbatch --parsable %s/tasks.sh\nsbatch --parsable --dependency=afterany:7 %[1]s/collect.sh\n", a.Dir)
	if got := contents(t, calls); got != want {
		t.Errorf("called:\n%s\nwant:\n%s", got, want)
	}
	common := fmt.Sprintf("#SBATCH --chdir=\"%s\"\n", a.Dir)
	for name, lines := range map[string][]string{
		"tasks.sh": {"#!/bin/sh\n", common, "#SBATCH --array=1-4\n", "#SBATCH --cpus-per-task=2\n", "#SBATCH --requeue\n",
			"#SBATCH --open-mode=append\n",
			"#SBATCH --partition=long\n", "#SBATCH --time=90\n", "#SBATCH --mem=2816M\n", "#SBATCH --account=search\n",
			`exec ./focal sweep study.yaml --store '../../a study'\''s.db' --part "$task/4" --jobs "$SLURM_CPUS_PER_TASK" --shuffle 5` + "\n"},
		"collect.sh": {"#!/bin/sh\n", common, "#SBATCH --partition=long\n", "#SBATCH --account=search\n",
			"#SBATCH --requeue\n",
			`exec ./focal sweep study.yaml --store '../../a study'\''s.db' --collect` + "\n"},
	} {
		text := contents(t, filepath.Join(a.Dir, name))
		for _, line := range lines {
			if strings.Count(text, line) != 1 {
				t.Errorf("%s:\n%s\nhas not once %s", name, text, line)
			}
		}
	}
	if copied, err := study.Read(a.StudyFile()); err != nil || !reflect.DeepEqual(copied, g) {
		t.Errorf("the study's copy is %+v, %v; want %+v", copied, err, g)
	}
	if program := contents(t, a.Dir+"/focal"); !strings.Contains(program, "echo focal") {
		t.Errorf("not the program: %s", program)
	}

	// Its state is that of its own jobs in the queue.
	queue(t, `7                   RUNNING             0
7                   PENDING             1
7                   COMPLETED           0
6                   RUNNING             5
8                   PENDING             0
`)
	arrays, err := slurm.Arrays(path)
	if err != nil || len(arrays) != 1 || arrays[0].Dir != a.Dir || arrays[0].Tasks != 4 {
		t.Fatalf("%v, %v", arrays, err)
	}
	state, err := arrays[0].State(ctx)
	wanted := &slurm.State{Tasks: map[string]int{"running": 1, "pending": 1, "completed": 1, "ended": 1}, Requeued: 1,
		Collector: "pending"}
	if err != nil || !reflect.DeepEqual(state, wanted) || !state.Active() {
		t.Errorf("%+v, %v", state, err)
	}
	if _, err := slurm.Prepare(ctx, g, path, s); err == nil ||
		!strings.Contains(err.Error(), "jobs 7 and 8 for this store are still in Slurm's queue") {
		t.Errorf("a second array at the same time: %v", err)
	}

	// A file that the study names may be gone when the array is over.
	if err := os.WriteFile(a.StudyFile(), []byte("problems: npuzzle/file/gone.txt\nalgorithms: [astar]\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if arrays, err := slurm.Arrays(path); err != nil || len(arrays) != 1 || arrays[0].Job != a.Job {
		t.Errorf("an array whose study names a file that is gone: %v, %v", arrays, err)
	}

	// When they have ended, the next array gets its own directory.
	queue(t, "7                   COMPLETED           0\n8                   FAILED              0\n")
	again, err := slurm.Prepare(ctx, g, path, with(slurm.Cluster{}))
	if err != nil || again.Dir != path+".slurm/2" || again.Tasks != 1 {
		t.Errorf("the next: %+v, %v", again, err)
	}
}

// An array that cannot be submitted leaves nothing behind, in the queue or on the disk.
func TestArrayRefused(t *testing.T) {
	calls, ctx := cluster(t), context.Background()
	path := filepath.Join(t.TempDir(), "korf.db")
	t.Setenv("SBATCHES", "1") // the collector is refused
	a, err := slurm.Prepare(ctx, studytest.Small, path, with(slurm.Cluster{Partition: "lnog"}))
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Submit(ctx); err == nil || err.Error() != "sbatch: Batch job submission failed: no such partition" {
		t.Errorf("%v", err)
	}
	if got := contents(t, calls); !strings.HasSuffix(got, "scancel 7\n") {
		t.Errorf("called:\n%s", got)
	}
	if left, err := os.ReadDir(path + ".slurm"); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}

	// The messages of a command are one line.
	t.Setenv("SBATCHES", "0")
	t.Setenv("REFUSAL", "sbatch: error: invalid partition specified: lnog\nsbatch: error: Batch job submission failed: Invalid partition name specified")
	if err := a.Submit(ctx); err == nil ||
		err.Error() != "sbatch: invalid partition specified: lnog; Batch job submission failed: Invalid partition name specified" {
		t.Errorf("%v", err)
	}

	for want, s := range map[string]slurm.Cluster{
		"throttle = -1: want the number of tasks at a time": {Program: "focal", Throttle: -1},
		"arguments for no program: want the file":           {Task: []string{"sweep"}},
		"tasks = -1: want the number of tasks":              {Program: "focal", Tasks: -1},
		"time and memory of a task must be positive":        {Program: "focal", Time: -1},
		`"account" is not an option of sbatch: want one `:   {Program: "focal", Options: []string{"account"}},
		"the option --array of sbatch is set by the array":  {Program: "focal", Options: []string{"-a 1-2"}},
		"the option --wrap of sbatch is set by the array":   {Program: "focal", Options: []string{"--account=a", "--wrap=id"}},
		"the option --output of sbatch is set by the array": {Program: "focal", Options: []string{"--output=x.log"}},
	} {
		if _, err := slurm.Prepare(ctx, studytest.Small, path, s); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%+v: %v; want %s", s, err, want)
		}
	}
	if a, err = slurm.Prepare(ctx, studytest.Small, path, slurm.Cluster{Program: "nowhere/focal"}); err == nil {
		err = a.Submit(ctx)
	}
	if err == nil || !strings.Contains(err.Error(), "nowhere/focal: no such file or directory") {
		t.Errorf("without a program: %v", err)
	}
	a, err = slurm.Prepare(ctx, studytest.Small, path, with(slurm.Cluster{}))
	t.Setenv("PATH", "")
	if err == nil {
		err = a.Submit(ctx)
	}
	if want := "sbatch is not in PATH: this machine is not set up to use a Slurm cluster"; err == nil ||
		err.Error() != want {
		t.Errorf("without Slurm: %v", err)
	}
}

// More tasks than Slurm allows in an array are several arrays. Their tasks are all the parts, and
// a throttle holds for all of them together.
func TestArrays(t *testing.T) {
	calls, ctx := cluster(t), context.Background()
	t.Setenv("ARRAYSIZE", "5")
	for throttle, want := range map[int]string{
		0: `sbatch --parsable %[1]s/tasks.sh
sbatch --parsable --array=1-4 --output=task-4+%%a.log %[1]s/tasks.sh 4
sbatch --parsable --array=1-2 --output=task-8+%%a.log %[1]s/tasks.sh 8
sbatch --parsable --dependency=afterany:7:8:9 %[1]s/collect.sh
`,
		3: `sbatch --parsable %[1]s/tasks.sh
sbatch --parsable --array=1-4%%3 --output=task-4+%%a.log --dependency=afterany:7 %[1]s/tasks.sh 4
sbatch --parsable --array=1-2%%3 --output=task-8+%%a.log --dependency=afterany:8 %[1]s/tasks.sh 8
sbatch --parsable --dependency=afterany:7:8:9 %[1]s/collect.sh
`,
	} {
		os.Remove(calls)
		c := with(slurm.Cluster{Tasks: 10, Throttle: throttle, Time: slurm.Unlimited})
		if throttle == 3 { // a program that says which part it is to make
			c.Program = filepath.Join(t.TempDir(), "focal")
			if err := os.WriteFile(c.Program, []byte("#!/bin/sh\necho part \"$5\"\n"), 0o777); err != nil {
				t.Fatal(err)
			}
			c.Task = []string{"sweep", slurm.Study, "--store", "x", slurm.Part}
		}
		a, err := slurm.Prepare(ctx, studytest.Small, filepath.Join(t.TempDir(), "korf.db"), c)
		if err == nil {
			err = a.Submit(ctx)
		}
		if err != nil || a.Arrays() != 3 || !reflect.DeepEqual(a.Jobs(), []string{"7", "8", "9"}) || a.Collector != "10" {
			t.Fatalf("%+v, %v", a, err)
		}
		if got, want := contents(t, calls), fmt.Sprintf(want, a.Dir); got != want {
			t.Errorf("called:\n%s\nwant:\n%s", got, want)
		}
		script := contents(t, filepath.Join(a.Dir, "tasks.sh"))
		first := "--array=1-4\n"
		if throttle == 3 {
			first = "--array=1-4%3\n"
		}
		for _, line := range []string{"#SBATCH " + first, "#SBATCH --time=UNLIMITED\n"} {
			if !strings.Contains(script, line) {
				t.Errorf("the script is\n%s\nwithout %s", script, line)
			}
		}

		queue(t, "7 COMPLETED 0\n7 COMPLETED 0\n8 RUNNING 1\n9 PENDING 0\n10 PENDING 0\n")
		arrays, err := slurm.Arrays(filepath.Join(a.Dir, "../../korf.db"))
		if err != nil || len(arrays) != 1 {
			t.Fatalf("%v, %v", arrays, err)
		}
		wanted := &slurm.State{Tasks: map[string]int{"running": 1, "pending": 1, "completed": 2, "ended": 6}, Requeued: 1,
			Collector: "pending"}
		if state, err := arrays[0].State(ctx); err != nil || !reflect.DeepEqual(state, wanted) {
			t.Errorf("%+v, %v", state, err)
		}

		if throttle == 0 {
			continue
		}
		var parts []string
		for from, n := range map[string]int{"": 4, "4": 4, "8": 2} {
			for i := range n {
				cmd := exec.Command("sh", append([]string{"tasks.sh"}, strings.Fields(from)...)...)
				cmd.Dir = a.Dir
				cmd.Env = append(os.Environ(), fmt.Sprintf("SLURM_ARRAY_TASK_ID=%d", i+1), "SLURM_CPUS_PER_TASK=1")
				out, err := cmd.Output()
				if err != nil {
					t.Fatal(err)
				}
				lines := strings.Split(strings.TrimSpace(string(out)), "\n")
				parts = append(parts, lines[len(lines)-1])
			}
		}
		slices.Sort(parts)
		if got := strings.Join(parts, " "); got != "part 1/10 part 10/10 part 2/10 part 3/10 part 4/10 part 5/10 part 6/10 part 7/10 part 8/10 part 9/10" {
			t.Errorf("the parts are %s", got)
		}
	}
}

// Time limits have sbatch's formats, as its manual page lists them, and units.
func TestParseTime(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"90": 90 * time.Minute, "90:30": 90*time.Minute + 30*time.Second, "1:30:00": 90 * time.Minute,
		"2-12": 60 * time.Hour, "2-12:30": 60*time.Hour + 30*time.Minute, "2-12:30:15": 60*time.Hour + 30*time.Minute + 15*time.Second,
		"0-1": time.Hour, "36h": 36 * time.Hour, "1h30m": 90 * time.Minute, "UNLIMITED": slurm.Unlimited,
		"": 0, "0": 0, "-5": 0, "4 h": 0, "1:2:3:4": 0, "1-": 0, "1-2:3:4:5": 0, "9999999999999999": 0, "-1h": 0, "day": 0,
	} {
		got, err := slurm.ParseTime(text)
		if got != want || (err == nil) != (want > 0) || err != nil && !strings.Contains(err.Error(), "is not a time: want one such as 36h") {
			t.Errorf("%q is %v, %v; want %v", text, got, err, want)
		}
	}
}

// The jobs have the variables and the links of the cluster, whatever their environment
// and working directory are.
func TestArrayData(t *testing.T) {
	_, ctx := cluster(t), context.Background()
	dir := t.TempDir()
	t.Chdir(dir)
	for folder, content := range map[string]string{"data": "near", "its folder": "far"} {
		if err := os.Mkdir(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "file"), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	program := filepath.Join(t.TempDir(), "focal")
	if err := os.WriteFile(program, []byte("#!/bin/sh\ncat data/file \"$FOCAL_DATA/file\"\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir("store", 0o777); err != nil {
		t.Fatal(err)
	}
	a, err := slurm.Prepare(ctx, studytest.Small, "store/korf.db", slurm.Cluster{
		Program: program, Env: []string{"FOCAL_DATA=" + filepath.Join(dir, "its folder")}, Links: []string{"data", "absent"},
	})
	if err == nil {
		err = a.Submit(ctx)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("FOCAL_DATA", "")
	for _, script := range []string{"tasks.sh", "collect.sh"} {
		cmd := exec.Command("sh", script)
		cmd.Dir = a.Dir
		if out, err := cmd.CombinedOutput(); err != nil || !strings.HasSuffix(string(out), "nearfar") {
			t.Errorf("%s finds %s, %v", script, out, err)
		}
	}
}

// A task's time is estimated from the time of its runs, however many there are, and is at
// least that of one run.
func TestArrayEstimate(t *testing.T) {
	cluster(t)
	g := study.Grid{Problems: "npuzzle/korf/1-100", Algorithms: engine.Named("pfs"), W: []float64{1.5}, P: []float64{0.5},
		Limits: engine.Limits{Time: 30_000 * time.Hour}}
	for seed := range uint64(504) {
		g.Seeds = append(g.Seeds, seed)
	}
	path := filepath.Join(t.TempDir(), "korf.db")
	r := engine.Solve(context.Background(), domains.Get("npuzzle/korf/1"), engine.PFS(1.25, 0.5),
		engine.WithLimits(engine.Limits{Expanded: 10}))
	r.Wall = 300 * time.Second
	shard, err := store.NewShard(path)
	if err == nil {
		err = errors.Join(shard.Append(r), shard.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	for tasks, want := range map[int]time.Duration{10: 420 * time.Hour, 50_400: 300 * time.Second} {
		a, err := slurm.Prepare(context.Background(), g, path, with(slurm.Cluster{Tasks: tasks}))
		if err != nil || a.Plan.Missing() != 50_400 || a.Estimate != want {
			t.Errorf("%d tasks take %v each, want %v; %v", tasks, a.Estimate, want, err)
		}
		if a.Limit <= 0 {
			t.Errorf("%d tasks take at most %v", tasks, a.Limit)
		}
	}
	g.Jobs = 8
	if a, err := slurm.Prepare(context.Background(), g, path, with(slurm.Cluster{Tasks: 50_400})); err != nil ||
		a.Estimate != 300*time.Second {
		t.Errorf("a task of one run takes %v, %v", a.Estimate, err)
	}
}

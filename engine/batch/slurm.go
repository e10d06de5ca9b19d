package batch

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/store"
)

// A Slurm says how a study is made by a cluster that Slurm manages. Each task of
// a job array makes one part of the study and searches as many runs at a time as
// [Grid].Jobs says, one if it says nothing.
type Slurm struct {
	Focal     string        // the command focal, of which the array gets a copy; "": the one in PATH
	Partition string        // "": the cluster's default
	Tasks     int           // parts of the study; 0: one for 200 missing runs
	Time      time.Duration // limit of a task; 0: the partition's
	Memory    int64         // bytes of a task; 0: what the runs' limits ask for, or the partition's
	Options   []string      // of sbatch beside these, as "--account=search"
}

const (
	runsPerTask = 200  // Slurm starts a few tasks a second, so that a task needs to be worth it
	mostTasks   = 1000 // of an array, as Slurm is set up by default
)

// An Array is a study as a job array of Slurm's: tasks that make its parts, and a
// job after them that collects. The tasks touch shards alone, and the one job the
// database, as SQLite must not be used by several machines at a time.
//
// Tasks that are lost with their node are queued again by Slurm and go on from
// what is in the shards. Runs that are missing in the end, because tasks were
// cancelled or hit their time limit, are made by another array of the same study.
type Array struct {
	// Dir is the directory of the array's files, beside the store: the study, the
	// scripts, the program and, as they come, the logs.
	Dir string `json:"-"`
	// Plan is what there is to do, its estimate that of one task doing it all.
	Plan  *Plan         `json:"-"`
	Limit time.Duration `json:"-"` // of a task's time if each run takes all that it may; 0: none
	// Estimate is how long a task will take, by what the store knows of runs like
	// the missing ones; 0 if it knows none.
	Estimate time.Duration `json:"-"`

	Tasks     int       `json:"tasks"`
	Job       string    `json:"job"`       // Slurm's number of the array
	Collector string    `json:"collector"` // and of the job after it
	Submitted time.Time `json:"submitted"`

	grid    Grid
	slurm   Slurm
	options options
	store   string
}

// Array prepares to make what the store at path does not have of the study, with
// options as [Grid.Run] takes; [Array.Submit] then submits it. While another array
// for the same store is in the queue, there is an error.
func (g Grid) Array(ctx context.Context, path string, s Slurm, opts ...Option) (*Array, error) {
	var o options
	for _, set := range opts {
		set(&o)
	}
	if err := cmp.Or(s.check(), o.alone(), g.anywhere()); err != nil {
		return nil, err
	}
	store, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	number, err := nextArray(ctx, store)
	if err != nil {
		return nil, err
	}
	g.Jobs = max(1, g.Jobs)
	p, err := g.planAnywhere(path)
	if err != nil {
		return nil, err
	}
	if g.Limits == (engine.Limits{}) {
		p.Warnings = append(p.Warnings, unlimited)
	}
	a := &Array{Dir: arrayDir(store, number), Plan: p, grid: g, slurm: s, options: o, store: store}
	a.divide()
	return a, nil
}

// divide decides how many tasks there are, and how long one may take.
func (a *Array) divide() {
	p, jobs, limit := a.Plan, a.grid.Jobs, a.slurm.Time
	a.Tasks = a.slurm.Tasks
	if a.Tasks == 0 {
		a.Tasks = min((p.Missing()+runsPerTask-1)/runsPerTask, mostTasks)
	}
	a.Tasks = min(a.Tasks, p.Missing())
	if a.Tasks > 0 {
		most := min(p.Missing(), (p.Runs+a.Tasks-1)/a.Tasks) // runs of one task
		a.Limit = duration(float64((most+jobs-1)/jobs) * float64(a.grid.Limits.Time))
		a.Estimate = p.each(a.Tasks)
	}
	if limit > 0 && a.Limit > limit {
		p.Warnings = append(p.Warnings, fmt.Sprintf("a task may take up to %v by the runs' time limits and has %v: what it does not finish stays missing", a.Limit, limit))
	}
}

func (s Slurm) check() error {
	switch {
	case s.Tasks < 0:
		return fmt.Errorf("tasks = %d: want the number of tasks of the job array (leave it out for one for %d runs)", s.Tasks, runsPerTask)
	case s.Time < 0 || s.Memory < 0:
		return errors.New("time and memory of a task must be positive (leave them out for the partition's)")
	}
	for _, option := range s.Options {
		if !strings.HasPrefix(option, "-") || strings.ContainsAny(option, "\n\r") {
			return fmt.Errorf("%q is not an option of sbatch: want one such as --account=search", option)
		}
	}
	return nil
}

// arraysDir is the directory of a store's arrays, numbered from 1.
func arraysDir(store string) string { return store + ".slurm" }

func arrayDir(store string, number int) string {
	return filepath.Join(arraysDir(store), strconv.Itoa(number))
}

// nextArray is the number of the next array of a store, if it may have one.
func nextArray(ctx context.Context, store string) (int, error) {
	arrays, err := Arrays(store)
	if err != nil {
		return 0, err
	}
	if len(arrays) > 0 {
		last := arrays[len(arrays)-1]
		state, err := last.State(ctx)
		if err != nil {
			return 0, err
		}
		if state.Active() {
			return 0, fmt.Errorf("jobs %s and %s for this store are still in Slurm's queue: wait for them, or end them with scancel %[1]s %[2]s; what they have made is kept", last.Job, last.Collector)
		}
	}
	for number := 1; ; number++ { // also past one whose submission was cut off
		if _, err := os.Stat(arrayDir(store, number)); errors.Is(err, fs.ErrNotExist) {
			return number, nil
		} else if err != nil {
			return 0, err
		}
	}
}

// Arrays lists the arrays that were submitted for the store at path, the last one
// last.
func Arrays(path string) ([]*Array, error) {
	store, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(arraysDir(store))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var arrays []*Array
	for _, entry := range entries {
		a := &Array{Dir: filepath.Join(arraysDir(store), entry.Name()), store: store}
		text, err := os.ReadFile(filepath.Join(a.Dir, recordName))
		if errors.Is(err, fs.ErrNotExist) {
			continue // what was not submitted after all
		}
		if err == nil {
			err = json.Unmarshal(text, a)
		}
		if err == nil {
			a.grid, err = Read(a.StudyFile())
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", a.Dir, err)
		}
		arrays = append(arrays, a)
	}
	slices.SortFunc(arrays, func(a, b *Array) int { return a.Submitted.Compare(b.Submitted) })
	return arrays, nil
}

// The files of an array.
const (
	programName   = "focal"
	studyName     = "study.yaml"
	tasksName     = "tasks.sh"
	collectorName = "collect.sh"
	recordName    = "array.json"
)

// StudyFile is the array's copy of the study.
func (a *Array) StudyFile() string { return filepath.Join(a.Dir, studyName) }

// TasksScript is the script of the array's tasks.
func (a *Array) TasksScript() string {
	directives := append(a.directives("", "task-%a.log"),
		fmt.Sprintf("--array=1-%d", a.Tasks),
		fmt.Sprintf("--cpus-per-task=%d", a.grid.Jobs))
	if limit := a.slurm.Time; limit > 0 {
		directives = append(directives, fmt.Sprintf("--time=%d", int(math.Ceil(limit.Minutes()))))
	}
	if memory := a.memory(); memory > 0 {
		directives = append(directives, fmt.Sprintf("--mem=%dM", (memory+1<<20-1)>>20))
	}
	return script(
		"Each task makes a part of the study. One that is lost with its node is queued\n# again, and leaves out what is in the shards, its own former one among them.",
		directives,
		exportData()+fmt.Sprintf(`echo "$(date) on $SLURMD_NODENAME: task $SLURM_ARRAY_TASK_ID, queued again ${SLURM_RESTART_COUNT:-0} times"
exec ./%s sweep %s --store %s --part "$SLURM_ARRAY_TASK_ID/%d" --jobs "$SLURM_CPUS_PER_TASK"%s`, programName, studyName, a.storeWord(), a.Tasks, a.flags()))
}

// flags are the options of the tasks as flags of focal sweep.
func (a *Array) flags() (flags string) {
	if a.options.seed != 0 {
		flags += fmt.Sprintf(" --shuffle %d", a.options.seed)
	}
	if a.options.isolated {
		flags += " --isolate"
	}
	return flags
}

// CollectorScript is the script of the job that follows the tasks.
func (a *Array) CollectorScript() string {
	return script(
		"When the tasks have ended, this takes what they made into the database.",
		a.directives("-collect", "collect.log"),
		exportData()+fmt.Sprintf("exec ./%s sweep %s --store %s --collect", programName, studyName, a.storeWord()))
}

// directives are sbatch's options of both jobs.
func (a *Array) directives(suffix, log string) []string {
	name := strings.TrimSuffix(filepath.Base(a.store), filepath.Ext(a.store)) + suffix
	all := []string{
		"--job-name=" + directiveWord(name),
		"--chdir=" + directiveWord(a.Dir),
		"--output=" + log,
		"--open-mode=append", // so that a task's former log stays
		"--requeue",
	}
	if a.slurm.Partition != "" {
		all = append(all, "--partition="+directiveWord(a.slurm.Partition))
	}
	for _, option := range a.slurm.Options {
		name, value, given := strings.Cut(option, "=")
		if given {
			option = name + "=" + directiveWord(value)
		}
		all = append(all, option)
	}
	return all
}

// memory is what a task asks for: where the runs have a limit, that of all its
// searches, a quarter more, and room for the program itself.
func (a *Array) memory() int64 {
	if limit := a.grid.Limits.Memory; a.slurm.Memory == 0 && limit > 0 {
		return int64(a.grid.Jobs)*(limit+limit/4) + 256<<20
	}
	return a.slurm.Memory
}

// storeWord is the store as a script in the array's directory names it.
func (a *Array) storeWord() string { return shellWord("../../" + filepath.Base(a.store)) }

// shellWord writes a text so that a shell takes it for one word.
func shellWord(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// The jobs look for data sets where this process does, and work in the array's
// directory: they are told the folder that FOCAL_DATA names, and find this
// process's ./data there by a link.
const (
	dataVariable = "FOCAL_DATA"
	dataName     = "data"
)

// exportData is the line of a script that tells of FOCAL_DATA's folder.
func exportData() string {
	folder := os.Getenv(dataVariable)
	if folder == "" {
		return ""
	}
	if full, err := filepath.Abs(folder); err == nil {
		folder = full
	}
	return "export " + dataVariable + "=" + shellWord(folder) + "\n"
}

// linkData makes the link to ./data.
func (a *Array) linkData() error {
	folder, err := filepath.Abs(dataName)
	if err != nil || absent(folder) {
		return err
	}
	return os.Symlink(folder, filepath.Join(a.Dir, dataName))
}

// script writes a script of sbatch's.
func script(comment string, directives []string, command string) string {
	return "#!/bin/sh\n# " + comment + "\n#SBATCH " + strings.Join(directives, "\n#SBATCH ") + "\n" + command + "\n"
}

// directiveWord writes a text so that sbatch reads it from a script as one word.
func directiveWord(text string) string {
	plain := func(r rune) bool {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("/._-,+:=@", r) || r >= 0x80
	}
	if strings.IndexFunc(text, func(r rune) bool { return !plain(r) }) < 0 {
		return text
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// Submit writes the array's files and hands its two jobs to Slurm. After an error
// nothing of it is left in the queue.
func (a *Array) Submit(ctx context.Context) (err error) {
	if a.Tasks == 0 {
		return errors.New("no runs are missing: there is nothing to submit")
	}
	if err := os.MkdirAll(arraysDir(a.store), 0o777); err != nil {
		return err
	}
	if err := os.Mkdir(a.Dir, 0o777); err != nil {
		return err // also if somebody else has just submitted one
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(a.Dir))
		}
	}()
	if err := a.spread(); err != nil {
		return err
	}
	if err := a.write(); err != nil {
		return err
	}
	if a.Job, err = submit(ctx, filepath.Join(a.Dir, tasksName)); err != nil {
		return err
	}
	submitted := []string{a.Job}
	defer func() {
		if err != nil {
			_, cancel := slurm(context.WithoutCancel(ctx), "scancel", submitted...)
			err = errors.Join(err, cancel)
		}
	}()
	if a.Collector, err = submit(ctx, "--dependency=afterany:"+a.Job, filepath.Join(a.Dir, collectorName)); err != nil {
		return err
	}
	submitted = append(submitted, a.Collector)
	a.Submitted = time.Now().UTC()
	record, err := json.Marshal(a)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(a.Dir, recordName), append(record, '\n'), 0o666)
}

// spread lets the tasks know what the database has.
func (a *Array) spread() error {
	unlock, err := lock(store.ShardsDir(a.store))
	if err != nil {
		return err
	}
	defer unlock()
	return spread(a.store)
}

// write writes what the jobs need.
func (a *Array) write() error {
	if err := a.grid.Write(a.StudyFile()); err != nil {
		return err
	}
	for name, text := range map[string]string{tasksName: a.TasksScript(), collectorName: a.CollectorScript()} {
		if err := os.WriteFile(filepath.Join(a.Dir, name), []byte(text), 0o777); err != nil {
			return err
		}
	}
	return errors.Join(a.linkData(), a.copyProgram())
}

// copyProgram copies focal, so that one built later does not change a study under
// way, and so that it is where the tasks can reach it.
func (a *Array) copyProgram() error {
	name := a.slurm.Focal
	if name == "" {
		var err error
		if name, err = exec.LookPath("focal"); err != nil {
			return fmt.Errorf("the command focal, which the tasks run, is not in PATH: %w", err)
		}
	}
	from, err := os.Open(name)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.OpenFile(filepath.Join(a.Dir, programName), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o777)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	return errors.Join(err, to.Close())
}

// submit gives sbatch a script and returns the number of its job.
func submit(ctx context.Context, args ...string) (string, error) {
	out, err := slurm(ctx, "sbatch", append([]string{"--parsable"}, args...)...)
	if err != nil {
		return "", err
	}
	job, _, _ := strings.Cut(strings.TrimSpace(out), ";") // the cluster's name may follow
	return job, nil
}

// slurm runs one of Slurm's commands.
func slurm(ctx context.Context, name string, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, name, args...).Output()
	var failed *exec.ExitError
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "", fmt.Errorf("%s is not in PATH: this machine is not set up to use a Slurm cluster", name)
	case errors.As(err, &failed) && len(failed.Stderr) > 0:
		return "", fmt.Errorf("%s: %s", name, strings.TrimPrefix(strings.TrimSpace(string(failed.Stderr)), name+": "))
	case err != nil:
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return string(out), nil
}

// An ArrayState is what Slurm says of an array.
type ArrayState struct {
	// Tasks counts the array's tasks by their state, in Slurm's words: "running",
	// "pending", "completed", ... Those that Slurm has forgotten are "ended".
	Tasks     map[string]int
	Requeued  int    // times that tasks were queued again
	Collector string // the state of the job that collects
}

// ended are the states of jobs that do nothing any more; see squeue(1).
var ended = []string{"ended", "boot_fail", "cancelled", "completed", "deadline", "failed", "node_fail", "out_of_memory", "preempted", "timeout"}

// Active says whether a job of the array is in the queue or at work.
func (s *ArrayState) Active() bool {
	for state := range s.Tasks {
		if !slices.Contains(ended, state) {
			return true
		}
	}
	return !slices.Contains(ended, s.Collector)
}

// State asks Slurm about the array.
func (a *Array) State(ctx context.Context) (*ArrayState, error) {
	out, err := slurm(ctx, "squeue", "--me", "--noheader", "--array", "--states=all",
		"--Format=ArrayJobID:20,State:20,RestartCnt:20")
	if err != nil {
		return nil, err
	}
	s := &ArrayState{Tasks: map[string]int{}, Collector: "ended"}
	left := a.Tasks
	for line := range strings.Lines(out) {
		fields := strings.Fields(line)
		if len(fields) != 3 {
			continue
		}
		job, state := fields[0], strings.ToLower(fields[1])
		switch job {
		case a.Job:
			s.Tasks[state]++
			left--
			restarts, _ := strconv.Atoi(fields[2])
			s.Requeued += restarts
		case a.Collector:
			s.Collector = state
		}
	}
	if left > 0 {
		s.Tasks["ended"] = left
	}
	return s, nil
}

// Stored is what the store at path has of the study. No runs are made. With
// [Part] 1 of 1 it is read from the shards alone, which can be done while other
// machines write them.
func (g Grid) Stored(path string, opts ...Option) *Runs {
	ended, end := context.WithCancel(context.Background())
	end() // as if interrupted before the first run
	return g.Run(ended, path, opts...)
}

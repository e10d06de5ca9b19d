// Package slurm runs a study on a cluster managed by Slurm. A job array makes the study
// in parts, and a job after it collects the results.
package slurm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/focal-search/focal/engine/output"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/engine/study/internal/ledger"
	"github.com/focal-search/focal/engine/study/internal/process"
)

// A Cluster describes how Slurm runs a study. Each task of a job array makes one part
// of the study, with Grid.Jobs searches at a time, one by default.
type Cluster struct {
	// Program makes the parts and collects them. The array gets a copy of it, so that a
	// later build does not change a running study. "" is this program, which then needs
	// no arguments: its main has to register its algorithms and domains, and then call
	// study.Main.
	Program string
	Task    []string // arguments by which it makes a part, with the words below
	Collect []string // arguments by which it collects, with the words below
	Check   []string // arguments by which it only reads the study; none: it is not tried before the jobs are submitted

	Env   []string // variables of the jobs, as NAME=value, overriding their environment
	Links []string // files in this working directory that are linked into the jobs', if they exist
	Files []string // files of which the jobs' working directory gets copies

	Partition string        // "": the cluster's default
	Tasks     int           // parts of the study; 0: one for 200 missing runs
	Throttle  int           // tasks at a time; 0: as many as Slurm starts
	Time      time.Duration // limit of a task; 0: the partition's
	Memory    int64         // bytes of a task; 0: what the runs' limits require, or the partition's
	Options   []string      // further options of sbatch, such as "--account=search"

	itself bool // the program is this program
}

// Words of Cluster.Task and Cluster.Collect that the jobs replace.
const (
	Study = "{study}" // the study file
	Store = "{store}" // the store
	Part  = "{part}"  // the task's part, such as 2/40
	Jobs  = "{jobs}"  // searches at a time
)

const (
	runsPerTask = 200  // Slurm starts only a few tasks a second
	mostTasks   = 1000 // unless the number is given; also those of an array, by Slurm's default configuration
)

// An Array is a study as a job array: tasks that make its parts, and a job after them
// that collects. Where there are more tasks than Slurm allows in an array (MaxArraySize),
// it is several arrays. The tasks use only shards; only the last job uses the database,
// because several machines must not use SQLite at the same time.
//
// Slurm requeues tasks that were lost with their node; they continue from the contents
// of the shards. Runs that are missing at the end, because tasks were cancelled or
// reached their time limit, are made by another array of the same study.
type Array struct {
	// Dir is the directory of the array's files, beside the store: the study, the
	// scripts, the program and the logs.
	Dir string `json:"-"`
	// Plan describes the remaining work; its estimate is for a single task.
	Plan  *study.Plan   `json:"-"`
	Limit time.Duration `json:"-"` // of a task's time if every run reaches its limit; 0: none
	// Estimate is how long a task will take, from the wall times of similar runs in the
	// store; 0 if there are none.
	Estimate time.Duration `json:"-"`

	Tasks     int       `json:"tasks"`
	Job       string    `json:"job"`            // Slurm's number of the array
	More      []string  `json:"more,omitempty"` // those of further arrays
	Collector string    `json:"collector"`      // and of the job after them
	Submitted time.Time `json:"submitted"`

	size    int // tasks of an array at most
	grid    study.Grid
	cluster Cluster
	store   string
	files   map[string]string // the user's files, to be copied, by their names there
}

// Prepare prepares to make the runs of the study that the store at path lacks;
// [Array.Submit] then submits them. It is an error if another array for the same store
// is in the queue.
func Prepare(ctx context.Context, g study.Grid, path string, c Cluster) (*Array, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if err := g.Portable(); err != nil {
		return nil, err
	}
	g.Jobs = max(1, g.Jobs)
	p, err := g.Plan(path)
	if err != nil {
		return nil, err
	}
	if err := c.beItself(); err != nil {
		return nil, err
	}
	files, err := ownFiles(g, c)
	if err != nil {
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
	a := &Array{Dir: arrayDir(store, number), Plan: p, size: arraySize(ctx), grid: g, cluster: c, store: store,
		files: files}
	a.divide()
	return a, nil
}

// divide determines the number of tasks and how long one may take.
func (a *Array) divide() {
	p, jobs, limit := a.Plan, a.grid.Jobs, a.cluster.Time
	a.Tasks = a.cluster.Tasks
	if a.Tasks == 0 {
		a.Tasks = min((p.Missing()+runsPerTask-1)/runsPerTask, mostTasks)
	}
	a.Tasks = min(a.Tasks, p.Missing())
	if a.Tasks > 0 {
		most := min(p.Missing(), (p.Runs+a.Tasks-1)/a.Tasks) // runs of one task
		a.Limit = ledger.Duration(float64((most+jobs-1)/jobs) * float64(a.grid.Limits.Time))
		a.Estimate = p.Each(a.Tasks)
	}
	if limit > 0 && a.Limit > limit {
		p.Warnings = append(p.Warnings, fmt.Sprintf(
			"a task may take up to %v by the runs' time limits and has %v: what it does not finish stays missing",
			a.Limit, limit))
	}
}

// beItself makes this program the jobs' program, if no other is given. An environment
// variable gives it its role in study.Main.
func (c *Cluster) beItself() (err error) {
	if c.Program != "" {
		return nil
	}
	if err := process.Prepared(); err != nil {
		return err
	}
	c.itself = true
	c.Task, c.Collect, c.Check = []string{Study, Store, Part, Jobs}, []string{Study, Store}, []string{Study}
	c.Program, err = os.Executable()
	return err
}

func (c Cluster) check() error {
	switch {
	case c.Program == "" && len(c.Task)+len(c.Collect)+len(c.Check) > 0:
		return errors.New("arguments for no program: want the file of the command that the tasks run, " +
			"or neither, for this program")
	case c.Tasks < 0:
		return fmt.Errorf("tasks = %d: want the number of tasks of the job array (leave it out for one for %d runs)",
			c.Tasks, runsPerTask)
	case c.Throttle < 0:
		return fmt.Errorf("throttle = %d: want the number of tasks at a time (leave it out for as many as Slurm starts)",
			c.Throttle)
	case c.Time < 0 || c.Memory < 0:
		return errors.New("time and memory of a task must be positive (leave them out for the partition's)")
	}
	for _, option := range c.Options {
		if !strings.HasPrefix(option, "-") || strings.ContainsAny(option, "\n\r") {
			return fmt.Errorf("%q is not an option of sbatch: want one such as --account=search", option)
		}
		if name := optionName(option); slices.Contains(own, name) {
			return fmt.Errorf("the option %s of sbatch is set by the array itself: leave it out", name)
		}
	}
	return nil
}

// own are the options that an array sets, or that would make other jobs of it.
var own = []string{"--array", "--chdir", "--cpus-per-task", "--dependency", "--job-name", "--kill-on-invalid-dep", "--mem",
	"--no-requeue", "--open-mode", "--output", "--parsable", "--partition", "--requeue", "--test-only", "--time", "--wait",
	"--wrap"}

// optionName is the long name of an option of sbatch.
func optionName(option string) string {
	long := map[string]string{"-a": "--array", "-D": "--chdir", "-c": "--cpus-per-task", "-d": "--dependency",
		"-J": "--job-name", "-o": "--output", "-p": "--partition", "-t": "--time", "-W": "--wait"}
	if !strings.HasPrefix(option, "--") {
		return long[option[:min(2, len(option))]]
	}
	name, _, _ := strings.Cut(option, "=")
	return strings.Fields(name)[0]
}

// arraysDir is the directory of a store's arrays, numbered from 1.
func arraysDir(store string) string { return store + ".slurm" }

func arrayDir(store string, number int) string {
	return filepath.Join(arraysDir(store), strconv.Itoa(number))
}

// nextArray is the number of the next array of a store, unless the last is at work.
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
			return 0, fmt.Errorf("jobs %s and %s for this store are still in Slurm's queue: "+
				"wait for them, or end them with scancel %[1]s %[2]s; what they have made is kept",
				strings.Join(last.Jobs(), " "), last.Collector)
		}
	}
	for number := 1; ; number++ { // the last submission may have been interrupted
		if _, err := os.Stat(arrayDir(store, number)); errors.Is(err, fs.ErrNotExist) {
			return number, nil
		} else if err != nil {
			return 0, err
		}
	}
}

// Arrays lists the arrays that were submitted for the store at path, the latest last.
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
			continue // it was not submitted
		}
		if err == nil {
			err = json.Unmarshal(text, a)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", a.Dir, err)
		}
		// The study of an array that was submitted may name files that are elsewhere by now: only its
		// scripts, which are there, need it.
		a.grid, _ = study.Read(a.StudyFile())
		arrays = append(arrays, a)
	}
	slices.SortFunc(arrays, func(a, b *Array) int { return a.Submitted.Compare(b.Submitted) })
	return arrays, nil
}

// The files of an array.
const (
	studyName     = "study.yaml"
	tasksName     = "tasks.sh"
	collectorName = "collect.sh"
	recordName    = "array.json"
)

// StudyFile returns the path of the array's copy of the study.
func (a *Array) StudyFile() string { return filepath.Join(a.Dir, studyName) }

// Jobs returns Slurm's numbers of the arrays, none before they are submitted.
func (a *Array) Jobs() []string {
	if a.Job == "" {
		return nil
	}
	return append([]string{a.Job}, a.More...)
}

// Arrays returns how many arrays the tasks are.
func (a *Array) Arrays() int { return (a.Tasks + a.size - 1) / a.size }

// indices is sbatch's option of an array of so many tasks.
func (a *Array) indices(tasks int) string {
	option := fmt.Sprintf("--array=1-%d", min(tasks, a.size))
	if a.cluster.Throttle > 0 {
		option += fmt.Sprintf("%%%d", a.cluster.Throttle)
	}
	return option
}

// TasksScript returns the script of the array's tasks. Of a further array its argument is the
// number of the tasks before.
func (a *Array) TasksScript() string {
	directives := append(a.directives("", "task-%a.log"), a.indices(a.Tasks),
		fmt.Sprintf("--cpus-per-task=%d", a.grid.Jobs))
	switch limit := a.cluster.Time; {
	case limit == Unlimited:
		directives = append(directives, "--time=UNLIMITED")
	case limit > 0:
		directives = append(directives, fmt.Sprintf("--time=%d", int(math.Ceil(limit.Minutes()))))
	}
	if memory := a.memory(); memory > 0 {
		directives = append(directives, fmt.Sprintf("--mem=%dM", (memory+1<<20-1)>>20))
	}
	return script(
		"Each task makes a part of the study. A task that is lost with its node is queued\n# again and continues from "+
			"the shards.",
		directives,
		a.environment()+"task=$((SLURM_ARRAY_TASK_ID + ${1:-0}))\n"+
			`echo "$(date) on $SLURMD_NODENAME: task $task, queued again ${SLURM_RESTART_COUNT:-0} times"`+
			"\n"+a.command(process.Part, a.cluster.Task))
}

// CollectorScript returns the script of the job that follows the tasks.
func (a *Array) CollectorScript() string {
	return script(
		"When the tasks have ended, this collects their runs into the database.",
		a.directives("-collect", "collect.log"),
		a.environment()+a.command(process.Collect, a.cluster.Collect))
}

// environment are the lines of a script that set variables.
func (a *Array) environment() (lines string) {
	for _, variable := range a.cluster.Env {
		name, value, _ := strings.Cut(variable, "=")
		lines += "export " + name + "=" + ShellWord(value) + "\n"
	}
	return lines
}

// command is the end of a script, which becomes the program.
func (a *Array) command(role string, args []string) string {
	words := map[string]string{
		Study: studyName,
		Store: ShellWord("../../" + filepath.Base(a.store)), // from the array's directory
		Part:  fmt.Sprintf(`"$task/%d"`, a.Tasks),
		Jobs:  `"$SLURM_CPUS_PER_TASK"`,
	}
	line := ""
	if a.cluster.itself {
		line = "export " + process.RoleVariable + "=" + role + "\n"
	}
	line += "exec " + ShellWord("./"+filepath.Base(a.cluster.Program))
	for _, arg := range args {
		word, ok := words[arg]
		if !ok {
			word = ShellWord(arg)
		}
		line += " " + word
	}
	return line
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
	if a.cluster.Partition != "" {
		all = append(all, "--partition="+directiveWord(a.cluster.Partition))
	}
	for _, option := range a.cluster.Options {
		name, value, given := strings.Cut(option, "=")
		if given {
			option = name + "=" + directiveWord(value)
		}
		all = append(all, option)
	}
	return all
}

// memory is what a task requests: if the runs have a limit, that of all its searches, a
// quarter more, and room for the program itself.
func (a *Array) memory() int64 {
	if limit := a.grid.Limits.Memory; a.cluster.Memory == 0 && limit > 0 {
		return int64(a.grid.Jobs)*(limit+limit/4) + 256<<20
	}
	return a.cluster.Memory
}

// ShellWord quotes a text as one word of a shell, if necessary.
func ShellWord(text string) string {
	plain := func(r rune) bool {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("/._-,+:=@", r)
	}
	if text != "" && strings.IndexFunc(text, func(r rune) bool { return !plain(r) }) < 0 {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// link makes the links of the jobs' working directory.
func (a *Array) link() error {
	for _, name := range a.cluster.Links {
		full, err := filepath.Abs(name)
		if err != nil {
			return err
		}
		if ledger.Absent(full) {
			continue
		}
		if err := os.Symlink(full, filepath.Join(a.Dir, name)); err != nil {
			return err
		}
	}
	return nil
}

// script is a script for sbatch.
func script(comment string, directives []string, command string) string {
	return "#!/bin/sh\n# " + comment + "\n#SBATCH " + strings.Join(directives, "\n#SBATCH ") + "\n" + command + "\n"
}

// directiveWord quotes a text as one word of sbatch's directives, if necessary.
func directiveWord(text string) string {
	plain := func(r rune) bool {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' ||
			strings.ContainsRune("/._-,+:=@", r) || r >= 0x80
	}
	if strings.IndexFunc(text, func(r rune) bool { return !plain(r) }) < 0 {
		return text
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// Submit writes the array's files and submits its jobs to Slurm. After an error none of
// them is left in the queue.
func (a *Array) Submit(ctx context.Context) (err error) {
	if a.Tasks == 0 {
		return errors.New("no runs are missing: there is nothing to submit")
	}
	if err := os.MkdirAll(arraysDir(a.store), 0o777); err != nil {
		return err
	}
	if err := os.Mkdir(a.Dir, 0o777); err != nil {
		return err // perhaps another user has just submitted one
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
	if err := a.rehearse(ctx); err != nil {
		return err
	}
	defer func() {
		if err != nil && a.Job != "" {
			_, cancel := slurm(context.WithoutCancel(ctx), "scancel", strings.Fields(strings.Join(a.Jobs(), " ")+" "+a.Collector)...)
			err = errors.Join(err, cancel)
		}
	}()
	if err := a.submitTasks(ctx, filepath.Join(a.Dir, tasksName)); err != nil {
		return err
	}
	if a.Collector, err = submit(ctx, after(a.Jobs()), filepath.Join(a.Dir, collectorName)); err != nil {
		return err
	}
	a.Submitted = time.Now().UTC()
	record, err := json.Marshal(a)
	if err != nil {
		return err
	}
	return output.WriteFile(filepath.Join(a.Dir, recordName), append(record, '\n'))
}

// submitTasks submits the arrays. With a throttle each starts when the one before has ended, so
// that the throttle holds for all.
func (a *Array) submitTasks(ctx context.Context, script string) (err error) {
	if a.Job, err = submit(ctx, script); err != nil {
		return err
	}
	for from := a.size; from < a.Tasks; from += a.size {
		args := []string{a.indices(a.Tasks - from), fmt.Sprintf("--output=task-%d+%%a.log", from)}
		if jobs := a.Jobs(); a.cluster.Throttle > 0 {
			args = append(args, after(jobs[len(jobs)-1:]))
		}
		job, err := submit(ctx, append(args, script, strconv.Itoa(from))...)
		if err != nil {
			return err
		}
		a.More = append(a.More, job)
	}
	return nil
}

// after is sbatch's option of a job that starts when others have ended.
func after(jobs []string) string { return "--dependency=afterany:" + strings.Join(jobs, ":") }

// arraySize is how many tasks an array may have: MaxArraySize is above the greatest index.
func arraySize(ctx context.Context) int {
	if out, err := slurm(ctx, "scontrol", "show", "config"); err == nil {
		for line := range strings.Lines(out) {
			name, value, _ := strings.Cut(line, "=")
			if n, err := strconv.Atoi(strings.TrimSpace(value)); strings.TrimSpace(name) == "MaxArraySize" && err == nil && n > 1 {
				return n - 1
			}
		}
	}
	return mostTasks
}

// spread puts into the shards what is only in the database, for the tasks to read.
func (a *Array) spread() error {
	unlock, err := process.Lock(store.ShardsDir(a.store))
	if err != nil {
		return err
	}
	defer unlock()
	return ledger.Spread(a.store)
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
	if err := a.link(); err != nil {
		return err
	}
	if err := a.copyFiles(); err != nil {
		return err
	}
	return a.copyProgram()
}

// copyProgram copies the program to where the tasks can read it.
func (a *Array) copyProgram() error {
	return copyFile(a.cluster.Program, filepath.Join(a.Dir, filepath.Base(a.cluster.Program)), 0o777)
}

// submit passes a script to sbatch and returns the number of its job.
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
		return "", fmt.Errorf("%s: %s", name, oneLine(name, string(failed.Stderr)))
	case err != nil:
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return string(out), nil
}

// oneLine is what a command of Slurm says in its error output, without its name before each line.
func oneLine(name, text string) string {
	var parts []string
	for line := range strings.Lines(text) {
		line = strings.TrimPrefix(strings.TrimSpace(line), name+": ")
		if line = strings.TrimPrefix(line, "error: "); line != "" {
			parts = append(parts, line)
		}
	}
	return strings.Join(parts, "; ")
}

// A State is the state of an array's jobs, as reported by Slurm.
type State struct {
	// Tasks counts the array's tasks by their state, in Slurm's words: "running",
	// "pending", "completed", ... Those that Slurm no longer knows are "ended".
	Tasks     map[string]int
	Requeued  int    // times that tasks were queued again
	Collector string // the state of the collecting job
}

// ended are the states of jobs that have ended; see squeue(1).
var ended = []string{"ended", "boot_fail", "cancelled", "completed", "deadline", "failed", "node_fail",
	"out_of_memory", "preempted", "timeout"}

// Active reports whether a job of the array is in the queue or at work.
func (s *State) Active() bool {
	for state := range s.Tasks {
		if !slices.Contains(ended, state) {
			return true
		}
	}
	return !slices.Contains(ended, s.Collector)
}

// State asks Slurm for the state of the array's jobs.
func (a *Array) State(ctx context.Context) (*State, error) {
	out, err := slurm(ctx, "squeue", "--me", "--noheader", "--array", "--states=all",
		"--Format=ArrayJobID:20,State:20,RestartCnt:20")
	if err != nil {
		return nil, err
	}
	s := &State{Tasks: map[string]int{}, Collector: "ended"}
	left := a.Tasks
	for line := range strings.Lines(out) {
		fields := strings.Fields(line)
		if len(fields) != 3 {
			continue
		}
		job, state := fields[0], strings.ToLower(fields[1])
		switch {
		case slices.Contains(a.Jobs(), job):
			s.Tasks[state]++
			left--
			restarts, _ := strconv.Atoi(fields[2])
			s.Requeued += restarts
		case job == a.Collector:
			s.Collector = state
		}
	}
	if left > 0 {
		s.Tasks["ended"] = left
	}
	return s, nil
}

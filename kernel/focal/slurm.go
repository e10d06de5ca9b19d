package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/focal-search/focal/domains/data"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/engine/study/job"
	"github.com/focal-search/focal/engine/study/slurm"
	"github.com/focal-search/focal/engine/study/worker"
	"github.com/focal-search/focal/kernel/show"
)

// slurmFlags are those of focal sweep on a cluster.
type slurmFlags struct {
	Slurm      bool     `help:"Submit the study to Slurm: a job array makes the missing runs, --jobs at a time in each task (default 1), and a job after it collects them. With --dry-run, print what would be submitted. The store must be in a folder that all nodes see."`
	Partition  string   `placeholder:"NAME" help:"Partition (default: the cluster's)."`
	Account    string   `placeholder:"NAME" help:"Account that the jobs are charged to."`
	QOS        string   `name:"qos" placeholder:"NAME" help:"Quality of service of the jobs."`
	Constraint string   `placeholder:"FEATURES" help:"Features that the nodes must have."`
	Tasks      int      `placeholder:"N" help:"Tasks of the array (default: one per 200 missing runs, at most 1000). More than Slurm allows in an array become several arrays."`
	Throttle   int      `placeholder:"N" help:"At most so many tasks at a time (default: as many as Slurm starts)."`
	Time       limit    `placeholder:"TIME" help:"Time limit of a task, such as 4h, or as sbatch has it, such as 90 (minutes) or 1-12:00:00 (default: the partition's)."`
	Mem        size     `placeholder:"SIZE" help:"Memory of a task, such as 16GiB (default: what the memory limits of its searches may need, or the partition's)."`
	Sbatch     []string `sep:"none" placeholder:"OPTION" help:"Another option for sbatch, such as --sbatch=--exclusive."`
	Status     bool     `help:"Print the progress of the study, or of the last one submitted, and the state of its jobs."`
	Collect    bool     `help:"Run nothing: collect the shards into the database and print what is missing."`
}

func (c *sweepCmd) checkSlurm() error {
	modes := 0
	for _, mode := range []bool{c.Slurm, c.Status, c.Collect, c.Part.n > 0} {
		if mode {
			modes++
		}
	}
	switch array := c.Partition+c.Account+c.QOS+c.Constraint != "" || c.Tasks != 0 || c.Throttle != 0 || c.Time != 0 ||
		c.Mem != 0 || len(c.Sbatch) > 0; {
	case modes > 1:
		return errors.New("--slurm, --status, --collect and --part do different things: want one of them")
	case array && !c.Slurm:
		return errors.New("--partition, --account, --qos, --constraint, --tasks, --throttle, --time, --mem and --sbatch are for --slurm")
	}
	return nil
}

// submit submits the study to Slurm, or shows what it would submit.
func (c *sweepCmd) submit(g study.Grid) error {
	cluster, err := c.cluster()
	if err != nil {
		return err
	}
	a, err := slurm.Prepare(show.Context(), g, c.Store, cluster)
	if err != nil {
		return usage(err)
	}
	for _, w := range a.Plan.Warnings {
		warn(w)
	}
	if !c.DryRun && a.Tasks > 0 {
		if err := a.Submit(show.Context()); err != nil {
			return err
		}
	}
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(map[string]any{
			"runs": a.Plan.Runs, "stored": a.Plan.Stored, "missing": a.Plan.Missing(), "tasks": a.Tasks, "jobs": a.Plan.Jobs,
			"estimate_seconds": a.Plan.Estimate.Seconds(), "estimated_runs": a.Plan.Known,
			"job": a.Job, "more": append([]string{}, a.More...), "collector": a.Collector, "directory": a.Dir,
		})
	}
	if err := c.printArray(a); err != nil || a.Tasks == 0 {
		return err
	}
	if c.DryRun {
		return say("\n%s\n\n%s\n%s\n\n%s", filepath.Join(a.Dir, "tasks.sh"), a.TasksScript(),
			filepath.Join(a.Dir, "collect.sh"), a.CollectorScript())
	}
	return say(`
how far it is   focal sweep --status --store %s
logs            %s
to end it       scancel %s %s   (what is finished is kept)
`, slurm.ShellWord(c.Store)+withWords(), filepath.Join(slurm.ShellWord(a.Dir), "*.log"), strings.Join(a.Jobs(), " "), a.Collector)
}

// cluster is how the jobs run this command, and where they find data sets: in the
// folders in which this process looks for them.
func (c *sweepCmd) cluster() (slurm.Cluster, error) {
	program, err := os.Executable()
	if err != nil {
		return slurm.Cluster{}, err
	}
	task := []string{"sweep", slurm.Study, "--store", slurm.Store, "--part", slurm.Part, "--jobs", slurm.Jobs}
	if c.Shuffle != 0 {
		task = append(task, "--shuffle", fmt.Sprint(uint64(c.Shuffle)))
	}
	if c.Isolate {
		task = append(task, "--isolate")
	}
	cluster := slurm.Cluster{
		Program: program, Task: task, Collect: []string{"sweep", slurm.Study, "--store", slurm.Store, "--collect"},
		Links:     []string{data.Folder},
		Partition: c.Partition, Tasks: c.Tasks, Throttle: c.Throttle, Time: time.Duration(c.Time), Memory: int64(c.Mem),
	}
	for _, option := range []struct{ name, value string }{{"account", c.Account}, {"qos", c.QOS}, {"constraint", c.Constraint}} {
		if option.value != "" {
			cluster.Options = append(cluster.Options, "--"+option.name+"="+option.value)
		}
	}
	cluster.Options = append(cluster.Options, c.Sbatch...)
	if cluster.Files = with(); len(cluster.Files) > 0 {
		var names []string
		for _, file := range cluster.Files {
			names = append(names, filepath.Base(file))
		}
		cluster.Env = append(cluster.Env, withVariable+"="+strings.Join(names, string(filepath.ListSeparator)))
		cluster.Check = []string{"sweep", slurm.Study, "--store", "none.db", "--dry-run"}
	}
	if folder := os.Getenv(data.Variable); folder != "" {
		if full, err := filepath.Abs(folder); err == nil {
			folder = full
		}
		cluster.Env = append(cluster.Env, data.Variable+"="+folder)
	}
	return cluster, nil
}

// printArray prints what an array is to do.
func (c *sweepCmd) printArray(a *slurm.Array) error {
	p := a.Plan
	lines := []string{
		"runs", show.Count(int64(p.Runs)),
		"in the store", show.Count(int64(p.Stored)),
		"missing", show.Count(int64(p.Missing())),
	}
	if a.Tasks == 0 {
		return rows(append(lines, "submitted", "nothing: there is nothing left to do")...)
	}
	lines = append(lines, "tasks", fmt.Sprintf("%s of about %s runs, %s at a time",
		show.Count(int64(a.Tasks)), show.Count(int64((p.Missing()+a.Tasks-1)/a.Tasks)), show.Count(int64(p.Jobs))))
	if n := a.Arrays(); n > 1 {
		lines = append(lines, "arrays", fmt.Sprintf("%d, since Slurm's MaxArraySize allows no more tasks in one", n))
	}
	if a.Estimate > 0 {
		lines = append(lines, "estimate", "a task takes about "+show.Duration(a.Estimate)+", by what the store knows "+
			"of such runs")
	}
	if a.Limit > 0 {
		lines = append(lines, "at most", "a task takes "+show.Duration(a.Limit)+", by the runs' time limit")
	}
	if a.Job != "" {
		arrays := "job " + a.Job + ", the array,"
		if jobs := a.Jobs(); len(jobs) > 1 {
			arrays = "jobs " + strings.Join(jobs, ", ") + ", the arrays,"
		}
		lines = append(lines, "submitted", fmt.Sprintf("%s and job %s, which collects after it", arrays, a.Collector))
	}
	return rows(lines...)
}

// A sweepStatus is how far a study is.
type sweepStatus struct {
	Runs    int           `json:"runs"`
	Done    int           `json:"done"` // in the store
	Missing int           `json:"missing"`
	Workers int           `json:"workers"`         // processes at work on the study
	Rate    float64       `json:"rate"`            // runs that they make in a second
	Array   *arrayStatus  `json:"array,omitempty"` // the last one submitted to Slurm
	Job     *workerStatus `json:"job,omitempty"`   // the last one that was detached with the study
}

// A workerStatus is what becomes of a detached process.
type workerStatus struct {
	*worker.Worker
	State worker.State `json:"state"`
}

// An arrayStatus is what becomes of an array.
type arrayStatus struct {
	Job            string         `json:"job"`
	More           []string       `json:"more,omitempty"` // further arrays
	Tasks          map[string]int `json:"tasks"`          // by state
	Requeued       int            `json:"requeued"`
	Collector      string         `json:"collector"`
	CollectorState string         `json:"collector_state"`
	Directory      string         `json:"directory"`
	Active         bool           `json:"active"`
}

// String summarizes the tasks.
func (a *arrayStatus) String() string {
	var tasks []string
	for _, state := range slices.Sorted(maps.Keys(a.Tasks)) {
		tasks = append(tasks, fmt.Sprintf("%s %s", show.Count(int64(a.Tasks[state])), state))
	}
	text := "tasks: " + strings.Join(tasks, ", ")
	if a.Requeued > 0 {
		text += fmt.Sprintf("; queued again: %s", show.Count(int64(a.Requeued)))
	}
	return text
}

// status prints how far the study is. While other machines may be at work it reads
// only shards, and leaves the database to the one that collects.
func (c *sweepCmd) status() error {
	arrays, err := slurm.Arrays(c.Store)
	if err != nil {
		return usage(err)
	}
	if !c.describesStudy() {
		switch j := job.Attach(c.Store); {
		case len(arrays) > 0:
			c.Study = arrays[len(arrays)-1].StudyFile()
		case j.Err == nil:
			c.Study = j.StudyFile()
		case j.Worker != nil:
			return usage(j.Err)
		default:
			return usagef("%s: no study was submitted or detached for this store: name the study whose state to print", c.Store)
		}
	}
	g, err := c.grid()
	if err != nil {
		return usage(err)
	}
	workers, err := worker.List(c.Store)
	if err != nil {
		return err
	}
	var s sweepStatus
	host, _ := os.Hostname()
	elsewhere := false
	for _, w := range workers {
		elsewhere = elsewhere || w.State() == worker.AtWork && w.Host != host
		if w.Digest != g.Digest() {
			continue
		}
		if w.State() == worker.AtWork {
			s.Workers++
			s.Rate += w.Progress.Rate
		}
		if w.Detached && s.Job == nil {
			s.Job = &workerStatus{w, w.State()}
		}
	}
	if len(arrays) > 0 { // the others have ended
		a := arrays[len(arrays)-1]
		if changed := a.Changed(g, with()); len(changed) > 0 {
			warn(fmt.Sprintf("not as submitted: %s (files: %d): the tasks work on their copies in %s, and runs of what has "+
				"changed are others", changed[0], len(changed), a.Dir))
		}
		if state, err := a.State(show.Context()); err != nil {
			warn(err.Error())
			elsewhere = true
		} else {
			s.Array = &arrayStatus{a.Job, a.More, state.Tasks, state.Requeued, a.Collector, state.Collector, a.Dir,
				state.Active()}
			elsewhere = elsewhere || state.Active()
		}
	}
	runs := c.stored(g, elsewhere)
	if runs.Err != nil {
		return sweepError(runs)
	}
	s.Runs, s.Done, s.Missing = runs.Total, runs.Stored, runs.Missing
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(s)
	}
	return s.print()
}

// stored is what is done of the study: in database and shards, or in shards only
// where other machines may be at work, no database is there, or it may not be
// written to and shards have more.
func (c *sweepCmd) stored(g study.Grid, elsewhere bool) *study.Runs {
	if _, err := os.Stat(c.Store); err == nil && !elsewhere {
		if runs := g.Stored(c.Store, study.OnWarning(warn)); !errors.Is(runs.Err, store.ErrReadOnly) {
			return runs
		}
	}
	return g.Stored(c.Store, study.Part(1, 1), study.OnWarning(warn))
}

func (s sweepStatus) print() error {
	lines := []string{
		"runs", show.Count(int64(s.Runs)),
		"done", show.Count(int64(s.Done)),
		"missing", show.Count(int64(s.Missing)),
	}
	if s.Workers > 0 {
		text := fmt.Sprintf("processes: %s, runs a second: %.3g", show.Count(int64(s.Workers)), s.Rate)
		if s.Rate > 0 {
			text += ", " + show.Duration(time.Duration(float64(s.Missing)/s.Rate*float64(time.Second))) + " left"
		}
		lines = append(lines, "at work", text)
	}
	if s.Job != nil {
		lines = append(lines, "detached", s.Job.String())
	}
	if a := s.Array; a != nil {
		lines = append(lines, "job "+strings.Join(append([]string{a.Job}, a.More...), ", "), a.String(),
			"job "+a.Collector, "collects: "+a.CollectorState, "logs", a.Directory)
		if s.Missing > 0 && s.Workers == 0 && !a.Active {
			lines = append(lines, "at work", "nothing; see the logs, and submit what is missing with --slurm")
		}
	}
	return rows(lines...)
}

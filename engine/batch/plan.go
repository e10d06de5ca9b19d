package batch

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/store"
)

// A Plan says what running a study would do.
type Plan struct {
	Runs   int // of the study
	Stored int // of them, in the store already
	Jobs   int // searches at a time
	// Estimate is how long the Known ones of the missing runs will take, by what
	// the store knows of runs like them.
	Estimate time.Duration
	Known    int
	Warnings []string // of what may go wrong on this machine

	work float64 // of the Known ones one after the other, in nanoseconds
}

// each is how long each of some tasks of Jobs searches at a time will take that
// share the missing runs: as long as one run at least.
func (p *Plan) each(tasks int) time.Duration {
	if p.Known == 0 {
		return 0
	}
	mean := p.work / float64(p.Known)
	return duration(max(mean, mean*float64(p.Missing())/float64(tasks*p.Jobs)))
}

// duration is that of a number of nanoseconds, which may be too many.
func duration(ns float64) time.Duration {
	if ns >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(ns)
}

// Missing is the number of runs still to be made.
func (p *Plan) Missing() int { return p.Runs - p.Stored }

// Plan says what Run would do with the store at path, and makes none.
func (g Grid) Plan(path string) (*Plan, error) {
	p, err := g.planAnywhere(path)
	if err == nil {
		p.Warnings = append(g.warnings(), p.Warnings...)
	}
	return p, err
}

// planAnywhere does not look at the machine.
func (g Grid) planAnywhere(path string) (*Plan, error) {
	runs, err := g.Runs()
	if err != nil {
		return nil, err
	}
	p := &Plan{Runs: len(runs), Jobs: g.jobs()}
	if absent(path) && absent(store.ShardsDir(path)) {
		return p, folderOf(path)
	}
	d, err := openDatabase(path, g.Trace)
	if err != nil {
		return nil, err
	}
	defer d.close()
	damages, err := d.update()
	if err != nil {
		return nil, err
	}
	p.Warnings = append(p.Warnings, damages...)
	done, err := d.done()
	if err != nil {
		return nil, err
	}
	costs, err := experience(d.store)
	if err != nil {
		return nil, err
	}
	var longest time.Duration
	for _, r := range runs {
		if _, ok := done[r.Key]; ok {
			p.Stored++
		} else if d, ok := costs.of(r); ok {
			p.Known++
			p.work += float64(d)
			longest = max(longest, d)
		}
	}
	p.Estimate = max(longest, duration(p.work/float64(p.Jobs))) // also where there are fewer runs than jobs
	return p, nil
}

// folderOf says whether the store's folder is missing, which nobody makes.
func folderOf(path string) error {
	if folder := filepath.Dir(path); absent(folder) {
		return fmt.Errorf("%s: %w", folder, syscall.ENOENT)
	}
	return nil
}

func absent(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// jobs is the number of searches at a time.
func (g Grid) jobs() int {
	if g.Jobs > 0 {
		return g.Jobs
	}
	return runtime.GOMAXPROCS(0)
}

// loadWarning says whether others leave too little of this machine now.
func (g Grid) loadWarning() []string {
	cores, load := runtime.NumCPU(), machineLoad()
	if g.jobs() > cores || load+float64(g.jobs()) <= float64(cores)+1 {
		return nil
	}
	return []string{fmt.Sprintf("the machine has %d cores and a load of %.1f already: with this study's %d beside it wall times will be too long; compare CPU times", cores, load, g.jobs())}
}

// warnings say what asks too much of this machine.
func (g Grid) warnings() []string {
	var all []string
	if cores := runtime.NumCPU(); g.jobs() > cores {
		all = append(all, fmt.Sprintf("%d searches at a time on %d cores: wall times will be too long, and time limits hit too early", g.jobs(), cores))
	}
	need, have := int64(g.jobs())*g.Limits.Memory, machineMemory()
	if g.Limits.Memory > 0 && have > 0 && need/int64(g.jobs()) == g.Limits.Memory && need > have {
		all = append(all, fmt.Sprintf("%d searches at a time of up to %s each may need %s, and there are %s: the system may kill the process; the store keeps what is finished",
			g.jobs(), FormatSize(g.Limits.Memory), FormatSize(need), FormatSize(have)))
	}
	if g.Limits == (engine.Limits{}) {
		all = append(all, unlimited)
	}
	return all
}

const unlimited = "no limits are set: a hard run may take all the time and memory there is"

// A kin is what runs have in common that take about as long. Its level tells one
// with nothing at some place from one that leaves that open.
type kin struct {
	level                           int
	domain, set, variant, algorithm string
	w, p                            float64
}

// kins are a run's, the nearest first.
func (k kin) kins() []kin {
	return []kin{
		k,
		{1, k.domain, k.set, k.variant, k.algorithm, 0, 0},
		{2, k.domain, k.set, "", k.algorithm, 0, 0},
		{3, k.domain, k.set, "", "", 0, 0},
		{4, k.domain, "", "", "", 0, 0},
	}
}

// costs are what runs took, by what they have in common.
type costs map[kin]*struct{ total, runs int64 }

// experience is what the store knows of how long runs take.
func experience(s *store.Store) (costs, error) {
	_, rows, err := s.Query("SELECT domain, problem_set, variant, algorithm, w, p, sum(wall_ns), count(*) FROM runs GROUP BY 1, 2, 3, 4, 5, 6")
	if err != nil {
		return nil, err
	}
	c := costs{}
	for _, row := range rows {
		k := kin{0, row[0].(string), row[1].(string), row[2].(string), row[3].(string), row[4].(float64), row[5].(float64)}
		for _, k := range k.kins() {
			if c[k] == nil {
				c[k] = new(struct{ total, runs int64 })
			}
			c[k].total += row[6].(int64)
			c[k].runs += row[7].(int64)
		}
	}
	return c, nil
}

// of is how long a run may take: the mean of the nearest kind of runs that the
// store knows, and no more than the time limit.
func (c costs) of(r Run) (time.Duration, bool) {
	domain, set, _, variant := store.SplitName(r.Problem)
	for _, k := range (kin{0, domain, set, variant, r.Algorithm.Name, r.Algorithm.W.Float(), r.Algorithm.P}).kins() {
		if known := c[k]; known != nil {
			d := time.Duration(known.total / known.runs)
			if r.Limits.Time > 0 {
				d = min(d, r.Limits.Time)
			}
			return d, true
		}
	}
	return 0, false
}

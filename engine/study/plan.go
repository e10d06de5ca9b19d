package study

import (
	"fmt"
	"runtime"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/study/internal/ledger"
	"github.com/focal-search/focal/engine/study/internal/process"
	"github.com/focal-search/focal/engine/study/worker"
)

// A Plan describes what running a study would do.
type Plan struct {
	Runs   int // of the study
	Stored int // of them, in the store already
	Jobs   int // searches at a time
	// Estimate is the wall time that the Known ones of the missing runs will take, from
	// the wall times of similar runs in the store.
	Estimate time.Duration
	Known    int
	Machine  []string // warnings about excessive demands on this machine
	Warnings []string // about the study and its store

	work float64 // total for the Known ones, in nanoseconds
}

// Missing returns the number of runs still to be made.
func (p *Plan) Missing() int { return p.Runs - p.Stored }

// Each returns the wall time of each of several tasks that share the missing runs, with Jobs
// searches at a time in each: at least that of one run. It is 0 if unknown.
func (p *Plan) Each(tasks int) time.Duration {
	if p.Known == 0 {
		return 0
	}
	mean := p.work / float64(p.Known)
	return ledger.Duration(max(mean, mean*float64(p.Missing())/float64(tasks*p.Jobs)))
}

// Plan describes what Run would do with the store at path. It makes no runs.
func (g Grid) Plan(path string) (*Plan, error) {
	runs, err := g.Runs()
	if err != nil {
		return nil, err
	}
	p := &Plan{Runs: len(runs), Jobs: g.jobs(), Machine: g.machineWarnings(), Warnings: g.warnings()}
	if ledger.Absent(path) && ledger.Absent(store.ShardsDir(path)) {
		return p, ledger.CheckFolder(path)
	}
	d, err := ledger.OpenDatabase(path, g.Trace)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	damages, err := d.Update()
	if err != nil {
		return nil, err
	}
	p.Warnings = append(p.Warnings, damages...)
	done, err := d.Done()
	if err != nil {
		return nil, err
	}
	costs, err := ledger.From(d.Store)
	if err != nil {
		return nil, err
	}
	var longest time.Duration
	for _, r := range runs {
		id, _ := record.ParseID([]byte(r.Key))
		if _, ok := done[id]; ok {
			p.Stored++
		} else if d, ok := costs.Of(r.Problem, r.Algorithm, r.Limits.Time); ok {
			p.Known++
			p.work += float64(d)
			longest = max(longest, d)
		}
	}
	// longest matters if there are fewer runs than jobs.
	p.Estimate = max(longest, ledger.Duration(p.work/float64(p.Jobs)))
	return p, nil
}

// jobs is the number of searches at a time.
func (g Grid) jobs() int {
	if g.Jobs > 0 {
		return g.Jobs
	}
	return max(runtime.GOMAXPROCS(0), worker.UsedPool().Most())
}

// cores is the number of searches that can run at a time.
func cores() int { return max(runtime.NumCPU(), worker.UsedPool().Most()) }

// machineWarnings warns about excessive demands on this machine.
func (g Grid) machineWarnings() []string {
	var all []string
	if cores := cores(); g.jobs() > cores {
		all = append(all, fmt.Sprintf("%d searches at a time on %d cores: "+
			"wall times will be too long, and time limits reached too early", g.jobs(), cores))
	}
	need, have := int64(g.jobs())*g.Limits.Memory, process.Memory()
	if g.Limits.Memory > 0 && have > 0 && need/int64(g.jobs()) == g.Limits.Memory && need > have {
		all = append(all, fmt.Sprintf("%d searches at a time of up to %s each may need %s, and there are %s: "+
			"the system may kill the process; the store keeps what is finished",
			g.jobs(), input.FormatSize(g.Limits.Memory), input.FormatSize(need), input.FormatSize(have)))
	}
	return all
}

// warnings lists what is questionable about the study on any machine.
func (g Grid) warnings() []string {
	if g.Limits == (engine.Limits{}) {
		return []string{"no limits are set: a hard run may take all time and memory"}
	}
	return nil
}

// loadWarning reports whether other programs leave too little of this machine.
func (g Grid) loadWarning() []string {
	cores, load := cores(), process.Load()
	if g.jobs() > cores || load+float64(g.jobs()) <= float64(cores)+1 {
		return nil
	}
	return []string{fmt.Sprintf("the machine has %d cores and a load of %.1f already: "+
		"with this study's %d beside it wall times will be too long; compare CPU times", cores, load, g.jobs())}
}

package report

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/internal/natural"
	"github.com/focal-search/focal/engine/record"
)

// Runs holds results for reports in little memory. The zero value is empty.
type Runs struct {
	all                 []*Run
	slab                []Run
	failed, interrupted int
	failure             error    // of the first that failed
	partial             []string // the studies that lack runs

	sources   map[sourceKey]*source
	instances map[instanceKey]*instance
	entries   map[entryKey]*entry
	limits    map[engine.Limits]*engine.Limits
	builds    map[build]*build
}

// A build is what times depend on besides the algorithm.
type build struct{ commit, version, host string }

type sourceKey struct {
	problem, digest string
	unit            int64
}

// An instanceKey has the digest: a file that has changed is another instance.
type instanceKey struct{ set, id, digest string }

type entryKey struct {
	name, version, code string
	w                   engine.Ratio
	p                   float64
	schedule            engine.Schedule // zero if there is none
	seed                uint64
}

// AddRecord adds the result of a record, and what made it.
func (rs *Runs) AddRecord(rec *record.Record) {
	n := len(rs.all)
	if rs.Add(rec.Result); len(rs.all) == n {
		return
	}
	by := build{rec.Commit, rec.Go, rec.Host}
	rs.all[n].build = shared(&rs.builds, by, func() *build { return &by })
}

// shared returns what a map has under a key, and makes it if there is nothing.
func shared[K comparable, V any](all *map[K]*V, key K, make func() *V) *V {
	v := (*all)[key]
	if v == nil {
		if *all == nil {
			*all = map[K]*V{}
		}
		v = make()
		(*all)[key] = v
	}
	return v
}

// Add adds a result. The result may be changed afterwards.
func (rs *Runs) Add(r *engine.Result) {
	if r != nil && r.Partial != nil && !slices.Contains(rs.partial, r.Partial.String()) {
		rs.partial = append(rs.partial, r.Partial.String())
	}
	switch {
	case r == nil || r.Err != nil || r.Error != "" || r.Status == engine.Failed:
		if rs.failed++; r != nil && rs.failure == nil && r.Error != "" {
			rs.failure = errors.New(r.Error)
		}
		return
	case r.Status == engine.LimitCancelled:
		rs.interrupted++
		return
	}
	if len(rs.slab) == cap(rs.slab) {
		rs.slab = make([]Run, 0, min(max(16, len(rs.all)), 4096))
	}
	limits := r.Limits
	rs.slab = append(rs.slab, Run{
		source: rs.source(r), entry: rs.entry(r), Status: r.Status, Cost: r.Cost,
		Limits:     shared(&rs.limits, limits, func() *engine.Limits { return &limits }),
		LowerBound: r.LowerBound, Expanded: r.Expanded, Generated: r.Generated, Inserted: r.Inserted,
		Reopened: r.Reopened, PeakBytes: r.PeakBytes, Wall: r.Wall, CPU: r.CPU, Trace: r.Trace,
	})
	run := &rs.slab[len(rs.slab)-1]
	if run.anytime() {
		run.Incumbents = r.Incumbents
	}
	rs.all = append(rs.all, run)
}

func (rs *Runs) source(r *engine.Result) *source {
	return shared(&rs.sources, sourceKey{r.Problem, r.Digest, r.Unit}, func() *source {
		set, id := record.Set(r.Problem)
		at := shared(&rs.instances, instanceKey{set, id, r.Digest}, func() *instance { return &instance{set: set, id: id} })
		return &source{r.Problem, r.Digest, r.Unit, at}
	})
}

func (rs *Runs) entry(r *engine.Result) *entry {
	a := r.Algorithm
	key := entryKey{name: a.Name, version: a.Version, code: a.Code, w: a.W, p: a.P, seed: r.Seed}
	if a.Schedule != nil {
		key.schedule = *a.Schedule
	}
	return shared(&rs.entries, key, func() *entry {
		c := config{name: a.Name, w: a.W, p: a.P}
		if a.Schedule != nil {
			c.schedule = a.Schedule.String()
		}
		if a.Draws() {
			c.seed = r.Seed
		}
		return &entry{Algorithm: a, config: c, draws: a.Draws()}
	})
}

// study sorts the runs. If a run occurs several times, the last one with the greatest limits
// counts; one that is solved counts before one that is not, as other limits change nothing
// about it.
func (rs *Runs) study(opts []Option) (*study, error) {
	s := &study{options: options{attribute: record.Find("expanded")}, Runs: rs}
	for _, set := range opts {
		set(&s.options)
	}
	if s.err != nil {
		return nil, s.err
	}
	rs.rank()
	s.runs = slices.Clone(rs.all)
	slices.SortStableFunc(s.runs, func(a, b *Run) int {
		if order := cmp.Or(a.setRank-b.setRank, a.rank-b.rank, a.idRank-b.idRank); order != 0 {
			return order
		}
		if a.Solved() != b.Solved() {
			return cmp.Compare(a.Cost, b.Cost) // -1 without a solution
		}
		return a.Limits.Compare(*b.Limits)
	})
	kept := s.runs[:0]
	for i, r := range s.runs {
		r.used, r.lacks = false, ""
		if i+1 < len(s.runs) && s.runs[i+1].instance == r.instance && s.runs[i+1].config == r.config {
			if s.repeated++; r.Limits != s.runs[i+1].Limits {
				s.lowered++
			}
			continue
		}
		kept = append(kept, r)
	}
	if s.runs = kept; len(kept) == 0 {
		return nil, s.empty()
	}
	return s, nil
}

// rank numbers instances and entries in the order of the study.
func (rs *Runs) rank() {
	rs.distinguish()
	bySets := func(a, b *instance) int {
		if a.set == b.set {
			return 0
		}
		return cmp.Or(bySet(a.set, b.set), cmp.Compare(a.set, b.set))
	}
	instances := slices.SortedFunc(maps.Values(rs.instances), func(a, b *instance) int {
		return cmp.Or(bySets(a, b), natural.Compare(a.id, b.id), cmp.Compare(a.id, b.id))
	})
	for i, at := range instances {
		if at.idRank = i; i > 0 {
			if at.setRank = instances[i-1].setRank; bySets(instances[i-1], at) != 0 {
				at.setRank++
			}
		}
	}
	entries := slices.SortedFunc(maps.Values(rs.entries), func(a, b *entry) int {
		return compareConfigs(a.config, b.config)
	})
	for i, e := range entries {
		if i > 0 {
			if e.rank = entries[i-1].rank; compareConfigs(entries[i-1].config, e.config) != 0 {
				e.rank++
			}
		}
	}
}

// marked is a name that stands for several problems, with the beginning of the digest of one.
func marked(name, digest string) string { return fmt.Sprintf("%s#%.8s", name, digest) }

// distinguish gives custom algorithms their full names if runs of different versions or
// code have the same name, and instances of different content the beginning of their digest.
func (rs *Runs) distinguish() {
	contents := map[instanceKey]int{}
	for of := range rs.instances {
		contents[instanceKey{set: of.set, id: of.id}]++
	}
	for of, at := range rs.instances {
		if at.mixed = contents[instanceKey{set: of.set, id: of.id}] > 1; at.mixed {
			at.id = marked(of.id, of.digest)
		}
	}
	full, several := map[string]string{}, map[string]bool{}
	for _, e := range rs.entries {
		a := e.Algorithm
		if a.Version == "" {
			continue
		}
		if first, known := full[a.Name]; known && first != a.FullName() {
			several[a.Name] = true
		}
		full[a.Name] = a.FullName()
	}
	for _, e := range rs.entries {
		if several[e.Algorithm.Name] {
			e.Algorithm.Name = e.Algorithm.FullName()
			e.config.name = e.Algorithm.Name
		}
	}
}

package ledger

import (
	"math"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/store"
)

// A kin identifies runs that take about equally long. Its level distinguishes an empty
// field from an unspecified one.
type kin struct {
	level                           int
	domain, set, variant, algorithm string
	w, p                            float64
}

// kins are the kins of a run, the nearest first.
func (k kin) kins() []kin {
	return []kin{
		k,
		{1, k.domain, k.set, k.variant, k.algorithm, 0, 0},
		{2, k.domain, k.set, "", k.algorithm, 0, 0},
		{3, k.domain, k.set, "", "", 0, 0},
		{4, k.domain, "", "", "", 0, 0},
	}
}

// Costs are the wall times of the runs in a store, by what they have in common.
type Costs map[kin]*struct{ total, runs int64 }

// From reads the costs of the runs in a store.
func From(s *store.Store) (Costs, error) {
	_, rows, err := s.Query("SELECT domain, problem_set, variant, algorithm, w, p, sum(wall_ns), count(*) " +
		"FROM runs GROUP BY 1, 2, 3, 4, 5, 6")
	if err != nil {
		return nil, err
	}
	c := Costs{}
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

// Of returns how long a run may take: the mean of its nearest kin in the store, at most the
// time limit. It is false if the store has no kin.
func (c Costs) Of(problem string, a engine.Algorithm, limit time.Duration) (time.Duration, bool) {
	domain, set, _, variant := engine.SplitName(problem)
	for _, k := range (kin{0, domain, set, variant, a.FullName(), a.W.Float(), a.P}).kins() {
		if known := c[k]; known != nil {
			d := time.Duration(known.total / known.runs)
			if limit > 0 {
				d = min(d, limit)
			}
			return d, true
		}
	}
	return 0, false
}

// Duration converts a number of nanoseconds, which may be too large, to a duration.
func Duration(ns float64) time.Duration {
	if ns >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(ns)
}

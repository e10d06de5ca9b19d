package engine

import (
	"context"
	"math"
	"strings"
	"sync"
	"testing"
)

// The algorithms of published results that notebooks 10 and 11 study and that are not built
// in, as the notebooks define them.

// ablation is one of them; those of other names have no published results.
// Each is made once, since it is compared with the published one when it first runs.
func ablation(name string, w float64, scheduler func() Scheduler, queues ...Queue) Algorithm {
	made, ok := ablations.Load(name)
	if !ok {
		made, _ = ablations.LoadOrStore(name, Custom{Name: name, Queues: queues, Scheduler: scheduler}.Algorithm(1))
	}
	a := made.(Algorithm)
	a.W, a.err = newWeight(w)
	return a
}

var ablations sync.Map // by name

// rrfsStrict is Round-Robin Focal Search without exceptions: least d, greatest
// potential and least f select in turn. Its bound is that of RRFS with R = 0.
func rrfsStrict(w float64) Algorithm {
	return ablation("rrfs-strict", w, threeInTurn, LeastD, GreatestPotential, LeastF)
}

// Proof: between two rises a selection of the head needs h + N <= g with N >= 1, so h
// <= g always holds. A guided selection needs g < h + N. The h nodes that the head
// expanded and the N nodes are different nodes that had the least f, so g <= P'
// afterwards, where P' is P for this interval, and likewise h <= P'. Summing over the
// intervals gives E = G + H <= 2·G and E <= 2·P. This holds for any guidance. fmin <=
// C* until a solution is found, so the nodes of P have f <= C*; FS has no such bound. G
// counts the guided expansions of this run, under the thresholds that its head
// expansions produced, and may exceed the expansions of FS.
func clearFS(w float64) Algorithm { return ablation("clearfs", w, clears, LeastD, LeastF) }

// diveHalfFS begins with a dive: it selects least d in FOCAL until FOCAL's least d
// exceeds the least selected so far, or has not fallen for more selections than it has
// fallen before. It then makes as many such selections again. After the dive, least d
// and OPEN's head select in turn.
func diveHalfFS(w float64) Algorithm {
	return ablation("divehalffs", w, func() Scheduler { return dive(inTurn(2)) }, LeastD, LeastF)
}

// diveClearFS begins with the dive of DiveHalfFS and continues as ClearFS.
//
// Bound. With T selections in the dive, E <= 2·min(G, P + T): ClearFS's proof holds
// after the dive, whose T selections are guided. If the least d falls to k values in
// the dive, d(start) included, then T <= k·(k+3): the i-th value is selected at most i
// + 1 times, and the dive is then made as long again. So T is bounded in terms of the
// start's d, even where many nodes have the same d.
func diveClearFS(w float64) Algorithm {
	return ablation("diveclearfs", w, divesAndClears, LeastD, LeastF)
}

// diveClearFSH is diveClearFS with ties of least f broken as A* does, to the smaller h.
func diveClearFSH(w float64) Algorithm {
	return ablation("diveclearfs-h", w, divesAndClears, LeastD, LeastFThenH)
}

// clearDPS and diveClearDPS are guided by potential, and have the same bounds.
func clearDPS(w float64) Algorithm { return ablation("cleardps", w, clears, GreatestPotential, LeastF) }

func diveClearDPS(w float64) Algorithm {
	return ablation("divecleardps", w, divesAndClears, GreatestPotential, LeastF)
}

// The anytime forms have the bounds over the whole run, with f <= C* replaced by f <= the
// cost of the first solution. There is one dive, at the beginning.
func aClearFS(w float64) Algorithm {
	return ablation("aclearfs", w, clears, LeastD, LeastF).With(*DefaultSchedule())
}

func aDiveClearDPS(w float64) Algorithm {
	return ablation("adivecleardps", w, divesAndClears, GreatestPotential, LeastF).With(*DefaultSchedule())
}

func clears() Scheduler { return clearPlateaus }

func divesAndClears() Scheduler { return dive(clearPlateaus) }

// clearPlateaus names OPEN's head, queue 1, only while h + N <= g, where N is the
// number of nodes in OPEN with f = fmin, and g and h are the guided and head expansions
// since fmin last rose: a plateau is cleared when that costs no more than guidance has
// cost.
func clearPlateaus(o *Observation) int {
	guided, head := o.SinceRise[0], o.SinceRise[1]
	if head+o.Plateau() <= guided {
		return 1
	}
	return 0
}

// dive names queue 0 until its least key exceeds the least that has been selected, or
// has been the same for more selections than it has fallen before, the first selection
// counting as its first fall. It names queue 0 for as many selections again, and then
// follows another scheduler. If the key falls k times, the dive makes at most k(k+3)
// selections: at most i without a fall after fall i, and all of them twice.
func dive(then Scheduler) Scheduler {
	least, falls, same := Cost(math.MaxInt64), int64(0), int64(0)
	selected, end := int64(0), int64(-1)
	return func(o *Observation) int {
		if end < 0 {
			switch _, key := o.Best(0); {
			case selected == 0 || key < least:
				least, same = key, 0
				falls++
			default:
				same++
				if key > least || same > falls {
					end = 2 * selected
				}
			}
		}
		if end >= 0 && selected >= end {
			return then(o)
		}
		selected++
		return 0
	}
}

// TestRetired: an algorithm of a published name that is not built in is that algorithm, with its
// identity, if it selects alike; it is refused otherwise, and its published results are read.
func TestRetired(t *testing.T) {
	p := grid(12).problem()
	for _, a := range []Algorithm{rrfsStrict(1.5), clearFS(1.5), diveHalfFS(1.5), diveClearFS(1.5), diveClearFSH(1.5)} {
		r := Solve(context.Background(), p, a)
		if r.Err != nil || r.Algorithm.Version != "" || r.Algorithm.Code != "" {
			t.Errorf("%s: %v, version %q, code %q", a.Name, r.Err, r.Algorithm.Version, r.Algorithm.Code)
		}
		read := *r
		read.Algorithm.custom = nil // as from a file
		if err := Verify(p, &read); err != nil {
			t.Error(err)
		}
		if again := Solve(context.Background(), p, read.Algorithm); again.Err == nil ||
			again.Err.Error() != a.Name+" has published results, but is not built in: define it by engine.Custom, as notebook 11 does" {
			t.Error(again.Err)
		}
		if _, err := NewAlgorithm(a.Name, 1.5, 1); err == nil {
			t.Errorf("NewAlgorithm knows %s", a.Name)
		}
		if _, err := NewAlgorithm(a.Name+"-defer", 1.5, 1); err == nil {
			t.Errorf("NewAlgorithm knows %s-defer", a.Name)
		}
	}
	for want, a := range map[string]Algorithm{
		"clearfs selects otherwise than the published algorithm of this name (code ": Custom{Name: "clearfs", Queues: []Queue{LeastD}}.Algorithm(2),
		`the name "ClearFS" belongs to ClearFS`:                                      Custom{Name: "ClearFS", Queues: []Queue{LeastD}}.Algorithm(2),
		"clearfs, version 2: the name belongs to a published algorithm":              Custom{Name: "clearfs", Version: "2"}.Algorithm(2),
		"clearfs is not an anytime algorithm: it takes no schedule":                  clearFS(2).With(*DefaultSchedule()),
	} {
		if r := Solve(context.Background(), p, a); r.Err == nil || !strings.Contains(r.Err.Error(), want) {
			t.Errorf("got %v, want %s", r.Err, want)
		}
	}
}

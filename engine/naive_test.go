package engine

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
)

// naive follows the specification literally, for tests only: maps, linear scans and big
// rationals. It shares no code with the search.
type naive struct {
	g     *graph
	alg   Algorithm
	base  string          // of its name
	has   map[string]bool // the modifiers of its name
	nodes map[int]*naiveNode
	seq   int
	w     *big.Rat

	byQueue   [3]int64
	crossings [3][3]int64 // selections, by the queue whose expansion inserted the node
	// For estimates.
	counted    int64
	sinceRise  [2]int // guided expansions and others since fmin rose
	dived      []Cost // d of the selections of a dive
	diveEnds   int    // after this many selections, 0 if it is not known yet
	afterDive  int    // selections
	sumH, sumD *big.Int
	fHatMins   []*big.Int   // at each expansion
	heads      map[int]bool // the nodes, by seq, that have had the least f since fmin rose
	plateaus   int64        // such nodes, over all rises
	free       int64        // expansions that used no turn
	iteration  int

	status                                                Status
	expandedStates                                        []int
	expanded, generated, inserted, reopened, guided, head int64
	cost, fmin, bound                                     Cost
	incumbents                                            []Incumbent
	lastKey                                               Cost
	limit                                                 int64 // on expansions; 0 for none
	sections                                              []naiveSection
	seen                                                  [3]int64
}

type naiveNode struct {
	state   int
	from    int      // the queue whose expansion inserted it, -1 for the start
	fHat    *big.Int // in units of 2^-16, as it was when the node entered OPEN
	dHat    *big.Int
	effort  *big.Int
	g       Cost
	seq     int
	open    bool
	closed  bool // has been expanded since it was last put into OPEN
	removed bool // an accepted goal
	stale   bool // from an iteration before the last restart
	gOld    Cost // of its last expansion
	late    bool // deferred: only OPEN's head has it
	waits   bool // for the next iteration
	in      int  // the iteration in which it was last expanded
	// Of DSWA*, when it was inserted, in 64ths of 1/N.
	priority *big.Int
}

func runNaive(g *graph, alg Algorithm, seed uint64, limit int64) *naive {
	start := &naiveNode{open: true, from: -1}
	n := &naive{
		g: g, alg: alg, limit: limit, nodes: map[int]*naiveNode{0: start}, cost: -1,
		w: big.NewRat(alg.W.Num, alg.W.Den), sumH: new(big.Int), sumD: new(big.Int),
	}
	n.split()
	if n.base == "ios" {
		n.w.Sub(n.w.Add(n.w, n.w), big.NewRat(1, 1))
	}
	n.estimate(start)
	start.priority = n.distributed(0, g.h[0])
	turns, boosts := int64(0), 0
	last, records := -1, map[int]Cost{}
	pcg := rand.NewPCG(seed, 0)
	selections := int64(0)
	for {
		open := n.open()
		if n.iterates(open) {
			if n.status != "" {
				return n
			}
			continue
		}
		if len(open) == 0 {
			n.status = Unsolvable
			if n.cost >= 0 {
				n.status, n.bound = Optimal, n.cost
			}
			return n
		}
		before := n.fmin
		n.fmin = n.f(open[0])
		for _, x := range open {
			n.fmin = min(n.fmin, n.f(x))
		}
		n.bound = max(n.bound, n.fmin)
		if n.fmin > before || n.heads == nil {
			n.sinceRise, n.heads = [2]int{}, map[int]bool{}
		}
		for _, x := range open {
			if n.f(x) == n.fmin && !n.heads[x.seq] {
				n.heads[x.seq] = true
				n.plateaus++
			}
		}
		if s := alg.Schedule; s != nil && !n.iterated() && s.UntilProved && n.cost >= 0 &&
			n.atMost(n.cost, s.Stop, n.fmin) {
			n.status = BoundReached
			return n
		}

		guided, free := true, int64(0)
		turn := func() int { turns++; return int(turns-1) % 3 }
		queue := -1 // one of three
		switch n.base {
		case "astar", "wastar", "xdp", "xup", "pwxd", "pwxu", "dswastar", "arastar", "ios":
			guided = false
		case "clearfs", "cleardps":
			guided = !n.clears(open)
		case "divehalffs", "diveclearfs", "divecleardps":
			guided = n.dives(open)
		case "ees":
			queue = n.explicitEstimation(open)
		case "eespp":
			queue = 0
		case "rrfs-strict", "rrfs", "rrslack", "rrd", "rrdps", "rrdxes":
			// last is the queue that selected last, with its key in lastKey.
			r, set := records[last]
			switch guided := (last == 0 || last == 1) && (n.base == "rrfs" || n.base == "rrslack" || n.has["boost"]); {
			case guided && (!set || n.lastKey < r):
				records[last], queue, free = n.lastKey, last, 1
				if n.has["boost"] {
					boosts++
				}
			case guided && boosts > 0:
				queue, free = last, 1
				boosts--
			default:
				queue, boosts = turn(), 0
			}
		}
		switch {
		case n.has["p"] && alg.P < 1:
			guided = float64(pcg.Uint64()<<11>>11)/(1<<53) < alg.P
		case n.has["alt"]:
			// After i selections, floor(i·(1-p)) were OPEN's head.
			p, _ := new(big.Rat).SetString(fmt.Sprint(alg.P))
			head := new(big.Rat).Sub(big.NewRat(1, 1), p)
			due := func(i int64) *big.Int {
				x := new(big.Rat).Mul(head, big.NewRat(i, 1))
				return new(big.Int).Div(x.Num(), x.Denom())
			}
			guided = due(selections).Cmp(due(selections+1)) == 0
			selections++
		}
		if n.base == "dxes" {
			queue = 0
			if !guided {
				queue = 1
			}
		}
		if guided && queue < 0 && len(n.eligible(open)) == 0 {
			guided = false // all of them are deferred
		}
		best := open[0]
		for _, x := range open[1:] {
			if n.before(x, best, guided) {
				best = x
			}
		}
		if queue >= 0 {
			best, queue = n.selected(open, queue)
			guided, last = queue < len(alg.Description().Queues)-1, queue
		}
		fHatMin := open[0].fHat
		for _, x := range open {
			if x.fHat.Cmp(fHatMin) < 0 {
				fHatMin = x.fHat
			}
		}
		selector := queue
		if queue < 0 && (guided || len(alg.Description().Queues) == 1) {
			selector = 0
		} else if queue < 0 {
			selector = 1
		}
		if best.from >= 0 {
			n.crossings[best.from][selector]++
		}
		if g.goal[best.state] {
			if n.iterated() {
				if n.solved(best); n.status != "" {
					return n
				}
				continue
			}
			n.cost = best.g
			n.incumbents = append(n.incumbents, Incumbent{Cost: n.cost, FMin: n.fmin})
			if alg.Schedule == nil {
				n.status = Solved
				return n
			}
			best.open, best.removed = false, true
			if len(n.open()) == 0 {
				continue // optimal
			}
			if n.fmin == 0 {
				continue
			}
			w := new(big.Rat).Sub(big.NewRat(n.cost, n.fmin), big.NewRat(alg.Schedule.Step.Num, alg.Schedule.Step.Den))
			stop := big.NewRat(alg.Schedule.Stop.Num, alg.Schedule.Stop.Den)
			if w.Cmp(stop) <= 0 {
				if !alg.Schedule.UntilProved {
					n.status = BoundReached
					return n
				}
				w = stop
			}
			n.w = w
			continue
		}
		if n.limit > 0 && n.expanded >= n.limit {
			n.status = LimitExpanded
			if n.base == "ios" {
				n.cost = -1 // a cost that is not proved is not a solution
			}
			return n
		}
		if queue >= 0 {
			n.byQueue[queue]++
			n.free += free
		}
		n.fHatMins = append(n.fHatMins, fHatMin)
		n.expand(best, guided, selector)
	}
}

// iterated reports whether the algorithm starts again with another weight.
func (n *naive) iterated() bool { return n.base == "arastar" || n.base == "ios" || n.has["r"] }

// iterates does what such an algorithm does before a selection.
func (n *naive) iterates(open []*naiveNode) bool {
	least := n.cost // priority, or the incumbent's cost
	for _, x := range open {
		if f := n.f(x); n.base == "ios" && f < least {
			least = f
		}
	}
	switch {
	case n.base == "ios" && n.iteration > 0:
		if n.atMost(n.cost, n.alg.W, least) {
			n.status = Solved
			n.incumbents = append(n.incumbents, Incumbent{Cost: n.cost, FMin: least})
			return true
		}
	case n.base == "arastar" && n.cost >= 0:
		for _, x := range open {
			priority := new(big.Rat).Add(big.NewRat(x.g, 1), new(big.Rat).Mul(n.w, big.NewRat(n.g.h[x.state], 1)))
			if priority.Cmp(big.NewRat(n.cost, 1)) < 0 {
				return false
			}
		}
		n.w.Sub(n.w, big.NewRat(n.alg.Schedule.Step.Num, n.alg.Schedule.Step.Den))
		before := new(big.Rat).Set(n.w)
		if n.reweigh(); n.status == "" {
			if before.Cmp(n.w) < 0 {
				n.w = before
			}
			if n.w.Cmp(big.NewRat(1, 1)) < 0 {
				n.w = big.NewRat(1, 1)
			}
			n.anew()
		}
		return true
	}
	return false
}

// solved processes a goal that was selected.
func (n *naive) solved(goal *naiveNode) {
	n.cost = goal.g
	goal.open, goal.removed = false, true
	if n.base == "ios" {
		if n.iteration > 0 {
			n.status = Solved
			n.incumbents = append(n.incumbents, Incumbent{Cost: n.cost, FMin: n.cost})
			return
		}
		n.w = big.NewRat(1, 1)
		n.anew()
		return
	}
	n.incumbents = append(n.incumbents, Incumbent{Cost: n.cost, FMin: n.leastLive()})
	if n.reweigh(); n.status == "" {
		n.anew()
	}
}

// leastLive returns the least f of the nodes that are not expanded, at most the
// incumbent's cost.
func (n *naive) leastLive() Cost {
	least := n.cost
	for _, x := range n.nodes {
		if x.open {
			least = min(least, n.f(x))
		}
	}
	return least
}

// reweigh sets the weight after a solution, or ends.
func (n *naive) reweigh() {
	fmin, s := n.leastLive(), n.alg.Schedule
	n.bound = max(n.bound, fmin)
	if fmin == n.cost {
		n.status, n.bound = Optimal, n.cost
		return
	}
	if fmin > 0 {
		w := new(big.Rat).Sub(big.NewRat(n.cost, fmin), big.NewRat(s.Step.Num, s.Step.Den))
		if stop := big.NewRat(s.Stop.Num, s.Stop.Den); w.Cmp(stop) <= 0 {
			if !s.UntilProved {
				n.status = BoundReached
			}
			w = stop
		}
		n.w = w
	}
	if s.UntilProved && n.atMost(n.cost, s.Stop, fmin) {
		n.status = BoundReached
	}
}

// anew begins the next iteration.
func (n *naive) anew() {
	n.iteration++
	for _, x := range n.nodes {
		x.waits = false
		if n.base != "arastar" {
			x.open, x.stale = false, true
		}
	}
	if n.base != "arastar" {
		n.seq++
		*n.nodes[0] = naiveNode{open: true, seq: n.seq, fHat: new(big.Int), dHat: new(big.Int)}
	}
}

// selected returns the node that one of three queues selects and, if its best node is not
// eligible, the queue that is asked instead.
func (n *naive) selected(open []*naiveNode, queue int) (*naiveNode, int) {
	all := open[:0:0]
	for _, x := range open {
		if !x.late {
			all = append(all, x)
		}
	}
	promising, eligible := n.promising(all), n.eligible(open)
	byF := func(x, y *naiveNode) bool { return first(n.f(x)-n.f(y), Cost(x.seq-y.seq)) }
	byFThenH := func(x, y *naiveNode) bool {
		return first(n.f(x)-n.f(y), n.g.h[x.state]-n.g.h[y.state], Cost(x.seq-y.seq))
	}
	byD := func(x, y *naiveNode) bool { return first(n.g.d[x.state]-n.g.d[y.state], Cost(x.seq-y.seq)) }
	byFHat := func(x, y *naiveNode) bool { return first(Cost(x.fHat.Cmp(y.fHat)), y.g-x.g, Cost(x.seq-y.seq)) }
	byDHat := func(x, y *naiveNode) bool { return first(Cost(x.dHat.Cmp(y.dHat)), Cost(x.seq-y.seq)) }
	byEffort := func(x, y *naiveNode) bool { return first(Cost(x.effort.Cmp(y.effort)), y.g-x.g, Cost(x.seq-y.seq)) }
	byPotential := func(x, y *naiveNode) bool {
		return first(Cost(n.potential(y, x)), n.g.h[x.state]-n.g.h[y.state], x.g-y.g, Cost(x.seq-y.seq))
	}
	// Greatest ((2w-1)·fmin - f)/d, ties to the smaller d, the smaller f, the smaller number.
	bySlack := func(x, y *naiveNode) bool {
		x2 := new(big.Rat).Sub(new(big.Rat).Add(n.threshold(), n.threshold()), big.NewRat(n.fmin, 1))
		of := func(z *naiveNode) *big.Rat {
			return new(big.Rat).Quo(new(big.Rat).Sub(x2, big.NewRat(n.f(z), 1)), big.NewRat(n.g.d[z.state], 1))
		}
		dx, dy := n.g.d[x.state], n.g.d[y.state]
		if dx > 0 && dy > 0 {
			if c := of(x).Cmp(of(y)); c != 0 {
				return c > 0
			}
		}
		return first(dx-dy, n.f(x)-n.f(y), Cost(x.seq-y.seq))
	}
	type order struct {
		nodes  []*naiveNode
		before func(x, y *naiveNode) bool
		key    func(x *naiveNode) *big.Int
	}
	h := func(x *naiveNode) *big.Int { return big.NewInt(n.g.h[x.state]) }
	d := func(x *naiveNode) *big.Int { return big.NewInt(n.g.d[x.state]) }
	u := order{eligible, byPotential, h}
	slack := order{eligible, bySlack, d}
	f := order{open, byF, nil}
	if n.has["h"] {
		f = order{open, byFThenH, nil}
	}
	deep := order{open, func(x, y *naiveNode) bool { return first(n.f(x)-n.f(y), y.g-x.g, Cost(x.seq-y.seq)) }, nil}
	least := order{eligible, byFHat, func(x *naiveNode) *big.Int { return x.fHat }}
	effort := order{eligible, byEffort, func(x *naiveNode) *big.Int { return x.effort }}
	queues := map[string][]order{
		"rrfs":        {u, {eligible, byD, d}, f},
		"rrslack":     {slack, u, f},
		"rrfs-strict": {{eligible, byD, d}, u, f},
		"ees":         {{promising, byDHat, nil}, {all, byFHat, nil}, deep},
		"eespp":       {{promising, byDHat, nil}, {all, byFHat, nil}, deep},
		"rrd":         {{eligible, byDHat, func(x *naiveNode) *big.Int { return x.dHat }}, least, deep},
		"rrdps":       {u, least, deep},
		"dxes":        {effort, deep},
		"rrdxes":      {effort, least, deep},
	}[n.base]
	for ; ; queue++ {
		q := queues[queue]
		if len(q.nodes) == 0 {
			continue
		}
		best := q.nodes[0]
		for _, x := range q.nodes[1:] {
			if q.before(x, best) {
				best = x
			}
		}
		if big.NewRat(n.f(best), 1).Cmp(n.threshold()) <= 0 {
			if q.key != nil {
				n.lastKey = q.key(best).Int64()
			}
			return best, queue
		}
	}
}

// eligible returns the nodes of FOCAL.
func (n *naive) eligible(open []*naiveNode) (eligible []*naiveNode) {
	for _, x := range open {
		if !x.late && big.NewRat(n.f(x), 1).Cmp(n.threshold()) <= 0 {
			eligible = append(eligible, x)
		}
	}
	return eligible
}

// split splits the algorithm's name as the documentation of Modifier says.
func (n *naive) split() {
	n.base, n.has = n.alg.Name, map[string]bool{}
	known := func() bool {
		return slices.Contains(strings.Fields(`astar wastar xdp xup pwxd pwxu dswastar ios fs dps rrfs rrslack ees eespp rrd rrdps dxes rrdxes arastar
			anastar rrfs-strict clearfs divehalffs diveclearfs cleardps divecleardps`), n.base)
	}
	for !known() && strings.Contains(n.base, "-") {
		i := strings.LastIndex(n.base, "-")
		n.has[n.base[i+1:]], n.base = true, n.base[:i]
	}
	whole := n.base
	for _, words := range []string{"", "a", "r", "p", "alt", "a p", "a alt"} {
		if known() {
			break
		}
		if n.base = strings.TrimPrefix(whole, strings.ReplaceAll(words, " ", "")); known() {
			for _, word := range strings.Fields(words) {
				n.has[word] = true
			}
		}
	}
	if !known() {
		panic("the naive engine does not know " + n.alg.Name)
	}
}

// promising returns the nodes whose f̂ is at most w times the least.
func (n *naive) promising(open []*naiveNode) (promising []*naiveNode) {
	if len(open) == 0 {
		return nil
	}
	least := open[0].fHat
	for _, x := range open {
		if x.fHat.Cmp(least) < 0 {
			least = x.fHat
		}
	}
	for _, x := range open {
		limit := new(big.Rat).Mul(n.w, new(big.Rat).SetInt(least))
		if new(big.Rat).SetInt(x.fHat).Cmp(limit) <= 0 {
			promising = append(promising, x)
		}
	}
	return promising
}

// explicitEstimation returns the number of the queue of EES whose best node is expanded.
func (n *naive) explicitEstimation(open []*naiveNode) int {
	first := func(nodes []*naiveNode, key func(*naiveNode) *big.Int) *naiveNode {
		return slices.MinFunc(nodes, func(x, y *naiveNode) int {
			return cmp.Or(key(x).Cmp(key(y)), cmp.Compare(x.seq, y.seq))
		})
	}
	fHat := func(x *naiveNode) *big.Int { return x.fHat }
	dHat := func(x *naiveNode) *big.Int { return x.dHat }
	fmin := saturated62(new(big.Int).Lsh(big.NewInt(n.fmin), 16))
	limit := new(big.Rat).Mul(n.w, new(big.Rat).SetInt(fmin))
	open = slices.DeleteFunc(slices.Clone(open), func(x *naiveNode) bool { return x.late })
	if len(open) == 0 {
		return 2
	}
	for queue, best := range []*naiveNode{first(n.promising(open), dHat), first(open, fHat)} {
		if new(big.Rat).SetInt(best.fHat).Cmp(limit) <= 0 {
			return queue
		}
	}
	return 2
}

// clears reports whether ClearFS selects OPEN's head.
func (n *naive) clears(open []*naiveNode) bool {
	plateau := 0
	for _, x := range open {
		if n.f(x) == n.fmin {
			plateau++
		}
	}
	return n.sinceRise[1]+plateau <= n.sinceRise[0]
}

// dives reports whether a selection of a diving algorithm is guided.
func (n *naive) dives(open []*naiveNode) bool {
	best := open[0]
	for _, x := range open[1:] {
		if n.before(x, best, true) {
			best = x
		}
	}
	least := n.g.h[best.state]
	if n.byD() {
		least = n.g.d[best.state]
	}
	if n.diveEnds == 0 && len(n.dived) > 0 {
		lows := map[Cost]bool{} // the values that were each less than all before
		same := 1               // selections since the last of them, this one included
		for _, key := range n.dived {
			if len(lows) == 0 || key < slices.MinFunc(slices.Collect(maps.Keys(lows)), cmp.Compare) {
				lows[key], same = true, 0
			}
			same++
		}
		lowest := slices.Min(n.dived)
		if least > lowest || least == lowest && same > len(lows) {
			n.diveEnds = 2 * len(n.dived)
		}
	}
	switch {
	case n.diveEnds == 0 || len(n.dived) < n.diveEnds:
		n.dived = append(n.dived, least)
		return true
	case n.base != "divehalffs":
		return !n.clears(open)
	}
	n.afterDive++
	return n.afterDive%2 == 1
}

// estimate computes f̂ and d̂ of a node that enters OPEN, in units of 2^-16.
func (n *naive) estimate(x *naiveNode) {
	h, d := big.NewInt(n.g.h[x.state]), big.NewInt(n.g.d[x.state])
	unit := big.NewInt(1 << 16)
	den, scale := big.NewInt(max(n.counted, 1)), unit
	if rest := new(big.Int).Sub(big.NewInt(n.counted), n.sumD); n.counted > 0 && rest.Sign() > 0 {
		den = rest
		scale = new(big.Int).Mul(big.NewInt(n.counted), unit)
		scale.Quo(scale, den)
	}
	perStep := new(big.Int).Mul(n.sumH, unit)
	if perStep.Sign() < 0 {
		perStep.SetInt64(0)
	}
	perStep.Quo(perStep, den)
	clamp := saturated62
	scale, perStep = clamp(scale), clamp(perStep)
	x.dHat = clamp(new(big.Int).Mul(d, scale))
	f := h.Add(h, big.NewInt(x.g))
	x.fHat = clamp(new(big.Int).Add(clamp(f.Mul(f, unit)), clamp(d.Mul(d, perStep))))
	x.effort = x.dHat
	if samples := len(n.fHatMins); samples > 0 {
		p := n.probability(x)
		if p < 1 {
			p = 1
		}
		x.effort = clamp(new(big.Int).Quo(new(big.Int).Lsh(x.dHat, 32), big.NewInt(p)))
	}
}

// probability returns the probability of a solution within the bound, in units of 2^-32.
func (n *naive) probability(x *naiveNode) int64 {
	// the mean of the bound, and the variance of f̂min
	samples := big.NewInt(int64(len(n.fHatMins)))
	last := n.fHatMins[len(n.fHatMins)-1]
	mean := new(big.Int).Mul(n.w.Num(), last)
	mean = saturated62(mean.Quo(mean, n.w.Denom()))
	sum, variance := new(big.Int), new(big.Int)
	for _, s := range n.fHatMins {
		sum.Add(sum, s)
	}
	if len(n.fHatMins) > 1 { // Σ(x - mean)² / (samples - 1), with the integer samples·x
		for _, s := range n.fHatMins {
			difference := new(big.Int).Sub(new(big.Int).Mul(samples, s), sum)
			variance.Add(variance, difference.Mul(difference, difference))
		}
		variance.Quo(variance, new(big.Int).Mul(new(big.Int).Mul(samples, samples), new(big.Int).Sub(samples, big.NewInt(1))))
	}
	f := saturated62(new(big.Int).Lsh(big.NewInt(n.f(x)), 16))
	spread := new(big.Int).Sub(x.fHat, f)
	variance.Add(variance, spread.Quo(spread.Mul(spread, spread), big.NewInt(4)))
	deviation := new(big.Int).Sqrt(variance)
	difference := mean.Sub(mean, x.fHat)

	p := int64(1) << 32
	if deviation.Sign() > 0 {
		z := new(big.Int).Quo(new(big.Int).Lsh(new(big.Int).Abs(difference), 16), deviation)
		if z.Cmp(big.NewInt(8<<16)) > 0 {
			z.SetInt64(8 << 16)
		}
		p = naivePhi(z.Int64())
	}
	if difference.Sign() < 0 {
		p = 1<<32 - p
	}
	return p
}

// naivePhi returns Φ of z in units of 2^-16, interpolated between its values at multiples
// of 1/256.
func naivePhi(z int64) int64 {
	at := func(i int64) int64 { return int64(math.Round(math.Erfc(-float64(i)/256/math.Sqrt2) / 2 * (1 << 32))) }
	low := at(z / 256)
	return low + (at(z/256+1)-low)*(z%256)/256
}

// saturated62 returns x limited to -2^62 and 2^62.
func saturated62(x *big.Int) *big.Int {
	most := new(big.Int).Lsh(big.NewInt(1), 62)
	if x.CmpAbs(most) > 0 {
		if x.Sign() < 0 {
			return most.Neg(most)
		}
		return most
	}
	return x
}

// observe counts the one-step errors of an expansion.
func (n *naive) observe(x *naiveNode) {
	edges := n.g.edges[x.state]
	if len(edges) == 0 {
		return
	}
	best := edges[0]
	for _, e := range edges[1:] {
		if first(e.cost+n.g.h[e.to]-best.cost-n.g.h[best.to], n.g.d[e.to]-n.g.d[best.to]) {
			best = e
		}
	}
	n.counted++
	n.sumH.Add(n.sumH, big.NewInt(best.cost+n.g.h[best.to]-n.g.h[x.state]))
	n.sumD.Add(n.sumD, big.NewInt(1+n.g.d[best.to]-n.g.d[x.state]))
}

// open returns OPEN without the nodes that cannot improve on the incumbent.
func (n *naive) open() (open []*naiveNode) {
	for state := range n.g.edges { // in a fixed order
		if x := n.nodes[state]; x != nil && x.open && !x.waits && (n.cost < 0 || n.f(x) < n.cost) {
			open = append(open, x)
		}
	}
	return open
}

func (n *naive) f(x *naiveNode) Cost { return x.g + n.g.h[x.state] }

// atMost returns c <= r·x.
func (n *naive) atMost(c Cost, r Ratio, x Cost) bool {
	return big.NewRat(c, 1).Cmp(new(big.Rat).Mul(big.NewRat(r.Num, r.Den), big.NewRat(x, 1))) <= 0
}

// threshold returns w·fmin; for ANA* the incumbent's cost, or more than any f.
func (n *naive) threshold() *big.Rat {
	switch {
	case n.base == "anastar" && n.cost >= 0:
		return big.NewRat(n.cost, 1)
	case n.base == "anastar":
		return new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 300))
	}
	return new(big.Rat).Mul(n.w, big.NewRat(n.fmin, 1))
}

// before reports whether x is selected rather than y.
func (n *naive) before(x, y *naiveNode, guided bool) bool {
	hx, hy := n.g.h[x.state], n.g.h[y.state]
	if !guided {
		switch n.base {
		case "astar":
			return first(n.f(x)-n.f(y), hx-hy, Cost(x.seq-y.seq))
		case "wastar", "arastar":
			kx := new(big.Rat).Add(big.NewRat(x.g, 1), new(big.Rat).Mul(n.w, big.NewRat(hx, 1)))
			ky := new(big.Rat).Add(big.NewRat(y.g, 1), new(big.Rat).Mul(n.w, big.NewRat(hy, 1)))
			return first(Cost(kx.Cmp(ky)), hx-hy, Cost(x.seq-y.seq))
		}
		if n.base == "ios" && n.iteration > 0 {
			return first(n.f(x)-n.f(y), hx-hy, Cost(x.seq-y.seq))
		}
		if n.base == "xdp" || n.base == "xup" || n.base == "ios" {
			return first(Cost(n.parabola(x).Cmp(n.parabola(y))), Cost(x.seq-y.seq))
		}
		if n.base == "pwxd" || n.base == "pwxu" {
			return first(Cost(n.piecewise(x).Cmp(n.piecewise(y))), hx-hy, Cost(x.seq-y.seq))
		}
		if n.base == "dswastar" {
			return first(Cost(x.priority.Cmp(y.priority)), hx-hy, Cost(x.seq-y.seq))
		}
		if n.has["h"] {
			return first(n.f(x)-n.f(y), hx-hy, Cost(x.seq-y.seq))
		}
		return first(n.f(x)-n.f(y), Cost(x.seq-y.seq))
	}
	inX := !x.late && big.NewRat(n.f(x), 1).Cmp(n.threshold()) <= 0
	inY := !y.late && big.NewRat(n.f(y), 1).Cmp(n.threshold()) <= 0
	if inX != inY {
		return inX
	}
	if n.byD() {
		return first(n.g.d[x.state]-n.g.d[y.state], Cost(x.seq-y.seq))
	}
	return first(Cost(n.potential(y, x)), hx-hy, x.g-y.g, Cost(x.seq-y.seq))
}

// byD reports whether the guidance is least d rather than greatest potential.
func (n *naive) byD() bool { return strings.HasSuffix(n.base, "fs") }

// parabola returns the priority of XDP or XUP to 1000 bits. Two different priorities
// cannot be equal to 1000 bits, because their squares are rationals of few bits.
func (n *naive) parabola(x *naiveNode) *big.Float {
	number := func(x Cost) *big.Float { return new(big.Float).SetPrec(1000).SetInt64(x) }
	mul := func(factors ...*big.Float) *big.Float {
		product := number(1)
		for _, f := range factors {
			product.Mul(product, f)
		}
		return product
	}
	g, h := number(x.g), number(n.g.h[x.state])
	num, den := number(n.w.Num().Int64()), number(n.w.Denom().Int64()) // w = num/den
	var linear, radicand *big.Float
	if n.base != "xup" {
		slope := number(0).Sub(mul(number(2), num), den)
		linear = number(0).Add(mul(den, g), mul(slope, h))
		difference := number(0).Sub(g, h)
		radicand = number(0).Add(mul(den, den, difference, difference), mul(number(4), num, den, g, h))
	} else {
		sum := number(0).Add(g, h)
		linear = mul(den, sum)
		radicand = number(0).Add(mul(den, den, sum, sum), mul(number(4), num, number(0).Sub(num, den), h, h))
	}
	return linear.Add(linear, radicand.Sqrt(radicand))
}

// piecewise returns the priority of pwXD or pwXU.
func (n *naive) piecewise(x *naiveNode) *big.Rat {
	g, h := big.NewRat(x.g, 1), big.NewRat(n.g.h[x.state], 1)
	sum, slope := new(big.Rat).Add(g, h), new(big.Rat).Sub(new(big.Rat).Add(n.w, n.w), big.NewRat(1, 1)) // 2w - 1
	steep := new(big.Rat).Mul(slope, h)
	switch {
	case n.base == "pwxd" && g.Cmp(h) < 0:
		return sum
	case n.base == "pwxd":
		return sum.Quo(sum.Add(g, steep), n.w)
	case g.Cmp(steep) < 0:
		return sum.Add(h, new(big.Rat).Quo(g, slope))
	}
	return sum.Quo(sum, n.w)
}

// potential compares the potentials of x and y, which are both in FOCAL.
func (n *naive) potential(x, y *naiveNode) int {
	hx, hy := n.g.h[x.state], n.g.h[y.state]
	switch { // +inf at h = 0
	case hx == 0 && hy == 0:
		return 0
	case hx == 0:
		return 1
	case hy == 0:
		return -1
	}
	ux := new(big.Rat).Quo(new(big.Rat).Sub(n.threshold(), big.NewRat(x.g, 1)), big.NewRat(hx, 1))
	uy := new(big.Rat).Quo(new(big.Rat).Sub(n.threshold(), big.NewRat(y.g, 1)), big.NewRat(hy, 1))
	return ux.Cmp(uy)
}

// first decides by the first difference that is not 0.
func first(differences ...Cost) bool {
	for _, d := range differences {
		if d != 0 {
			return d < 0
		}
	}
	return false
}

func (n *naive) expand(x *naiveNode, guided bool, queue int) {
	x.open, x.closed, x.in, x.late, x.gOld = false, true, n.iteration, false, x.g
	n.expandedStates = append(n.expandedStates, x.state)
	n.expanded++
	if guided {
		n.guided++
		n.sinceRise[0]++
	} else {
		n.head++
		n.sinceRise[1]++
	}
	n.observe(x)
	if n.base == "dswastar" {
		n.distribute(x)
	}
	for _, e := range n.g.edges[x.state] {
		n.generated++
		g := x.g + e.cost
		if n.cost >= 0 && g+n.g.h[e.to] >= n.cost {
			continue
		}
		y := n.nodes[e.to]
		waits := false
		if y != nil && y.stale {
			g = min(g, y.g)
		} else if y != nil {
			if y.g <= g || n.base == "ios" && n.iteration == 0 && y.closed {
				continue
			}
			waits = n.base == "arastar" && (y.waits || y.closed && y.in == n.iteration)
		}
		if y == nil {
			y = &naiveNode{state: e.to}
			n.nodes[e.to] = y
		} else if y.closed {
			n.reopened++
		}
		if n.has["defer"] && (y.closed || y.late) {
			// g_old + (g_old - g) + w·h > w·fmin: it enters all queues
			left := new(big.Rat).Mul(n.w, big.NewRat(n.g.h[e.to], 1))
			left.Add(left, big.NewRat(y.gOld, 1)).Add(left, big.NewRat(y.gOld-g, 1))
			y.late = left.Cmp(n.threshold()) <= 0
		}
		n.seq++
		n.inserted++
		y.g, y.seq, y.from, y.open, y.closed, y.removed = g, n.seq, queue, true, false, false
		y.waits, y.stale = waits, false
		n.estimate(y)
		y.priority = n.distributed(g, n.g.h[e.to])
	}
}

// A naiveSection of DSWA*'s curve of priority 1 ends at the point (x, y) of the plane of h and g, where the ray of
// its slope g/h is. Between the ray before and that one a priority is ofH·h + ofG·g.
type naiveSection struct{ x, y, ofH, ofG, slope *big.Rat }

// distributed is the priority of DSWA* in 64ths of 1/N.
func (n *naive) distributed(g, h Cost) *big.Int {
	units := func(x *big.Rat) *big.Int { // rounded half up
		x = new(big.Rat).Mul(x, new(big.Rat).SetInt(new(big.Int).Mul(big.NewInt(64), n.w.Num())))
		x.Add(x, big.NewRat(1, 2))
		return new(big.Int).Div(x.Num(), x.Denom())
	}
	f := big.NewRat(g+h, 1)
	p := big.NewRat(h, 1)
	for _, s := range n.sections {
		p = new(big.Rat).Mul(s.ofH, big.NewRat(h, 1))
		p.Add(p, new(big.Rat).Mul(s.ofG, big.NewRat(g, 1)))
		if s.slope == nil || h > 0 && big.NewRat(g, h).Cmp(s.slope) <= 0 {
			break
		}
	}
	return slices.MinFunc([]*big.Int{units(f), slices.MaxFunc([]*big.Int{units(p), units(new(big.Rat).Quo(f, n.w))}, (*big.Int).Cmp)},
		(*big.Int).Cmp)
}

// distribute adds a section to the curve if an expansion asks for one.
func (n *naive) distribute(parent *naiveNode) {
	one := big.NewRat(1, 1)
	sub := func(x, y *big.Rat) *big.Rat { return new(big.Rat).Sub(x, y) }
	mul := func(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, y) }
	quo := func(x, y *big.Rat) *big.Rat { return new(big.Rat).Quo(x, y) }
	add := func(x, y *big.Rat) *big.Rat { return new(big.Rat).Add(x, y) }
	steep := sub(add(n.w, n.w), one) // 2w - 1
	slopeOf := func(g, h Cost) *big.Rat {
		if h == 0 {
			return nil // infinite
		}
		return big.NewRat(g, h)
	}
	less := func(x, y *big.Rat) bool { return x != nil && (y == nil || x.Cmp(y) < 0) }
	if k := len(n.sections); k >= 3 {
		slope := slopeOf(parent.g, n.g.h[parent.state])
		for i := range 3 {
			if !less(n.sections[k-3+i].slope, slope) {
				n.seen[i]++
				break
			}
		}
	}
	x0, y0, last := one, new(big.Rat), new(big.Rat)
	if k := len(n.sections); k > 0 {
		x0, y0, last = n.sections[k-1].x, n.sections[k-1].y, n.sections[k-1].slope
	}
	var gBest, hBest Cost
	s, found := last, false
	for _, e := range n.g.edges[parent.state] {
		g, h := parent.g+e.cost, n.g.h[e.to]
		if y := n.nodes[e.to]; (y == nil || !y.open) && (g > 0 || h > 0) && less(s, slopeOf(g, h)) {
			s, gBest, hBest, found = slopeOf(g, h), g, h, true
		}
	}
	if !found {
		return
	}
	defer func() { n.seen = [3]int64{n.seen[1], n.seen[2], 0} }()
	// The plane through priority 1 at both points.
	to := func(x, y *big.Rat) {
		det := sub(mul(x0, y), mul(x, y0))
		ofH, ofG := quo(sub(y, y0), det), quo(sub(x0, x), det)
		n.sections = append(n.sections, naiveSection{x, y, slices.MaxFunc([]*big.Rat{ofH, new(big.Rat)}, (*big.Rat).Cmp),
			slices.MaxFunc([]*big.Rat{ofG, new(big.Rat)}, (*big.Rat).Cmp), s})
	}
	if s == nil {
		to(new(big.Rat), n.w)
		return
	}
	at := func(slope *big.Rat) (x, y *big.Rat) { // where the line g + slope·h = w meets the ray
		x = quo(n.w, add(s, slope))
		return x, mul(x, s)
	}
	least, greatest := one, steep
	if x, y := at(steep); x.Cmp(x0) < 0 {
		if v := quo(sub(y, y0), sub(x0, x)); v.Cmp(least) > 0 {
			least = v
		}
	}
	if x, y := at(one); x.Cmp(x0) < 0 {
		if v := quo(sub(y, y0), sub(x0, x)); v.Cmp(greatest) < 0 {
			greatest = v
		}
	}
	share := one
	if len(n.open()) > 0 {
		share = new(big.Rat)
		if a, b, c := n.seen[0], n.seen[1], n.seen[2]; !n.has["map"] {
			angle := math.Atan(float64(gBest)/float64(hBest)) / math.Pi * 2
			share = big.NewRat(int64(math.Round(angle*65536)), 65536)
		} else if a+b+c > 0 {
			share = big.NewRat(b+2*a, 2*(a+b+c))
		}
	}
	v := add(least, mul(sub(greatest, least), share))
	// The priority of the successor, rounded, says where the curve meets the ray.
	p := quo(add(big.NewRat(gBest, 1), mul(v, big.NewRat(hBest, 1))), add(y0, mul(v, x0)))
	unit := new(big.Rat).SetFrac(one.Num(), new(big.Int).Mul(big.NewInt(64), n.w.Num()))
	p = add(quo(p, unit), big.NewRat(1, 2))
	p = mul(new(big.Rat).SetInt(new(big.Int).Div(p.Num(), p.Denom())), unit)
	to(quo(big.NewRat(hBest, 1), p), quo(big.NewRat(gBest, 1), p))
}

package engine

import (
	"cmp"
	"container/heap"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/focal-search/focal/engine/table"
)

// A Finding is something that is wrong with a problem, with the path that shows it.
type Finding struct {
	Kind string   // what is wrong, in a few words, such as "h overestimates"
	Text string   // where, with its values
	Path []string // moves from the start to the state that Text speaks of
	Rest []string // and from there to a goal, where that shows it
	// Harmless findings cost expansions, but no bound and no counter depends on them: an
	// inconsistent h, a d that is not 0 at a goal.
	Harmless bool
}

// Checked is what [Check] found out.
type Checked struct {
	Problem  string
	States   int       // that were looked at
	Edges    int       // out of them
	Goals    int       // among them
	Complete bool      // they are all that can be reached from the start
	Stopped  string    // what ended the look at more of them, such as "the time limit"; "" for nothing
	Findings []Finding // the first of each kind
	Err      error     // why nothing was checked
}

// OK reports whether every bound and counter of a search can be relied on, as far as the
// check went.
func (c *Checked) OK() bool {
	return c.Err == nil && !slices.ContainsFunc(c.Findings, func(f Finding) bool { return !f.Harmless })
}

// String returns the findings, one after the other.
func (c *Checked) String() string {
	if c.Err != nil {
		return c.Problem + ": " + c.Err.Error()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: findings: %d; %s\n", c.Problem, len(c.Findings), c.extent())
	for _, f := range c.Findings {
		fmt.Fprintf(&b, "%s: %s\n", f.Kind, f.Text)
		for _, path := range []struct {
			name  string
			moves []string
		}{{"from the start", f.Path}, {"to a goal", f.Rest}} {
			if len(path.moves) > 0 {
				fmt.Fprintf(&b, "  %s: %s\n", path.name, brief(path.moves))
			}
		}
	}
	return b.String()
}

// brief writes a path's moves, of a long one the first and the last.
func brief(moves []string) string {
	const each = 20
	if n := len(moves); n > 2*each {
		moves = slices.Concat(moves[:each], []string{fmt.Sprintf("… %d others", n-2*each)}, moves[n-each:])
	}
	return strings.Join(moves, ", ")
}

// extent says how far the check went.
func (c *Checked) extent() string {
	all := "those nearest to the start, to a solution and to its goal"
	switch {
	case c.Complete:
		all = "all that can be reached"
	case c.Goals == 0:
		all = "those nearest to the start; no goal was found, so h was not compared with any path"
	}
	text := fmt.Sprintf("states looked at: %d (%s); edges: %d; goals: %d", c.States, all, c.Edges, c.Goals)
	if c.Stopped != "" {
		text += "; stopped by " + c.Stopped
	}
	return text
}

// Table shows the findings.
func (c *Checked) Table() table.Table {
	t := table.Table{Caption: c.Problem, Columns: []string{"finding", "where", "path from the start", "rest to a goal"},
		Notes: []string{c.extent()}}
	if c.Err != nil {
		t.Notes = []string{"error: " + c.Err.Error()}
	}
	for _, f := range c.Findings {
		t.Rows = append(t.Rows, []any{f.Kind, f.Text, brief(f.Path), brief(f.Rest)})
	}
	return t
}

// What Check looks at unless options say otherwise.
const (
	checkedStates = 50_000
	checkedTime   = 20 * time.Second
	checkedEdges  = 4_000_000
)

// Check looks for mistakes in a problem's functions: an h that overestimates or is
// inconsistent, a d that is not 0 at a goal, negative values, successors or values that are
// not the same each time, states whose equality is wrong, moves whose inverse leads
// elsewhere, a replay that differs from the space, a known optimum that is not one.
//
// It expands the states nearest to the start, those along a solution and those around its
// goal, 50,000 in all or as many as MaxInserted says, for at most 20 seconds or the
// TimeLimit. Among them it finds the cheapest paths to a goal exactly. So what it reports is
// wrong; what it has not looked at may be wrong as well.
func Check(ctx context.Context, p *Problem, opts ...Option) *Checked {
	o, err := newOptions(opts)
	c := &checker{p: p, found: map[string]bool{}}
	if p != nil {
		c.Problem = p.Name
	}
	if c.Err = cmp.Or(check(p, AStar()), err); c.Err != nil {
		return &c.Checked
	}
	limits := Limits{
		Inserted: cmp.Or(o.limits.Inserted, checkedStates), Time: cmp.Or(o.limits.Time, checkedTime), Memory: 1 << 30,
	}
	end := time.Now().Add(limits.Time)
	c.most = int(min(limits.Inserted, math.MaxInt32))
	c.stop = func() bool {
		switch {
		case ctx.Err() != nil:
			c.Stopped = "an interrupt"
		case time.Now().After(end):
			c.Stopped = "the time limit"
		}
		return c.Stopped != ""
	}
	limits.Inserted, limits.Time = 10*limits.Inserted, limits.Time/2
	solution := &Result{}
	failed := guarded(func() {
		if solution = Solve(ctx, p, DPS(5), WithLimits(limits)); solution.Err != nil {
			panic(solution.Err)
		}
	})
	for _, step := range []func(){func() { c.explore(solution.Moves) }, c.compare} {
		if reason := guarded(step); reason != nil {
			c.report("a function panics", len(c.nodes)-1, "%v", reason)
		}
	}
	if failed != nil && c.OK() {
		c.report("a search fails", -1, "%v", failed)
	}
	slices.SortStableFunc(c.Findings, func(a, b Finding) int { return cmp.Compare(truth(a.Harmless), truth(b.Harmless)) })
	return &c.Checked
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// A checker explores a problem's graph, and keeps it.
type checker struct {
	Checked
	p     *Problem
	most  int // states
	stop  func() bool
	found map[string]bool // kinds

	spaces [2]Space
	outs   [3]*Successors // of the first space, of the same again, and of the second one
	shape  Shape
	states [2][]uint64   // as each space has made them: its states may refer to what it keeps
	nodes  []checkedNode // by number, in the order in which they were reached
	edges  []checkedEdge
	index  map[string][]int // numbers of the states with a key

	whole    int // states of which all edges are known
	replayed int // moves
}

type checkedNode struct {
	parent   int // -1 of the start
	move     Move
	g        Cost
	h, d     Cost
	expanded bool
	goal     bool
}

type checkedEdge struct {
	from, to int
	move     Move
	cost     Cost
}

// guarded calls f and returns the reason of a panic, which is in the problem's functions.
func guarded(f func()) (reason any) {
	defer func() { reason = recover() }()
	f()
	return nil
}

// report adds a finding about a state, unless there is one of its kind.
func (c *checker) report(kind string, at int, format string, args ...any) {
	c.add(Finding{Kind: kind}, at, format, args...)
}

func (c *checker) add(f Finding, at int, format string, args ...any) {
	if c.found[f.Kind] {
		return
	}
	c.found[f.Kind] = true
	if f.Text = fmt.Sprintf(format, args...); at >= 0 {
		f.Path = c.p.Names(c.moves(at))
	}
	c.Findings = append(c.Findings, f)
}

// moves are those from the start to a state, as it was first reached.
func (c *checker) moves(at int) (moves []Move) {
	for ; c.nodes[at].parent >= 0; at = c.nodes[at].parent {
		moves = append(moves, c.nodes[at].move)
	}
	slices.Reverse(moves)
	return moves
}

// A stated is a state in a text, which takes time to name.
type stated struct {
	c  *checker
	at int
}

// String names the state in one line.
func (s stated) String() string {
	moves := s.c.moves(s.at)
	return s.c.p.state(moves, len(moves))
}

func (c *checker) name(at int) stated { return stated{c, at} }

// An edgeName is a move from a state in a text.
type edgeName struct {
	stated
	move Move
}

func (e edgeName) String() string {
	moves := append(e.c.moves(e.at), e.move)
	return e.c.p.Names(moves)[len(moves)-1]
}

func (c *checker) moveName(at int, m Move) edgeName { return edgeName{c.name(at), m} }

// node is a state as a space knows it.
func (c *checker) node(space, at int) Node {
	return Node{uint32(at), c.states[space][at*c.shape.Words : (at+1)*c.shape.Words]}
}

// explore expands states: in turn the next one in breadth from the start, and in breadth
// from a solution, beginning at its goal.
func (c *checker) explore(solution []Move) {
	for i := range c.spaces {
		c.spaces[i] = c.p.NewSpace()
		if linked, ok := c.spaces[i].(Linked); ok {
			linked.Link(func(id uint32) []uint64 { return c.node(i, int(id)).State })
		}
	}
	c.shape = c.spaces[0].Shape()
	for i := range c.outs {
		c.outs[i] = NewSuccessors(c.shape)
		c.outs[i].ends = c.stop
	}
	c.index = map[string][]int{}
	start, other := make([]uint64, c.shape.Words), make([]uint64, c.shape.Words)
	c.spaces[0].Start(start)
	c.spaces[1].Start(other)
	if !slices.Equal(start[:c.shape.Key], other[:c.shape.Key]) {
		c.report("the start is not always the same", -1, "two spaces of the problem differ in it")
		return
	}
	h, d := c.spaces[0].Evaluate(Node{0, start})
	c.reach(start, other, checkedNode{parent: -1, h: h, d: d})
	var queues [2][]int
	queues[1], queues[0] = c.along(solution)
	queues[0] = append(queues[0], 0)
	for turn := 0; len(queues[0])+len(queues[1]) > 0; turn = 1 - turn {
		switch {
		case len(c.nodes) >= c.most:
			c.Stopped = "the limit of states"
		case len(c.edges) >= checkedEdges:
			c.Stopped = fmt.Sprintf("the limit of %d edges", checkedEdges)
		}
		if c.stop() {
			return
		}
		if len(queues[turn]) == 0 {
			continue
		}
		at := queues[turn][0]
		queues[turn] = queues[turn][1:]
		if !c.nodes[at].expanded {
			queues[turn] = append(queues[turn], c.expand(at)...)
		}
	}
	c.Complete = c.whole == len(c.nodes)
}

// along expands the states on a solution, and lists them from its goal back, and the others
// that it reached.
func (c *checker) along(solution []Move) (states, others []int) {
	at := 0
	for _, m := range solution {
		if c.stop() {
			break
		}
		others = append(others, c.expand(at)...)
		i := slices.IndexFunc(c.edges, func(e checkedEdge) bool { return e.from == at && e.move == m })
		if i < 0 {
			break
		}
		at = c.edges[i].to
		states = append(states, at)
	}
	slices.Reverse(states)
	return states, others
}

// reach adds a state that is new, as both spaces have made it.
func (c *checker) reach(state, other []uint64, n checkedNode) (at int) {
	at = len(c.nodes)
	c.states[0], c.states[1] = append(c.states[0], state...), append(c.states[1], other...)
	c.nodes = append(c.nodes, n)
	key := c.key(state)
	c.index[key] = append(c.index[key], at)
	node := &c.nodes[at]
	if n.h < 0 || n.d < 0 {
		c.report("h or d is negative", at, "%s has h = %d, d = %d", c.name(at), n.h, n.d)
	}
	if node.goal = n.h == 0 && c.spaces[0].IsGoal(c.node(0, at)); node.goal {
		c.Goals++
		if n.d != 0 {
			c.add(Finding{Kind: "d is not 0 at a goal", Harmless: true}, at, "%s is a goal and has d = %d", c.name(at), n.d)
		}
	}
	if h, d := c.spaces[1].Evaluate(c.node(1, at)); h != n.h || d != n.d {
		c.report(varies, at, "%s has h = %d, d = %d as a successor, and h = %d, d = %d evaluated by itself",
			c.name(at), n.h, n.d, h, d)
	}
	c.replay(at)
	return at
}

// varies is the kind of values that are not those of a state.
const varies = "h or d is not always the same"

// replays is how many moves are replayed in all.
const replays = 5_000

// replay compares the path to a state with the problem's replay.
func (c *checker) replay(at int) {
	n := &c.nodes[at]
	if c.p.Replay == nil || c.replayed > replays && !n.goal {
		return
	}
	moves := c.moves(at)
	c.replayed += len(moves)
	cost, err := c.p.Replay(moves)
	switch {
	case err != nil && n.goal:
		c.report("the replay differs", at, "%s is a goal, but the replay says: %v", c.name(at), err)
	case err == nil && !n.goal:
		c.report("h is not 0 at a goal", at, "%s is a goal by the replay, and has h = %d and is none in the search",
			c.name(at), n.h)
	case err == nil && cost != n.g:
		c.report("the replay differs", at, "the path to %s costs %d, by the replay %d", c.name(at), n.g, cost)
	}
}

func (c *checker) key(state []uint64) string {
	var key []byte
	for _, word := range state[:c.shape.Key] {
		key = binary.LittleEndian.AppendUint64(key, word)
	}
	return string(key)
}

// find returns the number of a state, -1 if it is new.
func (c *checker) find(state []uint64) int {
	hashed, _ := c.spaces[0].(Hashed)
	for _, at := range c.index[c.key(state)] {
		if hashed == nil || hashed.Same(c.node(0, at), state) {
			return at
		}
	}
	return -1
}

// expand expands a state and returns its successors that are new.
func (c *checker) expand(at int) (reached []int) {
	if c.nodes[at].expanded {
		return nil
	}
	c.nodes[at].expanded = true
	for i, out := range c.outs {
		out.N, out.Dropped, out.Err = 0, 0, nil
		c.spaces[i/2].Expand(c.node(i/2, at), out)
		if out.cut {
			return nil
		}
		if out.Err != nil {
			c.report("a state cannot be expanded", at, "%s: %v", c.name(at), out.Err)
			return nil
		}
	}
	if c.differ(at, c.outs[1]) || c.differ(at, c.outs[2]) {
		return nil
	}
	out, known := c.outs[0], len(c.edges)
	for i := range out.N {
		if c.stop() {
			break
		}
		s := out.Items[i]
		switch {
		case s.Cost < 0:
			c.report("a cost is negative", at, "%s costs %d from %s", c.moveName(at, s.Move), s.Cost, c.name(at))
			continue
		case s.Cost >= math.MaxInt64-c.nodes[at].g || s.H >= math.MaxInt64-c.nodes[at].g-s.Cost:
			c.report("a cost overflows", at, "from %s an edge costs %d and leads to h = %d", c.name(at), s.Cost, s.H)
			continue
		}
		to := c.find(out.state(i))
		if to < 0 {
			to = c.reach(out.state(i), c.outs[2].state(i),
				checkedNode{parent: at, move: s.Move, g: c.nodes[at].g + s.Cost, h: s.H, d: s.D})
			reached = append(reached, to)
		} else if n := &c.nodes[to]; n.h != s.H || n.d != s.D {
			c.report(varies, to, "%s has h = %d, d = %d, and by another path h = %d, d = %d",
				c.name(to), n.h, n.d, s.H, s.D)
		}
		c.edges = append(c.edges, checkedEdge{at, to, s.Move, s.Cost})
		if h := c.nodes[at].h; h > s.Cost && h-s.Cost > s.H {
			c.add(Finding{Kind: "h is inconsistent", Harmless: true}, at,
				"%s has h = %d, but an edge of cost %d leads to %s with h = %d (bounds hold if h is admissible)",
				c.name(at), h, s.Cost, c.name(to), s.H)
		}
		c.undo(at, s.Move, to)
	}
	if len(c.edges) == known+out.N {
		c.whole++
	}
	return reached
}

// differ reports whether a state's successors are others when they are made again.
func (c *checker) differ(at int, again *Successors) bool {
	out := c.outs[0]
	same := out.N == again.N
	for i := 0; same && i < out.N; i++ {
		same = out.Items[i] == again.Items[i] && slices.Equal(out.state(i)[:c.shape.Key], again.state(i)[:c.shape.Key])
	}
	if !same {
		c.report("successors are not always the same", at, "%s has other ones when it is expanded again: "+
			"the functions depend on something else than the state, "+
			"or states that are the same are not equal, as pointers are", c.name(at))
	}
	return !same
}

// undo compares the inverse of a state's last move with where it leads.
func (c *checker) undo(at int, m Move, to int) {
	r, ok := c.spaces[0].(Reversible)
	n := &c.nodes[at]
	if !ok || n.parent < 0 {
		return
	}
	if inverses := r.Inverses(); int(n.move) < len(inverses) && inverses[n.move] == m && to != n.parent {
		c.report("an inverse is none", at, "%s leads to %s, and its inverse %s from there to %s",
			c.moveName(n.parent, n.move), c.name(at), c.moveName(at, m), c.name(to))
	}
}

// compare compares h with the cheapest paths to goals among the states that were reached.
func (c *checker) compare() {
	c.States, c.Edges = len(c.nodes), len(c.edges)
	slices.SortStableFunc(c.edges, func(a, b checkedEdge) int { return cmp.Compare(a.to, b.to) })
	nearest := make([]Cost, len(c.nodes)) // the cost of a cheapest path to a goal
	next := make([]int, len(c.nodes))     // the first edge of it
	var queue distances
	for at := range c.nodes {
		nearest[at], next[at] = math.MaxInt64, -1
		if c.nodes[at].goal {
			nearest[at] = 0
			queue = append(queue, reaches{0, at})
		}
	}
	worst := -1
	for len(queue) > 0 {
		top := heap.Pop(&queue).(reaches)
		if top.cost > nearest[top.at] {
			continue
		}
		if worst < 0 && c.nodes[top.at].h > top.cost {
			worst = top.at // the one nearest to a goal, for it has the shortest proof
		}
		first, _ := slices.BinarySearchFunc(c.edges, top.at, func(e checkedEdge, at int) int { return cmp.Compare(e.to, at) })
		for i := first; i < len(c.edges) && c.edges[i].to == top.at; i++ {
			if e := c.edges[i]; e.cost < nearest[e.from]-top.cost {
				nearest[e.from], next[e.from] = top.cost+e.cost, i
				heap.Push(&queue, reaches{nearest[e.from], e.from})
			}
		}
	}
	if worst >= 0 {
		var rest []Move
		for at := worst; next[at] >= 0; at = c.edges[next[at]].to {
			rest = append(rest, c.edges[next[at]].move)
		}
		path := c.moves(worst)
		c.add(Finding{Kind: "h overestimates", Rest: c.p.Names(append(path, rest...))[len(path):]}, worst,
			"%s has h = %s, but a path of cost %s leads from there to a goal", c.name(worst),
			FormatCost(c.nodes[worst].h, c.p.Unit), FormatCost(nearest[worst], c.p.Unit))
	}
	best := nearest[0]
	if optimal := c.p.Optimal; optimal >= 0 && (best < optimal || c.Complete && best > optimal) {
		found := "no goal can be reached"
		switch {
		case best < optimal:
			found = "a path costs " + FormatCost(best, c.p.Unit)
		case best < math.MaxInt64:
			found = "no path costs less than " + FormatCost(best, c.p.Unit)
		}
		c.report("the known optimum is wrong", -1, "it is given as %s, but %s",
			FormatCost(optimal, c.p.Unit), found)
	}
}

// distances are the states whose cheapest path to a goal may have been found.
type distances []reaches

type reaches struct {
	cost Cost
	at   int
}

func (q distances) Len() int           { return len(q) }
func (q distances) Less(i, j int) bool { return q[i].cost < q[j].cost }
func (q distances) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *distances) Push(x any)        { *q = append(*q, x.(reaches)) }
func (q *distances) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

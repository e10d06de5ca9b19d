package sas

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains/internal/spacetest"
	"github.com/focal-search/focal/engine"
)

// written is a task as the translator of Fast Downward writes it.
func written(t *Task) string {
	var b strings.Builder
	line := func(args ...any) { fmt.Fprintln(&b, args...) }
	line("begin_version\n3\nend_version\nbegin_metric\n1\nend_metric")
	line(len(t.Variables))
	for _, v := range t.Variables {
		line("begin_variable")
		line(v.Name)
		line(-1)
		line(len(v.Values))
		line(strings.Join(v.Values, "\n"))
		line("end_variable")
	}
	line("1\nbegin_mutex_group\n1\n0 0\nend_mutex_group")
	line("begin_state")
	for _, value := range t.Init {
		line(value)
	}
	line("end_state\nbegin_goal")
	line(len(t.Goal))
	for _, f := range t.Goal {
		line(f.Variable, f.Value)
	}
	line("end_goal")
	line(len(t.Operators))
	for _, o := range t.Operators {
		line("begin_operator")
		line(o.Name)
		changes := func(f Fact) bool {
			return slices.ContainsFunc(o.Effect, func(e Fact) bool { return e.Variable == f.Variable })
		}
		prevail := slices.DeleteFunc(slices.Clone(o.Pre), changes)
		line(len(prevail))
		for _, f := range prevail {
			line(f.Variable, f.Value)
		}
		line(len(o.Effect))
		for _, e := range o.Effect {
			before := -1
			for _, f := range o.Pre {
				if f.Variable == e.Variable {
					before = f.Value
				}
			}
			line(0, e.Variable, before, e.Value)
		}
		line(o.Cost)
		line("end_operator")
	}
	line(0)
	return b.String()
}

// random is a task of a few variables. The conditions of its operators come in the order of files.
func random(r *rand.Rand) *Task {
	t := new(Task)
	for v := range 2 + r.IntN(3) {
		variable := Variable{Name: fmt.Sprint("var", v)}
		for value := range 2 + r.IntN(3) {
			variable.Values = append(variable.Values, fmt.Sprintf("Atom v%d(%d)", v, value))
		}
		t.Variables = append(t.Variables, variable)
		t.Init = append(t.Init, r.IntN(len(variable.Values)))
	}
	facts := func(least, most int) (all []Fact) {
		for _, v := range r.Perm(len(t.Variables))[:least+r.IntN(most-least+1)] {
			all = append(all, Fact{v, r.IntN(len(t.Variables[v].Values))})
		}
		return all
	}
	t.Goal = facts(1, 2)
	for i := range 4 + r.IntN(8) {
		o := Operator{Name: fmt.Sprint("op ", i), Effect: facts(1, 2), Cost: engine.Cost(r.IntN(4))}
		changed := func(f Fact) int {
			return slices.IndexFunc(o.Effect, func(e Fact) bool { return e.Variable == f.Variable })
		}
		o.Pre = facts(0, 2)
		slices.SortFunc(o.Pre, func(a, b Fact) int { return changed(a) - changed(b) })
		t.Operators = append(t.Operators, o)
	}
	return t
}

// costs are those of cheapest plans from all states of a task, by relaxation of edges until
// nothing changes; -1 where there is no plan.
func costs(t *Task) map[string]engine.Cost {
	var states [][]int
	var all func(state []int)
	all = func(state []int) {
		if len(state) == len(t.Variables) {
			states = append(states, slices.Clone(state))
			return
		}
		for value := range t.Variables[len(state)].Values {
			all(append(state, value))
		}
	}
	all(nil)
	least := map[string]engine.Cost{}
	met := func(facts []Fact, state []int) bool {
		return !slices.ContainsFunc(facts, func(f Fact) bool { return state[f.Variable] != f.Value })
	}
	for _, s := range states {
		if least[fmt.Sprint(s)] = -1; met(t.Goal, s) {
			least[fmt.Sprint(s)] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for _, s := range states {
			for _, o := range t.Operators {
				if !met(o.Pre, s) {
					continue
				}
				to := slices.Clone(s)
				for _, e := range o.Effect {
					to[e.Variable] = e.Value
				}
				there, here := least[fmt.Sprint(to)], least[fmt.Sprint(s)]
				if there >= 0 && (here < 0 || there+o.Cost < here) {
					least[fmt.Sprint(s)], changed = there+o.Cost, true
				}
			}
		}
	}
	return least
}

// relaxedCost is the least cost of a plan without deletions from a state, with costs of 1 if
// counted; -1 if there is none. Sets of facts are bits.
func relaxedCost(t *Task, state []int, counted bool) engine.Cost {
	bit := func(facts []Fact) (set uint64) {
		for _, f := range facts {
			set |= 1 << (4*f.Variable + f.Value)
		}
		return set
	}
	start := uint64(0)
	for v, value := range state {
		start |= bit([]Fact{{v, value}})
	}
	least, todo := map[uint64]engine.Cost{start: 0}, []uint64{start}
	best := engine.Cost(-1)
	for ; len(todo) > 0; todo = todo[1:] { // a set is looked at again whenever it becomes cheaper
		set := todo[0]
		if goal := bit(t.Goal); set&goal == goal && (best < 0 || least[set] < best) {
			best = least[set]
		}
		for _, o := range t.Operators {
			cost := o.Cost
			if counted {
				cost = 1
			}
			if pre := bit(o.Pre); set&pre == pre {
				to := set | bit(o.Effect)
				if c, ok := least[to]; !ok || least[set]+cost < c {
					least[to] = least[set] + cost
					todo = append(todo, to)
				}
			}
		}
	}
	return best
}

// TestExact: on random tasks each heuristic keeps its bounds in each state, hmax <= LM-cut <= h+
// <= the cost of a cheapest plan, hmax is consistent, d is at least the number of operators of a
// shortest relaxed plan, all know the same dead ends, and every algorithm keeps its bound.
func TestExact(t *testing.T) {
	solvable := 0
	for seed := range uint64(150) {
		task := random(rand.New(rand.NewPCG(seed, 1)))
		exact := costs(task)
		boards := []*board{newBoard(task, lmCut), newBoard(task, hMax), newBoard(task, blind)}
		values := map[string][3]engine.Cost{}
		for text, cost := range exact {
			state := make([]int, len(task.Variables))
			for v, word := range strings.Fields(strings.Trim(text, "[]")) {
				fmt.Sscan(word, &state[v])
			}
			plus, shortest := relaxedCost(task, state, false), relaxedCost(task, state, true)
			at := *task
			at.Init = state
			var h [3]engine.Cost
			for i, b := range boards {
				moved := *b
				moved.Task = &at
				s := moved.space()
				packed := make([]uint64, s.shape.Words)
				s.Start(packed)
				var d engine.Cost
				h[i], d = s.values(packed)
				if again, same := s.values(packed); again != h[i] || same != d {
					t.Fatalf("seed %d, %v: %d, %d and then %d, %d", seed, state, h[i], d, again, same)
				}
				if (h[i] < 0) != (plus < 0) || h[i] > plus || cost >= 0 && h[i] > cost {
					t.Fatalf("seed %d, %v, %s: h = %d, h+ = %d, h* = %d", seed, state, b.variant, h[i], plus, cost)
				}
				if plus >= 0 && (d < shortest || shortest == 0 && d != 0) {
					t.Fatalf("seed %d, %v, %s: d = %d, and a relaxed plan has %d operators", seed, state, b.variant, d, shortest)
				}
			}
			if h[1] > h[0] {
				t.Fatalf("seed %d, %v: hmax = %d, LM-cut = %d", seed, state, h[1], h[0])
			}
			values[text] = h
		}
		for text, h := range values { // consistency of hmax, along all moves
			state := make([]int, len(task.Variables))
			for v, word := range strings.Fields(strings.Trim(text, "[]")) {
				fmt.Sscan(word, &state[v])
			}
			at := *task
			at.Init = state
			for m, o := range task.Operators {
				if to, cost, err := at.view().Along([]engine.Move{engine.Move(m)}, func(State, engine.Cost) {}); err == nil && h[1] >= 0 {
					if there := values[fmt.Sprint(to)][1]; cost != o.Cost || there >= 0 && h[1] > cost+there {
						t.Fatalf("seed %d: hmax = %d at %v, and %d behind a move of cost %d", seed, h[1], state, there, cost)
					}
				}
			}
		}
		for _, variant := range variants[0].Words {
			p, err := New(task, variant)
			if errors.Is(err, engine.ErrUnsolvable) {
				if relaxedCost(task, task.Init, false) >= 0 {
					t.Fatal(err)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if exact[fmt.Sprint(task.Init)] >= 0 {
				solvable++
			}
			spacetest.Bounded(t, p, exact[fmt.Sprint(task.Init)])
		}
	}
	if solvable < 100 {
		t.Errorf("only %d searches had a solution", solvable)
	}
}

// blocks is the task of building a tower on the table, from n blocks that all lie on it: block i
// on block i+1. Its cheapest plan has 2(n-1) operators; probBLOCKS-4-0 of the planning
// competition of 2000 is that of four.
func blocks(n int) *Task {
	t := new(Task)
	for b := range n {
		v := Variable{Name: fmt.Sprint("on", b)}
		for to := range n {
			v.Values = append(v.Values, fmt.Sprintf("Atom on(%d, %d)", b, to))
		}
		v.Values = append(v.Values, fmt.Sprintf("Atom ontable(%d)", b), fmt.Sprintf("Atom holding(%d)", b))
		t.Variables = append(t.Variables, v)
		t.Init = append(t.Init, n)
	}
	for b := range n {
		t.Variables = append(t.Variables, Variable{fmt.Sprint("clear", b),
			[]string{fmt.Sprintf("Atom clear(%d)", b), fmt.Sprintf("NegatedAtom clear(%d)", b)}})
		t.Init = append(t.Init, 0)
	}
	hand := len(t.Variables)
	t.Variables = append(t.Variables, Variable{"hand", []string{"Atom handempty()", "NegatedAtom handempty()"}})
	t.Init = append(t.Init, 0)
	for b := range n {
		if b < n-1 {
			t.Goal = append(t.Goal, Fact{b, b + 1})
		}
		for from := range n + 1 {
			if from == b {
				continue
			}
			take := Operator{fmt.Sprintf("take %d from %d", b, from), []Fact{{b, from}, {n + b, 0}, {hand, 0}},
				[]Fact{{b, n + 1}, {n + b, 1}, {hand, 1}}, 1}
			put := Operator{fmt.Sprintf("put %d on %d", b, from), []Fact{{b, n + 1}}, []Fact{{b, from}, {n + b, 0}, {hand, 0}}, 1}
			if from < n {
				take.Effect = append(take.Effect, Fact{n + from, 0})
				put.Pre, put.Effect = append(put.Pre, Fact{n + from, 0}), append(put.Effect, Fact{n + from, 1})
			}
			t.Operators = append(t.Operators, take, put)
		}
	}
	return t
}

// TestPublished: tasks of the planning competitions have their published optimal costs, gripper
// from sets and blocks from files.
func TestPublished(t *testing.T) {
	for id, optimal := range map[int]engine.Cost{1: 11, 2: 17, 3: 23} { // prob01 to prob03
		p, err := engine.Lookup(fmt.Sprintf("sas/gripper/%d:hmax", id))
		if err != nil || p.Optimal != optimal {
			t.Fatal(p, err)
		}
		spacetest.Bounded(t, p, optimal, "astar", "fs", "rrslack-boost-h-defer")
	}
	for n := 2; n <= 5; n++ {
		path := filepath.Join(t.TempDir(), "output.sas")
		os.WriteFile(path, []byte(written(blocks(n))), 0o666)
		for _, variant := range variants[0].Words {
			p, err := engine.Lookup("sas/file/" + filepath.ToSlash(path) + ":" + variant)
			if err != nil {
				t.Fatal(err)
			}
			spacetest.Bounded(t, p, engine.Cost(2*(n-1)), "astar", "fs", "dps")
		}
	}
	r := engine.Solve(t.Context(), problem(t, blocks(3)), engine.AStar())
	want := []string{"(take 1 from 3)", "(put 1 on 2)", "(take 0 from 3)", "(put 0 on 1)"}
	if names := problem(t, blocks(3)).Names(r.Moves); !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	if got := problem(t, blocks(3)).Picture(r.Moves); got != "on(0, 1)\non(1, 2)\nontable(2)\nclear(0)\nhandempty()\n" {
		t.Errorf("%q", got)
	}
}

func problem(t *testing.T, task *Task) *engine.Problem {
	p, err := New(task, "")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestRead: what is written is read, with either end of lines and a mark of the order of bytes.
func TestRead(t *testing.T) {
	for seed := range uint64(50) {
		want := random(rand.New(rand.NewPCG(seed, 2)))
		for _, change := range []func(string) string{
			func(s string) string { return s },
			func(s string) string { return "\ufeff" + strings.ReplaceAll(s, "\n", "\r\n") },
		} {
			got, err := Read(strings.NewReader(change(written(want))), "output.sas")
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("seed %d: %v\n%+v\n%+v", seed, err, got, want)
			}
		}
	}
	free := strings.Replace(written(blocks(2)), "begin_metric\n1", "begin_metric\n0", 1)
	task, err := Read(strings.NewReader(strings.ReplaceAll(free, "\n1\nend_operator", "\n7\nend_operator")), "output.sas")
	if err != nil || task.Operators[0].Cost != 1 {
		t.Errorf("without a metric: %v, %v", task, err)
	}
}

// TestRefused: what is not such a task is refused, with the line.
func TestRefused(t *testing.T) {
	whole := written(blocks(2))
	for _, c := range []struct{ from, to, at, want string }{
		{"begin_version\n3", "begin_version\n2", "\n2", "the version is 2: want 3 to 3"},
		{"begin_version", "(define (domain x))", "", `"(define (domain x))": want "begin_version"`},
		{"begin_metric\n1", "begin_metric\n2", "\n2", "the metric is 2: want 0 to 1"},
		{"\n-1\n", "\n0\n", "\n0", "on0 is derived by axioms, of which h would know nothing: want a task without them"},
		{"begin_state\n2", "begin_state\n9", "\n9", "the value of on0 is 9: want 0 to 3"},
		{"begin_goal\n1\n0 1", "begin_goal\n1\n0 x", "\n0 x", `"x" is not a whole number`},
		{"begin_goal\n1\n0 1", "begin_goal\n1\n8 1", "\n8 1", "there is no variable 8: there are 5, from 0"},
		{"begin_goal\n1\n0 1", "begin_goal\n1\n0 4", "\n0 4", "on0 has no value 4: it has 4, from 0"},
		{"begin_goal\n1\n0 1", "begin_goal\n2\n0 1\n0 0", "\n0 0", "a second goal for variable 0"},
		{"begin_goal\n1\n0 1", "begin_goal\n0", "\n0", "the number of goals is 0: want 1 to 5"},
		{"\n0 0 1 3\n", "\n1 2 0 0 1 3\n", "\n1 2", `"take 0 from 1" has a conditional effect, "1 2 0 0 1 3": want a task without them`},
		{"\n0 0 1 3\n", "\n0 0 1\n", "\n0 0 1", `"0 0 1": want 4 numbers, not 3`},
		{"\n1\nend_operator", "\n-1\nend_operator", "\n-1", "the cost is -1: want 0 to 1099511627776"},
		{"end_operator\n0\n", "end_operator\n1\n", "\n1", "the task has axioms, of which h would know nothing: want a task without them"},
		{"end_operator\n0\n", "end_operator\n", "", "the file ends before the task does"},
	} {
		before, _, _ := strings.Cut(whole, c.from)
		on, _, _ := strings.Cut(c.to, c.at)
		line := 1 + strings.Count(before+on, "\n") + strings.Count(c.at, "\n")
		want := fmt.Sprintf("output.sas:%d: %s", line, c.want)
		if _, err := Read(strings.NewReader(strings.Replace(whole, c.from, c.to, 1)), "output.sas"); err == nil || err.Error() != want {
			t.Errorf("%q for %q: %v, want %s", c.to, c.from, err, want)
		}
	}
	if _, err := New(&Task{Variables: []Variable{{"v", []string{"a", "b"}}}, Init: []int{0}, Goal: []Fact{{0, 1}}}, ""); !errors.Is(err, engine.ErrUnsolvable) {
		t.Error(err)
	}
	if _, err := New(blocks(2), "hmaxx"); err == nil || !strings.HasPrefix(err.Error(), `unknown variant "hmaxx": did you mean "hmax"?`) {
		t.Error(err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(written(blocks(2)))
	f.Add(written(random(rand.New(rand.NewPCG(1, 2)))))
	f.Fuzz(func(t *testing.T, text string) {
		task, err := Read(strings.NewReader(text), "output.sas")
		if err != nil {
			return
		}
		again, err := Read(strings.NewReader(written(task)), "output.sas")
		if err != nil || again.content("") != task.content("") && !strings.Contains(text, "begin_metric\n0") {
			t.Errorf("%v: %+v and %+v", err, task, again)
		}
	})
}

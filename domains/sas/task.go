package sas

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/input"
)

// A Task is a planning task over variables of finite domains (SAS+), as the translator of Fast
// Downward writes it (Helmert, JAIR 2006).
type Task struct {
	Variables []Variable
	Init      []int // the value of each variable
	Goal      []Fact
	Operators []Operator
}

// A Variable has a name, and a name for each of its values.
type Variable struct {
	Name   string
	Values []string
}

// A Fact is a variable's value, as their numbers.
type Fact struct{ Variable, Value int }

// An Operator can be applied where its preconditions hold. Then its effects do, at its cost.
type Operator struct {
	Name        string
	Pre, Effect []Fact
	Cost        engine.Cost
}

// Bounds on tasks.
const (
	maxVariables = 10_000
	maxValues    = 1 << 16
	maxOperators = 1 << 20
	maxCost      = 1 << 40
)

// Read reads a task from a file of the translator, version 3. Axioms and conditional effects are
// refused. The file's name is for errors, which give the line.
func Read(in io.Reader, file string) (*Task, error) {
	text, err := io.ReadAll(input.Text(in))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	r := &reader{file: file, lines: strings.Split(strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")), "\n")}
	t := r.task()
	if r.err != nil {
		return nil, r.err
	}
	return t, nil
}

// A reader reads lines until the first error; after it all values are 0.
type reader struct {
	file  string
	lines []string
	at    int // lines that have been read
	err   error
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%s:%d: %s", r.file, r.at, fmt.Sprintf(format, args...))
	}
}

func (r *reader) line() string {
	if r.err != nil {
		return ""
	}
	if r.at++; r.at > len(r.lines) {
		r.at--
		r.fail("the file ends before the task does")
		return ""
	}
	return strings.TrimSpace(r.lines[r.at-1])
}

func (r *reader) word(want string) {
	if got := r.line(); got != want {
		r.fail("%.40q: want %q", got, want)
	}
}

// numbers reads a line of n numbers.
func (r *reader) numbers(n int) []int {
	text := r.line()
	words, all := strings.Fields(text), make([]int, n)
	if r.err != nil {
		return all
	}
	if len(words) != n {
		r.fail("%.40q: want %d numbers, not %d", text, n, len(words))
		return all
	}
	for i, word := range words {
		var err error
		if all[i], err = strconv.Atoi(word); err != nil {
			r.fail("%.40q is not a whole number", word)
			return make([]int, n)
		}
	}
	return all
}

// number reads a number of a range.
func (r *reader) number(what string, least, most int) int {
	n := r.numbers(1)[0]
	if r.err == nil && (n < least || n > most) {
		r.fail("%s is %d: want %d to %d", what, n, least, most)
	}
	if r.err != nil {
		return 0
	}
	return n
}

func (r *reader) task() *Task {
	t := new(Task)
	r.word("begin_version")
	r.number("the version", 3, 3)
	r.word("end_version")
	r.word("begin_metric")
	metric := r.number("the metric", 0, 1)
	r.word("end_metric")
	for range r.number("the number of variables", 1, maxVariables) {
		t.Variables = append(t.Variables, r.variable())
	}
	for range r.number("the number of mutex groups", 0, maxOperators) { // they are of no use here
		r.word("begin_mutex_group")
		for range r.number("the number of facts", 0, maxOperators) {
			r.fact(t)
		}
		r.word("end_mutex_group")
	}
	r.word("begin_state")
	for _, v := range t.Variables {
		t.Init = append(t.Init, r.number("the value of "+v.Name, 0, len(v.Values)-1))
	}
	r.word("end_state")
	r.word("begin_goal")
	for range r.number("the number of goals", 1, len(t.Variables)) {
		t.Goal = r.add(t.Goal, r.fact(t), "goal")
	}
	r.word("end_goal")
	for range r.number("the number of operators", 0, maxOperators) {
		o := r.operator(t)
		if metric == 0 {
			o.Cost = 1
		}
		t.Operators = append(t.Operators, o)
	}
	if r.number("the number of axioms", 0, maxOperators) > 0 {
		r.fail("the task has axioms, of which h would know nothing: want a task without them")
	}
	return t
}

func (r *reader) variable() Variable {
	r.word("begin_variable")
	v := Variable{Name: r.line()}
	if r.number("the axiom layer", -1, maxOperators) >= 0 {
		r.fail("%s is derived by axioms, of which h would know nothing: want a task without them", v.Name)
	}
	for range r.number("the number of values", 1, maxValues) {
		v.Values = append(v.Values, r.line())
	}
	r.word("end_variable")
	return v
}

// fact reads a line of a variable and a value.
func (r *reader) fact(t *Task) Fact {
	n := r.numbers(2)
	return r.valid(t, n[0], n[1])
}

func (r *reader) valid(t *Task, variable, value int) Fact {
	switch {
	case r.err != nil:
		return Fact{}
	case variable < 0 || variable >= len(t.Variables):
		r.fail("there is no variable %d: there are %d, from 0", variable, len(t.Variables))
	case value < 0 || value >= len(t.Variables[variable].Values):
		r.fail("%s has no value %d: it has %d, from 0", t.Variables[variable].Name, value, len(t.Variables[variable].Values))
	default:
		return Fact{variable, value}
	}
	return Fact{}
}

// add adds a fact of a variable that has none yet.
func (r *reader) add(all []Fact, f Fact, what string) []Fact {
	i := slices.IndexFunc(all, func(g Fact) bool { return g.Variable == f.Variable })
	if r.err == nil && i >= 0 {
		r.fail("a second %s for variable %d", what, f.Variable)
	}
	return append(all, f)
}

func (r *reader) operator(t *Task) (o Operator) {
	r.word("begin_operator")
	o.Name = r.line()
	for range r.number("the number of prevailing conditions", 0, len(t.Variables)) {
		o.Pre = r.add(o.Pre, r.fact(t), "condition")
	}
	for range r.number("the number of effects", 0, len(t.Variables)) {
		text := r.line()
		if conditions, _, _ := strings.Cut(text, " "); r.err == nil && conditions != "0" {
			r.fail("%q has a conditional effect, %.40q: want a task without them", o.Name, text)
		}
		r.at = max(r.at-1, 0)
		n := r.numbers(4)
		if r.err == nil && n[2] != -1 {
			o.Pre = r.add(o.Pre, r.valid(t, n[1], n[2]), "condition")
		}
		o.Effect = r.add(o.Effect, r.valid(t, n[1], n[3]), "effect")
	}
	o.Cost = engine.Cost(r.number("the cost", 0, maxCost))
	r.word("end_operator")
	return o
}

// Gripper makes the task of moving balls from one room to another by a robot with two grippers
// (International Planning Competition 1998).
func Gripper(balls int) *Task {
	t := &Task{Variables: []Variable{{"robot", []string{"Atom at-robby(rooma)", "Atom at-robby(roomb)"}}}}
	rooms, grippers := []string{"rooma", "roomb"}, []string{"left", "right"}
	for b := range balls {
		v := Variable{Name: fmt.Sprintf("ball%d", b+1), Values: []string{"", "", "<none of those>"}}
		for room, name := range rooms {
			v.Values[room] = fmt.Sprintf("Atom at(%s, %s)", v.Name, name)
		}
		t.Variables = append(t.Variables, v)
		t.Goal = append(t.Goal, Fact{b + 1, 1})
	}
	for _, g := range grippers {
		v := Variable{Name: g, Values: []string{fmt.Sprintf("Atom free(%s)", g)}}
		for b := range balls {
			v.Values = append(v.Values, fmt.Sprintf("Atom carry(ball%d, %s)", b+1, g))
		}
		t.Variables = append(t.Variables, v)
	}
	t.Init = make([]int, len(t.Variables))
	for from, name := range rooms {
		t.Operators = append(t.Operators, Operator{fmt.Sprintf("move %s %s", name, rooms[1-from]), []Fact{{0, from}},
			[]Fact{{0, 1 - from}}, 1})
	}
	for b := 1; b <= balls; b++ {
		for room, name := range rooms {
			for g, gripper := range grippers {
				hand := 1 + balls + g
				what := fmt.Sprintf("ball%d %s %s", b, name, gripper)
				t.Operators = append(t.Operators,
					Operator{"pick " + what, []Fact{{0, room}, {b, room}, {hand, 0}}, []Fact{{b, 2}, {hand, b}}, 1},
					Operator{"drop " + what, []Fact{{0, room}, {hand, b}}, []Fact{{b, room}, {hand, 0}}, 1})
			}
		}
	}
	return t
}

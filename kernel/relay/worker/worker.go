// Package worker is in the compiled programs that package relay starts: each makes searches of
// the problems of one function. It gets a [Task], and answers with lines, each a [Message] in JSON.
package worker

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/internal/exit"
)

// A Task is a search to be made, and its state here.
type Task struct {
	Args      []json.RawMessage // of the function that makes the problem
	Algorithm []json.RawMessage // of the function that makes the algorithm, if there is one
	Variables map[string]json.RawMessage
	Problem   string // its name
	Digest    string // of the problem that the function has made here
	Unit      int64
	Optimal   engine.Cost
	Search    engine.Task
	At        engine.Snapshot // the search's state here
	Found     bool            // whether incumbents are to be told of
}

// A Message tells of a search: exactly one field is set.
type Message struct {
	Progress *engine.Snapshot  `json:",omitempty"`
	Found    *engine.Incumbent `json:",omitempty"`
	Result   *engine.Result    `json:",omitempty"`
	Other    string            `json:",omitempty"` // why the search is another one
}

// Main makes the search that the standard input describes. problem and algorithm are the
// functions that make these, the latter nil for a built-in algorithm, and variables are pointers
// to the variables that they may read. register is called before, when these have their values.
func Main(problem, algorithm any, variables map[string]any, register ...func()) {
	out := os.Stdout
	os.Stdout = os.Stderr
	send := func(m Message) {
		line, err := json.Marshal(m)
		if err == nil {
			_, err = out.Write(append(line, '\n'))
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(exit.Wrong)
		}
	}
	in := json.NewDecoder(os.Stdin)
	var t Task
	if err := in.Decode(&t); err != nil {
		send(Message{Other: "the task is not JSON: " + err.Error()})
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() { // the end of the input is an interrupt
		io.Copy(io.Discard, io.MultiReader(in.Buffered(), os.Stdin))
		cancel()
	}()
	result, err := t.search(ctx, problem, algorithm, variables, register, send)
	if err != nil {
		send(Message{Other: err.Error()})
		return
	}
	send(Message{Result: result})
}

// search makes the search. The error says why it is not that of the task.
func (t Task) search(ctx context.Context, problem, algorithm any, variables map[string]any, register []func(),
	send func(Message)) (*engine.Result, error) {
	for name, value := range t.Variables {
		if err := exactly(value, variables[name]); err != nil {
			return nil, fmt.Errorf("the variable %s: %w", name, err)
		}
	}
	for _, f := range register {
		f()
	}
	before, err := json.Marshal(variables)
	if err != nil {
		return nil, err
	}
	p, err := t.problem(problem)
	if err != nil {
		return nil, err
	}
	a := t.Search.Algorithm
	if algorithm != nil {
		made, err := call(algorithm, t.Algorithm)
		if err != nil {
			return nil, err
		}
		own, ok := made.(engine.Algorithm)
		if !ok {
			own = made.(engine.Custom).Swept()
		}
		if own.Name != a.Name || own.Version != a.Version {
			return nil, fmt.Errorf("compiled, its function makes another algorithm")
		}
		own = own.At(a.W.Float(), a.P) // a study's may be open
		own.W, own.P, own.Schedule, own.Code = a.W, a.P, a.Schedule, a.Code
		a = own
	}
	past := false // the state that the search had here
	options := []engine.Option{engine.Seed(t.Search.Seed), engine.OnProgress(func(s engine.Snapshot) {
		if past {
			send(Message{Progress: &s})
		}
	})}
	if t.Search.Traced {
		options = append(options, engine.Traced())
	}
	if t.Found {
		options = append(options, engine.OnIncumbent(func(x engine.Incumbent) {
			if past {
				send(Message{Found: &x})
			}
		}))
	}
	first := t.Search.Limits
	first.Expanded, first.Time = t.At.Expanded, 0
	run := engine.Start(p, a, append(options, engine.WithLimits(first))...)
	defer run.Close()
	for run.Next(ctx) {
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	r := run.Result()
	if r.Err != nil {
		return nil, fmt.Errorf("compiled, the search fails: %w", r.Err)
	}
	if r.Status != engine.LimitExpanded || r.Counters != t.At.Counters {
		return nil, errors.New("compiled, the search takes another course: the functions do not only depend on their arguments")
	}
	past = true
	l := t.Search.Limits
	if l.Time > 0 {
		l.Time = max(l.Time-t.At.Elapsed, time.Nanosecond)
	}
	for run.More(engine.WithLimits(l)); run.Next(ctx); {
	}
	after, err := json.Marshal(variables)
	if err == nil && !bytes.Equal(before, after) {
		err = fmt.Errorf("the functions change variables")
	}
	return run.Result(), err
}

// problem makes the problem, which must be the one that was made before.
func (t Task) problem(make any) (*engine.Problem, error) {
	made, err := call(make, t.Args)
	if err != nil {
		return nil, err
	}
	p, _ := made.(*engine.Problem)
	if p == nil || !p.Is(t.Digest) {
		return nil, fmt.Errorf("compiled, its function makes another problem")
	}
	named := *p
	named.Name, named.Err = t.Problem, nil // of a family's, the family gives the name
	named.Unit, named.Optimal = t.Unit, t.Optimal
	return &named, nil
}

// call calls a function with arguments in JSON, and returns its result.
func call(f any, given []json.RawMessage) (any, error) {
	v := reflect.ValueOf(f)
	var args []reflect.Value
	for i, arg := range given {
		to := reflect.New(v.Type().In(i))
		if err := exactly(arg, to.Interface()); err != nil {
			return nil, err
		}
		args = append(args, to.Elem())
	}
	return v.Call(args)[0].Interface(), nil
}

// exactly reads a value. It is an error if the value, written again, is another text.
func exactly(text json.RawMessage, to any) error {
	err := json.Unmarshal(text, to)
	if err != nil {
		return err
	}
	again, err := json.Marshal(to)
	if err == nil && !bytes.Equal(again, text) {
		err = fmt.Errorf("a value cannot be given to a compiled program")
	}
	return err
}

package study

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/input"
)

// Read reads a study from a YAML file:
//
//	name: heavy tiles
//	problems: npuzzle/korf/*:heavy     # or a list of patterns
//	heuristics: [md, lc]               # where the domain has several
//	algorithms: [fs, pfs]
//	w: [1.05, 1.25]
//	p: [0.6, 0.7, 0.8]
//	seeds: 42                          # or a list, with ranges such as 1-100
//	limits: {inserted: 5000000, time: 300s, memory: 4GiB}
//	trace: false
//	jobs: 4
//
// Only problems and algorithms are required. The study is validated as by
// [Grid.Runs]; errors name the file and the line.
func Read(path string) (Grid, error) {
	g, _, err := readNumbered(context.Background(), path)
	return g, err
}

// readNumbered reads a study from a file, and numbers its runs.
func readNumbered(ctx context.Context, path string) (Grid, *numbered, error) {
	data, err := input.ReadFile(path, mostStudy)
	if err != nil {
		return Grid{}, nil, input.Plain(path, err)
	}
	f := file{path: path, lines: map[string][]int{}}
	if err := f.read(data); err != nil {
		return Grid{}, nil, err
	}
	all, err := f.grid.numbered(ctx)
	if err != nil {
		return Grid{}, nil, f.locate(err)
	}
	return f.grid, all, nil
}

// mostStudy is the greatest size of a study file, in bytes.
const mostStudy = 1 << 20

// A file is a study file being read.
type file struct {
	path  string
	grid  Grid
	lines map[string][]int // the line of each part of a field
}

// errorAt adds file and line to an error.
func (f *file) errorAt(line int, err error) error {
	if line == 0 {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	return fmt.Errorf("%s:%d: %w", f.path, line, err)
}

// locate adds file and line to an error of the grid.
func (f *file) locate(err error) error {
	var field *FieldError
	if errors.As(err, &field) && field.Index < len(f.lines[field.Field]) {
		return f.errorAt(f.lines[field.Field][field.Index], err)
	}
	return f.errorAt(0, err)
}

// A key is a key of a study file, and how its value is read.
type key struct {
	name string
	read func(f *file, value *yaml.Node) error
}

var keys = []key{
	{"name", func(f *file, v *yaml.Node) error { return f.scalar("name", v, setText(&f.grid.Name)) }},
	{"problems", func(f *file, v *yaml.Node) error { return f.list("problems", v, f.addProblems) }},
	{"heuristics", func(f *file, v *yaml.Node) error { return f.list("heuristics", v, addWords(&f.grid.Heuristics)) }},
	{"algorithms", func(f *file, v *yaml.Node) error { return f.list("algorithms", v, f.addAlgorithms) }},
	{"w", func(f *file, v *yaml.Node) error { return f.list("w", v, addNumber(&f.grid.W, "1.25")) }},
	{"p", func(f *file, v *yaml.Node) error { return f.list("p", v, addNumber(&f.grid.P, "0.7")) }},
	{"seeds", func(f *file, v *yaml.Node) error { return f.list("seeds", v, f.addSeeds) }},
	{"limits", func(f *file, v *yaml.Node) error { return f.mapping("limits", v, limitKeys) }},
	{"trace", func(f *file, v *yaml.Node) error { return f.scalar("trace", v, f.setTrace) }},
	{"jobs", func(f *file, v *yaml.Node) error { return f.scalar("jobs", v, f.setJobs) }},
}

var limitKeys = []key{
	{"inserted", limit(input.ParseCount, func(l *engine.Limits) *int64 { return &l.Inserted })},
	{"generated", limit(input.ParseCount, func(l *engine.Limits) *int64 { return &l.Generated })},
	{"expanded", limit(input.ParseCount, func(l *engine.Limits) *int64 { return &l.Expanded })},
	{"time", limit(input.ParseTime, func(l *engine.Limits) *time.Duration { return &l.Time })},
	{"memory", limit(input.ParseSize, func(l *engine.Limits) *int64 { return &l.Memory })},
}

// Keys returns the names of the fields of a study file, and those of its limits.
func Keys() (names, limits []string) {
	for _, k := range keys {
		names = append(names, k.name)
	}
	for _, k := range limitKeys {
		limits = append(limits, k.name)
	}
	return names, limits
}

func limit[T any](parse func(string) (T, error), of func(*engine.Limits) *T) func(*file, *yaml.Node) error {
	return func(f *file, v *yaml.Node) error {
		return f.scalar("limits", v, func(text string) (n int, err error) {
			*of(&f.grid.Limits), err = parse(text)
			return 1, err
		})
	}
}

func (f *file) read(data []byte) error {
	in := yaml.NewDecoder(bytes.NewReader(data))
	var document yaml.Node
	if err := in.Decode(&document); err != nil {
		if err == io.EOF {
			return f.errorAt(0, errors.New("empty: want a study, with problems and algorithms at least"))
		}
		return f.syntax(err)
	}
	if err := in.Decode(new(yaml.Node)); err != io.EOF {
		return f.errorAt(0, errors.New("more than one document (---): want one study in each file"))
	}
	return f.mapping("the file", document.Content[0], keys)
}

// syntax puts the parser's line number in the same place as in other errors.
func (f *file) syntax(err error) error {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		if number, what, ok := strings.Cut(rest, ": "); ok {
			if line, err := strconv.Atoi(number); err == nil {
				return f.errorAt(line, errors.New(what))
			}
		}
	}
	return f.errorAt(0, errors.New(text))
}

// mapping reads key by key, and rejects unknown keys.
func (f *file) mapping(what string, v *yaml.Node, keys []key) error {
	v = resolve(v)
	if v.Kind != yaml.MappingNode {
		return f.errorAt(v.Line, fmt.Errorf("%s: want lines such as %s: value", what, keys[0].name))
	}
	seen := map[string]int{}
	var names []string
	for _, k := range keys {
		names = append(names, k.name)
	}
next:
	for i := 0; i < len(v.Content); i += 2 {
		name, value := v.Content[i], v.Content[i+1]
		if line := seen[name.Value]; line > 0 {
			return f.errorAt(name.Line, fmt.Errorf("%q is given on line %d already", name.Value, line))
		}
		seen[name.Value] = name.Line
		for _, k := range keys {
			if k.name == name.Value {
				if err := k.read(f, value); err != nil {
					return err
				}
				continue next
			}
		}
		return f.errorAt(name.Line, fmt.Errorf("unknown key %q%s", name.Value, engine.Suggest(name.Value, names)))
	}
	return nil
}

// A setter takes a value and returns how many parts it adds to its field.
type setter func(text string) (parts int, err error)

// list reads a scalar, or a list of them.
func (f *file) list(field string, v *yaml.Node, add setter) error {
	v = resolve(v)
	if v.Kind != yaml.SequenceNode {
		return f.scalar(field, v, add)
	}
	for _, item := range v.Content {
		if err := f.scalar(field, item, add); err != nil {
			return err
		}
	}
	return nil
}

func (f *file) scalar(field string, v *yaml.Node, set setter) error {
	v = resolve(v)
	if v.Kind != yaml.ScalarNode || v.Tag == "!!null" {
		return f.errorAt(v.Line, fmt.Errorf("%s: want a value", field))
	}
	parts, err := set(v.Value)
	if err != nil {
		return f.errorAt(v.Line, fmt.Errorf("%s: %w", field, err))
	}
	for range parts {
		f.lines[field] = append(f.lines[field], v.Line)
	}
	return nil
}

// resolve follows an alias to its node.
func resolve(v *yaml.Node) *yaml.Node {
	for v.Kind == yaml.AliasNode {
		v = v.Alias
	}
	return v
}

func setText(to *string) setter {
	return func(text string) (int, error) {
		*to = text
		return 1, nil
	}
}

func (f *file) addProblems(text string) (int, error) {
	f.grid.Problems = strings.TrimSpace(f.grid.Problems + " " + text)
	return len(strings.Fields(text)), nil
}

func addWords(to *[]string) setter {
	return func(text string) (int, error) {
		words := strings.Fields(text)
		*to = append(*to, words...)
		return len(words), nil
	}
}

func (f *file) addAlgorithms(text string) (int, error) {
	words := strings.Fields(text)
	f.grid.Algorithms = append(f.grid.Algorithms, engine.Named(words...)...)
	return len(words), nil
}

func addNumber(to *[]float64, example string) setter {
	return func(text string) (int, error) {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return 0, fmt.Errorf("%q is not a number: want a decimal such as %s", text, example)
		}
		*to = append(*to, x)
		return 1, nil
	}
}

func (f *file) addSeeds(text string) (int, error) {
	seeds, err := input.ParseSeeds(text)
	f.grid.Seeds = append(f.grid.Seeds, seeds...)
	return len(seeds), err
}

func (f *file) setTrace(text string) (n int, err error) {
	if f.grid.Trace, err = strconv.ParseBool(text); err != nil {
		return 0, fmt.Errorf("%q is neither true nor false", text)
	}
	return 1, nil
}

func (f *file) setJobs(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q is not a number of searches at a time: want one such as 4", text)
	}
	f.grid.Jobs = n
	return 1, nil
}

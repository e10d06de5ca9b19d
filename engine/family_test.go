package engine_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/focal-search/focal/engine"
)

// steps is the problem of walking from 0 to n, each step at a cost: the optimum is n·cost.
func steps(n int, cost engine.Cost) *engine.Problem {
	return engine.Graph[int]{
		Goal:       func(s int) bool { return s == n },
		Successors: func(s int) []engine.Edge[int] { return []engine.Edge[int]{{To: s + 1, Cost: cost}} },
	}.Problem()
}

// TestFamily: the instances of a family have names, patterns and identities like those of
// built-in sets.
func TestFamily(t *testing.T) {
	cost := engine.Cost(2)
	family := engine.Family{Name: "walk", Count: 12, Make: func(i int) *engine.Problem { return steps(i, cost) }}
	engine.RegisterFamily(family)
	for pattern, want := range map[string]string{
		"walk/3": "walk/3", "walk/9-11,2": "walk/9 walk/10 walk/11 walk/2",
		"walk/*": "walk/1 walk/2 walk/3 walk/4 walk/5 walk/6 walk/7 walk/8 walk/9 walk/10 walk/11 walk/12",
	} {
		if names, err := engine.Match(pattern); err != nil || strings.Join(names, " ") != want {
			t.Errorf("%s: %q, %v", pattern, names, err)
		}
	}
	digests := map[string]string{}
	for i := 1; i <= 12; i++ {
		name := "walk/" + strconv.Itoa(i)
		p, err := engine.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := engine.Lookup(name); again.Digest() != p.Digest() {
			t.Errorf("%s is not the same problem twice", name)
		}
		if other := digests[p.Digest()]; other != "" {
			t.Errorf("%s and %s have the same identity", name, other)
		}
		digests[p.Digest()] = name
		r := engine.Solve(t.Context(), p, engine.AStar())
		if r.Problem != name || r.Cost != engine.Cost(2*i) || engine.Verify(p, r) != nil {
			t.Errorf("%s: %v, want cost %d", name, r, 2*i)
		}
	}
	if domain, set, id, variant := engine.SplitName("walk/3"); domain+set+id+variant != "walk3" || set != "walk" {
		t.Error(domain, set, id, variant)
	}
	if s, ok := engine.FindSet("walk"); !ok || s.Count != 12 {
		t.Error(s, ok)
	}
	own := engine.Domains()[0]
	if own.Name != "" || !slices.ContainsFunc(own.Sets, func(s engine.Set) bool { return s.Name == "walk" }) {
		t.Errorf("%+v", own)
	}

	// Registered again, as by a cell that is executed again.
	cost = 3
	engine.RegisterFamily(family)
	p, err := engine.Lookup("walk/4")
	if err != nil || digests[p.Digest()] != "" || engine.Solve(t.Context(), p, engine.AStar()).Cost != 12 {
		t.Error("the changed instance is not another problem:", err)
	}

	for name, want := range map[string]string{
		"walk/13":  "no instance 13 in set walk, which has 1 to 12",
		"walk/0":   "no instance 0",
		"walk/4:x": "walk is a family of your own, whose problems have no variants such as :x",
		"wlak/4":   "is it the family walk, as in walk/4?",
		"walk":     "want domain/set/id[:variant]",
	} {
		if _, err := engine.Lookup(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// TestFamilyOfFiles: instances are named after their files, and identified by their contents.
func TestFamilyOfFiles(t *testing.T) {
	folder := t.TempDir()
	write := func(name string, n int) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(strconv.Itoa(n)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("level9.txt", 9)
	write("level10.txt", 10)
	write("other.map", 1)
	family := engine.Family{Name: "levels", Files: filepath.Join(folder, "*.txt"), Read: func(file string) *engine.Problem {
		text, err := os.ReadFile(file)
		if err != nil {
			return &engine.Problem{Err: err}
		}
		n, err := strconv.Atoi(string(text))
		if err != nil {
			return &engine.Problem{Err: fmt.Errorf("%s: want a number of steps: %w", file, err)}
		}
		return steps(n, 1)
	}}
	engine.RegisterFamily(family)
	names, err := engine.Match("levels/*")
	if err != nil || strings.Join(names, " ") != "levels/level9 levels/level10" {
		t.Fatal(names, err)
	}
	before, err := engine.Lookup("levels/level10")
	if err != nil || engine.Solve(t.Context(), before, engine.AStar()).Cost != 10 {
		t.Fatal(err)
	}
	write("level10.txt", 800) // which the states near the start do not show
	write("level9.txt", 800)
	after, err := engine.Lookup("levels/level10")
	if err != nil || after.Digest() == before.Digest() {
		t.Error("a file that has changed is the same instance:", err)
	}
	if err := os.WriteFile(filepath.Join(folder, "level9.txt"), []byte("nine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := engine.Lookup("levels/level9"); err == nil || !strings.Contains(err.Error(), "want a number of steps") {
		t.Error(err)
	}
}

// TestFamilyErrors: a family that is not valid is refused, and errors and panics of its
// functions are errors of its problems.
func TestFamilyErrors(t *testing.T) {
	one := func(int) *engine.Problem { return steps(1, 1) }
	read := func(string) *engine.Problem { return steps(1, 1) }
	folder := t.TempDir()
	for _, name := range []string{"a.x", "a.y", "b c.z"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for want, f := range map[string]engine.Family{
		`the name of a family is "a b"`:           {Name: "a b", Count: 1, Make: one},
		"Make is missing":                         {Name: "ok", Count: 1},
		"Count = 0: want the number":              {Name: "ok", Make: one},
		"both Make and Files":                     {Name: "ok", Count: 1, Make: one, Files: "*"},
		"Read is missing":                         {Name: "ok", Files: "*"},
		"no file matches nowhere/*.map":           {Name: "ok", Files: "nowhere/*.map", Read: read},
		"two files have the name a":               {Name: "ok", Files: filepath.Join(folder, "a.*"), Read: read},
		"a star or a space, which have a meaning": {Name: "ok", Files: filepath.Join(folder, "*.z"), Read: read},
	} {
		func() {
			defer func() {
				if reason := fmt.Sprint(recover()); !strings.Contains(reason, want) {
					t.Errorf("%q, want %q", reason, want)
				}
			}()
			engine.RegisterFamily(f)
		}()
	}
	calls := 0
	for want, f := range map[string]func(int) *engine.Problem{
		"returns no problem":                func(int) *engine.Problem { return nil },
		"function returns no problem":       func(int) *engine.Problem { return &engine.Problem{Name: "x"} },
		"another problem each time":         func(int) *engine.Problem { calls++; return steps(calls, 1) },
		"the family's function panics: oh!": func(int) *engine.Problem { panic("oh!") },
		"Goal is missing":                   func(int) *engine.Problem { return engine.Graph[int]{}.Problem() },
	} {
		engine.RegisterFamily(engine.Family{Name: "broken", Count: 1, Make: f})
		if _, err := engine.Lookup("broken/1"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

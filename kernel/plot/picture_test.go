package plot

import (
	"context"
	"errors"
	"fmt"
	"html"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/show"
)

// countTo is the problem of counting from 0 to a goal, with its own pictures.
func countTo(goal int, picture, draw func(any) string) *engine.Problem {
	return engine.AnyGraph{
		Name: "line", Start: 0,
		Goal: func(s any) bool { return s == any(goal) },
		Successors: func(s any) []engine.AnyEdge {
			return []engine.AnyEdge{{To: s.(int) + 1, Cost: 2, Move: "on"}}
		},
		Picture: picture, Draw: draw,
	}.Problem()
}

func dot(s any) string {
	return fmt.Sprintf(`<svg viewBox="0 0 40 10" fill="red"><title>at %d</title><circle data-key="a" cx="%d" r="1"/></svg>`, s, s)
}

func solve(t *testing.T, p *engine.Problem) *engine.Result {
	t.Helper()
	r := engine.Solve(context.Background(), p, engine.PFS(1.25, 0.7), engine.Seed(1))
	if !r.Solved() {
		t.Fatal(r)
	}
	return r
}

// filmOf decodes the data that a fragment queues.
func filmOf(t *testing.T, fragment string) (f frames) {
	t.Helper()
	unpackInto(t, fragment, &f)
	return f
}

// state assembles a state's picture as player.js does.
func (f *frames) state(i int) string {
	var b strings.Builder
	for _, n := range f.States[i] {
		b.WriteString(f.Lines[n])
	}
	return b.String() + "</svg>"
}

// TestSolution: the animation has a picture of the start and one after each move, as the
// domain draws them, with the names of the moves, a strip of some states, and the same in
// words.
func TestSolution(t *testing.T) {
	for _, name := range []string{"npuzzle/korf/39:heavy", "npuzzle/random-8/3", "pancake/40/1", "tsp/40/1"} {
		p := domains.Get(name)
		r := solve(t, p)
		n := open(t)
		kept := *r
		kept.Path = nil // as in a store
		Solution(p, &kept).Show()
		f := filmOf(t, n.html(0))
		moves := len(r.Moves)
		if len(f.States) != moves+1 || len(f.After) != moves+1 || f.After[moves] != moves || !slices.Equal(f.Moves, r.Path) {
			t.Fatalf("%s: %d states, %d moves, want %d", name, len(f.States), len(f.Moves), moves)
		}
		drawn, err := p.Draw(r.Moves)
		if err != nil {
			t.Fatal(err)
		}
		for i := range f.States {
			// The start tags contain the same in another order.
			_, got, _ := strings.Cut(f.state(i), "\n")
			_, want, _ := strings.Cut(strings.TrimSpace(drawn[i]), "\n")
			if strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(want), " ") {
				t.Fatalf("%s: state %d is\n%s\nwant\n%s", name, i, got, want)
			}
			texts(t, f.state(i)) // well-formed
		}
		strip := n.bundles[0][show.SVGType].(string)
		words := texts(t, strip)
		for _, want := range []string{"start\n", fmt.Sprintf("after %d moves\n", moves), "solved by PFS(w=1.25, p=0.7): ",
			"cost " + r.CostString(r.Cost)} {
			if !strings.Contains(words, want) {
				t.Errorf("%s: no %q in the strip: %q", name, want, words)
			}
		}
		if got := strings.Count(strip, "<svg "); got != 1+stripLength {
			t.Errorf("%s: %d pictures in the strip, want %d", name, got-1, stripLength)
		}
		plain := n.bundles[0][show.Plain].(string)
		if !strings.Contains(plain, strings.Join(r.Path, " ")) || !strings.Contains(plain, "at the end: ") {
			t.Errorf("%s: in words: %s", name, plain)
		}
		if alt := `alt="` + html.EscapeString(plain) + `"`; !strings.Contains(n.html(0), alt) {
			t.Errorf("%s: the picture has no text alternative %s", name, alt)
		}
	}
}

// TestSizes: a solution of some sixty moves takes less than 60 KB in a notebook, which
// contains the player once.
func TestSizes(t *testing.T) {
	p := domains.Get("npuzzle/korf/39:heavy")
	r := solve(t, p)
	if len(r.Moves) < 50 {
		t.Fatalf("only %d moves", len(r.Moves))
	}
	n := open(t)
	Solution(p, r).Show() // carries the player
	Picture(p).Show()
	q := domains.Get("pancake/40/1")
	Solution(q, solve(t, q)).Show()
	carriers := 0
	for i, b := range n.bundles {
		size := 0
		for _, data := range b {
			size += len(data.(string))
		}
		if strings.Contains(n.html(i), playerJS) {
			carriers++
			size -= len(playerJS)
		}
		if i == 1 && size > 12_000 || size > 60_000 {
			t.Errorf("display %d takes %d bytes", i, size)
		}
		t.Logf("display %d takes %d bytes", i, size)
	}
	if carriers != 1 || len(playerJS) > 12_000 {
		t.Errorf("%d displays carry the player of %d bytes", carriers, len(playerJS))
	}
}

// TestOwnPictures: a problem of your own shows its SVG, its text, or its states as fmt
// formats them.
func TestOwnPictures(t *testing.T) {
	for _, c := range []struct {
		p           *engine.Problem
		first, last string
	}{
		{countTo(3, nil, dot), `<svg xmlns="http://www.w3.org/2000/svg" fill="red" viewBox="0 0 40 10">` + "\n" +
			`<title>at 0</title><circle data-key="a" cx="0" r="1"/></svg>`, `cx="3"`},
		{countTo(3, nil, nil), ">0</text>", ">3</text>"},
		{countTo(3, func(s any) string { return fmt.Sprintf("  <%d>\x1b\n&", s) }, nil), ` xml:space="preserve">  &lt;0&gt;` +
			"\uFFFD</text>", ">&amp;</text>"},
	} {
		n := open(t)
		Solution(c.p, solve(t, c.p)).Show()
		f := filmOf(t, n.html(0))
		if len(f.States) != 4 || !strings.Contains(f.state(0), c.first) || !strings.Contains(f.state(3), c.last) {
			t.Errorf("%d states, from\n%s\nto\n%s\nwant\n%s\nand\n%s", len(f.States), f.state(0), f.state(3), c.first, c.last)
		}
		for i := range f.States {
			texts(t, f.state(i))
		}
		texts(t, n.bundles[0][show.SVGType].(string))
	}
	// A problem that has only text, by its moves.
	p := countTo(3, nil, nil)
	p.Draw, p.Picture = nil, func(moves []engine.Move) string { return fmt.Sprintf("%d made", len(moves)) }
	n := open(t)
	Solution(p, solve(t, p)).Show()
	if f := filmOf(t, n.html(0)); !strings.Contains(f.state(2), "2 made") {
		t.Errorf("state 2 is %s", f.state(2))
	}
}

// TestLongSolution: of a very long solution some states are left out, with a note.
func TestLongSolution(t *testing.T) {
	p := countTo(5000, nil, dot)
	n := open(t)
	Solution(p, solve(t, p)).Show()
	f := filmOf(t, n.html(0))
	if len(f.States) != longestFilm || f.After[longestFilm-1] != 5000 || len(f.Moves) != 5000 {
		t.Fatalf("%d states of %d moves, the last after %d", len(f.States), len(f.Moves), f.After[len(f.After)-1])
	}
	for i, after := range f.After {
		if !strings.Contains(f.state(i), fmt.Sprintf(`cx="%d"`, after)) {
			t.Fatalf("after %d moves: %s", after, f.state(i))
		}
	}
	if !strings.Contains(n.html(0), "1000 of 5001 states are shown") {
		t.Error("no note says that states are left out")
	}
}

// TestStart: a problem is shown as a picture of its start, one whose start is a goal as a
// film of one state, and one that cannot be drawn gives the reason.
func TestStart(t *testing.T) {
	n := open(t)
	show.Value(domains.Get("npuzzle/korf/1"))
	f := filmOf(t, n.html(0))
	if len(f.States) != 1 || f.Title != "npuzzle/korf/1" || !strings.Contains(f.state(0), ">14</text>") {
		t.Errorf("%+v", f)
	}
	if plain := n.bundles[0][show.Plain].(string); !strings.Contains(plain, " 14 13 15  7\n") { // Korf 1985
		t.Errorf("in words: %s", plain)
	}
	p := countTo(0, nil, dot)
	show.Value(Solution(p, solve(t, p)))
	if f := filmOf(t, n.html(1)); len(f.States) != 1 ||
		!strings.Contains(n.bundles[1][show.Plain].(string), "0 moves, cost 0") {
		t.Errorf("%+v", f)
	}
	show.Value(domains.Get("npuzzle/korv/1"))
	if plain := n.bundles[2][show.Plain].(string); !strings.Contains(plain, `did you mean "korf"?`) {
		t.Errorf("for a name that does not exist: %s", plain)
	}
	show.Value((*engine.Problem)(nil))
	if len(n.bundles) != 3 {
		t.Errorf("a nil problem is shown as %v", n.bundles[3])
	}
}

func TestNoPictures(t *testing.T) {
	p := countTo(3, nil, dot)
	good := solve(t, p)
	tampered := *good
	tampered.Moves = good.Moves[:2]
	dear := *good
	dear.Cost++
	unsolved := engine.Solve(context.Background(), p, engine.FS(2), engine.MaxExpanded(1))
	svg := func(s string) *engine.Problem { return countTo(3, nil, func(any) string { return s }) }
	few := countTo(3, nil, nil)
	few.Draw = func([]engine.Move) ([]string, error) { return []string{"one"}, nil }
	refuses := countTo(3, nil, nil)
	refuses.Draw = func([]engine.Move) ([]string, error) { return nil, errors.New("out of ink") }
	bare := countTo(3, nil, nil)
	bare.Draw, bare.Picture = nil, nil
	for _, c := range []struct {
		p    *engine.Problem
		r    *engine.Result
		want string
	}{
		{nil, good, "a problem is nil"},
		{p, nil, "the result is nil"},
		{domains.Get("npuzzle/korv/1"), good, "unknown set"},
		{p, &engine.Result{Problem: "line", Err: errors.New("too hot")}, "too hot"},
		{p, unsolved, "there is no solution to show: limit: expanded"},
		{domains.Get("npuzzle/korf/1"), good, "the result belongs to a problem with different content"},
		{p, &tampered, "do not end at a goal"},
		{p, &dear, "cost"},
		{bare, good, "neither Draw nor Picture"},
		{few, good, "1 pictures for 3 moves: want one more"},
		{refuses, good, "line: out of ink"},
		{svg(`<svg viewBox="0 0 1 1"><g></svg>`), good, "line, after 0 moves: a picture is not one SVG element"},
		{svg(`<svg viewBox="0 0 1 1">`), good, "EOF"},
		{svg(`<svg viewBox="0 0 1 1"></svg><p></p>`), good, "another element, <p>"},
		{svg(`<svg></svg>`), good, `want one such as "0 0 400 300"`},
		{svg(`<svg viewBox="0 0 NaN 1"></svg>`), good, "viewBox"},
		{svg(`<svgs viewBox="0 0 1 1"></svgs>`), good, "it is <svgs>: want <svg>"},
	} {
		chart := Solution(c.p, c.r)
		if err := chart.Err(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q in it", err, c.want)
		}
		if _, err := chart.SVG(); err == nil {
			t.Errorf("%s: there is a picture nevertheless", c.want)
		}
	}
	if err := Solution(p, good).Save(filepath.Join(t.TempDir(), "line.html")); err != nil {
		t.Error(err)
	}
}

func TestFilmLoadsNothing(t *testing.T) {
	p := countTo(3, nil, dot)
	c := Solution(p, solve(t, p))
	svg, err := c.SVG()
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"page": c.HTML(), "strip": svg} {
		if found := loads.FindString(text); found != "" {
			t.Errorf("the %s has %q", name, found)
		}
	}
}

package topspin

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains/internal/spacetest"
	"github.com/focal-search/focal/engine"
)

// distances are the distances of all rings from the goal, by a breadth-first search on
// slices. Tokens above kept are alike, and written as 0; a ring is written from token 1 on.
func distances(n, k, kept int) map[string]int {
	goal := make([]int, n)
	for i := range min(kept, n) {
		goal[i] = i + 1
	}
	key := func(r []int) string {
		i := slices.Index(r, 1)
		return fmt.Sprint(append(slices.Clone(r[i:]), r[:i]...))
	}
	all := map[string]int{key(goal): 0}
	for queue := [][]int{goal}; len(queue) > 0; queue = queue[1:] {
		r := queue[0]
		for i := range n {
			twice := slices.Concat(r[i:], r[:i])
			slices.Reverse(twice[:k])
			if to := key(twice); all[to] == 0 && to != key(goal) {
				all[to] = all[key(r)] + 1
				queue = append(queue, twice)
			}
		}
	}
	return all
}

// TestExact: for all rings of 6 to 8 tokens the database has the distances of abstractions
// that another search finds, h is admissible, and every algorithm keeps its bound.
func TestExact(t *testing.T) {
	for _, size := range [][2]int{{6, 3}, {6, 4}, {7, 4}, {8, 4}} {
		n, k := size[0], size[1]
		all, abstract := distances(n, k, n), distances(n, k, pattern)
		names, i := spacetest.Algorithms(), 0
		for text, exact := range all {
			i++
			var r Ring
			for _, word := range strings.Fields(strings.Trim(text, "[]")) {
				var token int
				fmt.Sscan(word, &token)
				r = append(r, token)
			}
			p, err := New(r, k)
			if err != nil {
				t.Fatal(err)
			}
			s := newSpace(r, k)
			state := []uint64{0}
			s.Start(state)
			want := 0
			for _, at := range s.shift {
				masked := make([]int, n)
				for j, token := range r { // renamed so that the pattern's first token is 1
					if name := (token-1-at+n)%n + 1; name <= pattern {
						masked[j] = name
					}
				}
				first := slices.Index(masked, 1)
				want = max(want, abstract[fmt.Sprint(append(slices.Clone(masked[first:]), masked[:first]...))])
			}
			h, d := s.Evaluate(engine.Node{State: state})
			if h != engine.Cost(want) || d != h || h > engine.Cost(exact) {
				t.Fatalf("(%d, %d) %v: h = %d, d = %d, want %d and at most %d", n, k, r, h, d, want, exact)
			}
			if i%37 != 0 {
				continue
			}
			spacetest.Bounded(t, p, engine.Cost(exact), "astar", names[i%len(names)])
		}
	}
}

// TestSeeded pins the sets: their instances never change.
func TestSeeded(t *testing.T) {
	spacetest.Pinned(t, "topspin", "", 10, map[string]string{"12-4": "09017dc9c85847c1", "14-4": "7d56e13936c91707", "16-4": "079640032491c6be"})
}

// TestErrors: rings that are not valid, or that no turns bring into order.
func TestErrors(t *testing.T) {
	for want, r := range map[string]Ring{
		"a ring has 6 to 16 tokens, not 3":                 {1, 2, 3},
		"are not 1 to 6, each once":                        {1, 2, 3, 4, 5, 5},
		"no sequence of moves leads to the goal: no turns": {2, 1, 3, 4, 5, 6, 7},
	} {
		if _, err := New(r, 4); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", r, err, want)
		}
	}
	if _, err := New(Ring{2, 1, 3, 4, 5, 6, 7}, 4); !errors.Is(err, engine.ErrUnsolvable) {
		t.Error(err)
	}
	// Half of all rings of seven tokens can be brought into order, and the parity tells which.
	reached := distances(7, 4, 7)
	if len(reached) != 720/2 {
		t.Errorf("%d rings of 7 are reached", len(reached))
	}
	random := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		r := Ring{1}
		for _, i := range random.Perm(6) {
			r = append(r, i+2)
		}
		_, err := New(r, 4)
		if _, ok := reached[fmt.Sprint([]int(r))]; ok != (err == nil) {
			t.Fatalf("%v: %v, reached %t", r, err, ok)
		}
	}
}

// TestPictures: the tokens are drawn after each move.
func TestPictures(t *testing.T) {
	p, err := New(Ring{1, 5, 4, 3, 2, 6}, 4)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Picture([]engine.Move{1}); got != "[1 2 3 4 5 6]\n" {
		t.Errorf("%q", got)
	}
	pictures, err := p.Draw([]engine.Move{1})
	if err != nil || len(pictures) != 2 || strings.Count(pictures[1], "<text") != 6 {
		t.Errorf("%d pictures, %v", len(pictures), err)
	}
	if _, err := p.Replay([]engine.Move{6}); err == nil || !strings.Contains(err.Error(), "there is no place 7 in a ring of 6") {
		t.Error(err)
	}
}

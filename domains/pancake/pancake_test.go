package pancake

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains/internal/spacetest"
	"github.com/focal-search/focal/engine"
)

// checkSuccessors compares the space's values of a state and of its successors with the
// definitions. The state is that of stack s; hashes are those of new spaces, which
// compute them from scratch.
func checkSuccessors(t *testing.T, space *space, state []uint64, s Stack) *engine.Successors {
	t.Helper()
	node := engine.Node{State: state}
	h, d := space.Evaluate(node)
	if want := gaps(s); h != want || d != want {
		t.Fatalf("%v: h = %d, d = %d, want %d", s, h, d, want)
	}
	if goal := space.IsGoal(node); goal != slices.IsSorted(s) {
		t.Fatalf("%v: goal is %v", s, goal)
	}
	out := engine.NewSuccessors(space.Shape())
	space.Expand(node, out)
	if out.N != len(s)-1 {
		t.Fatalf("%v has %d successors", s, out.N)
	}
	for i := range out.N {
		to := flipped(s, i+2)
		h := gaps(to)
		if want := (engine.Successor{Cost: 1, H: h, D: h, Move: engine.Move(i + 2)}); out.Items[i] != want {
			t.Fatalf("%v: successor %d is %+v, want %+v", s, i, out.Items[i], want)
		}
		fresh := make([]uint64, 2)
		newSpace(to, model{least: 1}).Start(fresh)
		if hash := out.State[2*i]; hash != fresh[0] {
			t.Fatalf("%v: the hash of flip %d is %x, from scratch %x", s, i+2, hash, fresh[0])
		}
	}
	return out
}

// TestAllStates: for up to 8 pancakes, h and d are GAP in every state, and GAP never
// exceeds the distance to the goal (by breadth-first search) and changes by at most 1
// along an edge. The greatest distances are the pancake numbers.
func TestAllStates(t *testing.T) {
	for n, diameter := range map[int]int{2: 1, 3: 3, 4: 4, 5: 5, 6: 7, 7: 8, 8: 9} { // OEIS A058986
		if n == 8 && testing.Short() {
			continue
		}
		greatest, states := 0, 1
		for i := 2; i <= n; i++ {
			states *= i
		}
		all := distances(n)
		if len(all) != states {
			t.Fatalf("%d pancakes: %d states, want %d", n, len(all), states)
		}
		for k, distance := range all {
			s := stackOf(k)
			greatest = max(greatest, distance)
			space := newSpace(s, model{least: 1})
			state := make([]uint64, 2)
			space.Start(state)
			out := checkSuccessors(t, space, state, s)
			h, _ := space.Evaluate(engine.Node{State: state})
			if h > engine.Cost(distance) {
				t.Fatalf("%v: h = %d, the distance is %d", s, h, distance)
			}
			for _, c := range out.Items[:out.N] {
				if h > 1+c.H || c.H > 1+h { // flips can be undone
					t.Fatalf("%v: h = %d, and %d after flip %d", s, h, c.H, c.Move)
				}
			}
		}
		if greatest != diameter {
			t.Errorf("%d pancakes: the greatest distance is %d, want %d", n, greatest, diameter)
		}
	}
}

// TestWalks follows states from parent to child, as the search does, up to the largest
// stacks.
func TestWalks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{2, 3, 15, 40, 101, 254, 255} {
		s := Random(n, r.Uint64())
		space := newSpace(s, model{least: 1})
		state := make([]uint64, 2)
		space.Start(state)
		for range 20 {
			out := checkSuccessors(t, space, state, s)
			i := r.IntN(out.N)
			s = flipped(s, i+2)
			copy(state, out.State[2*i:])
		}
	}
}

// TestSame: two states are equal if and only if their stacks are, however they were made.
func TestSame(t *testing.T) {
	s := Random(30, 1)
	space := newSpace(s, model{least: 1})
	start := make([]uint64, 2)
	space.Start(start)
	expand := func(state []uint64) *engine.Successors {
		out := engine.NewSuccessors(space.Shape())
		space.Expand(engine.Node{State: state}, out)
		return out
	}
	first := expand(start)
	for i := range first.N {
		child := first.State[2*i : 2*i+2]
		second := expand(child)
		for j := range second.N {
			grandchild := second.State[2*j : 2*j+2]
			if got := space.Same(engine.Node{State: start}, grandchild); got != (i == j) {
				t.Errorf("flips %d and %d lead back: %v", i+2, j+2, got)
			}
			if got, want := space.Same(engine.Node{State: child}, grandchild),
				slices.Equal(flipped(s, i+2), flipped(flipped(s, i+2), j+2)); got != want {
				t.Errorf("flip %d changes nothing: %v", j+2, got)
			}
		}
		for j := range first.N {
			if got := space.Same(engine.Node{State: child}, first.State[2*j:2*j+2]); got != (i == j) {
				t.Errorf("flips %d and %d lead to the same: %v", i+2, j+2, got)
			}
		}
	}
}

// TestOptimal: A* finds the distance of every stack of up to 7 pancakes, of every
// twentieth of 8, and of random stacks of up to 12; of fewer with -short.
func TestOptimal(t *testing.T) {
	check := func(s Stack, optimal engine.Cost) {
		p, err := New(s)
		if err != nil {
			t.Fatal(err)
		}
		p.Optimal = optimal
		r := engine.Solve(context.Background(), p, engine.AStar())
		if err := engine.Verify(p, r); err != nil || r.Cost != optimal {
			t.Errorf("%v: %v, want cost %d: %v", s, r, optimal, err)
		}
	}
	all, every, largest := 7, 20, 12
	if testing.Short() {
		all, every, largest = 6, 100, 10
	}
	for n := 2; n <= 8; n++ {
		known := distances(n)
		for i, k := range slices.Sorted(keys(known)) {
			if n <= all || i%every == 0 {
				check(stackOf(k), engine.Cost(known[k]))
			}
		}
	}
	for n := 9; n <= largest; n++ {
		for seed := range uint64(5) {
			s := Random(n, seed+1)
			check(s, bidirectional(s))
		}
	}
}

func keys(m map[string]int) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// TestCounters: the search on hashed and rebuilt states is the search on whole stacks,
// for every algorithm, even if most stacks have the same hash.
func TestCounters(t *testing.T) {
	alike := new([maxSize + 1]uint64) // weights by which only the parity of the sizes matters
	for i := range alike {
		alike[i] = uint64(i % 2)
	}
	for n := 9; n <= 15; n += 2 {
		s := Random(n, 3)
		p, err := New(s)
		if err != nil {
			t.Fatal(err)
		}
		p.Optimal = bidirectionalIfSmall(s)
		plain, colliding := *p, *p
		plain.NewSpace = func() engine.Space { return plainSpace{s} }
		colliding.NewSpace = func() engine.Space {
			space := newSpace(s, model{least: 1})
			space.weights = alike
			return space
		}
		for _, name := range spacetest.Algorithms() {
			for _, w := range []float64{1, 1.1, 1.5} {
				a, err := engine.NewAlgorithm(name, w, 0.7)
				if err != nil {
					t.Fatal(err)
				}
				want := engine.Solve(context.Background(), &plain, a, engine.Seed(1), engine.MaxExpanded(300))
				for _, q := range []*engine.Problem{p, &colliding} {
					r := engine.Solve(context.Background(), q, a, engine.Seed(1), engine.MaxExpanded(300))
					if err := engine.Verify(q, r); err != nil {
						t.Error(err)
					}
					if r.Counters != want.Counters || r.Status != want.Status || r.FMin != want.FMin ||
						!slices.Equal(r.Moves, want.Moves) {
						t.Errorf("%d pancakes, %v: %v, on whole stacks %v", n, a, r, want)
					}
				}
			}
		}
	}
}

// bidirectionalIfSmall returns the distance of a stack if it is cheap to compute, else
// -1.
func bidirectionalIfSmall(s Stack) engine.Cost {
	if len(s) > 12 {
		return -1
	}
	return bidirectional(s)
}

// TestPublished: the mean expansions of DPS on the 100 instances of 101 pancakes match
// those that Gilon, Felner and Stern (Dynamic Potential Search - A New Bounded Suboptimal
// Search, 2016) report for 100 random instances of their own, up to chance: three
// standard errors of a difference of two means.
func TestPublished(t *testing.T) {
	for w, published := range map[float64]float64{1.11: 912, 1.14: 332, 1.25: 169, 1.50: 148} {
		if testing.Short() && w < 1.14 {
			continue // the longest
		}
		var sum, squares float64
		for id := 1; id <= setCount; id++ {
			p, err := engine.Lookup(fmt.Sprintf("pancake/101/%d", id))
			if err != nil {
				t.Fatal(err)
			}
			r := engine.Solve(context.Background(), p, engine.DPS(w))
			if err := engine.Verify(p, r); err != nil || r.Status != engine.Solved {
				t.Fatal(r, err)
			}
			sum += float64(r.Expanded)
			squares += float64(r.Expanded) * float64(r.Expanded)
		}
		mean := sum / setCount
		errorOfMean := math.Sqrt((squares/setCount - mean*mean) / (setCount - 1))
		t.Logf("w = %g: %.0f ± %.0f expansions in the mean, published %.0f", w, mean, errorOfMean, published)
		if math.Abs(mean-published) > 3*math.Sqrt2*errorOfMean {
			t.Errorf("w = %g: %.0f ± %.0f expansions in the mean, published %.0f", w, mean, errorOfMean, published)
		}
	}
}

// TestMemory: a stored node takes less than 60 bytes for any number of pancakes, the
// table of states, the queues and the stacks of expanded nodes included.
func TestMemory(t *testing.T) {
	for _, n := range sizes {
		p, err := New(Random(n, 1))
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range []engine.Algorithm{engine.AStar(), engine.FS(1)} {
			r := engine.Solve(context.Background(), p, a, engine.MaxInserted(1_000_000))
			each := float64(r.PeakBytes) / float64(r.Inserted)
			t.Logf("%d pancakes, %v: %d nodes of %.1f bytes", n, a, r.Inserted, each)
			if r.Inserted > 200_000 && each > 60 {
				t.Errorf("%d pancakes, %v: a node takes %.1f bytes", n, a, each)
			}
		}
	}
}

// walk expands nodes one after the other, each a random successor of the one before, and hands over each
// successor's state and the moves that lead to it.
func walk(space *space, steps int, r *rand.Rand, each func(moves []engine.Move, state []uint64)) {
	state := make([]uint64, 2)
	space.Start(state)
	out := engine.NewSuccessors(space.Shape())
	var moves []engine.Move
	for range steps {
		out.N = 0
		space.Expand(engine.Node{State: state}, out)
		i := r.IntN(out.N)
		copy(state, out.State[2*i:])
		moves = append(moves, out.Items[i].Move)
		each(moves, state)
	}
}

// TestRebuild: the space finds the stack of each state on a path, and its GAP.
func TestRebuild(t *testing.T) {
	for _, n := range []int{2, 9, 40, 101, maxSize} {
		start := Random(n, 1)
		space := newSpace(start, model{least: 1})
		have := make([]byte, n)
		walk(space, 50, rand.New(rand.NewPCG(1, uint64(n))), func(moves []engine.Move, state []uint64) {
			want, _, err := view(start, false).Along(moves, func(Stack, engine.Cost) {})
			if err != nil {
				t.Fatal(err)
			}
			space.stacks.rebuild(origin(state[1]), have)
			gaps := 0
			for i, p := range want {
				if int(have[i])+1 != p {
					t.Fatalf("%d pancakes after %v: %v, want %v", n, moves, have, want)
				}
				below := n + 1
				if i+1 < n {
					below = want[i+1]
				}
				gaps += gap(byte(p-1), byte(below-1))
			}
			if got := origin(state[1]).gap(); got != gaps {
				t.Fatalf("%d pancakes after %v: a GAP of %d, want %d", n, moves, got, gaps)
			}
		})
	}
}

func TestReverse(t *testing.T) {
	for n := range 300 {
		have := make([]byte, n)
		for i := range have {
			have[i] = byte(i * 7 % 251)
		}
		want := slices.Clone(have)
		slices.Reverse(want)
		if reverse(have); !slices.Equal(have, want) {
			t.Errorf("%d bytes: %v, want %v", n, have, want)
		}
	}
}

// TestArchive: the space reports the bytes of the stacks that it keeps: one of three on a path.
func TestArchive(t *testing.T) {
	const n, expansions = 101, 15_000
	space := newSpace(Random(n, 1), model{least: 1})
	walk(space, expansions, rand.New(rand.NewPCG(1, 1)), func([]engine.Move, []uint64) {})
	var sized engine.Sized = space
	const stacks = n * expansions / 3
	if got := sized.Bytes(); got < stacks || got > stacks*5/4 {
		t.Errorf("%d bytes, of which %d are stacks", got, stacks)
	}
}

// TestRandom pins the seeded sets, so that they never change silently. The hashes come
// from another implementation of the generator and of the shuffle.
func TestRandom(t *testing.T) {
	for n, want := range map[int]string{
		40:  "9a7d92c8ee60b6909aadb175849f2c66d36fd0f8d5264d98ce52159db23a3d21",
		60:  "ca53d3e6d0a6dc2a4ae45598307104b783e4568047bf42655e30b281ed339fb3",
		80:  "6d5384a6f8e2b84775550ed32dc907de304bf3a95d31b607d2198b0009a2f1ee",
		101: "f7088a4068a153ef02ced049565139965041a86a6e33c3a19094ab34659672a2",
	} {
		h := sha256.New()
		for id := 1; id <= setCount; id++ {
			s := Random(n, uint64(id))
			if err := s.Validate(); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(h, []int(s))
		}
		if got := fmt.Sprintf("%x", h.Sum(nil)); got != want {
			t.Errorf("set %d has SHA-256 %s, want %s", n, got, want)
		}
	}
}

func TestNames(t *testing.T) {
	p, err := engine.Lookup("pancake/60/7")
	if err != nil {
		t.Fatal(err)
	}
	q, err := New(Random(60, 7))
	if err != nil {
		t.Fatal(err)
	}
	if p.Name != "pancake/60/7" || p.Content != q.Content || p.Unit != 1 || p.Optimal != -1 {
		t.Errorf("%+v", p)
	}
	if same, err := engine.Lookup("pancake/random-60/7"); err != nil || same.Content != p.Content {
		t.Errorf("pancake/random-60/7 is not pancake/60/7: %v", err)
	}
	if name := p.MoveName(60); name != "flip 60" {
		t.Errorf("flip 60 is called %s", name)
	}
	for name, want := range map[string]string{
		"pancake/40/101":   `problem "pancake/40/101": no instance 101 in set 40, which has 1 to 100`,
		"pancake/40/7:gab": `problem "pancake/40/7:gab": unknown variant "gab": did you mean "gap"? (known: unit, heavy, gap, gap-1, gap-2, gap-3, gap-4)`,
		"pancake/50/1":     `unknown set "50" of domain pancake: did you mean "40"? (known: 40, 60, 80, 101, random-40, random-60, random-80, random-101, stack, file)`,
	} {
		if _, err := engine.Lookup(name); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

func TestRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "stack.txt")
	if err := os.WriteFile(path, []byte("# five\n3 1, 2\n5 4\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	in, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if s, err := Read(in, path); err != nil || !slices.Equal(s, Stack{3, 1, 2, 5, 4}) {
		t.Errorf("%v, %v", s, err)
	}
	for text, want := range map[string]string{
		"":                         "x: a stack has 2 to 255 pancakes, not 0",
		"1":                        "x: a stack has 2 to 255 pancakes, not 1",
		"1 2\n3 -4":                "x:2:3: pancake -4 at position 4: a stack of 4 has the sizes 1 to 4",
		"1 5 2 3":                  "x:1:3: pancake 5 at position 2: a stack of 4 has the sizes 1 to 4",
		"1 2\n\n  2":               "x:3:3: pancake 2 is at position 2 and again at position 3",
		"1 two":                    `x:1:3: "two" is not a whole number`,
		strings.Repeat("1\n", 256): "x:256:1: 1 is one number too many: want at most 255",
	} {
		if _, err := Read(strings.NewReader(text), "x"); err == nil || err.Error() != want {
			t.Errorf("%.20q: %v, want %s", text, err, want)
		}
		if _, err := New(nil); err == nil || err.Error() != "a stack has 2 to 255 pancakes, not 0" {
			t.Errorf("an empty stack: %v", err)
		}
	}
}

// TestReplay: the verifier's replay refuses invalid solutions.
func TestReplay(t *testing.T) {
	p, err := New(Stack{2, 3, 1})
	if err != nil {
		t.Fatal(err)
	}
	if c, err := p.Replay([]engine.Move{2, 3, 2}); c != 0 || err == nil ||
		err.Error() != "the moves do not end at a goal but at [2 1 3]" {
		t.Errorf("cost %d, %v", c, err)
	}
	if c, err := p.Replay([]engine.Move{2, 3}); c != 2 || err != nil {
		t.Errorf("cost %d, %v; want 2", c, err)
	}
	for _, m := range []engine.Move{0, 1, 4} {
		want := fmt.Sprintf("move 2: flip %d is not a move: want 2 to 3", m)
		if _, err := p.Replay([]engine.Move{2, m}); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
		if got := p.Picture([]engine.Move{2, m}); got != want {
			t.Errorf("picture %s, want %s", got, want)
		}
	}
	want := "  2  ██\n" +
		"  3  ███ <\n" +
		"  1   █ <\n" +
		"    ▔▔▔▔▔\n"
	if got := p.Picture(nil); got != want {
		t.Errorf("picture\n%swant\n%s", got, want)
	}
}

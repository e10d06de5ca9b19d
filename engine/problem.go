package engine

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"iter"
	"strconv"
	"time"

	"github.com/focal-search/focal/engine/internal/arena"
)

// ErrUnsolvable is the error of a problem of which it is known that it has no solution.
var ErrUnsolvable = errors.New("no sequence of moves leads to the goal")

// A Cost is a path cost or a heuristic value, an integer in units of
// 1/Problem.Unit. All arithmetic on costs is exact.
type Cost = int64

// A Move names an edge of the state graph within its domain: the direction of
// the blank, the length of a flipped prefix, the next city.
type Move uint32

// A Problem is one instance to be solved. Domains make problems; see domains.Get.
//
// A problem's name is domain/set/id:variant, such as npuzzle/korf/39:heavy+lc. To define your own problem, give a start
// state, a goal test, a successor function and a heuristic: an engine.Graph. A family gives names to a set of such
// problems. An instance is identified by its content, so one that has changed is another problem, with new runs.
//
// A heuristic that overestimates proves nothing. engine.Check looks for that and for other mistakes: an inconsistent
// h, successors or values that are not the same each time, states whose equality is wrong, a known optimum that is not
// one. It reports the first of each kind with a path that shows it. Each run checks h on its own solution, at no cost:
// if a lower bound or a state's h is above the cost of a path that is known, the run's status is "h is not admissible".
//
// kernel/docs/problems.md says this in the same words, with examples.
type Problem struct {
	Name string // such as "npuzzle/korf/39:heavy"
	// Unit is the number of cost units in 1: 1 for integer costs, 360360 for
	// inverse tile costs.
	Unit int64
	// Content is the instance in a canonical text. Its hash identifies the problem
	// wherever results are stored, so it must state everything that can change a
	// counter: states, costs, heuristics and the order of successors.
	Content string
	// Optimal is the optimal cost if it is known independently, else -1.
	Optimal Cost
	// NewSpace makes the packed state space for one run, with its own buffers, so that
	// several runs of one problem can proceed in parallel.
	NewSpace func() Space
	// Prepare, if set, makes what NewSpace needs and what takes long, such as a pattern database, once
	// in a process. Solve calls it before the run begins, whose time and memory do not include
	// it. It ends soon after ctx is done. Without it NewSpace does the same.
	Prepare func(ctx context.Context) error
	// Replay applies moves to the start and returns their cost. It shares no code with
	// the space, since the verifier relies on it. An error names the move that is
	// impossible, or reports that the last state is not a goal.
	Replay func(moves []Move) (Cost, error)
	// MoveName names a move, such as "up"; if nil, a move is named by its number.
	MoveName func(Move) string
	// Path, if set, names moves whose names depend on the states they are made in.
	Path func(moves []Move) []string
	// Picture draws the state after the given moves as text, for display.
	Picture func(moves []Move) string
	// Draw, if set, draws the start and the state after each move, each as an SVG
	// element with a viewBox or as lines of text. In SVG, elements with the same
	// data-key in two pictures are the same object, which an animation moves;
	// currentColor is the reader's text colour; <title> describes the picture in words.
	// Like Replay, Draw follows the moves without the space.
	Draw func(moves []Move) ([]string, error)
	// Shade, if set, draws a map as SVG whose places are states: each in the colour and with the
	// opacity that it has, unless that is 0, and the moves as a path.
	Shade func(title string, colour func(state []uint64) (string, float64), moves []Move) (string, error)
	// View, if set, presents the domain's states to user-defined h and d: a View of
	// package domains/hd.
	View any
	// Err explains why there is no such problem. Solve returns it in its result, so one
	// check at the end suffices.
	Err error
	// Origin, if set, says how the problem was made, to who can make it again elsewhere: see
	// [Handover].
	Origin any

	// contents, where Content has a sample of functions' values, asks them again: see Sample. start is the first.
	contents iter.Seq[string]
	start    string
	graph    bool // a Graph
}

// Sampled reports whether the problem is a Graph, of which Content has only a sample of what can change a
// counter: the values of functions on some states. So a study repeats one of its stored runs.
func (p *Problem) Sampled() bool { return p.graph }

// sampling bounds the time that identifying a problem by a sample takes.
const sampling = 2 * time.Second

// Sample identifies the problem by the values of functions near the start. It is for authors of domains; a Graph
// does the same. The argument asks the functions, and yields what Content is by 1, 2, 4 and so on expansions,
// and by all. Where they take more than two seconds, Content has fewer. The error is the argument's.
func (p *Problem) Sample(contents func(yield func(content string) bool) error) error {
	p.contents = func(yield func(string) bool) { contents(yield) }
	begun := time.Now()
	return contents(func(content string) bool {
		p.Content, p.start = content, cmp.Or(p.start, content)
		return time.Since(begun) <= sampling
	})
}

// steady checks that functions of which Content has a sample say what they said when it was made: for
// the start, or for all of the sample.
func (p *Problem) steady(all bool) error {
	if !p.Sampled() {
		return nil
	}
	want := p.start
	if all {
		want = p.Content
	}
	for content := range p.contents {
		if content == want {
			return nil
		}
		if !all {
			break
		}
	}
	return errChanges
}

// errChanges is the error of a graph whose functions do not depend on the state alone.
var errChanges = errors.New("the functions of the graph say something else of the same states than when it was made: " +
	"they must depend on the state alone, without a variable that they change, and must not change the state")

// Digest returns the SHA-256 of the problem's content in hexadecimal.
func (p *Problem) Digest() string { return digest(p.Content) }

func digest(content string) string {
	sum := sha256.Sum256([]byte(content))
	return hex.EncodeToString(sum[:])
}

// Is reports whether a digest is of this problem, which may have been made elsewhere. Where functions are
// so slow that the sample takes more than two seconds, what Content has depends on the machine and on whether they
// are compiled.
func (p *Problem) Is(of string) bool {
	if of == p.Digest() {
		return true
	}
	if p.contents != nil {
		for content := range p.contents {
			if of == digest(content) {
				return true
			}
		}
	}
	return false
}

// Names returns the names of moves from the start.
func (p *Problem) Names(moves []Move) []string {
	if p.Path != nil {
		return p.Path(moves)
	}
	name := p.MoveName
	if name == nil {
		name = func(m Move) string { return strconv.Itoa(int(m)) }
	}
	var names []string
	for _, m := range moves {
		names = append(names, name(m))
	}
	return names
}

// A Shape gives the sizes of a space's states and costs.
type Shape struct {
	// Words is the number of 64-bit words in a packed state.
	Words int
	// Key is the number of leading words that identify the state. The others are only
	// carried along, for domains that rebuild a state instead of storing it.
	Key int
	// States, if known, is above every state, each a word that is the state's number, such as
	// that of a cell. A search then finds nodes by number, without a hash table.
	States int
	// Successors is the greatest number of successors of any state, if known in
	// advance.
	Successors int
	// WideCosts states that path costs may need more than 32 bits.
	WideCosts bool
	// SmallCosts states that f, h and d are small integers (some thousands), so that
	// bucket queues are efficient. It changes the speed and never a counter.
	SmallCosts bool
}

// A Space is a problem's state graph in packed form: the contract between the engine
// and a domain. The engine makes one dynamic call per expansion, which fills a buffer
// with all successors, so a domain can compute the heuristics of all children together.
// A Space serves one run at a time.
type Space interface {
	Shape() Shape
	// Start writes the start state.
	Start(state []uint64)
	// Evaluate computes the primary heuristic h, which must be admissible, and
	// the secondary d from scratch.
	Evaluate(n Node) (h, d Cost)
	// IsGoal is called only for states whose h is 0.
	IsGoal(n Node) bool
	// Expand adds every successor of n in the domain's documented order, including the
	// one that undoes the last move.
	Expand(n Node, out *Successors)
}

// Sized is a Space with tables that grow with the run, such as a cache. Their bytes
// count towards the run's memory limit.
type Sized interface{ Bytes() int64 }

// A Warner is a Space that may detect, during the search, something that users should
// know, such as an inconsistent h.
type Warner interface{ Warnings() []string }

// Reversible is a Space that knows which move undoes which, so that a search need not
// look up the state it came from. Inverses returns for each move the one that undoes
// it, NoMove if there is none; moves are small numbers from 0. It changes the speed and
// never a counter: the way back costs at least 0, so it improves nothing.
type Reversible interface{ Inverses() []Move }

// Pure is a Space whose Expand depends only on the state's words and changes nothing. A
// search may therefore expand a state early, and one that it never selects. The node of
// such an expansion may have no ID.
type Pure interface{ Pure() }

// Spare is a Space whose d takes time that some algorithms do not need to spend.
// WithoutD states that the run never reads the d of a successor, which may then be any
// non-negative value. Evaluate still computes d.
type Spare interface{ WithoutD() }

// Hashed is a Space whose key words are a hash, so that different states may have the
// same key. When keys are equal, Same reports whether a node has the state of the
// second argument, a successor that Expand has just made.
type Hashed interface {
	Same(n Node, state []uint64) bool
}

// Linked is a Space that reads the states of other nodes, such as ancestors whose IDs it
// stores in the carried words of states. Before Start the search calls Link with a function
// that returns the state of a node.
type Linked interface {
	Link(stateOf func(id uint32) []uint64)
}

// A Node is the domain's view of a stored node. It has four words, so that the compiler
// keeps it in registers.
type Node struct {
	ID    uint32   // the node's sequence number
	State []uint64 // Shape.Words words, not to be changed
}

// A Successor is one edge out of an expanded state, with the values of the state it
// leads to.
type Successor struct {
	Cost Cost // of the edge, >= 0
	H, D Cost // of the state it leads to
	Move Move
}

// Successors is the buffer that Space.Expand fills.
type Successors struct {
	N     int         // number of successors
	Items []Successor // the first N count
	State []uint64    // their states, Shape.Words words each
	Err   error       // set if the state cannot be expanded; ends the search

	// Where Drops is set, a Space may leave out successors that the search would drop, and
	// count them in Dropped: those with Path + Cost + H >= Below, since an incumbent costs
	// that, and those that it has added before with a Path + Cost that was no greater, for
	// this state or another one. Path is the cost of the path to the expanded state.
	Drops       bool
	Path, Below Cost
	Dropped     int // left out, and counted as generated

	words int
	ends  func() bool // reports whether the run is to end; nil: it is not
	cut   bool        // it was, while the space was asked
	back  Move        // leads back to the parent and is left out; NoMove if there is none
}

// NoMove is none: the inverse of a move that cannot be undone.
const NoMove = Move(arena.NoMove)

// NewSuccessors makes the buffer for spaces of this shape.
func NewSuccessors(sh Shape) *Successors {
	return &Successors{
		Items: make([]Successor, sh.Successors),
		State: make([]uint64, sh.Successors*sh.Words),
		words: sh.Words,
		back:  NoMove,
	}
}

// Add appends a successor and returns the words in which to write its state.
func (s *Successors) Add(c Successor) []uint64 {
	i := s.N
	if i == len(s.Items) {
		s.Items = append(s.Items, make([]Successor, i+1)...)
		s.State = append(s.State, make([]uint64, (i+1)*s.words)...)
	}
	s.Items[i] = c
	if c.Move == s.back && s.back != NoMove {
		s.LeaveOut()
	} else {
		s.N++
	}
	return s.State[i*s.words : (i+1)*s.words]
}

// Stopped reports whether the run is to end at once, by its context or its time limit. A Space
// in which single successors may take long, as user-defined functions do, asks it before each
// one and returns if so: what it has added then does not count, and it may be asked again.
func (s *Successors) Stopped() bool {
	s.cut = s.cut || s.ends != nil && s.ends()
	return s.cut
}

// LeaveOut returns the move whose successor Add would drop, because it is the state that
// the search came from: see [Reversible]; ok is false if there is none. A space that asks,
// before it adds any, must not add that successor, and need not make it: it is counted.
// It may also leave out, and count in Dropped, successors that the parent has by a move that
// costs no more than the way by this state: the search knows them at no greater cost.
func (s *Successors) LeaveOut() (m Move, ok bool) {
	m, ok = s.back, s.back != NoMove
	if ok {
		s.back = NoMove
		s.Dropped++
	}
	return m, ok
}

// state is the packed state of successor i.
func (s *Successors) state(i int) []uint64 { return s.State[i*s.words : (i+1)*s.words] }

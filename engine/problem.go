package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"github.com/focal-search/focal/engine/internal/arena"
)

// A Cost is a path cost or a heuristic value, an integer in units of
// 1/Problem.Unit. All arithmetic on costs is exact.
type Cost = int64

// A Move names an edge of the state graph within its domain: the direction of
// the blank, the length of a flipped prefix, the next city.
type Move uint32

// A Problem is one instance to be solved. Domains make them; see domains.Get.
type Problem struct {
	Name string // as "npuzzle/korf/39:heavy"
	// Unit is the number of cost units in 1: 1 for integer costs, 360360 for
	// inverse tile costs.
	Unit int64
	// Content is the instance in a canonical text. Its hash identifies the
	// problem wherever results are stored, so it says everything that can
	// change a counter: states, costs, heuristics, order of successors.
	Content string
	// Optimal is the optimal cost where it is known from elsewhere, else -1.
	Optimal Cost
	// NewSpace makes the packed state space of one run, with its own buffers,
	// so that runs of one problem can go in parallel.
	NewSpace func() Space
	// Replay applies moves to the start and returns what they cost. It shares
	// no code with the space: the verifier relies on it. An error says which
	// move is impossible, or that the last state is not a goal.
	Replay func(moves []Move) (Cost, error)
	// MoveName says what a move is called, as "up"; without it that is its number.
	MoveName func(Move) string
	// Path, where it is set, names moves whose names depend on where they are made.
	Path func(moves []Move) []string
	// Picture draws the state after the given moves as text, for people.
	Picture func(moves []Move) string
	// Draw, where it is set, draws the start and the state after each of the
	// moves, each as an SVG element with a viewBox or as lines of text. In SVG,
	// elements that have the same data-key in two pictures are one thing, which an
	// animation moves; what is drawn in currentColor has the reader's ink; <title>
	// says a picture in words. Like Replay it follows the moves without the space.
	Draw func(moves []Move) ([]string, error)
	// View, where it is set, is how the domain shows its states to h and d of one's
	// own: a View of package domains/hd.
	View any
	// Err says why there is no such problem; Solve returns it in its result,
	// so that one line can be checked at the end instead of two at each step.
	Err error
}

// Digest is the SHA-256 of the problem's content in hexadecimal.
func (p *Problem) Digest() string {
	sum := sha256.Sum256([]byte(p.Content))
	return hex.EncodeToString(sum[:])
}

// Names is what moves from the start are called.
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

// A Shape says how large a space's states and costs are.
type Shape struct {
	// Words is the number of 64-bit words in a packed state.
	Words int
	// Key is how many leading words identify the state; the others are carried
	// along, as by domains that rebuild a state instead of storing it.
	Key int
	// Successors is the greatest number of successors of any state, as far as it
	// is known beforehand.
	Successors int
	// WideCosts says that path costs may need more than 32 bits.
	WideCosts bool
	// SmallCosts says that f, h and d are small integers (some thousands), so
	// that bucket queues pay. It changes the speed and never a counter.
	SmallCosts bool
}

// A Space is a problem's state graph in packed form: the contract between the
// engine and a domain. The engine makes one dynamic call per expansion, which
// fills a buffer with all successors, so a domain may compute the heuristics of
// all children together. A Space serves one run at a time.
type Space interface {
	Shape() Shape
	// Start writes the start state.
	Start(state []uint64)
	// Evaluate computes the primary heuristic h, which must be admissible, and
	// the secondary d from scratch.
	Evaluate(n Node) (h, d Cost)
	// IsGoal is asked only of states whose h is 0.
	IsGoal(n Node) bool
	// Expand adds every successor of n in the domain's documented order, the
	// one that undoes the last move included.
	Expand(n Node, out *Successors)
}

// Sized is a Space with tables of its own that grow with the run, such as a
// cache. Their bytes count in the run's memory, by which it may be limited.
type Sized interface{ Bytes() int64 }

// A Warner is a Space that finds out on the way what a user should know, such as
// an inconsistent h. It is asked with the solution's moves and cost, if there is one.
type Warner interface {
	Warnings(solution []Move, cost Cost) []string
}

// Reversible is a Space that knows which move undoes which, so that a search need
// not look up the state that it has just come from. Inverses has for each move the
// one that undoes it; moves are small numbers from 0. It changes the speed and
// never a counter: the way back costs at least nothing, so it improves nothing.
type Reversible interface{ Inverses() []Move }

// Pure is a Space whose Expand depends on the state's words only and changes nothing,
// so that a search may expand a state early, and one that it never selects. The node
// of such an expansion may have no ID.
type Pure interface{ Pure() }

// Spare is a Space whose d takes time that some algorithms can spare it: WithoutD
// says that the run never asks for d of a successor, which may then be any that
// is not negative. Evaluate computes d all the same.
type Spare interface{ WithoutD() }

// Hashed is a Space whose key words are a hash, so that different states may
// have the same key. Same is asked wherever keys are equal: whether a node has
// the state of the second argument, a successor that Expand has just made.
type Hashed interface {
	Same(n Node, state []uint64) bool
}

// A Node is what the engine shows of a stored node to its domain.
type Node struct {
	ID    uint32   // the node's sequence number
	State []uint64 // Shape.Words words, not to be changed
	nodes *arena.Nodes
}

// Shorter is the node with the first words of its state only: what a space over
// another one shows to that.
func (n Node) Shorter(words int) Node { return Node{n.ID, n.State[:words], n.nodes} }

// StateOf is the state of another node by its ID, such as an ancestor whose ID
// the domain has put into a state's carried words.
func (n Node) StateOf(id uint32) []uint64 { return n.nodes.State(id) }

// A Successor is one edge out of an expanded state, with the values of the
// state it leads to.
type Successor struct {
	Cost Cost // of the edge, >= 0
	H, D Cost // of the state it leads to
	Move Move
}

// Successors is the buffer that Space.Expand fills.
type Successors struct {
	N     int         // how many there are
	Items []Successor // the first N count
	State []uint64    // their states, Shape.Words words each
	Err   error       // set where the state cannot be expanded: it ends the search
	words int
}

// NewSuccessors makes the buffer for spaces of a shape.
func NewSuccessors(sh Shape) *Successors {
	return &Successors{
		Items: make([]Successor, sh.Successors),
		State: make([]uint64, sh.Successors*sh.Words),
		words: sh.Words,
	}
}

// Add appends a successor and returns the words where its state belongs.
func (s *Successors) Add(c Successor) []uint64 {
	i := s.N
	if i == len(s.Items) {
		s.Items = append(s.Items, make([]Successor, i+1)...)
		s.State = append(s.State, make([]uint64, (i+1)*s.words)...)
	}
	s.N++
	s.Items[i] = c
	return s.State[i*s.words : (i+1)*s.words]
}

// drop takes successor i out of the buffer.
func (s *Successors) drop(i int) {
	s.N--
	for ; i < s.N; i++ { // few follow, where a move undoes another
		s.Items[i] = s.Items[i+1]
		for j := range s.words {
			s.State[i*s.words+j] = s.State[(i+1)*s.words+j]
		}
	}
}

// state is the packed state of successor i.
func (s *Successors) state(i int) []uint64 { return s.State[i*s.words : (i+1)*s.words] }

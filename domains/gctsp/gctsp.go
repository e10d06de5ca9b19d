// Package gctsp implements the generalized covering traveling salesman problem
// (Shaelaie, Salari, Naji-Azimi, The generalized covering traveling salesman problem,
// Applied Soft Computing 24, 2014): facilities cover customers, and the problem is to
// find a shortest tour from the depot through facilities that together cover at least a
// quota of the customers. Distances are a metric.
//
// A state is the current node and the set of covered customers. As long as the quota is
// not met, a move goes to another node that covers an uncovered customer (variant all:
// to any other facility or the depot), in order of node number; then the only move is
// to return to the depot. The goal is the depot with the quota met.
//
// The heuristic h is the quota-Kruskal-forest bound. Let x be the current node, o the
// depot, R the residual quota, and C_v the number of uncovered customers that v covers.
// If R > 0, a tour still visits at least k facilities, the fewest whose C_v add up to
// R, and so contains k+1 edges without a cycle (k from the depot) among x, o and the
// nodes with C_v > 0: h is the weight of the cheapest such forest, which Kruskal's
// algorithm finds. If R = 0, h is the distance to the depot. The secondary d is the
// prize deficit R.
//
// The bound is admissible. In the variant all it is not consistent: a visit that
// covers nothing leaves k unchanged and replaces the current node by another, which
// may be nearer to several nodes at once, so h can fall by more than the move costs.
// Then nodes are reopened, and fmin may fall. A visit that covers a customer lowers h
// by at most its cost c(x,v): it lowers k by at most one, and a forest after the visit,
// with the edge from x to v added, is a forest before it with at least as many edges
// as are required there.
//
// Instances come from seeded uniform random bases (Random), are made from any base by
// the method of Shaelaie, Salari and Naji-Azimi (Generate), or are read from files
// (Open). If all facilities together do not cover the quota, a search ends at once as
// unsolvable, with a warning that gives the reason.
package gctsp

import (
	"fmt"
	"strconv"
	"sync"

	"github.com/focal-search/focal/engine"
)

// A Variant says where a tour may go before the quota is met.
type Variant string

// The variants.
const (
	Covering Variant = "covering" // to nodes that cover an uncovered customer
	All      Variant = "all"      // to every other facility and the depot
)

var variants = []string{string(Covering), string(All)}

// New makes the problem of an instance.
func New(in *Instance, v Variant) (*engine.Problem, error) {
	if v != Covering && v != All {
		return nil, &engine.VariantError{Word: string(v), Known: variants}
	}
	if err := in.Validate(); err != nil {
		return nil, err
	}
	in = in.clone() // its owner may change it after it was validated
	t := &tours{Instance: in, variant: v}
	p := &engine.Problem{
		Name: fmt.Sprintf("gctsp of %d facilities, quota %d of %d customers", len(in.vertices())-1, in.Quota,
			in.Customers),
		Content:  in.content(v),
		Unit:     in.Unit,
		Optimal:  -1,
		Replay:   t.replay,
		MoveName: func(m engine.Move) string { return strconv.Itoa(int(m)) },
		Picture:  t.picture,
		View:     in.view(),
	}
	if in.Points != nil {
		p.Draw = t.draw
	}
	if most := in.Coverable(); most < in.Quota {
		p.NewSpace = func() engine.Space { return hopeless{in.Quota, most} }
		return p, nil
	}
	packed := sync.OnceValue(func() *packed { return newPacked(in) }) // a study counts problems before it solves any
	p.NewSpace = func() engine.Space { return newSpace(packed(), v) }
	return p, nil
}

// hopeless is the space of an instance whose quota exceeds what all facilities cover:
// a start without successors.
type hopeless struct{ quota, coverable int }

func (hopeless) Shape() engine.Shape                     { return engine.Shape{Words: 1, Key: 1} }
func (hopeless) Start([]uint64)                          {}
func (hopeless) Evaluate(engine.Node) (h, d engine.Cost) { return 0, 0 }
func (hopeless) IsGoal(engine.Node) bool                 { return false }
func (hopeless) Expand(engine.Node, *engine.Successors)  {}

// Warnings says why there is no tour.
func (s hopeless) Warnings() []string {
	return []string{fmt.Sprintf("the quota is %d customers, and all facilities together cover %d: there is no such tour",
		s.quota, s.coverable)}
}

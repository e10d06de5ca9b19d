package gctsp

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/focal-search/focal/domains/internal/routing"
	"github.com/focal-search/focal/domains/tsplib"
	"github.com/focal-search/focal/engine"
)

// An Instance is a depot, facilities and customers. Nodes are numbered from 0; those
// that cover a customer are the facilities. Customers are numbered separately from 0.
type Instance struct {
	Depot     int
	Customers int     // their number
	Quota     int     // the number of customers that a tour must cover
	Covers    [][]int // by node: the customers that are covered once it is visited
	// Distances between the nodes, in units of 1/Unit: a metric. Only those between the
	// depot and the facilities are used; other rows may be nil.
	Distances [][]engine.Cost
	Unit      int64
	Points    []tsplib.Point // of the nodes, for pictures; nil where they are not known
	Sites     []tsplib.Point // of the customers, likewise
	// Attached is the number of customers that no facility covered and that were
	// assigned to their nearest one so that the quota can be met.
	Attached int
}

// The greatest numbers of facilities and of customers.
const (
	MaxFacilities = 1000
	MaxCustomers  = 1<<16 - 1
)

// vertices is the depot and the facilities.
func (in *Instance) vertices() []int {
	vertices := []int{in.Depot}
	for node, covers := range in.Covers {
		if node != in.Depot && len(covers) > 0 {
			vertices = append(vertices, node)
		}
	}
	return vertices
}

// clone is a copy that shares nothing, with the distances that are looked at.
func (in *Instance) clone() *Instance {
	c := *in
	c.Covers = make([][]int, len(in.Covers))
	for node, covers := range in.Covers {
		c.Covers[node] = slices.Clone(covers)
	}
	c.Distances = make([][]engine.Cost, len(in.Distances))
	for _, v := range in.vertices() {
		c.Distances[v] = slices.Clone(in.Distances[v])
	}
	c.Points, c.Sites = slices.Clone(in.Points), slices.Clone(in.Sites)
	return &c
}

// Validate returns an error if the instance is invalid. A quota that cannot be met is
// not an error; see Coverable.
func (in *Instance) Validate() error {
	n := len(in.Covers)
	switch {
	case in.Depot < 0 || in.Depot >= n:
		return fmt.Errorf("the depot is node %d: want 0 to %d", in.Depot, n-1)
	case in.Customers < 0 || in.Customers > MaxCustomers:
		return fmt.Errorf("there are %d customers: want 0 to %d", in.Customers, MaxCustomers)
	case in.Quota < 0:
		return fmt.Errorf("the quota is %d: want 0 or more", in.Quota)
	case in.Unit < 1:
		return fmt.Errorf("the unit is 1/%d: want a positive number of units in 1", in.Unit)
	case in.Points != nil && len(in.Points) != n:
		return fmt.Errorf("there are points for %d nodes: want %d, or none", len(in.Points), n)
	case in.Sites != nil && (in.Points == nil || len(in.Sites) != in.Customers):
		return fmt.Errorf("there are points for %d customers: want %d, or none where the nodes have none", len(in.Sites),
			in.Customers)
	}
	for node, covers := range in.Covers {
		for i, c := range covers {
			switch {
			case c < 0 || c >= in.Customers:
				return fmt.Errorf("node %d covers customer %d: want 0 to %d", node, c, in.Customers-1)
			case slices.Contains(covers[:i], c):
				return fmt.Errorf("node %d covers customer %d twice", node, c)
			}
		}
	}
	vertices := in.vertices()
	if f := len(vertices) - 1; f > MaxFacilities {
		return fmt.Errorf("there are %d facilities: want at most %d", f, MaxFacilities)
	}
	if err := in.validateDistances(vertices); err != nil {
		return err
	}
	return in.validateTriangles(vertices)
}

func (in *Instance) validateDistances(vertices []int) error {
	n := len(in.Covers)
	if len(in.Distances) != n {
		return fmt.Errorf("there are distances from %d nodes: want %d", len(in.Distances), n)
	}
	for _, v := range vertices {
		if got := len(in.Distances[v]); got != n {
			return fmt.Errorf("there are %d distances from node %d: want %d, one for each node", got, v, n)
		}
	}
	return routing.CheckDistances(in.Distances, vertices, "node", "nodes")
}

// validateTriangles checks the triangle inequality. Without it a detour by a node that
// covers nothing could be shorter, and no move makes such a visit.
func (in *Instance) validateTriangles(vertices []int) error {
	rows := make([][]engine.Cost, len(vertices))
	for i, v := range vertices {
		for _, u := range vertices {
			rows[i] = append(rows[i], in.Distances[v][u])
		}
		rows[i][i] = 0
	}
	for i, row := range rows {
		for j, direct := range row[:i] {
			for k, onward := range rows[j] {
				if row[k]+onward < direct {
					return fmt.Errorf("the way from node %d to node %d is %d, and %d by way of node %d: want "+
						"distances that keep the triangle inequality, as TSPLIB's EUC_2D, rounded to nearest, do not",
						vertices[i], vertices[j], direct, row[k]+onward, vertices[k])
				}
			}
		}
	}
	return nil
}

// Coverable returns the number of customers that all facilities and the depot cover
// together. If the quota exceeds it there is no tour.
func (in *Instance) Coverable() (n int) {
	seen := make([]bool, in.Customers)
	for _, covers := range in.Covers {
		for _, c := range covers {
			if !seen[c] {
				seen[c] = true
				n++
			}
		}
	}
	return n
}

// content is the instance in a canonical text: of the depot and each facility
// its node, the customers it covers and the distances to those before it.
func (in *Instance) content(v Variant) string {
	text := fmt.Appendf(nil, "gctsp %d nodes depot %d customers %d quota %d unit %d", len(in.Covers), in.Depot,
		in.Customers, in.Quota, in.Unit)
	if v != Covering {
		text = fmt.Appendf(text, " moves %s", v)
	}
	vertices := in.vertices()
	for i, v := range vertices {
		text = fmt.Appendf(text, "; %d covers", v)
		for _, c := range slices.Sorted(slices.Values(in.Covers[v])) {
			text = strconv.AppendInt(append(text, ' '), int64(c), 10)
		}
		text = append(text, " distances"...)
		for _, u := range vertices[:i] {
			text = strconv.AppendInt(append(text, ' '), in.Distances[v][u], 10)
		}
	}
	return string(text)
}

package gctsp

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/focal-search/focal/domains/tsp"
	"github.com/focal-search/focal/domains/tsplib"
	"github.com/focal-search/focal/engine"
)

// A Base is a set of nodes from which instances are made. The first node is the depot.
type Base struct {
	Distances [][]engine.Cost // a metric, in units of 1/Unit
	Unit      int64
	Points    []tsplib.Point // for pictures; nil where they are not known
}

// greatestCover and redraws are constants of the recipe.
const (
	greatestCover = 10
	redraws       = 100
)

// Generate makes an instance by the method of Shaelaie, Salari and Naji-Azimi. Of n
// nodes the first is the depot, the next floor(facilities%·(n-1)) are facilities and
// the rest customers, of whom floor(quota%) must be covered. Each facility covers its
// nearest customers, ties by node; how many is drawn by r from 1 to 10. While the quota
// cannot be met, the facilities are drawn again from all nodes except the depot, at
// most 100 times; then each customer that is still uncovered is attached to its nearest
// facility, and Attached counts these.
func Generate(b *Base, facilities, quota int, r *rand.Rand) (*Instance, error) {
	n := len(b.Distances)
	t := facilities * (n - 1) / 100
	if facilities < 0 || facilities > 100 || quota < 0 || quota > 100 || n < 2 || t == 0 {
		return nil, fmt.Errorf("%d nodes with %d%% facilities and a quota of %d%%: want two nodes or more, "+
			"percentages, and at least one facility", n, facilities, quota)
	}
	chosen := make([]int, t)
	for i := range chosen {
		chosen[i] = i + 1
	}
	in := b.draw(chosen, quota, r)
	for redraw := 0; redraw < redraws && in.Coverable() < in.Quota; redraw++ {
		for i, at := range r.Perm(n - 1)[:t] {
			chosen[i] = at + 1
		}
		slices.Sort(chosen)
		in = b.draw(chosen, quota, r)
	}
	if in.Coverable() < in.Quota {
		b.attach(in, chosen)
	}
	return in, nil
}

// draw makes an instance with given facilities.
func (b *Base) draw(facilities []int, quota int, r *rand.Rand) *Instance {
	customers := b.customers(facilities)
	in := &Instance{
		Customers: len(customers), Quota: quota * len(customers) / 100,
		Covers: make([][]int, len(b.Distances)), Distances: b.Distances, Unit: b.Unit, Points: b.Points,
	}
	if b.Points != nil {
		for _, node := range customers {
			in.Sites = append(in.Sites, b.Points[node])
		}
	}
	for _, f := range facilities {
		in.Covers[f] = nearest(b.Distances[f], customers, 1+r.IntN(greatestCover))
	}
	return in
}

// nearest is the positions in nodes of those of least distance, ties by position,
// the nearest first: as many as wanted, or all.
func nearest(distances []engine.Cost, nodes []int, wanted int) (best []int) {
	for i, node := range nodes {
		at := len(best)
		for at > 0 && distances[node] < distances[nodes[best[at-1]]] {
			at--
		}
		if at < wanted {
			best = slices.Insert(best[:min(len(best), wanted-1)], at, i)
		}
	}
	return best
}

// customers is the nodes that are neither the depot nor facilities.
func (b *Base) customers(facilities []int) (nodes []int) {
	for node := 1; node < len(b.Distances); node++ {
		if !slices.Contains(facilities, node) {
			nodes = append(nodes, node)
		}
	}
	return nodes
}

// attach has each uncovered customer covered by its nearest facility.
func (b *Base) attach(in *Instance, facilities []int) {
	covered := make([]bool, in.Customers)
	for _, covers := range in.Covers {
		for _, c := range covers {
			covered[c] = true
		}
	}
	for c, node := range b.customers(facilities) {
		if !covered[c] {
			f := slices.MinFunc(facilities, func(x, y int) int {
				return cmp.Compare(b.Distances[node][x], b.Distances[node][y])
			})
			in.Covers[f] = append(in.Covers[f], c)
			in.Attached++
		}
	}
}

// sizes are the numbers of nodes of the bases of the seeded sets, which are those
// of TSPLIB's in the paper's study.
var sizes = map[string][]int{
	"small": {14, 16, 22, 48, 51, 52, 70, 76, 76},
	"medium": {96, 99, 100, 100, 100, 100, 100, 100, 101, 105, 107, 124, 127, 130, 136, 137, 144, 150, 150, 150, 152, 159,
		195, 198, 200, 200},
}

// mixes are the nine instances of each base: percentages of facilities and the quota.
var mixes = [][2]int{{30, 50}, {30, 75}, {30, 100}, {40, 50}, {40, 75}, {40, 100}, {50, 50}, {50, 75}, {50, 100}}

// mixed lists the names of the nine instances of each base.
func mixed(bases []string) (names []string) {
	for _, base := range bases {
		for _, mix := range mixes {
			names = append(names, fmt.Sprintf("%s_t%d_p%d", base, mix[0], mix[1]))
		}
	}
	return names
}

// seededNames are the names of the instances of a seeded set, as u14_t30_p50:
// u for uniform, nodes, a letter where there are several bases of that many
// nodes, and the two percentages.
func seededNames(set string) []string {
	var bases []string
	for i, n := range sizes[set] {
		base := fmt.Sprintf("u%d", n)
		if first := slices.Index(sizes[set], n); first < i || i+1 < len(sizes[set]) && sizes[set][i+1] == n {
			base += string(rune('a' + i - first))
		}
		bases = append(bases, base)
	}
	return mixed(bases)
}

// Random returns an instance of the seeded set small, whose ids are 1 to 81, or medium,
// 1 to 234. Their bases are uniform random. Base j of the set, with n nodes, lies where
// tsp.Random(n, j) has its points; see recipe for the rest.
func Random(set string, id int) (*Instance, error) {
	if n := len(sizes[set]) * len(mixes); id < 1 || id > n {
		return nil, fmt.Errorf("no instance %d in set %q: want 1 to %d of small or 1 to %d of medium",
			id, set, len(mixes)*len(sizes["small"]), len(mixes)*len(sizes["medium"]))
	}
	base := (id - 1) / len(mixes)
	points := tsp.Random(sizes[set][base], uint64(base+1))
	b := &Base{Distances: tsp.Euclidean(points), Unit: tsplib.Unit}
	for _, p := range points {
		b.Points = append(b.Points, tsplib.Point{X: float64(p.X), Y: float64(p.Y)})
	}
	return recipe(b, id)
}

// recipe makes instance id of a set, in which each base occurs once with each of the
// mixes. The generator for base j of n nodes and t percent of facilities is
// NewPCG(n, 1000·j + t), so that instances which differ only in quota share their draws.
func recipe(b *Base, id int) (*Instance, error) {
	base, mix := (id-1)/len(mixes)+1, mixes[(id-1)%len(mixes)]
	r := rand.New(rand.NewPCG(uint64(len(b.Distances)), uint64(1000*base+mix[0])))
	return Generate(b, mix[0], mix[1], r)
}

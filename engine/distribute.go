package engine

import (
	"math"
	"math/big"
	"math/bits"
	"sort"

	"github.com/focal-search/focal/engine/internal/open"
)

// A contour is the priority of DSWA*, which takes shape while the search runs. Priorities are
// integers, multiplied by unit = precision·N, where w = N/D.
type contour struct {
	w      Ratio
	unit   int64
	rays   []ray // by rising g/h
	policy policy
	counts [3]int64 // if the policy reads them: expansions up to the third last ray, and in the two sections after it
}

const precision = 64

// A ray goes from the origin through a point of the plane of h and g. Between it and the ray before,
// the priority is (a·h + b·g)/c. Of greater numbers a, b and c are the first bits, and exact has all.
type ray struct {
	g, h, priority Cost
	a, b, c        uint64
	exact          *[3]*big.Int
}

// A policy says which share of the way from the least to the greatest weight the section before a
// new ray gets.
type policy struct {
	share  func(c *contour, g, h Cost) (num, den int64)
	counts bool // it reads where nodes were expanded
}

// A fraction has a positive denominator and is not reduced, which would take most of the time.
type fraction struct{ num, den *big.Int }

func (x fraction) less(y fraction) bool { return product(x.num, y.den).Cmp(product(y.num, x.den)) < 0 }

func product(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) }

// sum is a·x + b·y.
func sum(a int64, x *big.Int, b int64, y *big.Int) *big.Int {
	z := product(big.NewInt(a), x)
	return z.Add(z, product(big.NewInt(b), y))
}

// distributed is the ranking of DSWA* with a policy.
func distributed(policy policy) *ranking {
	scale := func(w Ratio) int64 {
		if w.Num >= math.MaxInt64/precision {
			return math.MaxInt64
		}
		return precision * w.Num
	}
	begin := func(s *search) *ranking {
		s.anew = true      // successors that cannot enter OPEN make rays, too
		s.costs = open.Any // priorities are too far apart for tables
		unit := scale(s.w)
		c := &contour{w: s.w, unit: unit, policy: policy, rays: []ray{{h: 1, priority: unit, a: uint64(unit), c: 1}}}
		return &ranking{
			rank:    func(_ Ratio, g, h Cost) Cost { return c.priority(g, h) },
			order:   func(Ratio) open.Order { return open.LeastFThenH },
			scale:   scale,
			reached: c.reached,
		}
	}
	return &ranking{begin: begin}
}

// priority is at least f/w and at most f, which suffices for the bound.
func (c *contour) priority(g, h Cost) Cost {
	if !fits(c.unit, g, h) {
		return -1
	}
	least, greatest := precision*c.w.Den*(g+h), c.unit*(g+h)
	r := &c.rays[sort.Search(len(c.rays)-1, func(i int) bool { return !c.rays[i].before(g, h) })]
	x := quotient(r.a, r.b, r.c, g, h)
	if r.exact != nil && (x != quotient(r.a+1, r.b+1, r.c, g, h) || x != quotient(r.a, r.b, r.c+1, g, h)) {
		x = greatest
		if v := nearest(sum(h, r.exact[0], g, r.exact[1]), r.exact[2]); v.IsInt64() {
			x = v.Int64()
		}
	}
	return min(max(x, least), greatest)
}

// quotient is (a·h + b·g)/c, rounded half up, or the greatest cost if it is greater.
func quotient(a, b, c uint64, g, h Cost) Cost {
	hi, lo := sumOfProducts(a, uint64(h), b, uint64(g))
	lo, carry := bits.Add64(lo, c/2, 0)
	if hi += carry; hi >= c {
		return math.MaxInt64
	}
	x, _ := bits.Div64(hi, lo, c)
	return Cost(min(x, math.MaxInt64))
}

// before reports whether g/h is greater than that of the ray.
func (r *ray) before(g, h Cost) bool { return Ratio{r.g, r.h}.Less(Ratio{g, h}) }

// reached adds a ray if a successor is beyond the last one.
func (c *contour) reached(s *search, parent uint32, g Cost) {
	last := &c.rays[len(c.rays)-1]
	if c.policy.counts && len(c.rays) > 3 {
		h, _ := s.space.Evaluate(s.node(parent))
		for i := range c.counts {
			if !c.rays[len(c.rays)-3+i].before(g, h) {
				c.counts[i]++
				break
			}
		}
	}
	steepest := *last
	for i := range s.at.N {
		x := &s.at.Items[i]
		if !fits(c.unit, g+x.Cost, x.H) {
			return // relax says so
		}
		if !steepest.before(g+x.Cost, x.H) {
			continue
		}
		if _, old, known := s.table.Find(s.at.hashes[i], s.at.state(i)); !known || !s.nodes.Live(old) {
			steepest = ray{g: g + x.Cost, h: x.H}
		}
	}
	if last.before(steepest.g, steepest.h) {
		c.add(steepest, s.frontier.Open() == 0)
	}
}

// add adds a ray. freely gives its section the greatest weight.
func (c *contour) add(next ray, freely bool) {
	last := &c.rays[len(c.rays)-1]
	if next.h == 0 {
		next.g, next.priority = 1, precision*c.w.Den
	} else {
		least, greatest := c.weights(last, &next)
		share, of := int64(1), int64(1)
		if !freely {
			share, of = c.policy.share(c, next.g, next.h)
		}
		low, high := product(least.num, greatest.den), product(greatest.num, least.den)
		v := fraction{sum(of-share, low, share, high), product(big.NewInt(of), product(least.den, greatest.den))}
		along := func(r *ray) *big.Int { return sum(r.g, v.den, r.h, v.num) } // g + v·h, times v.den
		next.priority = nearest(product(along(&next), big.NewInt(last.priority)), along(last)).Int64()
	}
	next.between(last)
	c.rays = append(c.rays, next)
	c.counts = [3]int64{c.counts[1], c.counts[2], 0}
}

// weights are the least and the greatest weight between the last ray and the next.
func (c *contour) weights(last, next *ray) (least, greatest fraction) {
	n, d := c.w.Num, c.w.Den
	least, greatest = fraction{big.NewInt(1), big.NewInt(1)}, fraction{big.NewInt(2*n - d), big.NewInt(d)}
	with := func(priority Cost) fraction { // of the next ray
		return fraction{cross(last.priority, next.g, priority, last.g), cross(priority, last.h, last.priority, next.h)}
	}
	if v := with(precision * (d*next.g + (2*n-d)*next.h)); v.den.Sign() > 0 && least.less(v) {
		least = v
	}
	if v := with(precision * d * (next.g + next.h)); v.den.Sign() > 0 && v.less(greatest) {
		greatest = v
	}
	return least, greatest
}

// between sets the priority between the last ray and r. After rounding it could fall with g or h:
// then it does not depend on it.
func (r *ray) between(last *ray) {
	all := [3]*big.Int{cross(last.priority, r.g, r.priority, last.g), cross(r.priority, last.h, last.priority, r.h),
		cross(last.h, r.g, last.g, r.h)}
	shift := uint(0)
	for _, x := range all {
		if x.Sign() < 0 {
			x.SetInt64(0)
		}
		shift = max(shift, uint(max(0, x.BitLen()-62)))
	}
	if shift > 0 {
		r.exact = &all
	}
	first := func(x *big.Int) uint64 { return new(big.Int).Rsh(x, shift).Uint64() }
	r.a, r.b, r.c = first(all[0]), first(all[1]), max(1, first(all[2]))
}

// cross is a·b - c·d.
func cross(a, b, c, d int64) *big.Int {
	x := new(big.Int).Mul(big.NewInt(a), big.NewInt(b))
	return x.Sub(x, new(big.Int).Mul(big.NewInt(c), big.NewInt(d)))
}

// nearest is num/den, which is not negative, rounded half up.
func nearest(num, den *big.Int) *big.Int {
	twice := sum(2, num, 1, den)
	return twice.Quo(twice, new(big.Int).Lsh(den, 1))
}

// byAngle is the angle of the ray as a share of 90°, to 16 bits.
var byAngle = policy{share: func(_ *contour, g, h Cost) (num, den int64) {
	const units = 1 << 16
	return int64(math.Round(math.Atan2(float64(g), float64(h)) / (math.Pi / 2) * units)), units
}}

// byProgress is the greater the more of the expansions were far from the last ray.
var byProgress = policy{counts: true, share: func(c *contour, _, _ Cost) (num, den int64) {
	return c.counts[1] + 2*c.counts[0], max(1, 2*(c.counts[0]+c.counts[1]+c.counts[2]))
}}

package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Modifier changes an algorithm in one respect:
//
//	engine.RRFS(1.25).With(engine.Boost, engine.TiesByH) // rrfs-boost-h
//	engine.Anytime(engine.FS(3)).With(engine.Schedule{...})
//
// A name consists of a base and its modifiers. The ways to share the selections with
// OPEN's head, and anytime, stand before the base, the others behind it:
//
//	p      pfs           guided with probability p, else OPEN's head
//	alt    altfs         guided in the share p of the selections, evenly spread
//	a      afs           anytime: it continues after a solution (see Schedule)
//	r      rwastar       anytime: it begins again from the start after a solution (see Restarting)
//	boost  rrfs-boost    each record also pays for a selection that sets none
//	h      rrfs-h        ties of least f in OPEN go to the smaller h
//	defer  fs-defer      deferred re-expansion (see Deferred)
//	map    dswastar-map  suboptimality by progress (see ByProgress)
//
// So arrfs-boost-h is the anytime form of RRFS with boosts and ties by h. A modifier that
// means nothing for a base is refused.
type Modifier interface {
	modify(Algorithm) (Algorithm, error)
}

// The modifiers without parameters.
var (
	// Boost makes each record of a queue pay for one selection of the same queue that sets
	// none, before the turn passes. A record is a selection whose key is strictly less
	// than that of all before it in its queue. So a queue that makes progress may fail as
	// often as it has succeeded. Planners boost a queue after progress in the same way, by
	// a constant (Richter and Westphal, JAIR 2010). It is for algorithms whose queues
	// select in turn; a record uses up no turn. The bound of [RRFS] holds if R counts both
	// kinds of selections that use up no turn; it is at most twice the number of values of
	// the keys.
	Boost Modifier = word("boost")
	// TiesByH breaks ties of least f in OPEN as A* does, to the smaller h.
	TiesByH Modifier = word("h")
	// Deferred is deferred re-expansion. A node that was expanded with a path of cost
	// g_old, and is reached with a smaller g, returns to OPEN. It is then in all queues only
	// if g_old + (g_old - g) + w·h > w·fmin, with fmin as it is at that moment; otherwise it
	// is in OPEN's head alone, because the expansion that it had was good enough for a
	// solution within the bound.
	Deferred Modifier = word("defer")
	// ByProgress is the policy of [DSWAStar] that its authors call MAP, moving average progress.
	// Expansions are counted by where the expanded node's g/h is: a up to the third last ray, b
	// from there up to the second last, c from there up to the last; when a ray is added, b becomes
	// a, c becomes b, and c is 0. The weight is least + (greatest - least)·(b + 2a)/(2(a + b + c)),
	// and the least if nothing is counted. The authors' code has a moving average of integers and
	// never moves its counts on.
	ByProgress Modifier = word("map")
)

// ByChance makes an algorithm's selections guided with probability p, and otherwise
// expands the node of least f in OPEN: FS(w).With(ByChance(p)) is PFS(w, p).
func ByChance(p float64) Modifier { return shared{"p", p} }

// Evenly makes the share p of an algorithm's selections guided, without chance. For p =
// k/(k+1), k guided selections are followed by one of OPEN's head.
func Evenly(p float64) Modifier { return shared{"alt", p} }

// Anytime returns the anytime form of an algorithm, with [DefaultSchedule]. The algorithm's w
// is the first bound.
func Anytime(a Algorithm) Algorithm { return a.With(word("a")) }

// Restarting returns the form of an algorithm without FOCAL that begins again from the start
// after each solution, with the next w (Richter, Thayer, Ruml 2010), with [DefaultSchedule]. A
// node that comes up again has the cheapest path that any round has found. Such a node counts as
// inserted, and as reopened if it had been expanded. Nodes with f >= C, the incumbent's cost, are
// dropped.
func Restarting(a Algorithm) Algorithm { return a.With(word("r")) }

// With returns the algorithm with modifiers. An error, such as a modifier that means nothing
// for it, is in its Err.
func (a Algorithm) With(modifiers ...Modifier) Algorithm {
	for _, m := range modifiers {
		if a.err != nil {
			break
		}
		b, err := m.modify(a)
		if err != nil {
			a.err = err
			break
		}
		a = b
	}
	return a
}

// modify sets the schedule of an anytime algorithm.
func (s Schedule) modify(a Algorithm) (Algorithm, error) {
	a.Schedule = &s
	return a, nil
}

// A word is a modifier without parameters, as names have it.
type word string

func (w word) modify(a Algorithm) (Algorithm, error) {
	if a.custom != nil || a.Version != "" {
		return a, fmt.Errorf("%s is a user-defined algorithm: of modifiers it takes only a Schedule", a.Name)
	}
	d, err := compose(a.Name, string(w))
	if err != nil {
		return a, err
	}
	if a.Name = d.Name; d.Anytime && a.Schedule == nil {
		a.Schedule = DefaultSchedule()
	}
	return a, nil
}

// shared makes a share p of the selections guided.
type shared struct {
	word
	p float64
}

func (s shared) modify(a Algorithm) (Algorithm, error) {
	a, err := s.word.modify(a)
	if err == nil {
		a.P, err = newShare(s.p)
	}
	return a, err
}

// modifiers are the words of names, in the order in which they apply. apply changes a
// description, or says why it means nothing for it.
var modifiers = []struct {
	word   string
	prefix bool // stands before the base
	apply  func(*Description) error
}{
	{"p", true, func(d *Description) error { return d.share("P") }},
	{"alt", true, func(d *Description) error { return d.share("Alt") }},
	{"a", true, (*Description).goOn},
	{"r", true, (*Description).restart},
	{"boost", false, (*Description).boost},
	{"h", false, (*Description).breakTies},
	{"defer", false, (*Description).deferNodes},
	{"map", false, (*Description).byProgress},
}

// share lets the first queue make a share of the selections.
func (d *Description) share(title string) error {
	if len(d.Queues) != 2 || d.scheduler != nil || d.TakesP || d.plan != nil {
		return fmt.Errorf("%s is not one guided queue, which could share its selections with OPEN's head", d.Title)
	}
	d.Title, d.TakesP = title+d.Title, true
	return nil
}

// goOn makes the anytime form.
func (d *Description) goOn() error {
	switch {
	case d.Anytime:
		return fmt.Errorf("%s is an anytime algorithm already", d.Title)
	case d.Guidance == "":
		return fmt.Errorf("%s has no FOCAL with which it could go on; ARA*, RWA* and ANA* are anytime algorithms", d.Title)
	}
	d.Title, d.Anytime = "A"+d.Title, true
	return nil
}

// restart makes the form that begins again.
func (d *Description) restart() error {
	if d.ranking == nil || d.plan != nil || d.ranking.begin != nil {
		return fmt.Errorf("%s is not sorted by a priority of w alone, as WA* is, with which it could begin again", d.Title)
	}
	d.Title, d.Anytime = "R"+d.Title, true
	d.plan = func(a Algorithm) plan { return &restarting{anytime{schedule: a.Schedule}} }
	return nil
}

func (d *Description) boost() error {
	if !d.InTurn {
		return fmt.Errorf("the queues of %s do not select in turn, so none can be boosted", d.Title)
	}
	guided := len(d.Queues) - 1
	d.scheduler = func() Scheduler { return recordsFree(guided, 1) }
	return nil
}

func (d *Description) breakTies() error {
	switch {
	case d.Guidance == "" || d.Queues[len(d.Queues)-1].order == leastFThenH:
		return fmt.Errorf("%s breaks ties by h already", d.Title)
	case d.scheduler == nil && !d.TakesP:
		return fmt.Errorf("%s never selects OPEN's head, so its ties do not matter", d.Title)
	}
	d.Queues = append(d.Queues[:len(d.Queues)-1:len(d.Queues)-1], LeastFThenH)
	return nil
}

func (d *Description) deferNodes() error {
	if d.Guidance == "" || d.plan != nil {
		return fmt.Errorf("%s has no FOCAL from which a node could be left out", d.Title)
	}
	d.defers = true
	return nil
}

func (d *Description) byProgress() error {
	if d.ranking == nil || d.ranking.begin == nil {
		return fmt.Errorf("%s has no policy: DSWA* has", d.Title)
	}
	d.ranking = distributed(byProgress)
	return nil
}

// compose returns the description of a name with further modifiers.
func compose(name string, further ...string) (Description, error) {
	if retiredCode(name) != "" {
		return retiredDescription(name, further)
	}
	base, words, err := parse(name)
	if err != nil {
		return Description{}, err
	}
	return base.modified(append(words, further...))
}

// An unknownName is the error of a name that has no known base.
type unknownName string

func (name unknownName) Error() string { return fmt.Sprintf("unknown algorithm %q", string(name)) }

// parse splits a name into its base and the words of its modifiers.
func parse(name string) (base *Description, words []string, err error) {
	parts := strings.Split(name, "-")
	if base, words = prefixed(parts[0]); base == nil {
		return nil, nil, unknownName(name)
	}
	for _, word := range parts[1:] {
		var known []string
		for _, m := range modifiers {
			if !m.prefix {
				known = append(known, "-"+m.word)
			}
		}
		if !slices.Contains(known, "-"+word) {
			return nil, nil, fmt.Errorf("unknown modifier -%s of %s: want some of %s", word, base.Name, strings.Join(known, ", "))
		}
		words = append(words, word)
	}
	return base, words, nil
}

// prefixed splits what stands before the first hyphen of a name; base is nil if there is
// none.
func prefixed(text string) (base *Description, words []string) {
	for i := range bases {
		if bases[i].Name == text {
			return &bases[i], nil
		}
	}
	for _, m := range modifiers {
		if rest, ok := strings.CutPrefix(text, m.word); ok && m.prefix {
			if base, words = prefixed(rest); base != nil {
				return base, append(words, m.word)
			}
		}
	}
	return nil, nil
}

// modified returns the description of a base with modifiers.
func (base *Description) modified(words []string) (Description, error) {
	d := *base
	if len(d.Queues) > 1 {
		d.Guidance = d.Queues[0].Name
	}
	for _, m := range modifiers {
		n := 0
		for _, word := range words {
			if word == m.word {
				n++
			}
		}
		switch {
		case n > 1:
			return d, fmt.Errorf("the modifier %s is given twice", m.word)
		case n == 0:
			continue
		}
		if err := m.apply(&d); err != nil {
			return d, fmt.Errorf("the modifier %s: %w", m.word, err)
		}
		if m.prefix {
			d.Name = m.word + d.Name
		} else {
			d.Name, d.Title = d.Name+"-"+m.word, d.Title+"-"+m.word
		}
	}
	if len(words) == 0 {
		return d, nil
	}
	d.Source = ""
	for _, l := range listed {
		if l.name == d.Name {
			d.Source = l.source
		}
	}
	if d.Anytime {
		d.AnytimeOf = cmp.Or(base.without(words, "a"), base.without(words, "r"), d.AnytimeOf)
	}
	d.ProbabilisticOf, d.AlternatingOf = base.without(words, "p"), base.without(words, "alt")
	return d, nil
}

// without returns the name of a base with all but one of its modifiers, and without ties if
// these do not matter then; "" if it does not have that modifier.
func (base *Description) without(words []string, word string) string {
	rest := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == word })
	if len(rest) == len(words) {
		return ""
	}
	d, err := base.modified(rest)
	if err != nil {
		d, _ = base.modified(slices.DeleteFunc(rest, func(w string) bool { return w == "h" }))
	}
	return d.Name
}

// retiredDescription is the description of a retired algorithm, which is guided and has no
// modifiers.
func retiredDescription(name string, further []string) (Description, error) {
	for _, r := range retired {
		if r.name == name && len(further) == 0 {
			return Description{Name: name, Title: r.title, Guidance: LeastD.Name, Queues: byD, TakesW: true, retired: true}, nil
		}
	}
	return Description{}, fmt.Errorf("%s is not built in, so it has no modifiers", name)
}

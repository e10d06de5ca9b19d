package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// ownAlgorithms are the user-defined algorithms that have been registered, by name.
var (
	ownMutex      sync.Mutex
	ownAlgorithms = map[string]Algorithm{}
)

// RegisterAlgorithm makes a user-defined algorithm known by its name to NewAlgorithm,
// and so to studies, study files and the processes that a program starts for a study.
// For these it has to be registered before study.Main is called. Registering the same
// name again replaces the algorithm, as when a cell is executed again. It panics if the
// name is not valid in a study file or belongs to a built-in algorithm, since that is a
// bug in the program.
func RegisterAlgorithm(c Custom) {
	a := c.Algorithm(1)
	if a.err == nil {
		a.err = c.registrable()
	}
	if a.err != nil {
		panic("engine.RegisterAlgorithm: " + a.err.Error())
	}
	ownMutex.Lock()
	defer ownMutex.Unlock()
	ownAlgorithms[c.Name] = a
}

func (c Custom) registrable() error {
	if strings.ContainsFunc(c.Name, func(r rune) bool { return !wordRune(r) && r != '.' && r != '+' }) {
		return fmt.Errorf("the name %q: want letters, digits and - _ . + only, so that study files and flags can name it",
			c.Name)
	}
	return nil
}

// OwnAlgorithms lists the names of the registered algorithms.
func OwnAlgorithms() []string {
	ownMutex.Lock()
	defer ownMutex.Unlock()
	names := make([]string, 0, len(ownAlgorithms))
	for name := range ownAlgorithms {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// registered returns the registered algorithm of a name.
func registered(name string) (Algorithm, bool) {
	ownMutex.Lock()
	defer ownMutex.Unlock()
	a, ok := ownAlgorithms[name]
	return a, ok
}

// Registered reports whether a user-defined algorithm is the registered one of its name.
func (a Algorithm) Registered() bool {
	own, ok := registered(a.Name)
	return ok && own.Version == a.Version && (a.custom == nil || a.custom == own.custom)
}

// made gives a user-defined algorithm that was read from elsewhere, as by a worker
// process, the queues and the scheduler that this program has registered.
func (a Algorithm) made() (Algorithm, error) {
	published := retiredCode(a.Name) != ""
	if !published && (a.Version == "" || a.custom != nil) {
		return a, nil
	}
	own, ok := registered(a.Name)
	switch {
	case published && a.custom == nil && !ok:
		return a, errRetired(a.Name)
	case published:
		if a.custom == nil {
			a.custom = own.custom
		}
		return a.Coded() // which compares it with the published one
	case !ok:
		return a, fmt.Errorf("%s, version %s, is a user-defined algorithm that was read from a file: "+
			"make it with Custom, or register it with RegisterAlgorithm", a.Name, a.Version)
	case own.Version != a.Version:
		return a, fmt.Errorf("%s, version %s: this program has version %s of it", a.Name, a.Version, own.Version)
	}
	a.custom = own.custom
	if a.Code == "" {
		return a, nil
	}
	now, err := a.Coded()
	if err == nil && now.Code != a.Code {
		err = fmt.Errorf("%s, version %s: its code differs in this program (%s, not %s)",
			a.Name, a.Version, now.Code, a.Code)
	}
	return now, err
}

// Origin says how a user-defined algorithm was made, as [Problem.Origin] does for a problem; nil if that is
// not known.
func (a Algorithm) Origin() any {
	if a.custom == nil {
		return nil
	}
	return a.custom.origin
}

// SetOrigin sets the Origin of a user-defined algorithm.
func (a Algorithm) SetOrigin(origin any) {
	if a.custom != nil {
		a.custom.origin = origin
	}
}

// FullName returns the algorithm's name; that of a user-defined algorithm includes version
// and code, such as mine@2#0c4d18aa. Tables of results contain it.
func (a Algorithm) FullName() string {
	name := a.Name
	if a.Version != "" {
		name += "@" + a.Version
	}
	if a.Code != "" {
		name += "#" + a.Code
	}
	return name
}

// ParseFullName returns the algorithm of a FullName, without parameters.
func ParseFullName(text string) Algorithm {
	text, code, _ := strings.Cut(text, "#")
	name, version, _ := strings.Cut(text, "@")
	return Algorithm{Name: name, Version: version, Code: code}
}

// ownSeparators separate the parts of a FullName.
const ownSeparators = "@#"

// codes caches the results of Coded, by description.
var codes sync.Map

// Coded returns a user-defined algorithm with its Code, which distinguishes results of
// different code under the same name and version. Functions cannot be compared, so Code
// reflects their behaviour: it is a hash of every selection in some short searches.
// They are run twice to check that the algorithm repeats itself, as every run must.
// Built-in algorithms are returned unchanged, and those of a published name, whose code is
// known: it is an error if theirs is another.
func (a Algorithm) Coded() (Algorithm, error) {
	if a.custom == nil {
		return a, nil
	}
	code, err := a.code()
	if published := retiredCode(a.Name); published != "" {
		if err == nil && code != published {
			err = fmt.Errorf("%s selects otherwise than the published algorithm of this name (code %s, not %s): choose another name",
				a.Name, code, published)
		}
		return a, err
	}
	a.Code = code
	return a, err
}

// code is the hash of a user-defined algorithm's behaviour.
func (a Algorithm) code() (string, error) {
	if code, ok := codes.Load(a.custom); ok {
		return code.(string), nil
	}
	first, second := a.probe(), a.probe()
	if first != second {
		return "", fmt.Errorf("%s does not repeat itself: two runs with the same seed differ; "+
			"its random numbers must come from the Observation, and its state must be made anew by Custom.Scheduler", a.Name)
	}
	codes.Store(a.custom, first)
	return first, nil
}

// probed is the number of expansions of each search of a probe, fewer than a trace
// samples.
const probed = 1500

// probe is a hash of the algorithm's behaviour on some small problems. A scheduler that
// panics does so in every search, where it is reported.
func (a Algorithm) probe() string {
	sum := sha256.New()
	func() {
		defer func() {
			if reason := recover(); reason != nil {
				fmt.Fprintln(sum, reason)
			}
		}()
		a.Schedule, a.P = nil, 1
		for i, w := range []Ratio{{5, 4}, {3, 2}, {3, 1}} {
			a.W = w
			r := start(terrain(i), a, nil, Seed(1), MaxExpanded(probed), Traced()).Solve(context.Background())
			text, _ := json.Marshal(struct {
				Status   Status
				Cost     Cost
				Counters Counters
				Queues   []int64
				Trace    *Trace
			}{r.Status, r.Cost, r.Counters, r.Queues, r.Trace})
			sum.Write(text)
		}
	}()
	return hex.EncodeToString(sum.Sum(nil)[:4])
}

// terrain is a grid to be crossed: with equal costs, with costs of any size, or with
// costs that may be 0. d is an uninformed guess.
func terrain(kind int) *Problem {
	const side = 80
	rough := func(at [2]int, salt uint64) uint64 { // a hash
		x := uint64(at[0])<<32 ^ uint64(at[1])<<8 ^ salt
		x = (x ^ x>>31) * 0xd6e8feb86659fd93
		return x ^ x>>29
	}
	least := [...]Cost{1, 100, 0}[kind]
	cost := func(to [2]int) Cost {
		switch kind {
		case 1:
			return least + Cost(rough(to, 1)%1000)
		case 2:
			return Cost(rough(to, 2) % 3)
		}
		return least
	}
	left := func(at [2]int) Cost { return Cost(2*side - 2 - at[0] - at[1]) }
	return Graph[[2]int]{
		Name: fmt.Sprintf("terrain %d", kind),
		Goal: func(at [2]int) bool { return left(at) == 0 },
		Successors: func(at [2]int) (edges []Edge[[2]int]) {
			for _, step := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
				to := [2]int{at[0] + step[0], at[1] + step[1]}
				if min(to[0], to[1]) >= 0 && max(to[0], to[1]) < side && rough(to, 3)%4 > 0 || left(to) == 0 {
					edges = append(edges, Edge[[2]int]{To: to, Cost: cost(to), Move: "."})
				}
			}
			return edges
		},
		H: func(at [2]int) Cost { return least * left(at) },
		D: func(at [2]int) Cost { return left(at) + Cost(rough(at, 4)%4) },
	}.Problem()
}

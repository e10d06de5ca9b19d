// Values that format themselves inside others, and errors that wrap others.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
)

type Kind int

const (
	Exact Kind = iota
	Bounded
	Anytime
)

func (k Kind) String() string { return [...]string{"exact", "bounded", "anytime"}[k] }

type Run struct {
	Alg   string
	Kind  Kind
	W     float64
	Exp   int
	Tags  map[string]string
	Steps []Step
	Err   error
}

type Step struct {
	N    int
	Cost *float64
}

type limit struct {
	what string
	max  int
}

func (l limit) Error() string { return fmt.Sprintf("%s limit %d", l.what, l.max) }

func (l limit) Is(target error) bool { return target == errStopped }

var errStopped = errors.New("stopped")

func main() {
	c := 3.5
	runs := []Run{
		{"fs", Bounded, 1.5, 120, map[string]string{"b": "2", "a": "1"}, []Step{{1, &c}}, nil},
		{Alg: "a*", Exp: 400, Err: fmt.Errorf("solving %q: %w", "korf/3", limit{"nodes", 10})},
		{Alg: "afs", Kind: Anytime, W: 2, Exp: 90},
	}
	slices.SortFunc(runs, func(a, b Run) int { return cmp.Compare(a.Exp, b.Exp) })
	for i, r := range runs {
		fmt.Printf("%d %s %v %d %s %5.2f|%-5s|%6s|\n", i, r.Kind, r.Kind, r.Kind, r.Alg, r.W, r.Alg, r.Kind)
		fmt.Println(r.Tags, r.Err, len(r.Steps))
		if len(r.Steps) > 0 {
			r.Steps[0].Cost = nil
		}
		fmt.Printf("%v\n%+v\n", r, r)
	}
	err := runs[2].Err
	var l limit
	fmt.Println(errors.Is(err, errStopped), errors.As(err, &l), l.max, err)
	fmt.Printf("%T %T %v\n", err, l, errors.Unwrap(err) == error(l))
	by := map[Kind][]string{}
	for _, r := range runs {
		by[r.Kind] = append(by[r.Kind], r.Alg)
	}
	fmt.Println(by)
	keys := slices.Sorted(maps.Keys(by))
	fmt.Println(keys)
	fmt.Printf("%v %d %q %#v\n", keys, keys, keys, keys)
	sort.Slice(runs, func(i, j int) bool { return runs[i].Alg < runs[j].Alg })
	var b strings.Builder
	for _, r := range runs {
		fmt.Fprintf(&b, "%s/", r.Alg)
	}
	fmt.Println(b.String())
}

package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// withToy makes a toy domain the only domain while a test runs. The examples of this
// package link the real ones.
func withToy(t testing.TB) {
	real := registry
	t.Cleanup(func() { registry = real })
	registry = nil
	Register(&Domain{
		Name: "toy",
		Sets: []Set{{Name: "small", Count: 12}, {Name: "seeded"}, {Name: "named", Names: []string{"ant", "bee"}}},
		Problem: func(set string, id int, variant string) (*Problem, error) {
			if variant != "" && variant != "red" {
				return nil, &VariantError{Word: variant, Known: []string{"red"}}
			}
			return &Problem{Content: fmt.Sprint(set, id, variant)}, nil
		},
	})
}

func TestLookup(t *testing.T) {
	withToy(t)
	p, err := Lookup("toy/small/3:red")
	if err != nil || p.Name != "toy/small/3:red" || p.Content != "small3red" {
		t.Errorf("%+v, %v", p, err)
	}
	p, err = Lookup("toy/named/2")
	if err != nil || p.Name != "toy/named/bee" || p.Content != "named2" {
		t.Errorf("%+v, %v", p, err)
	}
	for name, want := range map[string]string{
		"toy/small/13":             `problem "toy/small/13": no instance 13 in set small, which has 1 to 12`,
		"toy/small/0":              `problem "toy/small/0": no instance 0 in set small, which has 1 to 12`,
		"toy/seeded/0":             `problem "toy/seeded/0": no instance 0 in set seeded: seeds start at 1`,
		"toy/seeded/*":             `problem "toy/seeded/*": set seeded has no end: name a range of seeds such as 1-100 instead of *`,
		"toy/smal/1":               `unknown set "smal" of domain toy: did you mean "small"? (known: small, seeded, named)`,
		"tyo/small/1":              `unknown domain "tyo": did you mean "toy"? (known: toy)`,
		"submarine/small/1":        `unknown domain "submarine" (known: toy)`,
		"toy/named/bea":            `problem "toy/named/bea": no instance "bea" in set named: did you mean "bee"? (known: ant, bee)`,
		"toy/named/3":              `problem "toy/named/3": no instance 3 in set named, which has 1 to 2`,
		"toy/small/1,toy/small/2":  `problem "toy/small/1,toy/small/2": several problems are separated by spaces, not by commas`,
		"toy/small":                `problem "toy/small": want domain/set/id[:variant], as in toy/small/1`,
		"":                         `problem "": want domain/set/id[:variant], as in toy/small/1`,
		"toy/small/x":              `problem "toy/small/x": "x" is not an instance number, a range such as 1-10 or *`,
		"toy/small/3:blue":         `problem "toy/small/3:blue": unknown variant "blue" (known: red)`,
		"toy/small/3:":             `problem "toy/small/3:": nothing follows the colon: want a variant there, or no colon`,
		"toy/small/1-3":            `"toy/small/1-3" names 3 problems, where one is wanted: the first is toy/small/1`,
		"toy/small/3-1":            `problem "toy/small/3-1": the range 3-1 is empty`,
		"toy/seeded/1-99999999999": `problem "toy/seeded/1-99999999999": 1-99999999999 names more than 1000000 instances`,
	} {
		if _, err := Lookup(name); err == nil || err.Error() != want {
			t.Errorf("%s: %v\nwant %s", name, err, want)
		}
	}
}

func TestMatch(t *testing.T) {
	withToy(t)
	for pattern, want := range map[string]string{
		"toy/small/2":          "toy/small/2",
		"toy/small/2-4,9:red":  "toy/small/2:red toy/small/3:red toy/small/4:red toy/small/9:red",
		"toy/small/*":          "toy/small/1 toy/small/2 toy/small/3 toy/small/4 toy/small/5 toy/small/6 toy/small/7 toy/small/8 toy/small/9 toy/small/10 toy/small/11 toy/small/12",
		"toy/*/2":              "toy/small/2 toy/seeded/2 toy/named/bee",
		"toy/named/*":          "toy/named/ant toy/named/bee",
		"toy/named/bee,1:red":  "toy/named/bee:red toy/named/ant:red",
		"toy/small/3,1-3,2":    "toy/small/3 toy/small/1 toy/small/2",
		"toy/named/bee,2":      "toy/named/bee",
		"toy/seeded/1000-1001": "toy/seeded/1000 toy/seeded/1001",
	} {
		names, err := Match(pattern)
		if got := strings.Join(names, " "); err != nil || got != want {
			t.Errorf("%s: %s, %v\nwant %s", pattern, got, err, want)
		}
	}
}

func TestNearest(t *testing.T) {
	known := []string{"astar", "ios", "pfs", "divehalffs", "Expanded"}
	for name, want := range map[string]string{
		"pf": "pfs", "p": "pfs", "lmn": "", "": "", "x": "", "A*": "", "isp": "ios", "AStar": "astar", "divhalfs": "divehalffs", "expnded": "Expanded",
		"dvhlfs": "",
	} {
		if have := Nearest(name, known); have != want {
			t.Errorf("nearest to %q is %q, want %q", name, have, want)
		}
	}
}

// TestSuggest: the nearest of many names are suggested.
func TestSuggest(t *testing.T) {
	var known []string
	for i := range 100 {
		known = append(known, fmt.Sprintf("u%d_t30", i))
	}
	want := `: did you mean "u42_t30"? (known: u42_t30, u2_t30, u4_t30, u12_t30, u22_t30, u32_t30 and 94 more)`
	if got := Suggest("u42_t3", known); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// FuzzMatch: no pattern makes Match panic, and all names that it lists can be looked up.
func FuzzMatch(f *testing.F) {
	withToy(f)
	for _, s := range []string{"toy/small/1-3,7:red", "toy/*/*", "//", ":", "toy/small/-", "toy/small/1--2",
		"toy/seeded/9223372036854775807"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, pattern string) {
		names, err := Match(pattern)
		if (err == nil) != (len(names) > 0) {
			t.Fatalf("%d names, %v", len(names), err)
		}
		for _, name := range names[:min(len(names), 10)] {
			if _, err := Lookup(name); err != nil {
				t.Fatalf("%s is listed for %q, but: %v", name, pattern, err)
			}
		}
	})
}

func TestRegisterTwice(t *testing.T) {
	withToy(t)
	defer func() {
		if r := recover(); r != "engine.Register: domain toy registered twice" {
			t.Errorf("recovered %v", r)
		}
	}()
	Register(&Domain{Name: "toy"})
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"a", "", 1}, {"korf", "korff", 1}, {"kitten", "sitting", 3}} {
		if got := distance(c.a, c.b); got != c.want || distance(c.b, c.a) != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestDomains(t *testing.T) {
	withToy(t)
	if !slices.ContainsFunc(Domains(), func(d *Domain) bool { return d.Name == "toy" }) {
		t.Error("toy is not listed")
	}
}

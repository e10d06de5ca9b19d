package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
)

type problemsCmd struct {
	Pattern string `arg:"" optional:"" help:"Name or pattern, domain/set/ids[:variant], where ids are numbers, ranges or *."`
	JSON    bool   `help:"Print JSON: a list of the domains, or one object for each problem, one per line."`
}

func (problemsCmd) Help() string {
	return example(
		"focal problems",
		"focal problems npuzzle/korf/1-10,39:heavy",
		"focal problems npuzzle/korf/39:inverse+lc",
	)
}

func (c *problemsCmd) Run() error {
	if c.Pattern == "" {
		return c.domains()
	}
	names, err := domains.Match(c.Pattern)
	if err != nil {
		return usage(err)
	}
	switch {
	case c.JSON:
		return printFacts(names)
	case len(names) == 1:
		return printProblem(names[0])
	}
	return say("%s\n", strings.Join(names, "\n"))
}

// Facts about a domain and a problem, for programs.
type (
	domainFacts struct {
		Name string     `json:"name"`
		Doc  string     `json:"doc"`
		Sets []setFacts `json:"sets"`
	}
	setFacts struct {
		Name     string   `json:"name"`
		Doc      string   `json:"doc"`
		Count    int      `json:"count"`           // 0: every positive number is a seed
		Given    string   `json:"given,omitempty"` // what stands in the place of a number, as FILE
		Variants []string `json:"variants"`
	}
	problemFacts struct {
		Name    string       `json:"name"`
		SHA256  string       `json:"sha256"` // of the problem's content
		Unit    int64        `json:"unit"`   // costs are in 1/unit
		Optimal *engine.Cost `json:"optimal"`
	}
)

// domains lists the domains and their sets.
func (c *problemsCmd) domains() error {
	if c.JSON {
		all := []domainFacts{}
		for _, d := range domains.List() {
			facts := domainFacts{Name: d.Name, Doc: d.Doc, Sets: []setFacts{}}
			for _, s := range d.Sets {
				given := ""
				if s.Given != nil {
					given = s.Given.As
				}
				facts.Sets = append(facts.Sets, setFacts{s.Name, s.Doc, s.Count, given, append([]string{}, s.Words()...)})
			}
			all = append(all, facts)
		}
		return json.NewEncoder(os.Stdout).Encode(all)
	}
	w := tabwriter.NewWriter(escaper{os.Stdout}, 0, 0, 2, ' ', 0)
	for _, d := range domains.List() {
		fmt.Fprintf(w, "%s: %s\n", cmp.Or(d.Name, "(yours)"), d.Doc)
		for _, s := range d.Sets {
			ids := fmt.Sprintf("1-%d", s.Count)
			switch {
			case s.Given != nil:
				ids = s.Given.As
			case s.Count == 0:
				ids = "any seed"
			}
			variants := ""
			for _, v := range s.Words() {
				variants += " :" + v
			}
			fmt.Fprintf(w, "  %s/\t%s\t%s\t%s\n", engine.Path(d.Name, s.Name), ids, strings.TrimSpace(variants), s.Doc)
		}
	}
	fmt.Fprintf(w, "A name is domain/set/id[:variant]; variants are joined with +, as in :heavy+lc.\n")
	return w.Flush()
}

func printFacts(names []string) error {
	out := json.NewEncoder(os.Stdout)
	for _, name := range names {
		p, err := domains.Lookup(name)
		if err != nil {
			return usage(err)
		}
		facts := problemFacts{Name: p.Name, SHA256: p.Digest(), Unit: p.Unit}
		if p.Optimal >= 0 {
			facts.Optimal = &p.Optimal
		}
		if err := out.Encode(facts); err != nil {
			return err
		}
	}
	return nil
}

// printProblem shows one problem to people.
func printProblem(name string) error {
	p, err := domains.Lookup(name)
	if err != nil {
		return usage(err)
	}
	unit, optimal := "1", "not known"
	if p.Unit > 1 {
		unit = fmt.Sprintf("1/%d", p.Unit)
	}
	if p.Optimal >= 0 {
		optimal = engine.FormatCost(p.Optimal, p.Unit)
	}
	return say("%s\n%sunit of costs  %s\noptimal cost   %s\ncontent        %s\nsha256         %s\n",
		p.Name, p.Picture(nil), unit, optimal, p.Content, p.Digest())
}

// example is the end of a command's help: lines that work as they stand.
func example(lines ...string) string {
	return "Example:\n\n    " + strings.Join(lines, "\n    ")
}

package study

import (
	"fmt"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/focal-search/focal/engine/output"
)

// studyFile is the YAML of a study file; see Read.
type studyFile struct {
	Name       string     `yaml:",omitempty"`
	Problems   []string   `yaml:",flow"`
	Heuristics []string   `yaml:",flow,omitempty"`
	Algorithms []string   `yaml:",flow"`
	W          []float64  `yaml:",flow,omitempty"`
	P          []float64  `yaml:",flow,omitempty"`
	Seeds      []uint64   `yaml:",flow,omitempty"`
	Limits     limitsFile `yaml:",flow,omitempty"`
	Trace      bool       `yaml:",omitempty"`
	Jobs       int        `yaml:",omitempty"`
}

type limitsFile struct {
	Inserted  int64  `yaml:",omitempty"`
	Generated int64  `yaml:",omitempty"`
	Expanded  int64  `yaml:",omitempty"`
	Time      string `yaml:",omitempty"`
	Memory    string `yaml:",omitempty"`
}

// YAML returns the study as a file that [Read] reads back, without Own, and without
// user-defined algorithms that are not registered.
func (g Grid) YAML() []byte {
	l := g.Limits
	limits := limitsFile{Inserted: l.Inserted, Generated: l.Generated, Expanded: l.Expanded}
	if l.Time > 0 {
		limits.Time = l.Time.String()
	}
	if l.Memory > 0 {
		limits.Memory = fmt.Sprintf("%dB", l.Memory)
	}
	var algorithms []string
	for _, a := range g.Algorithms {
		algorithms = append(algorithms, a.Text())
	}
	text, err := yaml.Marshal(studyFile{
		g.Name, strings.Fields(g.Problems), g.Heuristics, algorithms, g.W, g.P, g.Seeds, limits, g.Trace, g.Jobs,
	})
	if err != nil {
		panic(err) // texts, numbers and lists of them can be written
	}
	return text
}

// Write writes the study to a file, see [Grid.YAML].
func (g Grid) Write(path string) error {
	if err := g.writable(); err != nil {
		return err
	}
	return output.WriteFile(path, g.YAML())
}

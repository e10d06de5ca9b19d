package bundle

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// A Notebook is a Jupyter notebook with its outputs and how they were produced.
type Notebook struct {
	Format   int    `json:"nbformat"`
	Cells    []Cell `json:"cells"`
	Metadata struct {
		Kernel struct {
			Name string `json:"name"`
		} `json:"kernelspec"`
	} `json:"metadata"`
}

// A Cell contains text, or code with its outputs.
type Cell struct {
	Type     string   `json:"cell_type"`
	Source   Text     `json:"source"`
	Count    *int     `json:"execution_count"` // nil: not executed
	Outputs  []Output `json:"outputs"`
	Metadata struct {
		Execution map[string]string `json:"execution"` // when it began and ended
	} `json:"metadata"`
}

// An Output is one output of a cell.
type Output struct {
	Type  string          `json:"output_type"`
	Name  string          `json:"name"` // of a stream
	Text  Text            `json:"text"` // of a stream
	Data  map[string]Text `json:"data"` // by MIME type
	Error string          `json:"evalue"`
}

// A Text is a string, which notebooks may store as a list of its lines.
type Text string

// UnmarshalJSON reads either form. A value that is itself JSON, as for some MIME types,
// is kept as it is.
func (t *Text) UnmarshalJSON(data []byte) error {
	var lines []string
	var whole string
	switch {
	case json.Unmarshal(data, &lines) == nil:
		whole = strings.Join(lines, "")
	case json.Unmarshal(data, &whole) != nil:
		whole = string(data)
	}
	*t = Text(whole)
	return nil
}

// ParseNotebook reads a notebook in the format that Jupyter has used since 2014.
func ParseNotebook(data []byte) (*Notebook, error) {
	var n Notebook
	if err := json.Unmarshal(data, &n); err != nil {
		return nil, fmt.Errorf("not a notebook: %w", err)
	}
	if n.Format != 4 || n.Cells == nil {
		return nil, errors.New("not a notebook: want a JSON object with cells and nbformat 4")
	}
	return &n, nil
}

// code returns the code cells. Messages number them from 1.
func (n *Notebook) code() []Cell {
	var code []Cell
	for _, c := range n.Cells {
		if c.Type == "code" {
			code = append(code, c)
		}
	}
	return code
}

// Executed reports which cell of a notebook has not run, if any.
func (n *Notebook) Executed() error {
	some := false
	for i, c := range n.code() {
		if strings.TrimSpace(string(c.Source)) == "" {
			continue // Jupyter does not count such cells
		}
		if c.Count == nil {
			return fmt.Errorf("not executed: code cell %d has not run; run all cells and save the notebook", i+1)
		}
		some = true
	}
	if !some {
		return errors.New("no code cells, so there is nothing to run again")
	}
	return nil
}

// Day returns the day on which the notebook was executed, as its cells record, or the zero
// time if they do not record it.
func (n *Notebook) Day() time.Time {
	var last time.Time
	for _, c := range n.Cells {
		for _, text := range c.Metadata.Execution {
			if at, err := time.Parse(time.RFC3339, text); err == nil && at.After(last) {
				last = at
			}
		}
	}
	return last.UTC().Truncate(24 * time.Hour)
}

// title is the notebook's first heading, and the paragraph after it.
func (n *Notebook) title() (name, about string) {
	for _, c := range n.Cells {
		if c.Type != "markdown" {
			continue
		}
		for paragraph := range strings.SplitSeq(string(c.Source), "\n\n") {
			paragraph = strings.Join(strings.Fields(paragraph), " ")
			heading, isHeading := strings.CutPrefix(paragraph, "# ")
			switch {
			case name == "" && isHeading:
				name = heading
			case name != "" && paragraph != "" && !strings.HasPrefix(paragraph, "#"):
				return name, paragraph
			}
		}
	}
	return name, ""
}

// Says returns the outputs of each code cell as plain text, without times.
func (n *Notebook) Says() []string {
	var all []string
	for _, c := range n.code() {
		var s strings.Builder
		for _, o := range c.Outputs {
			s.WriteString(string(o.Text) + string(o.Data["text/plain"]) + o.Error + "\n")
		}
		all = append(all, Timeless(s.String()))
	}
	return all
}

var (
	times = regexp.MustCompile(`\b(\d+ ?h ?)?(\d+ ?m(in)? ?)?\d[0-9.]* ?(ns|µs|μs|ms|s|min|h)\b`)
	axes  = regexp.MustCompile(`\btime \(s\) \d.*`) // a chart's series in words
	// How the instant kernel goes on with a search, and what else the machine does.
	paces = regexp.MustCompile(`(?m)^(note: the functions of a search of|warning: the machine has \d+ cores? and a load of) .*$`)
	gaps  = regexp.MustCompile(`[ -]*\s[\s-]*`)
)

// Timeless removes from a text whatever differs between executions: the times of
// computations, and the spaces and rules that align them, the notes on searches that take long, and those
// on a machine that is busy.
func Timeless(s string) string {
	s = axes.ReplaceAllString(times.ReplaceAllString(paces.ReplaceAllString(s, ""), "TIME"), "time (s) TIME")
	return strings.TrimSpace(gaps.ReplaceAllString(s, " "))
}

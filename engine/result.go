package engine

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/focal-search/focal/engine/output"
)

// Status says how a run ended (SPEC: solved, unsolvable, or the limit that cut it off).
type Status string

// The ways a run can end.
const (
	Solved         Status = "solved"           // a goal was accepted: cost <= w·fmin
	Unsolvable     Status = "unsolvable"       // OPEN ran out: no path to a goal exists
	Optimal        Status = "optimal"          // anytime: the last incumbent is optimal
	BoundReached   Status = "bound reached"    // anytime: the schedule has ended with an incumbent
	LimitInserted  Status = "limit: inserted"  // Limits.Inserted was reached
	LimitGenerated Status = "limit: generated" // Limits.Generated was reached
	LimitExpanded  Status = "limit: expanded"  // Limits.Expanded was reached
	LimitTime      Status = "limit: time"      // Limits.Time has passed
	LimitMemory    Status = "limit: memory"    // Limits.Memory was reached, or the machine has little left
	LimitCancelled Status = "limit: cancelled" // the context was cancelled
	// Refuted is the status of a run whose solution proves that h overestimates, so that no
	// bound is proved: a lower bound or a state's h is above the cost of a path. Warnings name it.
	Refuted Status = "h is not admissible"
	Failed  Status = "error" // the run could not start or broke off: see Result.Err
)

// limit reports whether a limit ended the run, so that it can be continued.
func (s Status) limit() bool { return strings.HasPrefix(string(s), "limit: ") }

// Counters are part of the interface: exact, and the same on every machine for
// the same problem, algorithm and seed. Guided + Head = Expanded.
type Counters struct {
	Expanded  int64 `json:"expanded"`  // nodes removed from OPEN whose successors were produced
	Generated int64 `json:"generated"` // successors produced, before duplicate detection; the start not counted
	Inserted  int64 `json:"inserted"`  // new + reopened + improved in OPEN; the start not counted
	Reopened  int64 `json:"reopened"`  // CLOSED nodes put back because a cheaper path was found
	Guided    int64 `json:"guided"`    // expansions chosen by the guided branch or any other queue
	Head      int64 `json:"head"`      // expansions of OPEN's head, the node of least f
}

// A Result is what a run found, what it proves, and what resources it used.
// Costs are integers in units of 1/Unit (see Problem.Unit).
type Result struct {
	Problem   string    `json:"problem"`        // the problem's name
	Digest    string    `json:"problem_sha256"` // identity of the problem's content, see Problem.Digest
	Algorithm Algorithm `json:"algorithm"`
	Seed      uint64    `json:"seed"`
	Limits    Limits    `json:"limits"`

	Status Status `json:"status"`
	Unit   int64  `json:"unit"`
	Cost   Cost   `json:"cost"` // of the solution; -1 if there is none
	// FMin is fmin when the solution was accepted: the certificate is Cost <= w·FMin.
	// Without a solution it is fmin at the end.
	FMin Cost `json:"fmin"`
	// LowerBound is the greatest fmin seen, a lower bound on the optimal cost.
	LowerBound Cost `json:"lower_bound"`

	Counters
	// Queues counts the expansions by the queue that selected, for algorithms with more
	// than two queues; the last is Head.
	Queues []int64 `json:"queues,omitempty"`

	PeakBytes int64         `json:"peak_bytes"` // greatest size of the search's own structures
	Wall      time.Duration `json:"wall_ns"`
	CPU       time.Duration `json:"cpu_ns"` // of the thread that searched; 0 if the system does not report it

	Moves []Move   `json:"moves,omitempty"` // the solution, from the start
	Path  []string `json:"path,omitempty"`  // the same moves by name
	// Incumbents are the accepted solutions. A first-solution algorithm has at most
	// one.
	Incumbents []Incumbent `json:"incumbents,omitempty"`
	Trace      *Trace      `json:"trace,omitempty"` // present with the option Traced

	// Warnings are what a domain detected that users should know, such as an
	// inconsistent h.
	Warnings []string `json:"warnings,omitempty"`

	// Partial describes the study that the result is of, if it lacks runs; else it is nil.
	Partial *Partial `json:"-"`

	Err   error  `json:"-"`               // why Status is Failed
	Error string `json:"error,omitempty"` // Err as text
}

// A Partial is a study that lacks some of its runs.
type Partial struct {
	Runs, Missing int
	Why           error // nil if the study was interrupted
}

func (p *Partial) String() string {
	why := "it was interrupted"
	if p.Why != nil {
		why, _, _ = strings.Cut(p.Why.Error(), "\n")
	}
	return fmt.Sprintf("%d of %d runs of the study are there: %s", p.Runs-p.Missing, p.Runs, why)
}

// Remarks lists what readers of a table or a chart of results must know: that a study lacks
// runs, that runs failed, and that solutions refute h. Each is one line.
func Remarks(results []*Result) (lines []string) {
	partial := map[*Partial]bool{}
	var failed, refuted []*Result
	for _, r := range results {
		switch {
		case r == nil:
			continue
		case r.Partial != nil && !partial[r.Partial]:
			partial[r.Partial] = true
			lines = append(lines, r.Partial.String())
		}
		switch r.Status {
		case Failed:
			if r.Partial == nil || r.Partial.Why != r.Err {
				failed = append(failed, r)
			}
		case Refuted:
			refuted = append(refuted, r)
		}
	}
	if len(failed) > 0 {
		why, _, _ := strings.Cut(cmp.Or(failed[0].Error, fmt.Sprint(failed[0].Err)), "\n")
		lines = append(lines, fmt.Sprintf("%s failed; the first: %s", output.Many(len(failed), "run"), why))
	}
	if len(refuted) > 0 {
		r := refuted[0]
		lines = append(lines, fmt.Sprintf("%s counted as unsolved, since a solution proves that h is not admissible; the first: %s %s",
			output.Many(len(refuted), "run"), r.Problem, r.Algorithm))
	}
	return lines
}

// Solved reports whether the run found a solution: within its bound, or any solution
// for an anytime algorithm. A solution that refutes h is within no bound.
func (r *Result) Solved() bool { return r.Found() && r.Status != Refuted }

// Found reports whether the run found a solution, also one that refutes h.
func (r *Result) Found() bool { return r.Cost >= 0 }

// Factor returns the proved suboptimality factor Cost/LowerBound, +Inf or NaN if there is no
// solution or no positive bound (0/0 counts as 1: the cost is optimal). It is NaN too if the
// solution refutes h, or if no bound is known.
func (r *Result) Factor() float64 {
	switch {
	case !r.Solved(), r.LowerBound < 0:
		return nan
	case r.Cost == r.LowerBound:
		return 1
	default:
		return float64(r.Cost) / float64(r.LowerBound)
	}
}

// CostString formats a cost of this result for display: an integer if the unit is 1,
// else a decimal with up to six places.
func (r *Result) CostString(c Cost) string { return FormatCost(c, r.Unit) }

// FormatCost formats a cost given in units of 1/unit as a decimal number.
func FormatCost(c Cost, unit int64) string {
	if c < 0 {
		return "-"
	}
	if unit <= 1 || c%unit == 0 {
		return strconv.FormatInt(c/max(unit, 1), 10)
	}
	text := strconv.FormatFloat(float64(c)/float64(unit), 'f', 6, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// String returns the result in one line. Less than 0 is what is not known of another program's run.
func (r *Result) String() string {
	if r.Err != nil {
		return fmt.Sprintf("%s %s: %v", r.Problem, r.Algorithm, r.Err)
	}
	s := fmt.Sprintf("%s %s: %s", r.Problem, r.Algorithm, cmp.Or(r.Status, "not ended"))
	add := func(known bool, format string, value any) {
		if known {
			s += ", " + fmt.Sprintf(format, value)
		}
	}
	add(r.Cost >= 0 && r.Unit > 0, "cost %s", r.CostString(r.Cost))
	add(r.LowerBound >= 0, "lower bound %s", r.CostString(r.LowerBound))
	add(r.Expanded >= 0, "%d expanded", r.Expanded)
	add(r.Generated >= 0, "%d generated", r.Generated)
	add(r.Wall >= 0, "%v", r.Wall.Round(time.Millisecond))
	return s
}

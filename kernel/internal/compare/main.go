// Command compare measures the effect of a change on the speed of searches.
//
//	go run ./kernel/internal/compare -base 8662adc
//
// It builds the focal command of two commits as a release does, runs fixed suites with
// both, turn by turn and pinned to a core, and checks that all counters agree. It prints
// the ratio of CPU time per expansion, the change's to the base's: below 1 the
// change is faster. The ratio is the median over the rounds, with the interval
// that holds the true median with at least 95 % of certainty, whatever the
// distribution (order statistics, as benchstat). The ratio of a row is the
// geometric mean of its suites'.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/focal-search/focal/kernel/internal/exit"
)

func main() {
	base := flag.String("base", "", "commit to compare with, as 8662adc")
	head := flag.String("head", "", "commit to measure (default: the working tree as it is)")
	rounds := flag.Int("rounds", 6, "how often each run is made")
	quick := flag.Bool("quick", false, "three problems a suite and a tenth of the limits")
	core := flag.Int("core", 0, "core to which runs are pinned")
	match := flag.String("suites", "", "regular expression: only suites whose row or name it matches, as 'TSP|astar'")
	flag.Parse()
	if err := compare(*base, *head, *rounds, *core, *quick, *match); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(exit.Wrong)
	}
}

func compare(base, head string, rounds, core int, quick bool, match string) error {
	only, err := regexp.Compile(match)
	switch {
	case err != nil:
		return fmt.Errorf("-suites: %w", err)
	case base == "":
		return errors.New("want the commit to compare with, as in make compare BASE=8662adc")
	case rounds < 1:
		return fmt.Errorf("-rounds is %d: want at least 1", rounds)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	folder, err := os.MkdirTemp("", "focal-compare-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	script := filepath.Join(folder, "pancake48.go")
	if err := os.WriteFile(script, []byte(pancake48), 0o644); err != nil {
		return err
	}
	var commands [2]string
	for i, commit := range []string{base, head} {
		if commands[i], err = build(ctx, folder, commit); err != nil {
			return err
		}
	}
	if err := pin(core); err != nil {
		return fmt.Errorf("core %d: %w", core, err)
	}

	measured := chosen(rows(quick, script), only)
	if len(measured) == 0 {
		return fmt.Errorf("no suite matches %q", match)
	}
	fmt.Printf("%-54s %9s %9s   %5s  %-14s %s\n", "", "base ns", "ns", "ratio", level(rounds), "bytes a node")
	for _, r := range measured {
		if err := r.measure(ctx, commands, rounds); err != nil {
			return err
		}
	}
	return nil
}

// chosen is the suites that an expression matches.
func chosen(all []row, only *regexp.Regexp) (some []row) {
	for _, r := range all {
		r.suites = slices.DeleteFunc(r.suites,
			func(s suite) bool { return !only.MatchString(r.name) && !only.MatchString(s.name) })
		if len(r.suites) > 0 {
			some = append(some, r)
		}
	}
	return some
}

// build makes the focal command of a commit, or of the working tree, in a folder.
func build(ctx context.Context, folder, commit string) (command string, err error) {
	root, err := output(ctx, ".", "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return "", err
	}
	tree, name := strings.TrimSpace(root), "tree"
	if commit != "" {
		id, err := output(ctx, ".", "git", "rev-parse", "--verify", "--short", commit+"^{commit}")
		if err != nil {
			return "", err
		}
		name = strings.TrimSpace(id)
		tree = filepath.Join(folder, "source-"+name)
		if _, err := output(ctx, ".", "git", "worktree", "add", "--detach", tree, name); err != nil {
			return "", err
		}
		defer func() {
			_, failed := output(context.Background(), ".", "git", "worktree", "remove", "--force", tree)
			err = errors.Join(err, failed)
		}()
	}
	command = filepath.Join(folder, "focal-"+name)
	args := []string{"build", "-o", command}
	if profile := filepath.Join(tree, "kernel/setup/search.pgo"); exists(profile) {
		args = append(args, "-pgo="+profile) // as in a release
	}
	_, err = output(ctx, tree, "go", append(args, "./kernel/focal")...)
	return command, err
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// output runs a command in a folder. Its error has what the command wrote to its
// standard error.
func output(ctx context.Context, folder, name string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir = folder
	var messages strings.Builder
	c.Stderr = &messages
	text, err := c.Output()
	if err != nil {
		err = fmt.Errorf("%s: %w\n%s", c, err, messages.String())
	}
	return string(text), err
}

// measure runs the suites of a row and prints a line for each, and one for the
// row if it has several.
func (r row) measure(ctx context.Context, commands [2]string, rounds int) error {
	logs := make([]float64, rounds) // of the row's ratios
	for _, s := range r.suites {
		var total [2]cost
		ratios := make([]float64, rounds)
		for round := range rounds {
			costs, err := s.measure(ctx, commands, round)
			if err != nil {
				return err
			}
			ratios[round] = costs[1].each() / costs[0].each()
			logs[round] += math.Log(ratios[round]) / float64(len(r.suites))
			for i, c := range costs {
				total[i].add(c)
			}
		}
		fmt.Printf("%-54s %9.0f %9.0f   %s   %.1f %.1f\n",
			s.name, total[0].each(), total[1].each(), spread(ratios), total[0].bytes(), total[1].bytes())
	}
	ratios := make([]float64, rounds)
	for round, l := range logs {
		ratios[round] = math.Exp(l)
	}
	fmt.Printf("%-54s %9s %9s   %s\n\n", "= "+r.name, "", "", spread(ratios))
	return nil
}

// measure makes each run of a suite once with both commands, one right after the
// other, each after [touch]. Which goes first changes from run to run and from round to
// round.
func (s *suite) measure(ctx context.Context, commands [2]string, round int) (costs [2]cost, err error) {
	for n, r := range s.runs {
		var results [2]result
		for turn := range commands {
			i := (turn + n + round) % 2
			touch(max(2*s.peak, firstTouch))
			if results[i], err = r.make(ctx, commands[i]); err != nil {
				return costs, err
			}
			costs[i].add(results[i].cost)
			s.peak = max(s.peak, results[i].Peak)
		}
		if !reflect.DeepEqual(results[0].answer, results[1].answer) {
			return costs, fmt.Errorf("focal %s: the commits differ:\n%+v\n%+v",
				strings.Join(r, " "), results[0].answer, results[1].answer)
		}
	}
	return costs, nil
}

// A result is what the focal command prints of a run.
type result struct {
	answer
	cost
}

// An answer is what may not change.
type answer struct {
	Problem    string `json:"problem"`
	Status     string `json:"status"`
	Cost       int64  `json:"cost"`
	Fmin       int64  `json:"fmin"`
	LowerBound int64  `json:"lower_bound"`
	Expanded   int64  `json:"expanded"`
	Generated  int64  `json:"generated"`
	Inserted   int64  `json:"inserted"`
	Reopened   int64  `json:"reopened"`
	Guided     int64  `json:"guided"`
	Head       int64  `json:"head"`
	Moves      []int  `json:"moves"`
	Incumbents []struct {
		Cost     int64  `json:"cost"`
		Fmin     int64  `json:"fmin"`
		W        string `json:"w"`
		Expanded int64  `json:"expanded"`
	} `json:"incumbents"`
}

// A cost is what may.
type cost struct {
	CPU        int64 `json:"cpu_ns"`
	Peak       int64 `json:"peak_bytes"`
	expansions int64
	insertions int64
}

func (c *cost) add(d cost) {
	c.CPU, c.Peak = c.CPU+d.CPU, c.Peak+d.Peak
	c.expansions, c.insertions = c.expansions+d.expansions, c.insertions+d.insertions
}

// each is the nanoseconds of CPU time per expansion.
func (c *cost) each() float64 { return float64(c.CPU) / float64(c.expansions) }

// bytes is those of memory per node inserted.
func (c *cost) bytes() float64 { return float64(c.Peak) / float64(c.insertions) }

const firstTouch = 256 << 20 // bytes, where no run has been made yet

// make makes a run with a focal command. A search that ends at a limit ends the
// command with a code that is not 0, so only what it prints counts.
func (r run) make(ctx context.Context, command string) (result, error) {
	text, failed := output(ctx, ".", command, r...)
	var printed result
	if err := json.Unmarshal([]byte(text), &printed); err != nil {
		return printed, errors.Join(failed, err)
	}
	if ctx.Err() != nil {
		return printed, ctx.Err()
	}
	printed.expansions, printed.insertions = printed.Expanded, printed.Inserted
	if printed.expansions == 0 || printed.insertions == 0 {
		return printed, fmt.Errorf("focal %s expands nothing", strings.Join(r, " "))
	}
	return printed, nil
}

// spread prints the median of some ratios and its interval.
func spread(ratios []float64) string {
	slices.Sort(ratios)
	n := len(ratios)
	from := rank(n)
	median := (ratios[(n-1)/2] + ratios[n/2]) / 2
	return fmt.Sprintf("%.3f  %.3f to %.3f", median, ratios[from], ratios[n-1-from])
}

// level prints the certainty of the interval.
func level(rounds int) string {
	return fmt.Sprintf("at %.0f %%", 100*coverage(rounds, rank(rounds)))
}

// rank is how many values may be left out at either end of n for an interval
// that holds the median with a certainty of 95 %; 0 if n are too few even so.
func rank(n int) int {
	from := 0
	for from+1 <= (n-1)/2 && coverage(n, from+1) >= .95 {
		from++
	}
	return from
}

// coverage is the certainty that the median lies between the values number from
// and n-1-from, in order: each value is above it with probability 1/2.
func coverage(n, from int) float64 {
	outside, ways := 0., math.Exp2(-float64(n)) // ways: the binomial's term
	for k := 0; k <= from; k++ {
		outside += 2 * ways
		ways *= float64(n-k) / float64(k+1)
	}
	return max(0, 1-outside)
}

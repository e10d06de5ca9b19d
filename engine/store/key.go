package store

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/focal-search/focal/engine"
)

// CounterVersion is part of every run's identity. It is raised when, and only
// when, a change of the engine changes a golden counter, one that the tests know
// by heart: then older runs no longer answer for new ones.
const CounterVersion = 1

// Key is the identity of a run: 32 hexadecimal digits of a hash of what decides
// its outcome. digest is [engine.Problem.Digest]. The seed counts only where the
// algorithm draws, so that FS with any seed is one run.
func Key(digest string, a engine.Algorithm, seed uint64, l engine.Limits) string {
	var s strings.Builder
	fmt.Fprintf(&s, "focal run, counters %d\n", CounterVersion)
	fmt.Fprintf(&s, "problem %s\n", digest)
	fmt.Fprintf(&s, "algorithm %s w %d/%d p %s\n", a.Name, a.W.Num, a.W.Den, strconv.FormatFloat(a.P, 'g', -1, 64))
	if a.Version != "" { // of an algorithm of one's own
		fmt.Fprintf(&s, "version %q code %q\n", a.Version, a.Code)
	}
	if n := a.Description().Revision; n > 0 {
		fmt.Fprintf(&s, "revision %d\n", n)
	}
	if c := a.Schedule; c != nil {
		fmt.Fprintf(&s, "schedule step %d/%d stop %d/%d until proved %t\n", c.Step.Num, c.Step.Den, c.Stop.Num, c.Stop.Den, c.UntilProved)
	}
	if a.Draws() || a.Version != "" { // one that is read again does not know whether it draws
		fmt.Fprintf(&s, "seed %d\n", seed)
	}
	fmt.Fprintf(&s, "limits inserted %d generated %d expanded %d time %d memory %d\n",
		l.Inserted, l.Generated, l.Expanded, int64(l.Time), l.Memory)
	sum := sha256.Sum256([]byte(s.String()))
	return hex.EncodeToString(sum[:16])
}

// keyOf is the identity of the run that led to a result.
func keyOf(r *engine.Result) string { return Key(r.Digest, r.Algorithm, r.Seed, r.Limits) }

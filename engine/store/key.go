package store

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/focal-search/focal/engine"
)

// CounterVersion is part of every run's identity. It is incremented when, and only
// when, a change of the engine changes a golden counter, that is, one fixed in the
// tests. Older runs then no longer count.
const CounterVersion = 1

// Key is the identity of a run: 32 hexadecimal digits of a hash of everything that
// determines its outcome. digest is [engine.Problem.Digest]. The seed counts only if
// the algorithm draws, so FS is one run whatever the seed.
func Key(digest string, a engine.Algorithm, seed uint64, l engine.Limits) string {
	return keyAt(CounterVersion, digest, a, seed, l)
}

// keyAt is the identity under a given version of the counters.
func keyAt(version int, digest string, a engine.Algorithm, seed uint64, l engine.Limits) string {
	var s strings.Builder
	fmt.Fprintf(&s, "focal run, counters %d\n", version)
	fmt.Fprintf(&s, "problem %s\n", digest)
	fmt.Fprintf(&s, "algorithm %s w %d/%d p %s\n", a.Name, a.W.Num, a.W.Den, strconv.FormatFloat(a.P, 'g', -1, 64))
	if a.Version != "" { // of a user-defined algorithm
		fmt.Fprintf(&s, "version %q code %q\n", a.Version, a.Code)
	}
	if n := a.Description().Revision; n > 0 {
		fmt.Fprintf(&s, "revision %d\n", n)
	}
	if c := a.Schedule; c != nil {
		fmt.Fprintf(&s, "schedule step %d/%d stop %d/%d until proved %t\n", c.Step.Num, c.Step.Den, c.Stop.Num, c.Stop.Den,
			c.UntilProved)
	}
	if a.Draws() || a.Version != "" { // one read from a file does not know whether it draws
		fmt.Fprintf(&s, "seed %d\n", seed)
	}
	fmt.Fprintf(&s, "limits inserted %d generated %d expanded %d time %d memory %d\n",
		l.Inserted, l.Generated, l.Expanded, int64(l.Time), l.Memory)
	sum := sha256.Sum256([]byte(s.String()))
	return hex.EncodeToString(sum[:16])
}

// keyOf is the identity of the run that produced a result.
func keyOf(r *engine.Result) string { return Key(r.Digest, r.Algorithm, r.Seed, r.Limits) }

// nextVersions is the number of later versions that a program recognises.
const nextVersions = 3

// Version is the version of the counters with which a run was made, from its key; 0 if
// this program does not know it. A record without a key has the current version.
func (rec *Record) Version() int {
	if rec.Key == "" {
		return CounterVersion
	}
	r := rec.Result
	if rec.Key == keyOf(r) {
		return CounterVersion
	}
	for version := CounterVersion + nextVersions; version > 0; version-- {
		if rec.Key == keyAt(version, r.Digest, r.Algorithm, r.Seed, r.Limits) {
			return version
		}
	}
	return 0
}

// OneVersion keeps only the records of the newest version of the counters among them,
// and returns a line about those it left out. Counts of two versions come from two
// engines and must not be mixed in a table.
func OneVersion(records []*Record) (kept []*Record, leftOut string) {
	of, newest := make([]int, len(records)), 0
	for i, rec := range records {
		of[i] = rec.Version()
		newest = max(newest, of[i])
	}
	for i, rec := range records {
		if of[i] == newest {
			kept = append(kept, rec)
		}
	}
	if n := len(records) - len(kept); n > 0 {
		leftOut = fmt.Sprintf("%d of %d runs were made with other counters than those of version %d, and are left out", n,
			len(records), newest)
	}
	return kept, leftOut
}

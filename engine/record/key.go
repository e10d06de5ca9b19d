package record

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"

	"github.com/focal-search/focal/engine"
)

// CounterVersion is part of every run's identity. It is incremented when, and only
// when, a change of the engine changes a golden counter, that is, one fixed in the
// tests. Older runs then no longer count.
const CounterVersion = 1

// An ID is the identity of a run: a hash of everything that determines its outcome.
type ID [16]byte

// Key returns the ID as written in stores and files: 32 hexadecimal digits.
func (id ID) Key() string { return hex.EncodeToString(id[:]) }

// writes reports whether this is the ID's key.
func (id ID) writes(key string) bool {
	var room [2 * len(id)]byte
	return key == string(hex.AppendEncode(room[:0], id[:]))
}

// ParseID parses a key. It returns false if the text is not a key.
func ParseID(key []byte) (id ID, ok bool) {
	if len(key) != 2*len(id) {
		return id, false
	}
	_, err := hex.Decode(id[:], key)
	return id, err == nil
}

// Key returns the identity of a run: 32 hexadecimal digits of a hash of everything that
// determines its outcome. digest is [engine.Problem.Digest]. The seed counts only if
// the algorithm draws, so FS is one run whatever the seed.
func Key(digest string, a engine.Algorithm, seed uint64, l engine.Limits) string {
	return IDOf(digest, a, seed, l).Key()
}

// IDOf returns the identity of a run; see [Key].
func IDOf(digest string, a engine.Algorithm, seed uint64, l engine.Limits) ID {
	return IDAt(CounterVersion, digest, a, seed, l)
}

// IDAt returns the identity of a run under a given version of the counters.
func IDAt(version int, digest string, a engine.Algorithm, seed uint64, l engine.Limits) ID {
	d := a.Description()
	return Rule{version, d.Revision}.of(d, digest, a, seed, l)
}

// A Rule is what a run's identity depends on beside its columns: the version of the counters and
// the revision of the algorithm.
type Rule struct{ Counters, Revision int }

// Rule returns the current rule if a record's key follows from its columns by that, whatever the
// program that reads them has registered; else the zero Rule.
func (rec *Record) Rule() Rule {
	r := rec.Result
	if r.Algorithm.Version != "" || IsForeign(r.Algorithm) {
		return Rule{}
	}
	d := r.Algorithm.Description()
	rule := Rule{CounterVersion, d.Revision}
	if !rule.of(d, r.Digest, r.Algorithm, r.Seed, r.Limits).writes(rec.Key) {
		return Rule{}
	}
	return rule
}

// SetKey sets the key that follows by a rule.
func (rec *Record) SetKey(by Rule) {
	r := rec.Result
	rec.Key = by.of(r.Algorithm.Description(), r.Digest, r.Algorithm, r.Seed, r.Limits).Key()
}

// of is the identity of a run by a rule; d describes its algorithm.
func (rule Rule) of(d engine.Description, digest string, a engine.Algorithm, seed uint64, l engine.Limits) ID {
	var room [512]byte
	s := room[:0]
	number := func(before string, n int64) { s = strconv.AppendInt(append(s, before...), n, 10) }
	text := func(before, text string) { s = append(append(s, before...), text...) }
	number("focal run, counters ", int64(rule.Counters))
	text("\nproblem ", digest)
	text("\nalgorithm ", a.Name)
	number(" w ", a.W.Num)
	number("/", a.W.Den)
	s = strconv.AppendFloat(append(s, " p "...), a.P, 'g', -1, 64)
	if a.Version != "" { // of a user-defined algorithm
		s = fmt.Appendf(s, "\nversion %q code %q", a.Version, a.Code)
	}
	if rule.Revision > 0 {
		number("\nrevision ", int64(rule.Revision))
	}
	if c := a.Schedule; c != nil {
		s = fmt.Appendf(s, "\nschedule step %d/%d stop %d/%d until proved %t", c.Step.Num, c.Step.Den, c.Stop.Num,
			c.Stop.Den, c.UntilProved)
	}
	if d.Draws(a.P) || a.Version != "" { // one read from a file does not know whether it draws
		s = strconv.AppendUint(append(s, "\nseed "...), seed, 10)
	}
	number("\nlimits inserted ", l.Inserted)
	number(" generated ", l.Generated)
	number(" expanded ", l.Expanded)
	number(" time ", int64(l.Time))
	number(" memory ", l.Memory)
	sum := sha256.Sum256(append(s, '\n'))
	return ID(sum[:16])
}

// idOf is the identity of the run that produced a result.
func idOf(r *engine.Result) ID { return IDOf(r.Digest, r.Algorithm, r.Seed, r.Limits) }

// nextVersions is the number of later versions that a program recognises.
const nextVersions = 3

// Version returns the version of the counters with which a run was made, from its key; 0 if
// this program does not know it. A record without a key has the current version.
func (rec *Record) Version() int {
	if rec.Key == "" {
		return CounterVersion
	}
	r := rec.Result
	if idOf(r).writes(rec.Key) {
		return CounterVersion
	}
	for version := CounterVersion + nextVersions; version > 0; version-- {
		if IDAt(version, r.Digest, r.Algorithm, r.Seed, r.Limits).writes(rec.Key) {
			return version
		}
	}
	return 0
}

// Versions counts runs by the version of the counters with which they were made.
type Versions map[int]int

// LeftOut returns a line about the runs that are not of the newest version; "" if there
// are none. Counters of different versions are not comparable and must not be mixed in a
// table.
func (v Versions) LeftOut() string {
	all := 0
	for _, n := range v {
		all += n
	}
	newest := v.Newest()
	if n := all - v[newest]; n > 0 {
		return fmt.Sprintf("%d of %d runs were made with counters other than those of version %d, and are left out", n,
			all, newest)
	}
	return ""
}

// Newest returns the newest version.
func (v Versions) Newest() (newest int) {
	for version := range v {
		newest = max(newest, version)
	}
	return newest
}

// OneVersion keeps only the records of the newest version of the counters among them,
// and returns a line about those it left out; see [Versions.LeftOut].
func OneVersion(records []*Record) (kept []*Record, leftOut string) {
	of, all := make([]int, len(records)), Versions{}
	for i, rec := range records {
		of[i] = rec.Version()
		all[of[i]]++
	}
	newest := all.Newest()
	for i, rec := range records {
		if of[i] == newest {
			kept = append(kept, rec)
		}
	}
	return kept, all.LeftOut()
}

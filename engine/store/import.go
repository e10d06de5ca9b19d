package store

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"iter"
	"os"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/internal/inorder"
	"github.com/focal-search/focal/engine/store/internal/lite"
)

// Import adds runs of another store, with their origin, and returns how many are new.
// They go through a shard like runs made here. If a run is already in the store, or
// among the records, with different counters, or if a record is not [Record.Whole],
// nothing is imported.
func (s *Store) Import(records []*Record) (int, error) {
	return s.ImportEach(func(f func(*Record) error) error {
		for _, rec := range records {
			if err := f(rec); err != nil {
				return err
			}
		}
		return nil
	})
}

// ImportEach is like Import for a sequence of runs, only a few of which are in memory at
// a time. If each fails, nothing is imported.
func (s *Store) ImportEach(each func(f func(*Record) error) error) (int, error) {
	if s.readOnly {
		return 0, explain(s.path, ErrReadOnly)
	}
	shard, err := s.given(each)
	if err != nil || shard == "" {
		return 0, err
	}
	err = os.Rename(shard, strings.TrimSuffix(shard, givenSuffix))
	if err = errors.Join(err, syncDir(ShardsDir(s.path))); err != nil {
		return 0, explain(s.path, errors.Join(err, os.Remove(shard)))
	}
	return s.Collect()
}

// givenSuffix marks an incomplete shard, which is never read.
const givenSuffix = ".part"

// given writes the runs that are not in the store to a new file beside the shards and
// returns its name; "" if there are none.
func (s *Store) given(each func(f func(*Record) error) error) (name string, err error) {
	_, err = os.Stat(ShardsDir(s.path))
	first := errors.Is(err, fs.ErrNotExist)
	if name, err = newShardName(s.path); err != nil {
		return "", err
	}
	name += givenSuffix
	defer func() {
		if first && (err != nil || name == "") {
			_ = os.Remove(ShardsDir(s.path)) // which fails if it is no longer empty
		}
	}()
	file, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return "", explain(s.path, err)
	}
	out := bufio.NewWriterSize(file, 1<<20)
	g := giving{store: s, outcomes: map[ID]uint32{}}
	err = s.snapshot(func(c *lite.Conn) error {
		g.there = newReading(s, c, selection{})
		defer g.there.close()
		if err := g.there.prepare("runs.key"); err != nil {
			return err
		}
		if g.empty, err = isEmpty(c); err != nil {
			return err
		}
		for b := range inorder.Map(batched(each), givenBatch.encode) {
			text, err := g.fresh(b)
			if _, written := out.Write(text); err == nil {
				err = written
			}
			if err == nil {
				err = s.notify("read", int64(len(g.outcomes)), 0, " runs")
			}
			if err != nil {
				return err
			}
		}
		return g.there.verdict(false)
	})
	if flushed := explain(s.path, errors.Join(out.Flush(), file.Sync())); err == nil {
		err = flushed
	}
	if err = errors.Join(err, file.Close()); err == nil && g.added > 0 {
		return name, nil
	}
	var twice *twice
	if errors.As(err, &twice) {
		err = twice.conflict(name)
	}
	return "", errors.Join(err, os.Remove(name))
}

// isEmpty reports whether there are no runs.
func isEmpty(c *lite.Conn) (bool, error) {
	runs, err := c.Prepare("SELECT 1 FROM runs LIMIT 1")
	if err != nil {
		return false, err
	}
	defer runs.Close()
	more, err := runs.Step()
	return !more, err
}

// A givenBatch is some consecutive records.
type givenBatch struct {
	records []*Record
	err     error // that ended the sequence

	ids  []ID
	text []byte
	ends []int // the end of each record's line in the text
}

// batched groups a sequence of records into batches.
func batched(each func(f func(*Record) error) error) iter.Seq[givenBatch] {
	const atOnce = 256
	return func(yield func(givenBatch) bool) {
		var b givenBatch
		stopped := errors.New("stopped")
		err := each(func(rec *Record) error {
			if b.records = append(b.records, rec); len(b.records) < atOnce {
				return nil
			}
			full := b
			b = givenBatch{}
			if !yield(full) {
				return stopped
			}
			return nil
		})
		if err != stopped {
			b.err = err
			yield(b)
		}
	}
}

// encode encodes the records as lines, up to the first one that cannot be imported.
func (b givenBatch) encode() givenBatch {
	for i, rec := range b.records {
		key, err := rec.Identity()
		if err == nil {
			err = rec.Whole()
		}
		if err == nil {
			own := *rec
			own.Key = key // the record's own may be missing
			b.records[i] = &own
			b.text, err = own.appendLine(b.text)
		}
		if err != nil {
			b.err = err
			return b
		}
		id, _ := ParseID([]byte(key))
		b.ids, b.ends = append(b.ids, id), append(b.ends, len(b.text))
	}
	return b
}

// giving compares records with those before them and with those in the store.
type giving struct {
	store    *Store
	there    *reading
	empty    bool          // whether the store is empty
	outcomes map[ID]uint32 // of earlier records
	added    int
}

// fresh returns the lines of the new records.
func (g *giving) fresh(b givenBatch) ([]byte, error) {
	text, from := b.text[:0], 0
	for i, id := range b.ids {
		rec, line := b.records[i], b.text[from:b.ends[i]]
		from = b.ends[i]
		of := outcomeOf(rec.Result)
		before, known := g.outcomes[id]
		if known {
			if before != of && before != 0 && of != 0 {
				return text, &twice{rec}
			}
			continue
		}
		g.outcomes[id] = of
		var kept *engine.Result
		if g.empty {
			text = append(text, line...)
			g.added++
			continue
		}
		err := g.there.one(rec.Key, func(found *Record) error {
			kept = found.Result
			return nil
		})
		switch {
		case err != nil:
			return nil, explain(g.store.path, err)
		case kept == nil && len(g.there.damages) > 0:
			return nil, g.there.verdict(false)
		case kept == nil:
			text = append(text, line...)
			g.added++
		case differ(kept, rec.Result):
			return nil, &conflict{"in the store", kept, rec}
		}
	}
	return text, b.err
}

// outcomeOf returns a checksum of everything that must agree in runs with the same key; 0
// if nothing must.
func outcomeOf(r *engine.Result) uint32 {
	if !repeats(r.Status) {
		return 0
	}
	var room [128]byte
	b := append(room[:0], r.Status...)
	for _, n := range []int64{r.Cost, r.Expanded, r.Generated, r.Inserted, r.Reopened, r.Guided, r.Head} {
		b = binary.BigEndian.AppendUint64(b, uint64(n))
	}
	return max(crc32.Checksum(b, castagnoli), 1)
}

// twice is a record that contradicts an earlier one.
type twice struct{ second *Record }

func (t *twice) Error() string {
	return fmt.Sprintf("%s %s occurs twice, with different outcomes", t.second.Result.Problem, t.second.Result.Algorithm)
}

// conflict finds the first of two contradicting records among those that were written.
func (t *twice) conflict(shard string) error {
	in := newLines()
	var first *engine.Result
	err := eachLine(shard, 0, func(text []byte) (bool, error) {
		rec, err := in.read(text)
		if err == nil && rec.Key == t.second.Key {
			first = rec.Result
		}
		return first == nil, err
	})
	if err != nil || first == nil {
		return t
	}
	return &conflict{"given before", first, t.second}
}

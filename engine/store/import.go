package store

import (
	"bufio"
	"cmp"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/internal/inorder"
	"github.com/focal-search/focal/engine/record"
)

// Import adds runs of another store, with their origin, and returns how many are new.
// They go through a shard like runs made here. If a run is already in the store, or
// among the records, with different counters, or if a record is not [record.Record.Whole],
// nothing is imported.
func (s *Store) Import(records []*record.Record) (int, error) {
	return s.ImportEach(func(f func(*record.Record) error) error {
		for _, rec := range records {
			if err := f(rec); err != nil {
				return err
			}
		}
		return nil
	})
}

// ImportEach is like Import for a sequence of runs, only a few of which are in memory at
// a time. If each fails, nothing is imported. Other processes cannot write to the
// database until the import has ended.
func (s *Store) ImportEach(each func(f func(*record.Record) error) error) (int, error) {
	if s.readOnly {
		return 0, explain(s.path, ErrReadOnly)
	}
	added, err := s.importEach(each)
	if err != nil || added == 0 {
		return 0, err
	}
	more, err := s.Collect()
	return added + more, err
}

// givenSuffix marks an incomplete shard, which is never read.
const givenSuffix = ".part"

// removeGiven removes what imports that were killed have left, where it can. It is called in a
// transaction: no other import is under way.
func removeGiven(path string) {
	left, _ := filepath.Glob(filepath.Join(globEscape(ShardsDir(path)), "*"+shardSuffix+givenSuffix))
	for _, name := range left {
		_ = os.Remove(name) // it is never read
	}
}

// importEach writes the runs that are not in the store to a new shard and, in one
// transaction, to the database.
func (s *Store) importEach(each func(f func(*record.Record) error) error) (added int, err error) {
	_, err = os.Stat(ShardsDir(s.path))
	first := errors.Is(err, fs.ErrNotExist)
	name, err := newShardName(s.path)
	if err != nil {
		return 0, err
	}
	defer func() {
		if first && (err != nil || added == 0) {
			_ = os.Remove(ShardsDir(s.path)) // which fails if it is no longer empty
		}
	}()
	w, err := s.write(mostCache)
	if err != nil {
		return 0, explain(s.path, err)
	}
	defer w.close()
	if n, err := w.c.Number("SELECT EXISTS (SELECT 1 FROM runs)"); err != nil {
		return 0, explain(s.path, err)
	} else if n == 0 { // readers of an empty store can wait
		defer s.withoutLog(w)()
	}
	var own error // that is not the store's
	err = w.inTransaction(func() error {
		removeGiven(s.path)
		file, err := os.OpenFile(name+givenSuffix, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
		if err != nil {
			return err
		}
		defer os.Remove(file.Name()) // unless it has got its name
		defer file.Close()
		g, err := s.give(w)
		if err != nil {
			return err
		}
		out := bufio.NewWriterSize(file, 1<<20)
		read := int64(0)
		for b := range inorder.Map(batched(each), (*givenBatch).encode) {
			for i := range b.runs {
				if own, err = g.take(&b.runs[i], out); own != nil || err != nil {
					return cmp.Or(own, err)
				}
			}
			read += int64(len(b.runs))
			if own = b.err; own == nil {
				own = s.notify("read", read, 0, " runs")
			}
			if own != nil {
				return own
			}
		}
		if added = g.added; added == 0 {
			return nil
		}
		if err := errors.Join(out.Flush(), file.Sync(), file.Close()); err != nil {
			return err
		}
		if err := os.Rename(file.Name(), name); err != nil {
			return err
		}
		if err := syncDir(ShardsDir(s.path)); err != nil {
			return err
		}
		base := filepath.Base(name)
		return execute(w.setOffset, base, g.size, sumOf(base, g.size))
	})
	if own != nil {
		return 0, own
	}
	return added, explain(s.path, err)
}

// A giving puts runs into a shard and into the database.
type giving struct {
	to    *inserter
	there *reading // reads the runs in the database, also those that were given before
	last  int64    // the greatest id of those that were there
	added int
	size  int64 // bytes of the shard
}

func (s *Store) give(w *inserter) (*giving, error) {
	g := &giving{to: w, there: newReading(s, w.c, selection{})}
	if err := g.there.prepare("runs.key"); err != nil {
		return nil, err
	}
	var err error
	g.last, err = w.c.Number("SELECT ifnull(max(id), 0) FROM runs")
	return g, err
}

// take takes a run, unless it is there. The first error is that the run contradicts the
// one that is there.
func (g *giving) take(run *givenRun, out *bufio.Writer) (wrong, err error) {
	added, err := g.to.insert(run.rec, run.row)
	if err != nil {
		return nil, err
	}
	if added {
		g.added++
		g.size += int64(len(run.line))
		_, err := out.Write(run.line)
		return nil, err
	}
	var kept *engine.Result
	where := "in the store"
	err = g.there.one(run.rec.Key, func(found *record.Record) error {
		if kept = found.Result; g.there.runs.ColumnInt64(0) > g.last {
			where = "given before"
		}
		return nil
	})
	if err == nil {
		err = g.there.verdict(false)
	}
	switch {
	case err != nil:
	case kept == nil:
		err = g.there.store.damaged("run %s is there and is not found", run.rec.Key)
	case Differ(kept, run.rec.Result):
		wrong = &conflict{where, kept, run.rec}
	}
	return wrong, err
}

// A givenBatch is some consecutive records.
type givenBatch struct {
	records []*record.Record
	err     error // that ended the sequence

	runs        []givenRun // up to the first that cannot be imported
	lines, rows []byte
}

// A givenRun is a record with its line in a shard and its row in the database.
type givenRun struct {
	rec       *record.Record
	line, row []byte
}

// batched groups a sequence of records into batches.
func batched(each func(f func(*record.Record) error) error) iter.Seq[*givenBatch] {
	const atOnce = 256
	return func(yield func(*givenBatch) bool) {
		b := new(givenBatch)
		stopped := errors.New("stopped")
		err := each(func(rec *record.Record) error {
			if b.records = append(b.records, rec); len(b.records) < atOnce {
				return nil
			}
			full := b
			b = new(givenBatch)
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

// encode encodes the records, up to the first one that cannot be imported.
func (b *givenBatch) encode() *givenBatch {
	for _, rec := range b.records {
		key, err := rec.Identity()
		if err == nil {
			err = rec.Whole()
		}
		if err != nil {
			b.err = err
			return b
		}
		own := *rec
		own.Key = key // the record's own may be missing
		line, row := len(b.lines), len(b.rows)
		if b.lines, err = appendLine(b.lines, &own); err != nil {
			b.err = err
			return b
		}
		b.rows = appendRow(b.rows, &own)
		b.runs = append(b.runs, givenRun{&own, b.lines[line:], b.rows[row:]})
	}
	return b
}

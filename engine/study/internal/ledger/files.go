package ledger

import (
	"fmt"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/store/export"
)

// withFiles is a ledger that takes what it lacks from files of published runs. The
// files are read only when a run is missing.
type withFiles struct {
	Ledger
	files []string
	ids   []record.ID                  // of the wanted runs
	kept  map[record.ID]*engine.Result // the runs that the store lacks; nil if the files lack them too
}

func (w *withFiles) Done() (map[record.ID]bool, error) {
	done, err := w.Ledger.Done()
	if err != nil {
		return nil, err
	}
	w.kept = make(map[record.ID]*engine.Result, max(0, len(w.ids)-len(done)))
	for _, id := range w.ids {
		if _, ok := done[id]; !ok {
			w.kept[id] = nil
		}
	}
	if len(w.kept) == 0 {
		return done, nil
	}
	if err := w.read(); err != nil {
		return nil, err
	}
	if len(done) == 0 {
		done = make(map[record.ID]bool, len(w.kept))
	}
	for id, r := range w.kept {
		if r != nil {
			done[id] = r.Solved()
		}
	}
	return done, nil
}

// read keeps the runs of the files that are missing in the store.
func (w *withFiles) read() error {
	for _, file := range w.files {
		err := export.EachSummary(file, func(line export.Line) error {
			key, err := line.Identity()
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			id, _ := record.ParseID([]byte(key))
			known, missing := w.kept[id]
			if !missing {
				return nil
			}
			if err := record.Ended(line.Result); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			if known != nil && store.Differ(known, line.Result) {
				return fmt.Errorf("%s: run %d, of %s on %s, contradicts one before it: %d expansions and cost %d, not %d and %d", file,
					line.Number, known.Algorithm, known.Problem, line.Result.Expanded, line.Result.Cost, known.Expanded, known.Cost)
			}
			line.Result.Moves = nil
			w.kept[id] = line.Result
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *withFiles) Find(ids []record.ID) ([]*engine.Result, error) {
	results, err := w.Ledger.Find(ids)
	for i, r := range results {
		if r == nil {
			results[i] = w.kept[ids[i]]
		}
	}
	return results, err
}

func (w *withFiles) Each(ids []record.ID, f func(id record.ID, r *engine.Result)) error {
	stored := map[record.ID]bool{}
	err := w.Ledger.Each(ids, func(id record.ID, r *engine.Result) {
		stored[id] = true
		f(id, r)
	})
	for _, id := range ids {
		if r := w.kept[id]; r != nil && !stored[id] {
			f(id, r)
		}
	}
	return err
}

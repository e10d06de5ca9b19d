package ledger

import (
	"fmt"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/store/export"
)

// withFiles is a ledger that takes what it lacks from files of published runs. The
// files are read only when a run is missing.
type withFiles struct {
	Ledger
	files []string
	ids   []store.ID // of the wanted runs
	kept  map[store.ID]*engine.Result
}

func (w *withFiles) Done() (map[store.ID]bool, error) {
	done, err := w.Ledger.Done()
	if err != nil {
		return nil, err
	}
	var missing []store.ID
	for _, id := range w.ids {
		if _, ok := done[id]; !ok {
			missing = append(missing, id)
		}
	}
	if len(missing) == 0 {
		return done, nil
	}
	if err := w.read(); err != nil {
		return nil, err
	}
	for _, id := range missing {
		if kept := w.kept[id]; kept != nil {
			done[id] = kept.Solved()
		}
	}
	return done, nil
}

func (w *withFiles) read() error {
	w.kept = map[store.ID]*engine.Result{}
	for _, file := range w.files {
		records, err := export.ReadRecords(file)
		if err != nil {
			return err
		}
		for _, rec := range records {
			key, err := rec.Identity()
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			rec.Result.Moves = nil
			id, _ := store.ParseID([]byte(key))
			w.kept[id] = rec.Result
		}
	}
	return nil
}

func (w *withFiles) Find(ids []store.ID) ([]*engine.Result, error) {
	results, err := w.Ledger.Find(ids)
	for i, r := range results {
		if r == nil {
			results[i] = w.kept[ids[i]]
		}
	}
	return results, err
}

func (w *withFiles) Each(ids []store.ID, f func(id store.ID, r *engine.Result)) error {
	stored := map[store.ID]bool{}
	err := w.Ledger.Each(ids, func(id store.ID, r *engine.Result) {
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

package ledger

import (
	"fmt"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/store/export"
)

// withFiles is a ledger that takes what it lacks from files of published runs. The
// files are read only when a run is missing.
type withFiles struct {
	Ledger
	files []string
	keys  []string // of the wanted runs
	kept  map[string]*engine.Result
}

func (w *withFiles) Done() (map[string]bool, error) {
	done, err := w.Ledger.Done()
	if err != nil {
		return nil, err
	}
	var missing []string
	for _, key := range w.keys {
		if _, ok := done[key]; !ok {
			missing = append(missing, key)
		}
	}
	if len(missing) == 0 {
		return done, nil
	}
	if err := w.read(); err != nil {
		return nil, err
	}
	for _, key := range missing {
		if kept := w.kept[key]; kept != nil {
			done[key] = kept.Solved()
		}
	}
	return done, nil
}

func (w *withFiles) read() error {
	w.kept = map[string]*engine.Result{}
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
			w.kept[key] = rec.Result
		}
	}
	return nil
}

func (w *withFiles) Find(keys []string) ([]*engine.Result, error) {
	results, err := w.Ledger.Find(keys)
	for i, r := range results {
		if r == nil {
			results[i] = w.kept[keys[i]]
		}
	}
	return results, err
}

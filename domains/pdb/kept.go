package pdb

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/output"
)

// mostBytes is what making a database may take.
const mostBytes = 8 << 30

// stored is the least number of entries of a database that is stored: smaller ones are made in a moment.
const stored = 1 << 21

var (
	mutex sync.Mutex
	kept  = map[string]*Database{}
)

// Check refuses patterns whose databases are too large to be made.
func Check(patterns ...*Pattern) error {
	for _, p := range patterns {
		if need := p.Bytes(); need > mostBytes {
			return fmt.Errorf("a pattern database of %d objects on %d places takes %s while it is made: want at most %s",
				len(p.Goal), p.Places, size(need), size(mostBytes))
		}
	}
	return nil
}

// Get returns the databases of patterns. The first time in a process they are read from the user's
// folder of cached files, where they have a checksum, or made. What takes more than a second shows its
// progress to the context's [engine.Watcher].
func Get(ctx context.Context, patterns ...*Pattern) ([]*Database, error) {
	mutex.Lock()
	defer mutex.Unlock()
	var all []*Database
	for _, p := range patterns {
		d := kept[p.Name]
		if d == nil {
			var err error
			if d, err = load(p); err != nil {
				if d, err = watched(ctx, p); err != nil {
					return nil, fmt.Errorf("%s: %w", p.Name, err)
				}
				if d.Len() >= stored {
					_ = d.store(p) // without a folder it is made again next time
				}
			}
			kept[p.Name] = d
		}
		all = append(all, d)
	}
	return all, nil
}

// watched makes a database and shows its progress.
func watched(ctx context.Context, p *Pattern) (*Database, error) {
	if err := Check(p); err != nil {
		return nil, err
	}
	began := time.Now()
	title := fmt.Sprintf("%s: %s while it is made, then %s", p.Name, size(p.Bytes()), size(p.Entries()))
	report, end := engine.Watch(ctx, title, p.Entries() >= stored)
	defer end()
	return Make(ctx, p, func(known, entries int) {
		x := engine.Snapshot{FMin: -1, Elapsed: time.Since(began), Fraction: float64(known) / float64(entries),
			Bytes: int64(p.Bytes())}
		x.Expanded = int64(known)
		report(x)
	})
}

func size(bytes int) string { return fmt.Sprintf("%.4g MiB", float64(bytes)/(1<<20)) }

// file is where a pattern's database is stored.
func file(p *Pattern) (string, error) {
	cache, err := os.UserCacheDir()
	sum := sha256.Sum256([]byte(p.Name))
	return filepath.Join(cache, "focal", "pdb", hex.EncodeToString(sum[:8])), err
}

// head is what a stored database begins with: its pattern and a checksum of the distances.
func (d *Database) head(p *Pattern) []byte {
	return fmt.Appendf(nil, "focal pattern database 1\n%s\n%d\n%x\n", p.Name, d.Len(), sha256.Sum256(d.distances))
}

func (d *Database) store(p *Pattern) error {
	name, err := file(p)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	return output.WriteFile(name, append(d.head(p), d.distances...))
}

// load reads a stored database, if it is whole.
func load(p *Pattern) (*Database, error) {
	name, err := file(p)
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	entries := p.Entries()
	d := &Database{p.Places, len(p.Goal), data[max(0, len(data)-entries):]}
	if head := d.head(p); len(d.distances) != entries || !bytes.Equal(data[:len(data)-entries], head) {
		return nil, fmt.Errorf("%s: the stored database is damaged", name)
	}
	return d, nil
}

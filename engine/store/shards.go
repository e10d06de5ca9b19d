package store

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine"
)

// Shards reads the shards of a store without its database, which a worker on another
// machine must not open: SQLite's locks do not work across machines.
type Shards struct {
	path    string
	offsets map[string]int64 // how far each shard has been read
}

// ReadShards prepares to read the shards of the store at path, of which there may be
// none yet.
func ReadShards(path string) *Shards { return &Shards{path, map[string]int64{}} }

// Next calls each with every run recorded since the last call. A run recorded twice is
// passed twice. As with [Store.Collect], damaged lines are skipped and reported as one
// [Damage] or several joined, and an unfinished line is left for later.
func (s *Shards) Next(each func(key string, r *engine.Result)) error {
	names, err := grownShards(s.path, s.offsets)
	if err != nil {
		return explain(s.path, err)
	}
	var damages []error
	for _, name := range names {
		base := filepath.Base(name)
		err := eachPiece(name, s.offsets[base], func(text []byte) (bool, error) {
			for line := range bytes.Lines(text) {
				if rec, err := readLine(line); err != nil {
					damages = append(damages, &Damage{Shard: name, Offset: s.offsets[base], Why: err})
				} else {
					each(rec.Key, rec.Result)
				}
				s.offsets[base] += int64(len(line))
			}
			return true, nil
		})
		if err != nil {
			return explain(s.path, err)
		}
	}
	return errors.Join(damages...)
}

// shardNames lists the shards of a store.
func shardNames(path string) ([]string, error) {
	return filepath.Glob(filepath.Join(globEscape(ShardsDir(path)), "*"+shardSuffix))
}

// HasShards reports whether a store has shards, and not only a folder for them.
func HasShards(path string) bool {
	names, err := shardNames(path)
	return err == nil && len(names) > 0
}

// grownShards lists the shards of a store that have grown.
func grownShards(path string, offsets map[string]int64) ([]string, error) {
	names, err := shardNames(path)
	if err != nil {
		return nil, err
	}
	var grown []string
	for _, name := range names {
		info, err := os.Stat(name)
		if errors.Is(err, os.ErrNotExist) {
			continue // an empty one, just removed by its process
		}
		if err != nil {
			return nil, err
		}
		if info.Size() > offsets[filepath.Base(name)] {
			grown = append(grown, name)
		}
	}
	return grown, nil
}

// globEscape prevents a directory's name from being read as a pattern.
func globEscape(dir string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}

// pieceBytes is about how much of a shard is read at a time, so that few records exist
// then.
const pieceBytes = 256 << 10

// eachPiece calls f with some whole lines of a shard after the other, from an offset on,
// until f wants no more. They are valid during the call. A last line without a newline
// does not count.
func eachPiece(shard string, offset int64, f func(text []byte) (more bool, err error)) error {
	file, err := os.Open(shard)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := file.Seek(offset, io.SeekStart); err != nil {
		return err
	}
	var text []byte
	for {
		from := len(text) // of an unfinished line
		text = slices.Grow(text, max(pieceBytes, from))
		n, err := io.ReadFull(file, text[from:cap(text)])
		text = text[:from+n]
		if end := bytes.LastIndexByte(text[from:], '\n') + 1; end > 0 {
			if more, err := f(text[:from+end]); err != nil || !more {
				return err
			}
			text = append(text[:0], text[from+end:]...)
		}
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

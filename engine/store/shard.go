package store

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
)

// ShardsDir returns the directory of the shards of the store at path. If that is a symbolic
// link, they lie beside what it leads to, as SQLite's log does.
func ShardsDir(path string) string { return target(path) + ".shards" }

const shardSuffix = ".jsonl"

// A Shard receives the finished runs of one process. No other process writes to it.
type Shard struct {
	name string
	size int64

	mu   sync.Mutex
	file shardFile
	err  error // after which nothing can be appended
}

// shardFile holds the methods of a file that a shard uses.
type shardFile interface {
	io.WriteCloser
	Sync() error
}

// NewShard creates a new shard of the store at path. The store need not be open: a
// worker on another machine needs no database. Close the shard at the end.
func NewShard(path string) (*Shard, error) {
	name, err := newShardName(path)
	if err != nil {
		return nil, err
	}
	file, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		return nil, explain(path, err)
	}
	if err := syncDir(ShardsDir(path)); err != nil { // so that the file's name survives a power cut
		file.Close()
		return nil, explain(path, err)
	}
	return &Shard{name: name, file: file}, nil
}

// newShardName returns the name of a new shard, and creates the directory.
func newShardName(path string) (string, error) {
	dir := ShardsDir(path)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", explain(path, err)
	}
	host, err := os.Hostname()
	if err != nil {
		host = "host"
	}
	return filepath.Join(dir, fmt.Sprintf("%s-%d-%s%s", strings.ReplaceAll(host, "/", "_"), os.Getpid(), rand.Text()[:12],
		shardSuffix)), nil
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// Append adds finished runs, one line each, and returns when they are on disk. Runs
// appended together share one sync. It is safe for concurrent use.
//
// After an error the shard accepts nothing more: the end of its file is then unknown,
// and a line after a torn one would be lost with it. Runs that were appended before are
// safe.
func (sh *Shard) Append(results ...*engine.Result) error {
	var lines []byte
	for _, r := range results {
		if err := record.Ended(r); err != nil {
			return err
		}
		var err error
		if lines, err = appendLine(lines, record.New(r)); err != nil {
			return fmt.Errorf("%s %s: %w", r.Problem, r.Algorithm, err)
		}
	}
	sh.mu.Lock()
	defer sh.mu.Unlock()
	if sh.err != nil {
		return sh.err
	}
	n, err := sh.file.Write(lines)
	sh.size += int64(n)
	if err == nil {
		err = sh.file.Sync()
	}
	if err != nil {
		sh.err = explain(sh.name, err)
	}
	return sh.err
}

// Close closes the shard, and removes it if nothing was ever written to it.
func (sh *Shard) Close() error {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	if errors.Is(sh.err, os.ErrClosed) {
		return nil
	}
	err := sh.file.Close()
	sh.err = fmt.Errorf("%s: %w", sh.name, os.ErrClosed)
	if sh.size == 0 {
		err = errors.Join(err, os.Remove(sh.name))
	}
	return err
}

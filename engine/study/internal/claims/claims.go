// Package claims keeps two processes that work on one store from making the same run.
//
// A process claims a run before it makes it, by a lock on one byte of a file beside the
// store's shards, and gives the claim up once the run is in a shard, or when it ends,
// however it ends. Who gets a claim then looks into the shards: the run may be there
// already. As long as no other process has come, there is nothing to look for.
package claims

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/store"
)

// A State is what is known of a run.
type State int

// The states of a run.
const (
	Mine  State = iota // claimed: this process makes it
	Other              // another process is making it
	Done               // it is in a shard
)

// Claims are those of one process on one store.
type Claims struct {
	file  *os.File
	own   int64 // how long the file was with this process's byte
	trace bool  // whether runs have to have traces

	mu     sync.Mutex
	alone  bool // no other process has been there since Open
	shards *store.Shards
	done   map[string]*engine.Result // from the shards, once others are there
}

// presence is the byte on which every process that is at work has a shared lock.
const presence = 1 << 61

// Open prepares to claim runs of the store at path, which has a folder of shards.
func Open(path string, trace bool) (*Claims, error) {
	name := filepath.Join(store.ShardsDir(path), "claims")
	file, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	c := &Claims{file: file, trace: trace, shards: store.ReadShards(path), done: map[string]*engine.Result{}}
	// In this order: of two processes that come at once, one sees the other by its
	// presence or by its byte.
	if err = c.present(); err == nil {
		_, err = file.Write([]byte{'.'})
	}
	if err == nil {
		c.own, err = file.Seek(0, 1)
	}
	if err == nil {
		c.alone, err = c.nobodyElse()
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), file.Close())
	}
	return c, nil
}

// Alone says whether no other process was at work at the beginning.
func (c *Claims) Alone() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.alone
}

// Take claims the run with a key, unless it is made already or being made.
func (c *Claims) Take(key string) (State, *engine.Result, error) {
	at, err := place(key)
	if err != nil {
		return Mine, nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.look(false); err != nil {
		return Mine, nil, err
	}
	if r := c.made(key); r != nil {
		return Done, r, nil
	}
	ok, err := c.lock(at)
	if err != nil || !ok {
		return Other, nil, err
	}
	if err := c.look(true); err != nil { // what was there before it was given up
		return Mine, nil, errors.Join(err, c.unlock(at))
	}
	if r := c.made(key); r != nil {
		return Done, r, c.unlock(at)
	}
	return Mine, nil, nil
}

// look reads what others have put into the shards, if there are others.
func (c *Claims) look(anew bool) error {
	if c.alone {
		info, err := c.file.Stat()
		if err != nil {
			return err
		}
		if info.Size() == c.own {
			return nil
		}
		c.alone = false
	}
	if !anew {
		return nil
	}
	err := c.shards.Next(func(key string, r *engine.Result) {
		if known := c.done[key]; known != nil {
			if replaces, _ := store.Replaces(known, r); !replaces {
				return
			}
		}
		if r.Moves = nil; r.Trace != nil {
			r.Trace = new(engine.Trace) // that there is one
		}
		c.done[key] = r
	})
	var damage *store.Damage
	if errors.As(err, &damage) {
		return nil // of which the ledger warns
	}
	return err
}

// made is a run as it is wanted, nil where there is none in the shards.
func (c *Claims) made(key string) *engine.Result {
	r := c.done[key]
	if r == nil || c.trace && r.Trace == nil {
		return nil
	}
	return r
}

// Give gives the claim on a run up.
func (c *Claims) Give(key string) error {
	at, err := place(key)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.unlock(at)
}

// Close gives all claims up.
func (c *Claims) Close() error { return c.file.Close() }

// place is the byte of a run: the first digits of its key, which are those of a hash.
func place(key string) (int64, error) {
	at, err := strconv.ParseInt(key[:min(len(key), 15)], 16, 64)
	if err != nil {
		return 0, fmt.Errorf("the key %q: %w", key, err)
	}
	return at, nil
}

package ledger

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

// Claims prevent two processes that work on one store from making the same
// run.
//
// A process claims a run before it makes it, by a lock on one byte of a file beside the
// store's shards. It releases the claim once the run is in a shard, or when it ends,
// for whatever reason. The process that gets a claim then looks into the shards, since
// the run may already be there. While no other process has come, there is nothing to
// look for.

// A State is the state of a run.
type State int

// The states of a run.
const (
	Mine  State = iota // claimed: this process makes it
	Other              // another process is making it
	Done               // it is in a shard
)

// Claims are the claims of one process on one store.
type Claims struct {
	file  *os.File
	own   int64 // length of the file with this process's byte
	trace bool  // whether runs have to have traces

	mu     sync.Mutex
	alone  bool // no other process has worked on the store since Open
	shards *store.Shards
	done   map[string]*engine.Result // from the shards, once there are other processes
}

// presence is the byte on which every working process has a shared lock.
const presence = 1 << 61

// OpenClaims prepares to claim runs of the store at path, which has a directory of shards.
func OpenClaims(path string, trace bool) (*Claims, error) {
	name := filepath.Join(store.ShardsDir(path), "claims")
	file, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	c := &Claims{file: file, trace: trace, shards: store.ReadShards(path), done: map[string]*engine.Result{}}
	// In this order: of two processes that start at the same time, one sees the other
	// by its presence or by its byte.
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

// Alone reports whether no other process was working at the beginning.
func (c *Claims) Alone() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.alone
}

// Take claims the run with a key, unless it is finished or being made.
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
	if err := c.look(true); err != nil { // what was written before the claim was released
		return Mine, nil, errors.Join(err, c.unlock(at))
	}
	if r := c.made(key); r != nil {
		return Done, r, c.unlock(at)
	}
	return Mine, nil, nil
}

// look reads what other processes have put into the shards, if there are any.
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
			r.Trace = new(engine.Trace) // marks that there is one
		}
		c.done[key] = r
	})
	var damage *store.Damage
	if errors.As(err, &damage) {
		return nil // the ledger warns about it
	}
	return err
}

// made is a run with what the study needs, nil if the shards do not have it.
func (c *Claims) made(key string) *engine.Result {
	r := c.done[key]
	if r == nil || c.trace && r.Trace == nil {
		return nil
	}
	return r
}

// Give releases the claim on a run.
func (c *Claims) Give(key string) error {
	at, err := place(key)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.unlock(at)
}

// Close releases all claims.
func (c *Claims) Close() error { return c.file.Close() }

// place is the byte of a run: the first digits of its key, which is a hash.
func place(key string) (int64, error) {
	at, err := strconv.ParseInt(key[:min(len(key), 15)], 16, 64)
	if err != nil {
		return 0, fmt.Errorf("the key %q: %w", key, err)
	}
	return at, nil
}

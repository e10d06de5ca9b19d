package worker

// A pool makes runs of studies in other instances of this program, with which it exchanges
// messages. In a page, where there are neither processes nor threads, they are web
// workers.

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/focal-search/focal/engine/study/internal/process"
)

// A Instance is another instance of this program that makes one run at a time, with
// [Answer].
type Instance struct {
	Started <-chan struct{} // is closed when it can take orders
	Answers <-chan []byte
	Ended   <-chan string // if it ends by itself: what it has printed as an error
	Memory  func() int64  // in bytes, after its last answer
	Send    func(order []byte)
	End     func()
}

// Answer makes the run of an order.
func Answer(order []byte) ([]byte, error) { return process.Answer(order) }

// A Pool starts workers when a study needs them, and keeps them for the next one.
type Pool struct {
	most  int
	start func() *Instance

	free    chan *Instance
	started chan struct{} // is closed when the first worker has started
	none    chan struct{} // is closed when a worker did not start and there is no other

	mu    sync.Mutex
	alive int // workers that have started or are starting
}

// NewPool makes a pool of at most most workers.
func NewPool(most int, start func() *Instance) *Pool {
	return &Pool{
		most: most, start: start,
		free: make(chan *Instance, most), started: make(chan struct{}), none: make(chan struct{}),
	}
}

// Most returns the greatest number of workers; 0 if the pool is nil.
func (p *Pool) Most() int {
	if p == nil {
		return 0
	}
	return p.most
}

// Start makes sure that there are n workers, or as many as there can be. It does not
// wait for them.
func (p *Pool) Start(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for ; p.alive < min(n, p.most); p.alive++ {
		p.begin()
	}
}

// Started returns a channel that is closed when the first worker has started.
func (p *Pool) Started() <-chan struct{} { return p.started }

// begin starts a worker, or the successor of one that has ended.
func (p *Pool) begin() {
	w := p.start()
	go func() {
		select {
		case <-w.Started:
			p.mu.Lock()
			defer p.mu.Unlock()
			if !closed(p.started) {
				close(p.started)
			}
			p.free <- w // has room for all
		case <-w.Ended:
			p.mu.Lock()
			defer p.mu.Unlock()
			if p.alive--; p.alive == 0 && !closed(p.none) {
				close(p.none)
			}
		}
	}()
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// Ask waits for a worker that is free, sends it an order, and returns the answer. If no
// worker starts, it returns nothing. When ctx is done it ends the worker. A worker that
// has ended is replaced, since other studies may wait for one.
func (p *Pool) Ask(ctx context.Context, order []byte) ([]byte, error) {
	var w *Instance
	select {
	case w = <-p.free:
	case <-p.none:
		return nil, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	w.Send(order)
	select {
	case answer := <-w.Answers:
		p.free <- w
		return answer, nil
	case printed := <-w.Ended:
		p.begin()
		return nil, fmt.Errorf("its worker ended: %s", process.LastWords(printed))
	case <-ctx.Done():
		w.End()
		time.AfterFunc(pause, p.begin)
		return nil, ctx.Err()
	}
}

// pause is the time after which an interrupted worker has its successor. The interrupted
// study ends first, undisturbed.
const pause = time.Second

// largest is the memory that a worker may hold between studies, in bytes.
const largest = 256 << 20

// Rest replaces the workers that hold much memory, which they cannot release.
func (p *Pool) Rest() {
	for range len(p.free) {
		select {
		case w := <-p.free:
			if w.Memory() <= largest {
				p.free <- w
				continue
			}
			w.End()
			p.begin()
		default: // a study has taken it
		}
	}
}

// used is the pool of this program; nil if it has none.
var used *Pool

// Use makes studies use a pool. It is called before the first study.
func UsePool(p *Pool) { used = p }

// UsedPool returns the pool that studies use; nil if there is none.
func UsedPool() *Pool { return used }

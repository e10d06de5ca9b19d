//go:build unix || js

package instant

import (
	"slices"
	"sync"
)

// A queue holds requests that wait for their turn.
type queue[T any] struct {
	mu      sync.Mutex
	changed *sync.Cond
	waiting []T
}

func newQueue[T any]() *queue[T] {
	q := &queue[T]{}
	q.changed = sync.NewCond(&q.mu)
	return q
}

func (q *queue[T]) push(request T) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = append(q.waiting, request)
	q.changed.Signal()
}

// pop waits for a request.
func (q *queue[T]) pop() T {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.waiting) == 0 {
		q.changed.Wait()
	}
	first := q.waiting[0]
	q.waiting = q.waiting[1:]
	return first
}

// take removes the requests that are wanted, and returns them.
func (q *queue[T]) take(wanted func(T) bool) (taken []T) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = slices.DeleteFunc(q.waiting, func(request T) bool {
		if !wanted(request) {
			return false
		}
		taken = append(taken, request)
		return true
	})
	return taken
}

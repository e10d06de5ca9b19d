// Package inorder runs tasks on all cores and yields their results in order.
package inorder

import (
	"iter"
	"runtime"
	"sync"
)

// Map returns work(x) of each x, in their order. Some are worked on ahead, as many at a
// time as there are cores.
func Map[X, Y any](all iter.Seq[X], work func(X) Y) iter.Seq[Y] {
	return func(yield func(Y) bool) {
		cores := runtime.GOMAXPROCS(0)
		ahead, turns := make(chan chan Y, 2*cores), make(chan struct{}, cores)
		stop := make(chan struct{})
		var producer sync.WaitGroup
		defer producer.Wait() // all has closed what it reads from by then
		defer close(stop)
		producer.Go(func() {
			defer close(ahead)
			for x := range all {
				done := make(chan Y, 1)
				select {
				case turns <- struct{}{}:
				case <-stop:
					return
				}
				go func() {
					done <- work(x)
					<-turns
				}()
				select {
				case ahead <- done:
				case <-stop:
					return
				}
			}
		})
		for done := range ahead {
			if !yield(<-done) {
				return
			}
		}
	}
}

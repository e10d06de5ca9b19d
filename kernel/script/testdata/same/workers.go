// Workers that fill a slice, recover and stop.
package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

type result struct {
	id  int
	sum int
	err error
}

type job func(ctx context.Context) (int, error)

func pool(ctx context.Context, n int, jobs []job) []result {
	in := make(chan int)
	out := make(chan result, len(jobs))
	var wg sync.WaitGroup
	for w := range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range in {
				s, err := func() (s int, err error) {
					defer func() {
						if r := recover(); r != nil {
							err = fmt.Errorf("job %d: %v", i, r)
						}
					}()
					return jobs[i](ctx)
				}()
				out <- result{i, s, err}
				_ = w
			}
		}()
	}
	for i := range jobs {
		in <- i
	}
	close(in)
	wg.Wait()
	close(out)
	all := make([]result, len(jobs))
	for r := range out {
		all[r.id] = r
	}
	return all
}

func main() {
	var calls atomic.Int64
	var jobs []job
	for i := 0; i < 20; i++ {
		jobs = append(jobs, func(ctx context.Context) (int, error) {
			calls.Add(1)
			if i == 7 {
				var a []int
				return a[i], nil
			}
			if i == 11 {
				panic(fmt.Sprint("no ", i))
			}
			if i%6 == 5 {
				return 0, fmt.Errorf("odd one %d", i)
			}
			s := 0
			for k := range i * 10 {
				s += k
			}
			return s, nil
		})
	}
	for _, r := range pool(context.Background(), 4, jobs) {
		fmt.Println(r.id, r.sum, r.err)
	}
	fmt.Println(calls.Load())
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	select {
	case <-ctx.Done():
		fmt.Println(ctx.Err())
	case <-time.After(10 * time.Second):
		fmt.Println("late")
	}
	mu := sync.RWMutex{}
	m := map[int]int{}
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			m[i%5] += i
		})
	}
	wg.Wait()
	fmt.Println(m)
	cond := sync.NewCond(&sync.Mutex{})
	ready := 0
	for range 3 {
		go func() {
			cond.L.Lock()
			ready++
			cond.L.Unlock()
			cond.Broadcast()
		}()
	}
	cond.L.Lock()
	for ready < 3 {
		cond.Wait()
	}
	cond.L.Unlock()
	fmt.Println(ready)
}

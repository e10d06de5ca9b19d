package worker

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
)

// fakes are the workers of a test. Each answers an order with the order, dies of "die", and
// takes for ever over "hang".
type fakes struct {
	mu             sync.Mutex
	broken         bool // they do not start
	memory         int64
	started, ended int
	hung           chan struct{}
}

func (f *fakes) start() *Instance {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.started++
	started, answers, ended := make(chan struct{}), make(chan []byte, 1), make(chan string, 1)
	if f.broken {
		ended <- "no memory"
	} else {
		close(started)
	}
	return &Instance{
		Started: started, Answers: answers, Ended: ended, Memory: func() int64 { return f.memory },
		Send: func(order []byte) {
			switch string(order) {
			case "die":
				ended <- "words\nfatal error: out of memory\n"
			case "hang":
				f.hung <- struct{}{}
			default:
				answers <- order
			}
		},
		End: func() {
			f.mu.Lock()
			defer f.mu.Unlock()
			f.ended++
		},
	}
}

func (f *fakes) counts() (started, ended int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.started, f.ended
}

// Workers are kept from one order to the next. One that dies is an error of its order and
// has a successor, and so has one that is ended when the context of its order is done.
func TestPool(t *testing.T) {
	f := &fakes{hung: make(chan struct{})}
	p := NewPool(2, f.start)
	p.Start(5)
	<-p.Started()
	ctx, cancel := context.WithCancel(context.Background())
	var asking sync.WaitGroup
	for range 20 {
		asking.Go(func() {
			if answer, err := p.Ask(ctx, []byte("order")); string(answer) != "order" || err != nil {
				t.Errorf("%q, %v", answer, err)
			}
		})
	}
	asking.Wait()
	if started, _ := f.counts(); started > 2 {
		t.Errorf("%d workers for 20 orders, want 2", started)
	}
	if answer, err := p.Ask(ctx, []byte("die")); answer != nil || err == nil ||
		!strings.Contains(err.Error(), "its worker ended: fatal error: out of memory") {
		t.Errorf("died: %q, %v", answer, err)
	}
	for range 2 {
		asking.Go(func() {
			if answer, err := p.Ask(ctx, []byte("hang")); answer != nil || !errors.Is(err, context.Canceled) {
				t.Errorf("ended: %q, %v", answer, err)
			}
		})
	}
	<-f.hung
	<-f.hung
	cancel()
	asking.Wait()
	if started, ended := f.counts(); started != 3 || ended != 2 {
		t.Errorf("%d workers started and %d were ended, want 3 and 2", started, ended)
	}
	if answer, err := p.Ask(context.Background(), []byte("again")); string(answer) != "again" || err != nil {
		t.Errorf("after the end of all: %q, %v", answer, err)
	}
}

// Between studies workers with much memory are replaced, and others are kept.
func TestRest(t *testing.T) {
	for memory, want := range map[int64]int{1 << 20: 1, 1 << 30: 2} {
		f := &fakes{memory: memory}
		p := NewPool(2, f.start)
		p.Start(1)
		<-p.Started()
		p.Rest()
		if started, ended := f.counts(); started != want || ended != want-1 {
			t.Errorf("%d bytes: %d workers started and %d were ended, want %d and %d", memory, started, ended, want, want-1)
		}
		if answer, err := p.Ask(context.Background(), []byte("order")); string(answer) != "order" || err != nil {
			t.Errorf("%q, %v", answer, err)
		}
	}
}

// If no worker starts, orders have no answer, and no error either.
func TestNoWorkers(t *testing.T) {
	p := NewPool(2, (&fakes{broken: true}).start)
	p.Start(2)
	for range 3 {
		if answer, err := p.Ask(context.Background(), []byte("order")); answer != nil || err != nil {
			t.Errorf("%q, %v", answer, err)
		}
	}
	select {
	case <-p.Started():
		t.Error("started")
	default:
	}
	if (*Pool)(nil).Most() != 0 {
		t.Error("no pool has workers")
	}
}

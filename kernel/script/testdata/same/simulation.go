package main

import "fmt"

type Event struct {
	At int
	Do func(*Sim) []Event
}
type Sim struct {
	queue []Event
	now   int
	log   []string
}

func (s *Sim) push(es ...Event) { s.queue = append(s.queue, es...) }
func (s *Sim) run() {
	for len(s.queue) > 0 {
		best := 0
		for i, e := range s.queue {
			if e.At < s.queue[best].At {
				best = i
			}
		}
		e := s.queue[best]
		s.queue = append(s.queue[:best], s.queue[best+1:]...)
		s.now = e.At
		s.push(e.Do(s)...)
	}
}
func tick(n int) func(*Sim) []Event {
	return func(s *Sim) []Event {
		s.log = append(s.log, fmt.Sprint("tick ", n, " at ", s.now))
		if n == 0 {
			return nil
		}
		return []Event{{s.now + n, tick(n - 1)}, {At: s.now + 2*n, Do: tick(0)}}
	}
}
func main() {
	s := &Sim{}
	s.push(Event{1, tick(3)})
	s.run()
	for _, l := range s.log {
		fmt.Println(l)
	}
}

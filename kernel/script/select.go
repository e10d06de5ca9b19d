package script

import (
	"reflect"
	"time"
)

// A selection is one execution of a select statement, see package adapt. It knows no types of its own: it
// hands over values in buffered channels that it puts in the place of the variables that it is given.
type selection struct {
	cases []reflect.SelectCase
	chans []reflect.Value // variables that take what was received
	cut   <-chan struct{} // closed when the program is cut off
}

// Receive adds a case that receives from the channel in a variable.
func (s *selection) Receive(variable any) {
	c := reflect.ValueOf(variable).Elem()
	s.add(reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(c.Interface())}, c)
}

// Send adds a case that sends to a channel what is put into a new one, which
// the variable gets.
func (s *selection) Send(channel, variable any) {
	v := reflect.ValueOf(variable).Elem()
	value := buffer(v)
	s.add(reflect.SelectCase{Dir: reflect.SelectSend, Chan: reflect.ValueOf(channel), Send: value}, reflect.Value{})
}

func (s *selection) add(c reflect.SelectCase, variable reflect.Value) {
	s.cases = append(s.cases, c)
	s.chans = append(s.chans, variable)
}

// buffer gives a variable a new channel of its type and returns it for both directions.
func buffer(variable reflect.Value) reflect.Value {
	c := reflect.MakeChan(reflect.ChanOf(reflect.BothDir, variable.Type().Elem()), 1)
	variable.Set(c.Convert(variable.Type()))
	return c
}

// Wait blocks until a case can go on, and returns its number. It returns -1 in a
// program that is cut off.
func (s *selection) Wait() int {
	return s.choose(reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(s.cut)})
}

// Try is Wait for a select with a default case, whose number is -1.
func (s *selection) Try() int { return s.choose(reflect.SelectCase{Dir: reflect.SelectDefault}) }

func (s *selection) choose(last reflect.SelectCase) int {
	for i, c := range s.cases {
		if c.Dir == reflect.SelectSend {
			s.cases[i].Send, _ = c.Send.Recv()
		}
	}
	i, v, ok := reflect.Select(append(s.cases, last))
	if i == len(s.cases) {
		if last.Dir == reflect.SelectRecv {
			time.Sleep(cutting)
		}
		return -1
	}
	if s.cases[i].Dir == reflect.SelectRecv {
		c := buffer(s.chans[i])
		if ok {
			c.Send(v)
		} else {
			c.Close()
		}
	}
	return i
}

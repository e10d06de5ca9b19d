package script

import (
	"reflect"
	"time"
)

// A selection is one execution of a select statement, see package adapt. It does not know the static types:
// it passes values in buffered channels that it assigns to the variables to which it gets pointers.
type selection struct {
	cases []reflect.SelectCase
	chans []reflect.Value // variables for the received values
	cut   <-chan struct{} // closed when the program is cut off
}

// Receive adds a case that receives from the channel in a variable, given by a pointer.
func (s *selection) Receive(variable any) {
	c := reflect.ValueOf(variable).Elem()
	s.add(reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(c.Interface())}, c)
}

// Send adds a case that sends to a channel. It assigns a new channel to the
// variable, from which it takes the value to send.
func (s *selection) Send(channel, variable any) {
	v := reflect.ValueOf(variable).Elem()
	value := buffer(v)
	s.add(reflect.SelectCase{Dir: reflect.SelectSend, Chan: reflect.ValueOf(channel), Send: value}, reflect.Value{})
}

func (s *selection) add(c reflect.SelectCase, variable reflect.Value) {
	s.cases = append(s.cases, c)
	s.chans = append(s.chans, variable)
}

// buffer assigns a new channel to a variable and returns it as a bidirectional one.
func buffer(variable reflect.Value) reflect.Value {
	c := reflect.MakeChan(reflect.ChanOf(reflect.BothDir, variable.Type().Elem()), 1)
	variable.Set(c.Convert(variable.Type()))
	return c
}

// Wait blocks until a case can proceed, and returns its number. It returns -1 if the
// program is cut off.
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

package engine

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// Named returns algorithms by name, with or without parameters: "fs", "pfs(w=1.25;p=0.7)",
// "afs(step=0.1;stop=1)". Registered algorithms of the user's own are known too. Parameters
// that are not given are open: a study makes the algorithm with each of its own, and
// [Algorithm.At] with one. An error is in the algorithm's Err.
func Named(texts ...string) []Algorithm {
	all := make([]Algorithm, len(texts))
	for i, text := range texts {
		a, err := named(text)
		if a.err = err; err != nil {
			a.Name = text
		}
		all[i] = a
	}
	return all
}

func named(text string) (Algorithm, error) {
	name, parameters, any := strings.Cut(strings.TrimSpace(text), "(")
	a, err := NewAlgorithm(name, 1, 1)
	if err != nil {
		return a, err
	}
	a = a.opened()
	parameters, closed := strings.CutSuffix(parameters, ")")
	if any && !closed {
		return a, fmt.Errorf("algorithm %q: want parameters as in pfs(w=1.25;p=0.7)", text)
	}
	for _, parameter := range strings.FieldsFunc(parameters, func(r rune) bool { return r == ';' || r == ',' }) {
		if err := a.set(strings.TrimSpace(parameter)); err != nil {
			return a, fmt.Errorf("algorithm %q: %w", text, err)
		}
	}
	if a.open == 0 {
		err = a.validate()
	}
	return a, err
}

// set gives the algorithm a parameter, as "w=1.25".
func (a *Algorithm) set(parameter string) (err error) {
	key, value, _ := strings.Cut(parameter, "=")
	d := a.Description()
	var s Schedule
	if a.Schedule != nil {
		s = *a.Schedule
	}
	switch {
	case key == "w" && a.TakesW():
		a.W, err = ParseRatio(value)
		a.open &^= openW
	case key == "p" && d.TakesP:
		a.P, err = strconv.ParseFloat(value, 64)
		a.open &^= openP
	case key == "step" && d.Anytime:
		s.Step, err = ParseRatio(value)
		a.Schedule = &s
	case key == "stop" && d.Anytime:
		s.Stop, err = ParseRatio(value)
		a.Schedule = &s
	case parameter == "until proved" && d.Anytime:
		s.UntilProved = true
		a.Schedule = &s
	default:
		return fmt.Errorf("%s takes no parameter %q", a.Title(), parameter)
	}
	if err != nil {
		return fmt.Errorf("%s: want a number, as in pfs(w=1.25;p=0.7)", parameter)
	}
	return nil
}

// The parameters that are open.
const (
	openW = 1 << iota
	openP
)

// opened returns the algorithm without w and p, if it takes them.
func (a Algorithm) opened() Algorithm {
	a.open, a.err = 0, nil
	if a.TakesW() {
		a.open |= openW
	}
	if a.TakesP() {
		a.open |= openP
	}
	return a
}

// Open reports whether w and p are still to be given, see [Named].
func (a Algorithm) Open() (w, p bool) { return a.open&openW != 0, a.open&openP != 0 }

// At gives an algorithm the parameters that are open. The others stay as they are.
func (a Algorithm) At(w, p float64) Algorithm {
	var wrongW, wrongP error
	if a.open&openW != 0 {
		a.W, wrongW = newWeight(w)
	}
	if a.open&openP != 0 {
		a.P, wrongP = newShare(p)
	}
	a.err = cmp.Or(a.err, wrongW, wrongP)
	a.open = 0
	return a
}

// Text is what [Named] reads as the algorithm, without the code of the user's own.
func (a Algorithm) Text() string {
	var parameters []string
	openW, openP := a.Open()
	if a.TakesW() && !openW {
		parameters = append(parameters, "w="+a.W.String())
	}
	if a.TakesP() && !openP {
		parameters = append(parameters, fmt.Sprintf("p=%v", a.P))
	}
	if a.Schedule != nil && *a.Schedule != *DefaultSchedule() {
		parameters = append(parameters, strings.ReplaceAll(a.Schedule.String(), ", ", ";"))
	}
	if len(parameters) == 0 {
		return a.Name
	}
	return a.Name + "(" + strings.Join(parameters, ";") + ")"
}

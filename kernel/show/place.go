package show

// A Place is a display whose content can be replaced, for as long as the notebook
// is open. It may be used from several goroutines. A terminal cannot take back what
// it shows: there only the first content is shown.
type Place struct{ id string }

// NewPlace shows something that can be replaced.
func NewPlace(b MIME) *Place {
	Finish()
	output.Lock()
	defer output.Unlock()
	p := &Place{newID()}
	backend().Display(b, p.id)
	return p
}

// Set shows something in the place.
func (p *Place) Set(b MIME) {
	output.Lock()
	defer output.Unlock()
	backend().Update(b, p.id)
}

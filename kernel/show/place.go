package show

// A Place is a display whose content can be replaced as long as the notebook is open. It
// is safe for concurrent use. A terminal shows only the first content.
type Place struct{ id string }

// NewPlace shows content that can be replaced.
func NewPlace(b MIME) *Place {
	Finish()
	output.Lock()
	defer output.Unlock()
	p := &Place{newID()}
	backend().Display(b, p.id)
	return p
}

// Set replaces the content.
func (p *Place) Set(b MIME) {
	output.Lock()
	defer output.Unlock()
	backend().Update(b, p.id)
}

package show

// bar is nothing in a browser, which has no terminal: see interactive. What draws
// one elsewhere would bring a web server into the page's kernel.
type bar struct{}

func newBar(int64) *bar { return &bar{} }

func (*bar) Add(int) error     { return nil }
func (*bar) Set64(int64) error { return nil }
func (*bar) Describe(string)   {}
func (*bar) Clear() error      { return nil }

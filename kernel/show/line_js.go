package show

// A line does nothing in a browser, which has no terminal: see interactive. The library
// that draws lines elsewhere would add a web server to the page's kernel.
type line struct{}

func newLine(int64) *line { return &line{} }

func (*line) Add(int) error     { return nil }
func (*line) Set64(int64) error { return nil }
func (*line) Describe(string)   {}
func (*line) Clear() error      { return nil }

// Values of the program's own types that have a page, or come in stages.
package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/focal-search/focal/kernel/show"
)

type page struct{ title string }

func (p page) Page() (title, html string, err error) {
	if p.title == "" {
		return "", "", failure(3)
	}
	return "", "", errors.New("no page for " + p.title)
}

type failure int

func (f failure) Error() string { return fmt.Sprint("failure ", int(f)) }

type controlled struct {
	page
	can bool
}

func (c *controlled) Control() bool {
	fmt.Println("control", c.can)
	return c.can
}

type rich struct{ page }

func (r rich) MIME() show.MIME { return show.MIME{show.Plain: "rich " + r.title} }

type several struct{ page }

func (s several) Displays() []show.MIME {
	return []show.MIME{{show.Plain: "first"}, {show.Plain: "second " + s.title}}
}

type staged struct{ n int }

func (s staged) Staged() (show.MIME, func(context.Context) show.MIME) {
	return show.MIME{show.Plain: fmt.Sprint("now ", s.n)}, nil
}

// A Page that is no show.Pager's.
type other struct{ n int }

func (o other) Page() string { return "page" }

func main() {
	show.Value(page{"a"})
	show.Value(&page{})
	show.Value(&controlled{page{"b"}, true})
	show.Value(&controlled{page{"c"}, false})
	show.Value(controlled{page{"d"}, true})
	show.Value(rich{page{"e"}})
	show.Value(several{page{"f"}})
	show.Value(staged{4})
	show.Value(other{5})
}

package instant

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// A type that is declared again holds everywhere, and variables of it keep their values if its fields are the same.
func TestTypeAgain(t *testing.T) {
	const counter = "type counter struct{ n int }\nfunc (c counter) Text() string { return fmt.Sprint(\"NAME \", c.n) }\n" +
		"func (c *counter) Add() { c.n++ }"
	before, after := strings.ReplaceAll(counter, "NAME", "first"), strings.ReplaceAll(counter, "NAME", "second")
	for name, test := range map[string]struct {
		cells []string
		want  string
		note  string
	}{
		"unchanged": {cells: []string{before, "c := counter{1}", before, "fmt.Println(c.Text())",
			"func show(c counter) { fmt.Println(c.Text()) }\nshow(c)", "c = counter{2}\nshow(c)"}, want: "first 1\nfirst 1\nfirst 2\n"},
		"a pointer": {cells: []string{before, "c := &counter{1}", after, "c.Add()\nfmt.Println(c.Text())",
			"func use(c *counter) string { return c.Text() }\nfmt.Println(use(c))"}, want: "second 2\nsecond 2\n"},
		"pointers in a map": {cells: []string{before, "m := map[string]*counter{\"a\": {1}}", after,
			"m[\"a\"].Add()\nfmt.Println(m[\"a\"].Text(), len(m))"}, want: "second 2 1\n"},
		"keys and elements": {cells: []string{before, "m := map[counter][]counter{{1}: {{2}, {3}}}", after,
			"m[counter{1}][1].Add()\nfmt.Println(m[counter{1}][1].Text())"}, want: "second 4\n"},
		"a channel": {cells: []string{before, "c := make(chan counter, 1)\nc <- counter{5}", after, "fmt.Println((<-c).Text())"},
			want: "second 5\n"},
		"a basic type": {cells: []string{"type temp int\nfunc (t temp) Text() string { return \"first\" }", "t := temp(3)",
			"type temp int\nfunc (t temp) Text() string { return \"second\" }", "fmt.Println(t.Text(), t+1)"}, want: "second 4\n"},
		"used by a function": {cells: []string{before, "c := counter{1}\nfunc f() string { return c.Text() }", after,
			"fmt.Println(f())"}, want: "second 1\n"},
		"a method": {cells: []string{"type bare struct{ n int }", "func (b bare) Text() string { return \"first\" }", "b := bare{1}",
			"func (b bare) Text() string { return \"second\" }", "fmt.Println(b.Text(), bare{}.Text())"}, want: "second second\n"},
		"a field more": {cells: []string{"type point struct{ x int }", "p, other := point{1}, []point{{2}}", "type point struct{ x, y int }",
			"fmt.Println(p, other)", "p = point{2, 3}\nfmt.Println(p.x, p.y)"}, want: "{0 0} []\n2 3\n",
			note: "note: the value of other, p is dropped: its type has other fields now\n"},
		"a part with a field more": {cells: []string{"type point struct{ x int }", "type line struct{ a, b point }", "l := line{}",
			"type point struct{ x, y int }\ntype line struct{ a, b point }", "l.a.y = 4\nfmt.Println(l)"}, want: "{{0 4} {0 0}}\n",
			note: "note: the value of l is dropped: its type has other fields now\n"},
		"in interfaces": {cells: []string{"type point struct{ x int }\ntype list []any\ntype node struct { next *node; value any }",
			"v, l, n, other := any(point{1}), list{map[string]any{\"a\": &point{2}}}, &node{value: []point{{1}}}, any(1)\nn.next = n",
			"type point struct{ x, y int }", "_, is := v.(point)\nfmt.Println(is)"}, want: "false\n",
			note: "note: interfaces in l, n, v hold values of the earlier type point, which are not of the new one: make them again\n"},
		"with another method": {cells: []string{before, "type texter interface { Text() string }\nvar x texter = counter{3}",
			"func (c counter) Text(deep bool) string { return \"\" }", "fmt.Println(x.Text())"}, want: "first 3\n",
			note: "note: interfaces in x hold values of the earlier type counter, which are not of the new one: make them again\n"},
		"a generic type": {cells: []string{"type pair[T any] struct{ a, b T }", "v, w := any(pair[int]{1, 2}), any(pair[string]{})",
			"type pair[T any] struct{ b, a T }", "fmt.Println(v)\nv = pair[int]{}", "type pair[T any] struct{ b, a, c T }"},
			want: "{1 2}\n", note: "note: interfaces in v, w hold values of the earlier type pair, which are not of the new one: make them again\n" +
				"note: interfaces in v hold values of the earlier type pair, which are not of the new one: make them again\n"},
	} {
		t.Run(name, func(t *testing.T) {
			var out, notes bytes.Buffer
			s := newSession(&out, &notes)
			for i, cell := range test.cells {
				if _, err := s.run(context.Background(), i+1, cell); err != nil {
					t.Fatalf("cell %d: %v", i+1, err)
				}
			}
			if out.String() != test.want || notes.String() != test.note {
				t.Errorf("the cells print %q, and the notes %q, want %q, %q", &out, &notes, test.want, test.note)
			}
		})
	}
}

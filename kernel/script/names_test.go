package script

import (
	"fmt"
	"testing"
	"time"
)

// Shown prints fields with the names that they have in the program.
func TestShown(t *testing.T) {
	type hidden = struct {
		Xx int `json:"-" xml:"-"`
		Y  int
	}
	type outer = struct {
		Xin   hidden `json:"-" xml:"-" db:"in"`
		Xs    []hidden
		Any   any
		Wait  time.Duration
		Bytes []byte
		None  *hidden
		M     map[string]int
	}
	for _, test := range []struct {
		value any
		want  string
	}{
		{hidden{1, 2}, "{x:1 Y:2}"},
		{&hidden{1, 2}, "&{x:1 Y:2}"},
		{outer{hidden{1, 2}, []hidden{{3, 4}}, hidden{5, 6}, time.Second, []byte("a"), nil, map[string]int{"k": 1}},
			"{in:{x:1 Y:2} Xs:[{x:3 Y:4}] Any:{x:5 Y:6} Wait:1s Bytes:[97] None:<nil> M:map[k:1]}"},
		{(*hidden)(nil), "<nil>"},
		{nil, "<nil>"},
		{time.Second, "1s"},
		{[]int{1}, "[1]"},
	} {
		if have := fmt.Sprint(Shown(test.value)); have != test.want {
			t.Errorf("%#v shows as %q, want %q", test.value, have, test.want)
		}
	}
}

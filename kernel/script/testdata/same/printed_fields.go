// What is in a struct that is embedded and not exported is printed by its methods, where its field is exported.
package main

import (
	"fmt"
	"time"

	"github.com/focal-search/focal/engine"
)

type kind int

func (k kind) String() string { return "kind" + fmt.Sprint(int(k)) }

type inner struct {
	W      engine.Ratio
	K      kind
	D      time.Duration
	List   []kind
	Any    any
	hidden kind
}

type named struct{ N kind }

func (n named) String() string { return "named" }

type list []kind

type outer struct {
	inner
	named
	tail kind
}

func (outer) String() int { return 3 }

type deep struct {
	outer
	list
	in inner
}

func main() {
	x := inner{engine.Ratio{Num: 3, Den: 2}, 1, time.Second, []kind{2}, kind(3), 4}
	for _, v := range []any{x, outer{inner: x}, deep{outer{inner: x}, list{5}, x}, []deep{{}}} {
		fmt.Println(v)
		fmt.Printf("%+v|%d\n", v, v)
	}
	fmt.Printf("%v %#v\n", &outer{inner: x}, kind(2))
}

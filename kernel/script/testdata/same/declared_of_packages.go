// Types that are declared by the names of others have their structure, and not their methods.
package main

import (
	"errors"
	"fmt"
	"os"
	"sort"
	"time"
)

type Sec time.Duration
type Day time.Weekday
type Us struct{ time.Duration }
type Ints sort.IntSlice
type M os.FileMode
type T2 Sec
type Mon time.Month

func (m Mon) String() string { return "mon" + fmt.Sprint(int(m)) }
func (s Sec) Double() Sec    { return s * 2 }

type tab map[string]Sec

func main() {
	fmt.Println(Sec(5), T2(6), Day(2), Ints{3, 1}, M(0644), Mon(3), Mon(3).String())
	fmt.Println(Us{7}, Sec(3).Double(), []Sec{1}, tab{"x": 3})
	fmt.Printf("%v %T %T %s %d\n", Sec(1), Sec(1), Day(1), Mon(2), Mon(2))
	var s Sec = 4
	var a any = s
	_, ok := a.(fmt.Stringer)
	_, isd := a.(time.Duration)
	fmt.Println(ok, isd, time.Duration(s), a, errors.ErrUnsupported)
	switch x := a.(type) {
	case time.Duration:
		fmt.Println("dur", x)
	case Sec:
		fmt.Println("sec", x)
	}
	m := map[Day]Sec{2: 3}
	fmt.Println(m, struct {
		S Sec
		t Sec
	}{1, 2})
	const c Sec = 3
	var d Day
	d++
	fmt.Println(c, d, c+s, s*Sec(d))
	for i := range Day(2) {
		fmt.Print(i)
	}
	f := func(s Sec) any { return s }
	fmt.Println(f(3), fmt.Sprint(f(4)))
}

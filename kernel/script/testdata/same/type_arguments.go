// Instances of generic types in %T: among type arguments packages have their paths.
package main

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"time"

	"github.com/focal-search/focal/engine"
)

type P[A, B any] struct {
	X A
	Y B
}
type C[K comparable] map[K]int
type N[T any] int

func main() {
	for _, x := range []any{P[engine.Status, *rand.Rand]{}, C[engine.Ratio]{}, N[time.Duration](3), P[C[engine.Status], []N[engine.Move]]{}, &P[error, any]{},
		struct{ R *rand.Rand }{}, []P[N[int], error]{}, iter.Seq[engine.Status](nil), []iter.Seq2[int, N[bool]]{}} {
		fmt.Printf("%T\n", x)
		_, ok := x.(C[engine.Status])
		fmt.Println(ok)
	}
	fmt.Printf("%T %T\n", struct {
		R *rand.Rand
		N N[rand.Rand]
	}{}, N[rand.Rand](1))
	defer func() { fmt.Println(recover()) }()
	var x any = N[engine.Status](2)
	fmt.Println(x.(N[engine.Ratio]))
}

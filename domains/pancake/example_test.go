package pancake_test

import (
	"context"
	"fmt"

	"github.com/focal-search/focal/domains/pancake"
	"github.com/focal-search/focal/engine"
)

func ExampleNew() {
	p, err := pancake.New(pancake.Stack{2, 3, 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	r := engine.Solve(context.Background(), p, engine.AStar())
	fmt.Println(r.Cost, r.Path)
	fmt.Print(p.Picture(r.Moves))
	// Output:
	// 2 [flip 2 flip 3]
	//   1   █
	//   2  ██
	//   3  ███
	//     ▔▔▔▔▔
}

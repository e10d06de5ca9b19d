package script

import (
	"context"
	"fmt"
	"go/ast"
	"time"

	"github.com/focal-search/focal/kernel/script/internal/adapt"
)

// Call calls a function of the host that calls interpreted ones, as Execute
// runs a program: it can be interrupted and cut off, and a panic is an *Error.
func (in *Interpreter) Call(ctx context.Context, grace func() time.Duration, f func()) error {
	calling := &ast.ExprStmt{X: &ast.CallExpr{Fun: ast.NewIdent(adapt.CallFunc)}}
	prog, err := in.Compile(&ast.BlockStmt{List: []ast.Stmt{calling}})
	if err != nil {
		return err
	}
	in.call = f
	_, err = in.Execute(ctx, grace, prog)
	return err
}

// restore makes functions from before a program was cut off work again, once that program has
// ended. If some of its code still runs, restore prints that such functions are lost.
func (in *Interpreter) restore() {
	if in.revive == nil {
		return
	}
	revive := in.revive
	in.revive = nil
	if !in.settle(endTime) {
		fmt.Fprintln(in.stderr, "note: something of the code that was cut off still runs, "+
			"so function values that were made before no longer work: make them again")
		return
	}
	revive()
}

// settle waits until nothing interpreted runs, for at most the given time, and reports success.
func (in *Interpreter) settle(most time.Duration) bool {
	deadline := time.Now().Add(most)
	for in.counts.Load().goroutines.Load() > 0 || in.Running() {
		if time.Now().After(deadline) {
			return false
		}
		time.Sleep(time.Millisecond)
	}
	return true
}

// endTime is how long restore waits for a program that was cut off to end.
const endTime = 500 * time.Millisecond

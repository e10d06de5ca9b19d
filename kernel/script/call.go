package script

import (
	"context"
	"fmt"
	"go/ast"
	"reflect"
	"sync"
	"sync/atomic"
	"time"

	"github.com/traefik/yaegi/interp"
)

// callFunc is the name of a compiled function that calls what Call was given.
const callFunc = "ʹcall"

// Call calls a function of the host's that calls interpreted ones, as Execute
// runs a program: it can be interrupted and cut off, and a panic is an *Error.
func (in *Interpreter) Call(ctx context.Context, grace func() time.Duration, f func()) error {
	calling := &ast.ExprStmt{X: &ast.CallExpr{Fun: ast.NewIdent(callFunc)}}
	prog, err := in.Compile(&ast.BlockStmt{List: []ast.Stmt{calling}})
	if err != nil {
		return err
	}
	in.call = f
	_, err = in.Execute(ctx, grace, prog)
	return err
}

// A result is what yaegi yields for a program.
type result struct {
	value reflect.Value
	err   error
}

// start begins to execute a program. Yaegi has channel operations wait for done too. It does
// the same with a context, but leaves a program that it cuts off to itself: here it is known
// when that has ended, and what comes then comes after all that it has done.
func (in *Interpreter) start(prog *interp.Program) (<-chan result, chan struct{}) {
	done := make(chan struct{})
	mu := in.private("mutex").Addr().Interface().(*sync.RWMutex)
	mu.Lock()
	in.private("done").Set(reflect.ValueOf(done))
	mu.Unlock()
	ended := make(chan result, 1)
	in.executing.Add(1)
	go func() {
		defer in.executing.Add(-1)
		v, err := in.yaegi.Execute(prog)
		ended <- result{v, err}
	}()
	return ended, done
}

// Yaegi cuts a program off by taking another number for what runs from then on:
// what was begun under the old one ends at its next statement. Functions that
// earlier programs have made and that outlive them, closures, were begun under
// the old number too, and from then on would return zero values without a word.
// So the number is set back once nothing interpreted is left of the program.

// cutOffNow has what yaegi runs end at its next statement.
func (in *Interpreter) cutOffNow(done chan struct{}) {
	number := in.runNumber()
	if in.before == 0 {
		in.before = atomic.LoadUint64(number) + 1
	}
	atomic.AddUint64(number, 1)
	close(done)
}

// restore sets the number back where a program was cut off, once nothing is left of
// it. Where something stays, compiled code in a goroutine, it says what is lost.
func (in *Interpreter) restore() {
	if in.before == 0 {
		return
	}
	before := in.before - 1
	in.before = 0
	if !in.settle(endTime) {
		fmt.Fprintln(in.unwind.out, "note: something of the code that was cut off still runs, "+
			"so function values that were made before no longer work: make them again")
		return
	}
	atomic.StoreUint64(in.runNumber(), before)
}

// settle waits for at most some time until nothing interpreted runs, and says whether it does not.
func (in *Interpreter) settle(most time.Duration) bool {
	for deadline := time.Now().Add(most); in.goroutines.Load() > 0 || in.Running(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			return false
		}
	}
	return true
}

// endTime is how long a program that was cut off may take to end.
const endTime = 500 * time.Millisecond

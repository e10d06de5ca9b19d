package script

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"reflect"
	"sync/atomic"
	"time"
	"unsafe"
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

// Yaegi cuts a program off by taking another number for what runs from then on:
// what was begun under the old one ends at its next statement. Functions that
// earlier programs have made and that outlive them, closures, were begun under
// the old number too, and from then on would return zero values without a word.
// So the number is set back once nothing interpreted is left of the program.

// restore sets the number back where a program was cut off, once nothing is left of
// it. Where something stays, compiled code in a goroutine, it says what is lost.
func (in *Interpreter) restore() {
	if in.before == 0 {
		return
	}
	before := in.before - 1
	in.before = 0
	for deadline := time.Now().Add(endTime); in.goroutines.Load() > 0 || in.Running(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			fmt.Fprintln(in.unwind.out, "note: something of the code that was cut off still runs, "+
				"so function values that were made before no longer work: make them again")
			return
		}
	}
	atomic.StoreUint64(in.runNumber(), before)
}

// endTime is how long a program that was cut off may take to end.
const endTime = 500 * time.Millisecond

// runNumber is where yaegi keeps the number.
func (in *Interpreter) runNumber() *uint64 {
	field := reflect.ValueOf(in.yaegi).Elem().FieldByName("id")
	if field.Kind() != reflect.Uint64 {
		panic(errors.New("yaegi keeps the number of its runs elsewhere"))
	}
	return (*uint64)(unsafe.Pointer(field.UnsafeAddr()))
}

package machine

import (
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/focal-search/focal/kernel/script/lower"
	"github.com/focal-search/focal/kernel/script/rt"
)

// frames is where the frame of a call has its fields.
var frames struct{ id, data, mutex, deferred, recovered uintptr }

func placeFrames(frame reflect.Type) {
	findFields(frame, map[string]*uintptr{"id": &frames.id, "data": &frames.data, "mutex": &frames.mutex,
		"deferred": &frames.deferred, "recovered": &frames.recovered})
}

// defers has an assignment of Defers to rt.Later note the body of the if statement behind it, with the variables that
// the statements before keep for it, and go on behind that. It reports whether the node is one.
//
// Yaegi calls what a frame has deferred after the call, with the frame locked, and panics again with what it has
// recovered unless that is nil then.
func (l layout) defers(node unsafe.Pointer) bool {
	children := *field[[]unsafe.Pointer](node, l.child)
	if len(children) != 2 {
		return false
	}
	to := *field[[]unsafe.Pointer](children[0], l.child)
	if len(to) != 2 || *field[string](to[1], l.ident) != "Later" || *field[string](to[0], l.ident) != "ʹrt" {
		return false
	}
	y := machineOf(*field[unsafe.Pointer](node, l.interp))
	if y == nil {
		return false
	}
	around := *field[[]unsafe.Pointer](*field[unsafe.Pointer](node, l.anc), l.child)
	at := slices.Index(around, node)
	branch := around[at+1]
	var kept []int
	for _, before := range around[:at] {
		for _, defined := range *field[[]unsafe.Pointer](before, l.child) {
			if strings.HasPrefix(*field[string](defined, l.ident), lower.Kept+"_") {
				kept = append(kept, *field[int](defined, l.index))
			}
		}
	}
	cond := (*field[[]unsafe.Pointer](branch, l.child))[0]
	body := *field[execution](*field[unsafe.Pointer](cond, l.next), l.exec) // which has been made before
	behind := *field[unsafe.Pointer](cond, l.other)
	variable := *field[int](children[1], l.index)
	*field[execution](node, l.exec) = func(frame unsafe.Pointer) execution {
		d := (**rt.Defers)((*field[[]reflect.Value](frame, frames.data))[variable].Addr().UnsafePointer())
		if *d == nil {
			*d = y.deferring(frame)
		}
		if len(kept) == 0 {
			(*d).Push(body)
		} else {
			(*d).Push(keep(frame, kept, body))
		}
		return *field[execution](behind, l.exec) // made after this, as a loop's may be
	}
	return true
}

// keep returns a body that begins with the present values of variables of the frame.
func keep(frame unsafe.Pointer, variables []int, body execution) execution {
	data := *field[[]reflect.Value](frame, frames.data)
	values := make([]reflect.Value, len(variables))
	for i, at := range variables {
		values[i] = reflect.New(data[at].Type()).Elem()
		values[i].Set(data[at])
	}
	return func(frame unsafe.Pointer) execution {
		for i, at := range variables {
			data[at].Set(values[i])
		}
		return body
	}
}

// A deferring has what a call has deferred.
type deferring struct {
	rt.Defers
	frame   unsafe.Pointer
	running *uint64
	calls   [1][]reflect.Value
	call    [1]reflect.Value
}

// deferring makes the Defers of a call.
func (y *yaegi) deferring(frame unsafe.Pointer) *rt.Defers {
	d := &deferring{frame: frame, running: y.running}
	d.Init(y.at(), d)
	d.call[0], d.calls[0] = reflect.ValueOf(d.finish), d.call[:]
	*field[[][]reflect.Value](frame, frames.deferred) = d.calls[:]
	return &d.Defers
}

// Execute executes a body in the frame of the call.
func (d *deferring) Execute(body any) {
	id := field[uint64](d.frame, frames.id)
	for exec := body.(execution); exec != nil && atomic.LoadUint64(id) == atomic.LoadUint64(d.running); {
		exec = exec(d.frame)
	}
}

func (d *deferring) finish() {
	mu, recovered := field[sync.RWMutex](d.frame, frames.mutex), field[any](d.frame, frames.recovered)
	v := *recovered
	mu.Unlock()
	defer mu.Lock()
	*recovered = d.Finish(v)
}

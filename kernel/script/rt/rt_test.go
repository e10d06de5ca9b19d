package rt

import (
	"fmt"
	"io/fs"
	"math"
	"runtime"
	"strings"
	"testing"
)

// run calls a function's body as the host does.
func run(body func(*Defers)) {
	d := &Defers{}
	d.Init(new(int), nil)
	defer func() {
		if v := d.Finish(recover()); v != nil {
			panic(v)
		}
	}()
	body(d)
}

// Deferred functions run as in Go: last first, also after a panic, and a panic in one of
// them replaces the previous one. The reference uses Go's own statements.
func TestDefers(t *testing.T) {
	var have, want strings.Builder
	func() {
		defer func() { fmt.Fprint(&have, "outside ", recover()) }()
		run(func(d *Defers) {
			d.Push(func() { fmt.Fprint(&have, "last ", d.Recover(), ";") })
			d.Push(func() { fmt.Fprint(&have, "second ", d.Recover(), ";"); panic("b") })
			d.Push(func() { fmt.Fprint(&have, "first ", d.Recover(), d.Recover(), ";"); panic("c") })
			panic("a")
		})
	}()
	func() {
		defer func() { fmt.Fprint(&want, "outside ", recover()) }()
		func() {
			defer func() { fmt.Fprint(&want, "last ", recover(), ";") }()
			defer func() { fmt.Fprint(&want, "second ", recover(), ";"); panic("b") }()
			defer func() { fmt.Fprint(&want, "first ", recover(), recover(), ";"); panic("c") }()
			panic("a")
		}()
	}()
	if have.String() != want.String() {
		t.Errorf("deferred functions print %q, in Go %q", have.String(), want.String())
	}
}

// A panic that is not recovered goes on, and a goroutine does not recover another's.
func TestArmed(t *testing.T) {
	recovering := func() any { return Armed().Recover() }
	var other any = "not asked"
	have := func() (v any) {
		defer func() { v = recover() }()
		run(func(d *Defers) {
			d.Push(func() {
				d.Arm()
				done := make(chan bool)
				go func() { other = recovering(); close(done) }()
				<-done
			})
			panic(7)
		})
		return nil
	}()
	if have != 7 || other != nil {
		t.Errorf("%v went on and the other goroutine recovered %v; want 7 and nothing", have, other)
	}
	var got any
	run(func(d *Defers) {
		d.Push(func() { d.Arm(); got = recovering() })
		panic(8)
	})
	if got != 8 || recovering() != nil {
		t.Errorf("recovered %v, want 8 and then nothing", got)
	}
}

// A goroutine that ends runs what is deferred, also if a deferred function ends it because of a panic.
func TestGoexit(t *testing.T) {
	for _, body := range []func(*Defers){
		func(*Defers) { runtime.Goexit() },
		func(d *Defers) { d.Push(runtime.Goexit); panic("dropped") },
	} {
		ran := make(chan bool, 2)
		done := make(chan bool)
		go func() {
			defer close(done)
			run(func(d *Defers) {
				d.Push(func() { ran <- d.Recover() == nil })
				body(d)
			})
			ran <- false
		}()
		<-done
		if len(ran) != 1 || !<-ran {
			t.Error("runtime.Goexit does not run what is deferred, or does not end the goroutine")
		}
	}
}

// Values are printed as by Go's runtime: see runtime/print.go.
func TestPrinted(t *testing.T) {
	for want, v := range map[string]any{
		"1.5": 1.5, "-1.2345678e-10": -1.2345678e-10, "0": 0.0, "0.1": float32(0.1), "NaN": math.NaN(), "-Inf": math.Inf(-1),
		"(1-2i)": 1 - 2i, "-3": -3, "true": true, "x": "x", "0x0": nil, "[0/0]0x0": []int(nil), "(0x0,0x0)": Interface(nil),
	} {
		if have := printed(v); have != want {
			t.Errorf("%v is printed %s, want %s", v, have, want)
		}
	}
}

// A negative shift count panics as in Go; Count returns other counts unchanged.
func TestCount(t *testing.T) {
	if n := Count(5); n != 5 {
		t.Errorf("Count(5) is %d", n)
	}
	by := func(shift func()) (text string) {
		defer func() { text = recover().(error).Error() }()
		shift()
		return ""
	}
	n := -1
	if have, want := by(func() { Count(int64(n)) }), by(func() { _ = 1 << n }); have != want {
		t.Errorf("a negative count panics with %q, Go's is %q", have, want)
	}
}

// A failed assertion panics as in Go.
func TestAssertions(t *testing.T) {
	by := func(assert func()) (text string) {
		defer func() { text = recover().(error).Error() }()
		assert()
		return ""
	}
	for _, v := range []any{1, nil, &strings.Builder{}} {
		if have, want := Assertion(v, "interface {}", "string").(error).Error(), by(func() { _ = v.(string) }); have != want {
			t.Errorf("%T: %q, Go's is %q", v, have, want)
		}
		if have, want := Conversion(v, "fs.File", "Close()(error)").(error).Error(), by(func() { _ = v.(fs.File) }); have != want {
			t.Errorf("%T: %q, Go's is %q", v, have, want)
		}
	}
	if !Compiled(&strings.Builder{}, "Len", "String") || Compiled(&strings.Builder{}, "Read") || Compiled(nil) {
		t.Error("Compiled does not know the methods of a strings.Builder")
	}
}

// Indices out of range panic as in Go.
func TestBounds(t *testing.T) {
	by := func(f func()) (text string) {
		defer func() {
			if v := recover(); v != nil {
				text = v.(error).Error()
			}
		}()
		f()
		return ""
	}
	s, text := make([]int, 2, 3), "ab"
	numbers := []int{-9, -1, 0, 1, 2, 3, 4, 9}
	for _, i := range numbers {
		if have, want := by(func() { Index(i, len(s)) }), by(func() { _ = s[i] }); have != want {
			t.Errorf("[%d]: %q, Go's is %q", i, have, want)
		}
		if have, want := by(func() { Bounds("capacity", cap(s), i, len(s)) }), by(func() { _ = s[i:] }); have != want {
			t.Errorf("[%d:]: %q, Go's is %q", i, have, want)
		}
		for _, j := range numbers {
			if have, want := by(func() { Bounds("capacity", cap(s), i, j) }), by(func() { _ = s[i:j] }); have != want {
				t.Errorf("[%d:%d]: %q, Go's is %q", i, j, have, want)
			}
			if have, want := by(func() { Bounds("length", len(text), i, j) }), by(func() { _ = text[i:j] }); have != want {
				t.Errorf("string [%d:%d]: %q, Go's is %q", i, j, have, want)
			}
			for _, k := range numbers {
				if have, want := by(func() { Bounds("capacity", cap(s), i, j, k) }), by(func() { _ = s[i:j:k] }); have != want {
					t.Errorf("[%d:%d:%d]: %q, Go's is %q", i, j, k, have, want)
				}
			}
		}
	}
	big := uint64(math.MaxUint64)
	if have, want := by(func() { Index(big, len(s)) }), by(func() { _ = s[big] }); have != want {
		t.Errorf("%q, Go's is %q", have, want)
	}
}

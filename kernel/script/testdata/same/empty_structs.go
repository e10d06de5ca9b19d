package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

type none struct{}

func (none) Error() string { return "there is none" }

type end struct{}

func (*end) Error() string { return "the end" }

type quiet struct{}

func (quiet) String() string { return "quiet" }

type reader struct{}

func (reader) Read([]byte) (int, error) { return 0, none{} }

func get() error           { return none{} }
func said() fmt.Stringer   { return quiet{} }
func two() (int, error)    { return 1, none{} }
func whole() (err error)   { err = &end{}; return }
func held(x any) fmt.State { fmt.Println(x, []any{x}, x == any(none{})); return nil }

func main() {
	var n none
	for _, err := range []error{get(), none{}, n, fmt.Errorf("found: %w", get()), errors.Join(get(), io.EOF), whole()} {
		fmt.Println(err, err == none{}, errors.Is(err, none{}), errors.As(err, &n), err.Error())
		fmt.Printf("%v %T %q\n", err, err, err)
	}
	_, err := two()
	_, read := io.ReadAll(reader{})
	walked := fs.WalkDir(os.DirFS("."), ".", func(string, fs.DirEntry, error) error { return none{} })
	fmt.Println(err, read, walked, read == none{}, walked == err)
	fmt.Println(said(), quiet{}, &quiet{}, n, struct{ none }{}, []quiet{{}}, map[quiet]none{{}: {}})
	fmt.Printf("%v %+v %s %#v %T\n", quiet{}, n, n, quiet{}, n)
	held(none{})
	held(quiet{})
	func() {
		defer func() { fmt.Println(recover()) }()
		panic(none{})
	}()
}

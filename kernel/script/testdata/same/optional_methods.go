// Methods for which packages look in values of other interfaces.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand"
	"os"
)

type count struct{ n int }

func (c *count) String() string     { return fmt.Sprint(c.n) }
func (c *count) Set(s string) error { c.n++; fmt.Print("set to ", s, " "); return nil }
func (c *count) IsBoolFlag() bool   { return true }

type word string

func (w *word) String() string     { return string(*w) }
func (w *word) Set(s string) error { *w += word(s); return nil }

type late struct{ error }

func (late) Timeout() bool { return true }

type source struct{ n uint64 }

func (s *source) Int63() int64   { s.n++; return int64(s.n << 32) }
func (s *source) Seed(x int64)   { s.n = uint64(x) }
func (s *source) Uint64() uint64 { s.n += 2; return s.n<<32 | s.n }

type half struct{ source }

func (h *half) Uint64() uint64 { return 7 }

func main() {
	set := flag.NewFlagSet("x", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	c, w := &count{}, new(word)
	set.Var(c, "v", "verbose")
	set.Var(w, "w", "word")
	fmt.Println(set.Parse([]string{"-v", "-w", "a", "-v", "rest"}), c.n, *w, set.Args())
	set.VisitAll(func(f *flag.Flag) { fmt.Println(f.Name, f.DefValue, f.Value.String()) })
	err := late{errors.New("late")}
	fmt.Println(os.IsTimeout(err), os.IsTimeout(errors.New("x")), os.IsTimeout(fmt.Errorf("%w", err)), err)
	r := rand.New(&source{1})
	fmt.Println(r.Uint64(), r.Int63(), r.Intn(10), r.Uint64(), rand.New(&half{}).Uint64())
}

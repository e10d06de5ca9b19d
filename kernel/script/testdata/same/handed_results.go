package main

import (
	"errors"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"
)

type S struct{ a int }

func (s S) String() string { return fmt.Sprint("S", s.a) }

type E struct{ a int }

func (e *E) Error() string { return fmt.Sprint("E", e.a) }

type Sh interface{ Area() int }

func (s S) Area() int { return s.a }

func f1() (S, int)              { return S{1}, 2 }
func f2() (any, any)            { return S{1}, &E{2} }
func f3() (fmt.Stringer, error) { return S{1}, &E{2} }
func f4() (Sh, *E)              { return S{1}, &E{2} }
func f5() ([]S, map[string]S)   { return []S{{1}}, map[string]S{"a": {2}} }
func f6() ([]any, any)          { return []any{S{1}}, []S{{3}} }

func f8() (error, error) { return &E{1}, errors.New("x") }

func f10() (*strings.Builder, any, S) { return &sb, S{8}, S{9} }

var sb strings.Builder

func main() {
	fmt.Println(f1())
	fmt.Println(f2())
	fmt.Println(f3())
	fmt.Println(f4())
	fmt.Println(f5())
	fmt.Println(f6())
	fmt.Println(f8())
	fmt.Println(fmt.Sprint(f1()), fmt.Sprint(f2()), fmt.Sprint(f3()), fmt.Sprint(f4()))
	log.SetOutput(os.Stdout)
	log.SetFlags(0)
	log.Println(f2())
	fmt.Println(errors.Join(f8()))
	fmt.Fprintln(f10())
	fmt.Print(sb.String())
	defer fmt.Println(f2())
	fmt.Println(slices.Contains([]any{S{1}}, any(S{1})))
	r := strings.NewReplacer(func() (string, string) { return "a", "b" }())
	fmt.Println(r.Replace("aa"))
}

// Interfaces of packages are asserted of nil and of compiled values.
package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, r)
		}
	}()
	f()
}

func main() {
	var e error
	try("nil error", func() { s, ok := e.(fmt.Stringer); fmt.Println(s == nil, ok) })
	try("nil error 2", func() { fmt.Println(e.(fmt.Stringer)) })
	e = errors.New("a")
	try("error", func() { s, ok := e.(fmt.Stringer); fmt.Println(s == nil, ok) })
	try("error 2", func() { fmt.Println(e.(fmt.Stringer)) })
	var x any = strings.NewReader("abc")
	try("reader", func() { b, _ := io.ReadAll(x.(io.Reader)); fmt.Println(string(b)) })
	try("seeker", func() { fmt.Println(x.(io.Reader).(io.Seeker).Seek(1, 0)) })
	try("writer", func() { fmt.Println(x.(io.Writer)) })
	var b strings.Builder
	x = &b
	try("writer", func() { fmt.Fprint(x.(io.Writer), "hi"); fmt.Println(b.String()) })
	x = nil
	try("nil", func() { fmt.Println(x.(io.Writer)) })
	var r io.Reader = strings.NewReader("q")
	try("from reader", func() { fmt.Println(r.(io.ByteReader).ReadByte()) })
	if s, ok := r.(io.Seeker); ok {
		fmt.Println(s.Seek(0, 0))
	}
	r = nil
	try("nil reader", func() { s, ok := r.(io.Seeker); fmt.Println(s == nil, ok) })
}

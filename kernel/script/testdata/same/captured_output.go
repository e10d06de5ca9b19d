// What a program does to standard output and input, and to the default loggers, holds.
package main

import (
	"flag"
	"fmt"
	"io"
	"log"
	"log/slog"
	"os"
)

func captured(f func()) string {
	r, w, _ := os.Pipe()
	defer func(before *os.File) { os.Stdout = before }(os.Stdout)
	os.Stdout = w
	f()
	w.Close()
	text, _ := io.ReadAll(r)
	return string(text)
}

func main() {
	fmt.Printf("%q\n", captured(func() { fmt.Print("to ", "the pipe"); fmt.Fprint(os.Stdout, "!") }))
	none, _ := os.Open(os.DevNull)
	usual := os.Stdout
	os.Stdout = none
	_, err := fmt.Println("lost")
	os.Stdout = usual
	fmt.Println(err != nil, os.Stdout == none)
	in, to, _ := os.Pipe()
	os.Stdin = in
	fmt.Fprintln(to, "12 ab")
	to.Close()
	var n int
	var s string
	fmt.Println(fmt.Scan(&n, &s))
	fmt.Println(n, s)
	println("to standard error", 1.5, nil == error(nil))
	without := func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: without})))
	log.Print("by the handler")
	flag.Usage = func() { fmt.Println("usage of one's own") }
	flag.CommandLine.Init("x", flag.ContinueOnError)
	flag.CommandLine.SetOutput(io.Discard)
	fmt.Println(flag.CommandLine.Parse([]string{"-help"}))
}

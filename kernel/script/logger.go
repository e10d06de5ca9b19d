package script

import (
	"io"
	"log"
	"reflect"

	"github.com/focal-search/focal/kernel/script/internal/machine"
)

// logger is package log with one logger, which prints to stderr. Yaegi's Fatal and Default would
// use another one than its other functions.
func logger(stderr io.Writer) machine.Table {
	l := log.New(stderr, "", log.LstdFlags)
	return machine.Table{"log/log": {
		"Default":   reflect.ValueOf(func() *log.Logger { return l }),
		"Fatal":     reflect.ValueOf(l.Fatal),
		"Fatalf":    reflect.ValueOf(l.Fatalf),
		"Fatalln":   reflect.ValueOf(l.Fatalln),
		"Flags":     reflect.ValueOf(l.Flags),
		"Output":    reflect.ValueOf(l.Output),
		"Panic":     reflect.ValueOf(l.Panic),
		"Panicf":    reflect.ValueOf(l.Panicf),
		"Panicln":   reflect.ValueOf(l.Panicln),
		"Prefix":    reflect.ValueOf(l.Prefix),
		"Print":     reflect.ValueOf(l.Print),
		"Printf":    reflect.ValueOf(l.Printf),
		"Println":   reflect.ValueOf(l.Println),
		"SetFlags":  reflect.ValueOf(l.SetFlags),
		"SetOutput": reflect.ValueOf(l.SetOutput),
		"SetPrefix": reflect.ValueOf(l.SetPrefix),
		"Writer":    reflect.ValueOf(l.Writer),
	}}
}

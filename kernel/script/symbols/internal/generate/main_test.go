package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// The committed tables say what the packages export now.
func TestTablesAreFresh(t *testing.T) {
	for _, pkg := range packages {
		t.Run(pkg, func(t *testing.T) {
			t.Parallel()
			want, err := generate(pkg)
			if err != nil {
				t.Fatal(err)
			}
			have, err := os.ReadFile(filepath.Join("..", "..", fileName(pkg)))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(have, want) {
				t.Errorf("%s is stale: run go generate in kernel/script/symbols", fileName(pkg))
			}
		})
	}
}

func TestGenericsNeedAPlainForm(t *testing.T) {
	src := `package p
func Map[T any](xs []T) []T { return xs }
func Plain() {}
func hidden[T any]() {}
type Set[K comparable] map[K]bool
func (s Set[K]) Has(k K) bool { return s[k] }
type (Tree[T any] struct{}; Leaf struct{})
type Graph[S comparable] struct{}
type AnyGraph struct{}
func Walk[S any](s S) {}
func AnyWalk[S any](s S) {}
`
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	if have, want := unusable([]*ast.File{file}), []string{"AnyWalk", "Map", "Set", "Tree", "Walk"}; !slices.Equal(have, want) {
		t.Errorf("unusable %v, want %v", have, want)
	}
}

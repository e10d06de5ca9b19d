// Package symbols contains the symbol tables of the project's packages for interpreted code.
// They map names to compiled functions, variables and types. The table files are generated in
// the form of yaegi's extractor; a test fails when they are stale.
package symbols

import (
	"reflect"

	_ "github.com/focal-search/focal/kernel/frame/files"
	_ "github.com/focal-search/focal/kernel/plot/echarts/draw"
)

//go:generate go run ./internal/generate

// Symbols maps an import path and package name, as
// "github.com/focal-search/focal/engine/engine", to what the package exports.
var Symbols = map[string]map[string]reflect.Value{}

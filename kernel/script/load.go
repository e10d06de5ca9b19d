package script

import (
	"context"
	"go/ast"
	"io"
	"slices"
)

// Load interprets the package variables and init functions of the script at path, but not
// its main. What it registers, such as families and algorithms, may then be called by this
// process, from several goroutines. It reports the errors that Run does. Searches
// of that go on compiled from now on: see SetRelay.
func Load(ctx context.Context, path string, stdout, stderr io.Writer) error {
	src, err := ReadSource(path)
	if err != nil {
		return err
	}
	in := NewInterpreter(stdout, stderr)
	in.begins = func() {}
	in.loads = true
	in.relay = relay
	return in.execute(ctx, path, src)
}

// withoutMain renames a script's main, and gives it another one that does nothing.
func withoutMain(file *ast.File) {
	for _, decl := range file.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "main" {
			f.Name.Name = "scriptMain"
		}
	}
	pos := file.Decls[len(file.Decls)-1].End()
	file.Decls = append(slices.Clip(file.Decls), &ast.FuncDecl{
		Name: &ast.Ident{NamePos: pos, Name: "main"},
		Type: &ast.FuncType{Func: pos, Params: &ast.FieldList{Opening: pos, Closing: pos}},
		Body: &ast.BlockStmt{Lbrace: pos, Rbrace: pos},
	})
}

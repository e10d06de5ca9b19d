package page

import (
	"compress/gzip"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/focal-search/focal/kernel/script"
)

//go:embed extension
var own embed.FS

const extensionName = "@focal-search/page"

// Extension makes the kernel's extension in a folder: its own files, the kernel of
// the checkout at root compiled to WebAssembly and compressed, what Go needs to run
// it, and the declarations of the packages that cells use, for documentation. It
// takes the go command.
func Extension(ctx context.Context, root, dir string) error {
	files, err := fs.Sub(own, "extension")
	if err != nil {
		return err
	}
	if err := os.CopyFS(dir, files); err != nil {
		return err
	}
	static := filepath.Join(dir, "static")
	library, err := goroot(ctx)
	if err != nil {
		return err
	}
	if err := copyFile(filepath.Join(library, "lib", "wasm", "wasm_exec.js"),
		filepath.Join(static, "wasm_exec.js")); err != nil {
		return err
	}
	if err := compile(ctx, root, filepath.Join(static, "focal.wasm.gz")); err != nil {
		return err
	}
	return declarations(root, library, filepath.Join(static, "declarations"))
}

// goroot is the folder of Go.
func goroot(ctx context.Context) (string, error) {
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("go: %w: the kernel of a page is compiled, which takes Go", err)
	}
	return strings.TrimSpace(string(root)), nil
}

// compile compiles the kernel and compresses it.
func compile(ctx context.Context, root, to string) error {
	temp, err := os.MkdirTemp("", "focal-page-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	program := filepath.Join(temp, "focal.wasm")
	if err := build(ctx, root, "./kernel/page/worker", program); err != nil {
		return err
	}
	data, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	z, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		return err
	}
	_, err = z.Write(data)
	return errors.Join(err, z.Close(), out.Close())
}

// build compiles a program of the checkout at root as the kernel of a page is compiled.
func build(ctx context.Context, root, program, to string) error {
	modules, overlay := to+".mod", to+".json"
	if err := linked(root, modules); err != nil {
		return err
	}
	library, err := goroot(ctx)
	if err != nil {
		return err
	}
	if err := mended(library, overlay); err != nil {
		return err
	}
	args := slices.Concat([]string{"build", "-trimpath", "-buildvcs=false", "-modfile=" + modules, "-overlay=" + overlay,
		"-ldflags=-s -w", "-o", to}, inlined)
	cmd := exec.CommandContext(ctx, "go", append(args, program)...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build for js/wasm: %w\n%s", err, said)
	}
	return nil
}

// linked writes the go.mod that the kernel of a page is linked by: the checkout's,
// with the modules of without/ in place of those whose work no file of Focal's needs,
// for they bring two megabytes that a reader would have to load.
func linked(root, to string) error {
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return err
	}
	file, err := modfile.Parse("go.mod", text, nil)
	if err != nil {
		return err
	}
	for _, module := range []string{"github.com/andybalholm/brotli", "github.com/twpayne/go-geom",
		"google.golang.org/protobuf"} {
		if err := file.AddReplace(module, "", "./kernel/page/without/"+path.Base(module), ""); err != nil {
			return err
		}
	}
	if text, err = file.Format(); err != nil {
		return err
	}
	if err := os.WriteFile(to, text, 0o666); err != nil {
		return err
	}
	return copyFile(filepath.Join(root, "go.sum"), strings.TrimSuffix(to, ".mod")+".sum")
}

// Places in Go's library that keep the address of a method's code as a pointer, and
// what they say in the kernel of a page. Under WebAssembly such an address is a number
// like those of the heap once that is larger than 256 MB. Where nothing lies there, the
// garbage collector ends the program: "found bad pointer in Go heap". Interpreted code
// calls methods by reflection, and makes types that embed others. (Go's issue 80472 is
// about another such place.)
var codePointers = []struct{ file, text, mended string }{
	{"reflect/value.go", "ifn := textOffFor(v.typ(), m.Ifn)", "ifn := uintptr(textOffFor(v.typ(), m.Ifn))"},
	{"reflect/type.go", "tfn := t.textOff(p.Tfn)", "tfn := uintptr(t.textOff(p.Tfn))"},
	{"reflect/type.go", "return aTextOff(addReflectOff(ptr))",
		"code := uintptr(ptr); escapes(&code); return aTextOff(addReflectOff(unsafe.Pointer(&code)))"},
	{"runtime/type.go", "throw(\"runtime: text offset base pointer out of range\")\n\t\t}\n\t\treturn res",
		"throw(\"runtime: text offset base pointer out of range\")\n\t\t}\n\t\treturn *(*unsafe.Pointer)(res)"},
}

// mended writes an overlay for the go command, in which these places are changed. A Go
// that says something else there is left as it is; TestMethods shows whether that is right.
func mended(goroot, to string) error {
	files := map[string]string{}
	for _, c := range codePointers {
		source := filepath.Join(goroot, "src", filepath.FromSlash(c.file))
		if _, ok := files[source]; !ok {
			text, err := os.ReadFile(source)
			if err != nil {
				return err
			}
			files[source] = string(text)
		}
		if !strings.Contains(files[source], c.text) {
			return os.WriteFile(to, []byte("{}"), 0o666)
		}
		files[source] = strings.Replace(files[source], c.text, c.mended, 1)
	}
	replace := map[string]string{}
	for source, text := range files {
		replace[source] = fmt.Sprintf("%s.%d.go", to, len(replace))
		if err := os.WriteFile(replace[source], []byte(text), 0o666); err != nil {
			return err
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o666)
}

// inlined are the compiler's flags that keep functions from being inlined, since a
// reader would load each several times, except in the packages where searches spend
// their time. Of several flags for a package the last one counts.
var inlined = []string{"-gcflags=all=-l", "-gcflags=runtime/...=", "-gcflags=internal/runtime/...=", "-gcflags=" +
	module + "engine=",
	"-gcflags=" + module + "engine/internal/...=", "-gcflags=" + module + "domains/...="}

// declarations writes a folder for each package that cells can import, named by its
// path with ! for slashes, with one file that has the package's exported
// declarations and their comments, without the bodies of functions. index.json lists
// the folders.
func declarations(root, goroot, dir string) error {
	names := []string{}
	for _, path := range script.Packages() {
		folder := filepath.Join(goroot, "src", filepath.FromSlash(path))
		if rest, ours := strings.CutPrefix(path, module); ours {
			folder = filepath.Join(root, filepath.FromSlash(rest))
		}
		if _, err := os.Stat(filepath.Join(root, "kernel", "script", "standard", strings.ReplaceAll(path, "/", "_")+
			"_js.go")); err != nil && !strings.HasPrefix(path, module) {
			continue // a page does not have it
		}
		text, err := declared(folder)
		if err != nil {
			return err
		}
		if text == nil {
			continue
		}
		name := strings.ReplaceAll(path, "/", "!")
		if err := os.MkdirAll(filepath.Join(dir, name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name, "doc.go"), text, 0o666); err != nil {
			return err
		}
		names = append(names, name)
	}
	text, err := json.Marshal(names)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "index.json"), text, 0o666)
}

const module = "github.com/focal-search/focal/"

// declared is a package's exported declarations as one file, nil where there is no source.
func declared(folder string) ([]byte, error) {
	fset := token.NewFileSet()
	var text strings.Builder
	name, about := "", ""
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
		if err != nil || file.Name.Name == "main" || name != "" && file.Name.Name != name {
			continue
		}
		name = file.Name.Name
		if file.Doc != nil {
			about = comments(file.Doc)
		}
		ast.FileExports(file)
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok {
				f.Body = nil
			} else if g := decl.(*ast.GenDecl); g.Tok == token.IMPORT {
				continue
			}
			if err := format.Node(&text, fset, decl); err != nil {
				return nil, err
			}
			text.WriteString("\n\n")
		}
	}
	if name == "" {
		return nil, nil
	}
	return []byte(about + "package " + name + "\n\n" + text.String()), nil
}

// comments is a comment as it stands in the source.
func comments(group *ast.CommentGroup) string {
	var text strings.Builder
	for _, c := range group.List {
		text.WriteString(c.Text + "\n")
	}
	return text.String()
}

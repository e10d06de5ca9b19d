package page

import (
	"bytes"
	"compress/gzip"
	"context"
	"embed"
	"encoding/json"
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
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/focal-search/focal/engine/output"
	"github.com/focal-search/focal/kernel/page/internal/jumps"
	"github.com/focal-search/focal/kernel/script"
)

//go:embed extension
var own embed.FS

const extensionName = "@focal-search/page"

// Extension builds the kernel's extension in a folder: its own files, the kernel of the
// checkout at root compiled to WebAssembly and compressed, Go's JavaScript support for
// it, the chart library, and, for documentation, the declarations of the packages that
// cells use. It needs the go command.
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
	charts := filepath.Join(root, "kernel", "plot", "echarts", "echarts.min.js.gz")
	if err := copyFile(charts, filepath.Join(static, "echarts.packed")); err != nil {
		return err
	}
	if err := compile(ctx, root, filepath.Join(static, "focal.wasm.gz")); err != nil {
		return err
	}
	return declarations(root, library, filepath.Join(static, "declarations"))
}

// goroot returns Go's root folder.
func goroot(ctx context.Context) (string, error) { return ask(ctx, "", "env", "GOROOT") }

// ask returns the output of a go command.
func ask(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	answer, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go: %w: the kernel of a page is compiled, which takes Go", err)
	}
	return strings.TrimSpace(string(answer)), nil
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
	return output.WriteFile(to, compressed(ctx, data))
}

// compressed is data in the format of gzip. Python's zlib looks longer for matches than Go's:
// where there is Python, readers download a hundredth less.
func compressed(ctx context.Context, data []byte) []byte {
	const zlib = "import sys, zlib; z = zlib.compressobj(9, zlib.DEFLATED, 31); " +
		"sys.stdout.buffer.write(z.compress(sys.stdin.buffer.read()) + z.flush())"
	for _, python := range []string{"python3", "python"} {
		cmd := exec.CommandContext(ctx, python, "-c", zlib)
		cmd.Stdin = bytes.NewReader(data)
		if out, err := cmd.Output(); err == nil {
			return out
		}
	}
	var out bytes.Buffer
	z, _ := gzip.NewWriterLevel(&out, gzip.BestCompression) // there is such a level
	z.Write(data)                                           // to memory
	z.Close()
	return out.Bytes()
}

// build compiles a program of the checkout at root with the settings for the kernel of a
// page. The profile of searches saves a tenth of their time, and direct jumps a third.
func build(ctx context.Context, root, program, to string) error {
	modules, overlay := to+".mod", to+".json"
	if err := linked(root, modules); err != nil {
		return err
	}
	library, err := goroot(ctx)
	if err != nil {
		return err
	}
	if err := edited(ctx, root, library, overlay); err != nil {
		return err
	}
	args := slices.Concat([]string{"build", "-trimpath", "-buildvcs=false", "-modfile=" + modules, "-overlay=" + overlay,
		"-pgo=" + filepath.Join(root, "kernel", "setup", "search.pgo"), "-ldflags=-w", "-o", to}, inlined)
	cmd := exec.CommandContext(ctx, "go", append(args, program)...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build for js/wasm: %w\n%s", err, said)
	}
	compiled, err := os.ReadFile(to)
	if err != nil {
		return err
	}
	direct, err := jumps.Direct(compiled)
	if err != nil {
		return err
	}
	return output.WriteFile(to, direct)
}

// linked writes the go.mod for the kernel of a page. It is the checkout's go.mod, with
// the modules in without/ in place of modules that no file of Focal needs. This saves
// readers a download of two megabytes.
func linked(root, to string) error {
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return err
	}
	file, err := modfile.Parse("go.mod", text, nil)
	if err != nil {
		return err
	}
	without := []string{"github.com/andybalholm/brotli", "github.com/pierrec/lz4/v4", "github.com/twpayne/go-geom",
		"google.golang.org/protobuf"}
	for _, m := range editedModules {
		without = append(without, m.path)
	}
	for _, module := range without {
		if err := file.AddReplace(module, "", "./"+filepath.ToSlash(standsFor(module)), ""); err != nil {
			return err
		}
	}
	if text, err = file.Format(); err != nil {
		return err
	}
	if err := output.WriteFile(to, text); err != nil {
		return err
	}
	return copyFile(filepath.Join(root, "go.sum"), strings.TrimSuffix(to, ".mod")+".sum")
}

// An edit replaces a text of a source file in the kernel of a page.
type edit struct{ file, text, instead string }

// Places in Go's library that keep the address of a method's code as a pointer. Under
// WebAssembly such an address is a number like those of the heap once that is larger than
// 256 MB. If nothing is allocated there, the garbage collector ends the program: "found
// bad pointer in Go heap". Interpreted code calls methods by reflection and makes types
// that embed others, so it reaches these places. (Go's issue 80472 is about another such
// place.)
var codePointers = []edit{
	{"reflect/value.go", "ifn := textOffFor(v.typ(), m.Ifn)", "ifn := uintptr(textOffFor(v.typ(), m.Ifn))"},
	{"reflect/type.go", "tfn := t.textOff(p.Tfn)", "tfn := uintptr(t.textOff(p.Tfn))"},
	{"reflect/type.go", "return aTextOff(addReflectOff(ptr))",
		"code := uintptr(ptr); escapes(&code); return aTextOff(addReflectOff(unsafe.Pointer(&code)))"},
	{"runtime/type.go", "throw(\"runtime: text offset base pointer out of range\")\n\t\t}\n\t\treturn res",
		"throw(\"runtime: text offset base pointer out of range\")\n\t\t}\n\t\treturn *(*unsafe.Pointer)(res)"},
}

// The modules that the kernel of a page has with edits.
var editedModules = []struct {
	path  string
	edits []edit
}{
	// SQLite's own benchmark and test programs are methods, which the linker keeps because they could
	// be called by reflection. Without them readers download a tenth of a megabyte less.
	{"github.com/ncruces/go-sqlite3-wasm/v6", []edit{
		{"sqlite3.go", "func (m *Module) Xmain_speedtest1(", "func (m *Module) speedtest1("},
		{"sqlite3.go", "func (m *Module) Xmain_mptest(", "func (m *Module) mptest("},
	}},
	// Cells can import Go's package for gzip, so Parquet needs no other.
	{"github.com/parquet-go/parquet-go", []edit{
		{"compress/gzip/gzip.go", `"github.com/klauspost/compress/gzip"`, `"compress/gzip"`},
	}},
}

// versions are the ends of modules' paths that name a version.
var versions = regexp.MustCompile(`/v\d+$`)

// standsFor returns the folder in the checkout that replaces a module.
func standsFor(module string) string {
	return filepath.Join("kernel", "page", "without", path.Base(versions.ReplaceAllString(module, "")))
}

// edited writes an overlay for the go command that contains the edits of Go's library and
// of modules. An overlay cannot replace files in the go command's copy of a module, so it
// puts all files of the module in the folder that replaces it. If the text of an edit is
// not found, all edits of its library or module are omitted; TestMethods shows whether Go
// needs them.
func edited(ctx context.Context, root, goroot, to string) error {
	replace := map[string]string{}
	put := func(folder, as string, edits []edit) error {
		files, err := changed(folder, edits)
		for file, text := range files {
			written := fmt.Sprintf("%s.%d.go", to, len(replace))
			if err := output.WriteFile(written, []byte(text)); err != nil {
				return err
			}
			replace[filepath.Join(as, filepath.FromSlash(file))] = written
		}
		return err
	}
	library := filepath.Join(goroot, "src")
	if err := put(library, library, codePointers); err != nil {
		return err
	}
	for _, m := range editedModules {
		folder, err := ask(ctx, root, "list", "-m", "-f", "{{.Dir}}", m.path)
		if err != nil {
			return err
		}
		stand := filepath.Join(root, standsFor(m.path))
		err = filepath.WalkDir(folder, func(file string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() && e.Name() != "go.mod" && !strings.HasSuffix(file, "_test.go") {
				replace[filepath.Join(stand, strings.TrimPrefix(file, folder))] = file
			}
			return err
		})
		if err != nil {
			return err
		}
		if err := put(folder, stand, m.edits); err != nil {
			return err
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	return output.WriteFile(to, text)
}

// changed returns the edited files of a folder by name; none if a text is not found.
func changed(folder string, edits []edit) (map[string]string, error) {
	files := map[string]string{}
	for _, e := range edits {
		if _, ok := files[e.file]; !ok {
			text, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(e.file)))
			if err != nil {
				return nil, err
			}
			files[e.file] = string(text)
		}
		if !strings.Contains(files[e.file], e.text) {
			return nil, nil
		}
		files[e.file] = strings.Replace(files[e.file], e.text, e.instead, 1)
	}
	return files, nil
}

// inlined are compiler flags that turn inlining off, which makes the kernel smaller,
// except in the packages where searches spend their time: those of the domains, but for
// what reads and draws. If several flags apply to a package, the last one counts.
var inlined = []string{"-gcflags=all=-l", "-gcflags=runtime/...=", "-gcflags=internal/runtime/...=", "-gcflags=" +
	module + "engine=",
	"-gcflags=" + module + "engine/internal/...=", "-gcflags=" + module + "domains/...=",
	"-gcflags=" + module + "domains/internal/...=-l", "-gcflags=" + module + "domains/data=-l",
	"-gcflags=" + module + "domains/svg=-l", "-gcflags=" + module + "domains/text=-l",
	"-gcflags=" + module + "domains/tsplib=-l"}

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
			continue // not part of a page's kernel
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
		if err := output.WriteFile(filepath.Join(dir, name, "doc.go"), text); err != nil {
			return err
		}
		names = append(names, name)
	}
	text, err := json.Marshal(names)
	if err != nil {
		return err
	}
	return output.WriteFile(filepath.Join(dir, "index.json"), text)
}

const module = "github.com/focal-search/focal/"

// declared returns a package's exported declarations as one file; nil if there is no
// source.
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

// comments returns a comment as in the source.
func comments(group *ast.CommentGroup) string {
	var text strings.Builder
	for _, c := range group.List {
		text.WriteString(c.Text + "\n")
	}
	return text.String()
}

// Command generate copies yaegi's tables of the packages that cells of a page may
// import into the working directory. Run it through go generate.
package main

import (
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// packages are those of the standard library that cells of a page may import.
var packages = strings.Fields(`
	bufio bytes cmp compress/gzip container/heap container/list container/ring context
	crypto/md5 crypto/sha1 crypto/sha256 crypto/sha512
	encoding encoding/base64 encoding/binary encoding/csv encoding/hex encoding/json
	errors flag fmt hash hash/crc32 hash/fnv hash/maphash html
	io io/fs log maps math math/big math/bits math/cmplx math/rand math/rand/v2
	os path path/filepath reflect regexp runtime runtime/debug
	slices sort strconv strings sync sync/atomic text/tabwriter text/template time
	unicode unicode/utf16 unicode/utf8`)

func main() {
	dir, err := folder()
	for _, pkg := range packages {
		var text string
		if err == nil {
			text, err = table(dir, pkg)
		}
		if err == nil {
			err = os.WriteFile(fileName(pkg), []byte(text), 0o644)
		}
	}
	if err != nil {
		log.Fatal(err)
	}
}

// folder is where yaegi's own tables are.
func folder() (string, error) {
	out, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/traefik/yaegi/stdlib").Output()
	return strings.TrimSpace(string(out)), err
}

// fileName is a table's file, as "math_rand_js.go".
func fileName(pkg string) string { return strings.ReplaceAll(pkg, "/", "_") + "_js.go" }

// unrestricted are the functions themselves in the place of those that yaegi puts
// there because they end the process.
var unrestricted = strings.NewReplacer("(osExit)", "(os.Exit)", "(osFindProcess)", "(os.FindProcess)",
	"(logFatal)", "(log.Fatal)", "(logFatalf)", "(log.Fatalf)", "(logFatalln)", "(log.Fatalln)", "(logNew)", "(log.New)",
	"(*logLogger)", "(*log.Logger)",
	"//go:build go1.22\n// +build go1.22\n\npackage stdlib", "package standard")

// table is that of one package.
func table(dir, pkg string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, "go1_22_"+strings.ReplaceAll(pkg, "/", "_")+".go"))
	return unrestricted.Replace(string(text)), err
}

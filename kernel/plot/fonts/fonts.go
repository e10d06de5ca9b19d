// Package fonts gives figures fonts by name: Times, Helvetica and Courier, as the free fonts
// Liberation, which are compiled in, and all that are installed. Letters that the chosen font
// lacks, such as Chinese ones, come from an installed font that has them. PDF files contain
// only the letters in use. A program that saves figures in such fonts imports the package for
// its effect:
//
//	import _ "github.com/focal-search/focal/kernel/plot/fonts"
//
// The command, scripts and cells of the instant kernel have it. Programs without it have the
// fonts of Go.
package fonts

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/go-fonts/liberation/liberationmonobold"
	"github.com/go-fonts/liberation/liberationmonoregular"
	"github.com/go-fonts/liberation/liberationsansbold"
	"github.com/go-fonts/liberation/liberationsansregular"
	"github.com/go-fonts/liberation/liberationserifbold"
	"github.com/go-fonts/liberation/liberationserifregular"
	"golang.org/x/image/font/sfnt"

	"github.com/focal-search/focal/kernel/internal/svg"
)

func init() { svg.SetLibrary(&svg.Library{Find: find, With: with}) }

// own are the files that are compiled in: regular and bold.
var own = map[string][2][]byte{
	"liberation serif": {liberationserifregular.TTF, liberationserifbold.TTF},
	"liberation sans":  {liberationsansregular.TTF, liberationsansbold.TTF},
	"liberation mono":  {liberationmonoregular.TTF, liberationmonobold.TTF},
}

// known are other names of these families. Their letters are as wide as those of the fonts that have these names.
var known = map[string]string{"times": "liberation serif", "helvetica": "liberation sans", "courier": "liberation mono",
	"serif": "liberation serif", "monospace": "liberation mono"}

// A file is where an installed font is.
type file struct {
	path          string
	index         int // in a collection
	family, style string
}

// folders are where systems have fonts.
func folders() []string {
	home, _ := os.UserHomeDir()
	switch runtime.GOOS {
	case "windows":
		return []string{filepath.Join(os.Getenv("SYSTEMROOT"), "Fonts"),
			filepath.Join(os.Getenv("LOCALAPPDATA"), "Microsoft", "Windows", "Fonts")}
	case "darwin":
		return []string{"/System/Library/Fonts", "/Library/Fonts", filepath.Join(home, "Library", "Fonts")}
	}
	return []string{"/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/texmf/fonts/opentype",
		"/usr/share/texlive/texmf-dist/fonts/opentype", filepath.Join(home, ".local", "share", "fonts"),
		filepath.Join(home, ".fonts")}
}

// installed are the fonts of the system, by family in small letters, and all in order.
var installed = sync.OnceValues(func() (families map[string][]file, all []file) {
	families = map[string][]file{}
	for _, dir := range folders() {
		filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			ending := strings.ToLower(filepath.Ext(path))
			if err != nil || d.IsDir() || !slices.Contains([]string{".ttf", ".otf", ".ttc", ".otc"}, ending) {
				return nil // what cannot be read is not there
			}
			reading(path, func(c *sfnt.Collection) {
				for i := range c.NumFonts() {
					f, err := c.Font(i)
					if err != nil {
						continue
					}
					family, _ := f.Name(nil, sfnt.NameIDFamily)
					style, _ := f.Name(nil, sfnt.NameIDSubfamily)
					at := file{path, i, family, strings.ToLower(style)}
					families[strings.ToLower(family)] = append(families[strings.ToLower(family)], at)
					all = append(all, at)
				}
			})
			return nil
		})
	}
	slices.SortFunc(all, func(a, b file) int { return cmp.Or(cmp.Compare(a.path, b.path), a.index-b.index) })
	return families, all
})

// reading calls use with a file's fonts, which are read as far as they are asked for.
func reading(path string, use func(*sfnt.Collection)) {
	f, err := os.Open(path)
	if err != nil {
		return
	}
	defer f.Close()
	if c, err := sfnt.ParseCollectionReaderAt(f); err == nil {
		use(c)
	}
}

// loaded are the fonts in use.
var loaded struct {
	sync.Mutex
	fonts map[file]*svg.Font
}

// load returns a font, always the same one for the same file.
func load(at file, contents func() ([]byte, error)) (*svg.Font, error) {
	loaded.Lock()
	defer loaded.Unlock()
	if f := loaded.fonts[at]; f != nil {
		return f, nil
	}
	data, err := contents()
	if err != nil {
		return nil, err
	}
	c, err := sfnt.ParseCollection(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", at.path, err)
	}
	letters, err := c.Font(at.index)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", at.path, err)
	}
	name, err := letters.Name(nil, sfnt.NameIDPostScript)
	if err != nil {
		name = strings.ReplaceAll(filepath.Base(at.path), " ", "")
	}
	if loaded.fonts == nil {
		loaded.fonts = map[file]*svg.Font{}
	}
	f := &svg.Font{Name: name, Letters: letters, File: data, Index: at.index}
	loaded.fonts[at] = f
	return f, nil
}

func (at file) load() (*svg.Font, error) {
	return load(at, func() ([]byte, error) { return os.ReadFile(at.path) })
}

// find returns the font of a family, by its name without regard to case.
func find(family string, bold bool) (*svg.Font, error) {
	name := strings.ToLower(strings.TrimSpace(family))
	if other, ok := known[name]; ok {
		name = other
	}
	if files, ok := own[name]; ok {
		contents, style := files[0], "regular"
		if bold {
			contents, style = files[1], "bold"
		}
		return load(file{path: name, style: style}, func() ([]byte, error) { return contents, nil })
	}
	families, _ := installed()
	files := families[name]
	if len(files) == 0 {
		return nil, fmt.Errorf("no font %q: there are Times, Helvetica, Courier, Go%s", family, listed(families))
	}
	for _, style := range []string{map[bool]string{true: "bold"}[bold], "regular", "roman", "book", ""} {
		for _, at := range files {
			if style != "" && at.style == style {
				return at.load()
			}
		}
	}
	return files[0].load()
}

// listed are the families that are installed.
func listed(families map[string][]file) string {
	var names []string
	for _, key := range slices.Sorted(maps.Keys(families)) {
		names = append(names, families[key][0].family)
	}
	if len(names) == 0 {
		return "; none is installed"
	}
	const most = 30
	more := ""
	if len(names) > most {
		more = fmt.Sprintf(" and %d more", len(names)-most)
		names = names[:most]
	}
	return ", " + strings.Join(names, ", ") + more
}

// chosen are the fonts that have letters, as found.
var chosen sync.Map

// with returns the first installed font that has a letter.
func with(letter rune, bold bool) (*svg.Font, bool) {
	type key struct {
		letter rune
		bold   bool
	}
	if f, ok := chosen.Load(key{letter, bold}); ok {
		return f.(*svg.Font), true
	}
	_, all := installed()
	for _, onlyBold := range []bool{bold, false} {
		for _, at := range all {
			if onlyBold != strings.Contains(at.style, "bold") || strings.Contains(at.style, "italic") {
				continue
			}
			has := false
			reading(at.path, func(c *sfnt.Collection) {
				if f, err := c.Font(at.index); err == nil {
					glyph, err := f.GlyphIndex(nil, letter)
					has = err == nil && glyph != 0
				}
			})
			if !has {
				continue
			}
			if f, err := at.load(); err == nil {
				chosen.Store(key{letter, bold}, f)
				return f, true
			}
		}
	}
	return nil, false
}

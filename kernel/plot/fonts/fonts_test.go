package fonts

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/image/font/sfnt"

	"github.com/focal-search/focal/kernel/internal/svg"
	"github.com/focal-search/focal/kernel/setup"
)

func picture(family, text string) string {
	return `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="40" font-family="` + family + `"><text x="5" y="20">` +
		text + `</text><text x="5" y="35" font-family="monospace">mono</text></svg>`
}

// The usual names stand for fonts that are compiled in, the same in every program.
func TestKnown(t *testing.T) {
	for family, want := range map[string]string{"Times": "LiberationSerif", "helvetica": "LiberationSans",
		"Liberation Mono": "LiberationMono"} {
		for bold, more := range map[bool]string{false: "", true: "-Bold"} {
			f, err := find(family, bold)
			if err != nil || f.Name != want+more {
				t.Errorf("%s: %+v, %v", family, f, err)
			}
			if again, _ := find(family, bold); again != f {
				t.Errorf("%s is another font the second time", family)
			}
		}
		file, err := svg.PDF(picture(family, "x ≤ α"))
		if err != nil || !strings.Contains(file, "+"+want+" ") || !strings.Contains(file, "+LiberationMono ") {
			t.Errorf("%s: %v", family, err)
		}
	}
}

// The error for an unknown family lists what there is.
func TestUnknown(t *testing.T) {
	_, err := svg.PDF(picture("Nonesuch", "x"))
	if err == nil || !strings.Contains(err.Error(), `no font "Nonesuch": there are Times, Helvetica, Courier, Go`) {
		t.Error(err)
	}
}

// A family that is installed is found by its name, and letters that a font lacks come from an installed one.
func TestInstalled(t *testing.T) {
	families, all := installed()
	if len(all) == 0 {
		t.Skip("no font is installed: nothing to find")
	}
	for _, files := range families {
		f, err := find(files[0].family, false)
		if err != nil {
			t.Fatal(err)
		}
		if family, err := f.Letters.Name(nil, sfnt.NameIDFamily); err != nil || family != files[0].family {
			t.Errorf("asked for %s, found %s, %v", files[0].family, family, err)
		}
		break
	}
	const text = "漢字 かな"
	file, err := svg.PDF(picture("Times", text))
	if f, ok := with('漢', false); !ok {
		if err == nil || !strings.Contains(err.Error(), `no font at hand has the letter '漢' (U+6F22)`) {
			t.Error(err)
		}
		return
	} else if glyph, _ := f.Letters.GlyphIndex(nil, '漢'); glyph == 0 {
		t.Errorf("%s has no such letter", f.Name)
	}
	if err != nil {
		t.Fatal(err)
	}
	setup.Tool(t, "pdftotext", "poppler-utils")
	name := filepath.Join(t.TempDir(), "a.pdf")
	if err := os.WriteFile(name, []byte(file), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("pdftotext", name, "-").Output(); err != nil || !strings.Contains(string(out), text) {
		t.Errorf("the text is %q, %v", out, err)
	}
}

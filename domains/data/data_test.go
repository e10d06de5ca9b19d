package data_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains/data"
	"github.com/focal-search/focal/domains/data/datatest"
)

func TestMain(m *testing.M) { datatest.Main(m) }

// put writes a file and creates its folders.
func put(t *testing.T, path, content string) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil {
		err = os.WriteFile(path, []byte(content), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestFind: FOCAL_DATA's folder comes before ./data.
func TestFind(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("FOCAL_DATA", "")
	put(t, "data/tsplib/burma14.tsp", "near")
	if path, err := data.Find("tsplib/burma14.tsp"); path != "data/tsplib/burma14.tsp" || err != nil {
		t.Errorf("%s, %v", path, err)
	}
	t.Setenv("FOCAL_DATA", "elsewhere")
	if path, err := data.Find("tsplib/burma14.tsp"); path != "data/tsplib/burma14.tsp" || err != nil {
		t.Errorf("%s, %v", path, err)
	}
	put(t, "elsewhere/tsplib/burma14.tsp", "far")
	if path, err := data.Find("tsplib/burma14.tsp"); path != "elsewhere/tsplib/burma14.tsp" || err != nil {
		t.Errorf("%s, %v", path, err)
	}
	put(t, "nofolder", "")
	t.Setenv("FOCAL_DATA", "nofolder")
	if _, err := data.Find("tsplib/burma14.tsp"); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("FOCAL_DATA names a file: %v", err)
	}
}

// TestAbsent: the error for missing data names its owner, the folders searched and what
// to do.
func TestAbsent(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, test := range []struct{ folder, file, want string }{
		{"", "tsplib/burma14.tsp", "TSPLIB's burma14.tsp is not in data/tsplib: set FOCAL_DATA to a folder that holds it as tsplib/burma14.tsp, or get it with focal data fetch tsplib"},
		{"x", "tsplib/burma14.tsp", "TSPLIB's burma14.tsp is not in x/tsplib or data/tsplib: set FOCAL_DATA to a folder that holds it as tsplib/burma14.tsp, or get it with focal data fetch tsplib"},
		{"", "tsplib/pla85900.tsp", "TSPLIB's pla85900.tsp is not in data/tsplib: set FOCAL_DATA to a folder that holds it as tsplib/pla85900.tsp"},
		{"", "gctsp_shaelaie/paper/Small/1.txt",
			"Shaelaie's set's 1.txt is not in data/gctsp_shaelaie/paper/Small: set FOCAL_DATA to a folder that holds it as gctsp_shaelaie/paper/Small/1.txt"},
		{"", "mine/a.txt", "a.txt is not in data/mine: set FOCAL_DATA to a folder that holds it as mine/a.txt"},
	} {
		t.Setenv("FOCAL_DATA", test.folder)
		if _, err := data.Find(test.file); !errors.Is(err, fs.ErrNotExist) || err.Error() != test.want {
			t.Errorf("%v\nwant %s", err, test.want)
		}
	}
}

// TestSets: every set has files and a description; no file is in two sets.
func TestSets(t *testing.T) {
	owner := map[string]string{}
	for _, set := range data.Sets() {
		if len(set.Files) == 0 || set.Title == "" || set.About == "" || set.Use == "" ||
			!strings.Contains(set.Terms, "licence") {
			t.Errorf("%s is not described: %+v", set.Name, set)
		}
		for _, f := range set.Files {
			if other, ok := owner[f.Path]; ok || len(f.SHA256) != 64 {
				t.Errorf("%s of %s has the SHA-256 %q, and is in %s", f.Path, set.Name, f.SHA256, other)
			}
			owner[f.Path] = set.Name
		}
		if got, err := data.Named(set.Name); err != nil || got.Title != set.Title {
			t.Errorf("%s: %v, %v", set.Name, got.Title, err)
		}
	}
	const want = `unknown data set "tsplip": did you mean "tsplib"? (known: korf, tsplib, tsplib-optima, gctsp, shaelaie, movingai)`
	if _, err := data.Named("tsplip"); err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
}

// TestSHA256 compares with what sha256sum prints for the files, through sha256sum again.
// The numbers of files of TSPLIB and of the GCTSP set are those in the descriptions of
// these libraries.
func TestSHA256(t *testing.T) {
	for _, test := range []struct {
		name, sum string
		files     int
	}{
		{"korf", "d51e803f16a2fe78ebbb787882741573bdecbbcb552d0db19d0cc3a85524ebc0", 1},
		{"tsplib", "0a67f861135b6f0a92512cbc143e42e9ef9a1ebe44ae92088c946a6314585ad7", 49 + 24}, // instances, tours
		{"gctsp", "f45331b2a30b9e5935569b06edf82599055d973c9c6dcca6ad408d1ab554ec26", 81 + 234 + 1},
		{"shaelaie", "2988189ceb0e0d871dbfc6f787ac586cc767f99ad56e34003ccc6c2835503320", 115 + 1},
		{"movingai", "50a6e632a521086ddaa37dae1839af6419c6035d06bdd4976a75cd08ef3ff138", 2 * 17}, // maps, scenarios
	} {
		set, err := data.Named(test.name)
		if err != nil || set.SHA256() != test.sum || len(set.Files) != test.files {
			t.Errorf("%s: %v, %d files with %s, want %d with %s", test.name, err, len(set.Files), set.SHA256(), test.files,
				test.sum)
		}
	}
}

// TestLook: the survey of a set lists which files are intact, changed and missing.
func TestLook(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("FOCAL_DATA", "far")
	// The SHA-256 of "abc" is the first example of FIPS 180.
	const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	set := data.Set{Title: "Letters", Files: []data.File{{"l/a", abc}, {"l/b", abc}, {"l/c", abc}, {"l/d", abc}}}
	survey := func(text string, want ...data.State) {
		t.Helper()
		got, err := set.Look()
		var states []data.State
		for _, f := range got.Found {
			states = append(states, f.State)
		}
		if err != nil || got.String() != text || !slices.Equal(states, want) {
			t.Errorf("%v %q, %v\nwant %v %q", states, got, err, want, text)
		}
	}
	survey("missing", data.Missing, data.Missing, data.Missing, data.Missing)
	put(t, "far/l/a", "abc")
	survey("1 of 4 files whole, 3 missing; in far", data.Whole, data.Missing, data.Missing, data.Missing)
	put(t, "data/l/b", "abc")
	put(t, "far/l/c", "abd")
	put(t, "data/l/c", "abc") // hides far/l/c
	survey("2 of 4 files whole, 1 changed, 1 missing; in far and data", data.Whole, data.Whole, data.Changed, data.Missing)
	put(t, "far/l/d/file", "")
	if _, err := set.Look(); err == nil || !strings.HasPrefix(err.Error(), "Letters: ") ||
		!strings.Contains(err.Error(), filepath.Join("far", "l", "d")) {
		t.Errorf("a folder instead of a file: %v", err)
	}
}

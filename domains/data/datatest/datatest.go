// Package datatest locates the published data sets for tests. They are not included in
// the project, but read from the folder that FOCAL_DATA names, by default shared/data
// beside the checkout.
package datatest

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"testing"
)

// Folder returns the folder with all data sets.
func Folder() string {
	if folder := os.Getenv("FOCAL_DATA"); folder != "" {
		return folder
	}
	return filepath.Join(filepath.Dir(checkout()), "shared", "data")
}

// checkout returns the nearest parent folder with a go.mod.
func checkout() string {
	dir, err := os.Getwd()
	if err != nil {
		panic(err) // impossible: a test runs in the folder of its package
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil || dir == filepath.Dir(dir) {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}

// Main runs a package's tests with FOCAL_DATA set to the Folder:
//
//	func TestMain(m *testing.M) { datatest.Main(m) }
func Main(m *testing.M) {
	os.Setenv("FOCAL_DATA", Folder())
	os.Exit(m.Run())
}

// Find returns the path of a file such as "tsplib/burma14.tsp" in the Folder. If it is
// missing, the test is skipped.
func Find(t testing.TB, file string) string {
	t.Helper()
	path := filepath.Join(Folder(), filepath.FromSlash(file))
	if _, err := os.Stat(path); err != nil {
		t.Skipf("needs published data (set FOCAL_DATA to the folder that holds it): %v", err)
	}
	return path
}

// Table returns the rows of a CSV file, which Find locates, by column name.
func Table(t testing.TB, file string) (rows []map[string]string) {
	t.Helper()
	in, err := os.Open(Find(t, file))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	lines, err := csv.NewReader(in).ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, column := range lines[0] {
			row[column] = line[i]
		}
		rows = append(rows, row)
	}
	return rows
}

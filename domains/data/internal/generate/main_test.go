package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/focal-search/focal/domains/data/datatest"
)

// TestManifest: every file of the data folder matches the manifest, and the manifest
// lists every file of the sets.
func TestManifest(t *testing.T) {
	folder := datatest.Folder()
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("the published data sets are not here (set FOCAL_DATA to the folder that holds them): %v", err)
	}
	want, err := manifest(os.DirFS(folder))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../manifest.csv")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		wanted := strings.Split(string(want), "\n")
		for i, line := range strings.Split(string(got), "\n") {
			if i >= len(wanted) || line != wanted[i] {
				t.Fatalf("manifest.csv:%d: %s\ndiffers from the data folder %s: run go generate ./domains/data", i+1,
					line, folder)
			}
		}
		t.Fatalf("manifest.csv ends after %d bytes of %d: run go generate ./domains/data", len(got), len(want))
	}
}

// TestHalfFolder: no manifest is made for a folder that lacks a set.
func TestHalfFolder(t *testing.T) {
	_, err := manifest(fstest.MapFS{"korf/korf100.csv": &fstest.MapFile{Data: []byte("1")}})
	if err == nil || !strings.Contains(err.Error(), "no tsplib/*.tsp in the data folder") {
		t.Error(err)
	}
}

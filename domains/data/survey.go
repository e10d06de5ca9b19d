package data

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// A State says whether a File is present and unchanged.
type State string

// The states of a file.
const (
	Whole   State = "whole"
	Changed State = "changed" // present, with another SHA-256
	Missing State = "missing"
)

// Look returns the path of a file, "" if it is missing, and its state.
func (f File) Look() (place string, s State, err error) {
	place, err = Find(f.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", Missing, nil
	}
	if err != nil {
		return "", "", err
	}
	if held != nil {
		return place, Whole, nil
	}
	content, err := read(place)
	switch {
	case err != nil:
		return "", "", err
	case Sum(content) != f.SHA256:
		return place, Changed, nil
	}
	return place, Whole, nil
}

// Read reads a published file, such as "movingai/dao/arena.map". A changed one is an error.
func Read(file string) ([]byte, error) {
	file = filepath.ToSlash(file)
	place, err := Find(file)
	if err != nil {
		return nil, readable(place, err)
	}
	set, _ := setOf(file)
	i := slices.IndexFunc(set.Files, func(f File) bool { return f.Path == file })
	if i < 0 {
		return nil, fmt.Errorf("%s is not one of the published files", file)
	}
	if held != nil {
		return held[file], nil
	}
	content, err := read(place)
	if err != nil {
		return nil, readable(place, err)
	}
	if sum, want := Sum(content), set.Files[i].SHA256; sum != want {
		return nil, fmt.Errorf("%s is not as published: its SHA-256 is %.12s…, not %.12s…: put %s's file there, or name yours "+
			"as one of your own files", place, sum, want, set.Title)
	}
	return content, nil
}

// Sum returns the SHA-256 of data in hexadecimal.
func Sum(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// SHA256 returns one checksum for all files of a set: the SHA-256 of the list that
// sha256sum prints in the data folder for the set's files, in the order of Files.
func (s Set) SHA256() string {
	var list strings.Builder
	for _, f := range s.Files {
		fmt.Fprintf(&list, "%s  %s\n", f.SHA256, f.Path)
	}
	return Sum([]byte(list.String()))
}

// A Survey reports which files of a Set are present.
type Survey struct {
	Found                   []Found // for each of the set's files
	Whole, Changed, Missing int     // how many files are
	Folders                 []string
}

// A Found is a File with the result of its Look.
type Found struct {
	File
	Place string
	State State
}

// Look reads every file of a set and reports which are present and unchanged.
func (s Set) Look() (Survey, error) {
	var all Survey
	for _, f := range s.Files {
		place, state, err := f.Look()
		if err != nil {
			return all, fmt.Errorf("%s: %w", s.Title, err)
		}
		all.Found = append(all.Found, Found{f, place, state})
		switch state {
		case Whole:
			all.Whole++
		case Changed:
			all.Changed++
		case Missing:
			all.Missing++
			continue
		}
		folder := filepath.Clean(strings.TrimSuffix(place, filepath.FromSlash(f.Path)))
		if !slices.Contains(all.Folders, folder) {
			all.Folders = append(all.Folders, folder)
		}
	}
	return all, nil
}

// String summarizes the survey, as in "71 of 73 files whole, 2 missing; in data".
func (s Survey) String() string {
	if s.Missing == len(s.Found) {
		return "missing"
	}
	text := fmt.Sprintf("%d of %d files whole", s.Whole, len(s.Found))
	if s.Changed > 0 {
		text += fmt.Sprintf(", %d changed", s.Changed)
	}
	if s.Missing > 0 {
		text += fmt.Sprintf(", %d missing", s.Missing)
	}
	return text + "; in " + strings.Join(s.Folders, " and ")
}

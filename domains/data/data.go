// Package data describes the published data sets that are not included in the project,
// and finds their files: what they are for, their terms of use, the folders that are
// searched, and the SHA-256 of every file.
package data

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/focal-search/focal/engine"
)

//go:generate go run ./internal/generate

// A Set is a published data set.
type Set struct {
	Name  string // as "tsplib"
	Title string // what people call it
	About string // its contents
	Use   string // its purpose
	Terms string
	Home  string // the address below which each file F is available as F.gz, without its folder; "" if none
	Files []File
}

// A File is a file of a Set.
type File struct {
	Path   string // below the data folder, with slashes
	SHA256 string // of its content, in hexadecimal
}

// sets lists the known sets. Their files are in the manifest.
var sets = []Set{
	{
		Name: "korf", Title: "Korf's table",
		About: "Korf's 100 instances of the 15-puzzle, their optimal costs, and the nodes that IDA* generates",
		Use:   "tests of npuzzle; the instances themselves are built in",
		Terms: "figures published by Korf (Artificial Intelligence 27, 1985) without a licence: not shipped",
	},
	{
		Name: "tsplib", Title: "TSPLIB",
		About: "the symmetric instances of TSPLIB with at most 200 cities, and optimal tours of some",
		Use:   "problems tsp/tsplib/, gctsp/tsplib-small/ and gctsp/tsplib-medium/, and tests",
		Terms: "published by Reinelt (ORSA Journal on Computing 3, 1991) without a licence: not shipped, focal data " +
			"fetch gets it",
		Home: "http://comopt.ifi.uni-heidelberg.de/software/TSPLIB95/tsp",
	},
	{
		Name: "tsplib-optima", Title: "the table of TSPLIB's optima",
		About: "the lengths of optimal tours as TSPLIB publishes them",
		Use:   "tests of tsplib and tsp; the lengths themselves are built in",
		Terms: "figures of TSPLIB, which has no licence: not shipped",
	},
	{
		Name: "gctsp", Title: "the GCTSP set",
		About: "81 small and 234 medium instances of the generalized covering TSP over TSPLIB's, and exact optima of 63",
		Use:   "problems gctsp/files-small/ and gctsp/files-medium/, and tests",
		Terms: "published without a licence: not shipped",
	},
	{
		Name: "shaelaie", Title: "Shaelaie's set",
		About: "the 115 instances of the generalized covering TSP by Shaelaie, Salari, Naji-Azimi, and the best costs known",
		Use:   "problems gctsp/shaelaie/, and tests",
		Terms: "published with a paper (Applied Soft Computing 24, 2014) without a licence: not shipped",
	},
	{
		Name: "movingai", Title: "the Moving AI Lab",
		About: "17 grid maps of games, cities, rooms, mazes and random obstacles, with scenarios and their optimal lengths",
		Use:   "problems grid/movingai/, and tests",
		Terms: "published by Sturtevant (IEEE Transactions on Computational Intelligence and AI in Games 4(2), 2012) under " +
			"the licence ODC-By, with the permission of BioWare and Blizzard: not shipped",
	},
}

// Sets lists the known data sets.
func Sets() []Set { return slices.Clone(known()) }

var known = sync.OnceValue(func() []Set {
	rows, err := csv.NewReader(strings.NewReader(manifest)).ReadAll()
	if err != nil {
		panic(err) // impossible: the manifest is generated, and every test reads it
	}
	all := slices.Clone(sets)
	for _, row := range rows[1:] {
		i := slices.IndexFunc(all, func(s Set) bool { return s.Name == row[0] })
		all[i].Files = append(all[i].Files, File{Path: row[1], SHA256: row[2]})
	}
	return all
})

// Named returns the data set with the given name. An unknown name is an error.
func Named(name string) (Set, error) {
	var names []string
	for _, set := range known() {
		if set.Name == name {
			return set, nil
		}
		names = append(names, set.Name)
	}
	return Set{}, fmt.Errorf("unknown data set %q%s", name, engine.Suggest(name, names))
}

// Where data sets are looked for.
const (
	Variable = "FOCAL_DATA" // the environment variable that names a folder
	Folder   = "data"       // in the working directory
)

// Folders lists the folders that are searched for data sets: the folder that FOCAL_DATA
// names, if it is set, then ./data.
func Folders() []string {
	if folder := os.Getenv(Variable); folder != "" {
		return []string{folder, Folder}
	}
	return []string{Folder}
}

// Find returns the path of a file, such as "tsplib/burma14.tsp", in the first of the
// Folders that has it. If none has it, the error says what to do.
func Find(file string) (string, error) {
	if held != nil {
		if _, ok := held[file]; ok {
			return file, nil
		}
		return "", absent(file)
	}
	for _, folder := range Folders() {
		place := filepath.Join(folder, filepath.FromSlash(file))
		if _, err := os.Stat(place); !errors.Is(err, fs.ErrNotExist) {
			return place, err
		}
	}
	return "", absent(file)
}

// absent returns the error, an fs.ErrNotExist, that a file is in none of the Folders.
func absent(file string) error {
	var places []string
	for _, folder := range Folders() {
		places = append(places, filepath.Join(folder, filepath.FromSlash(path.Dir(file))))
	}
	owner, advice := "", ""
	if set, ok := setOf(file); ok {
		owner = set.Title + "'s "
		if set.Home != "" && slices.ContainsFunc(set.Files, func(f File) bool { return f.Path == file }) {
			advice = ", or get it with focal data fetch " + set.Name
		}
	}
	return notExist(fmt.Sprintf("%s%s is not in %s: set FOCAL_DATA to a folder that holds it as %s%s",
		owner, path.Base(file), strings.Join(places, " or "), filepath.FromSlash(file), advice))
}

// notExist is the message of an fs.ErrNotExist.
type notExist string

func (e notExist) Error() string      { return string(e) }
func (notExist) Is(target error) bool { return target == fs.ErrNotExist }

// setOf returns the set of a file or, if it belongs to none, the first set with files in
// the same top folder.
func setOf(file string) (found Set, ok bool) {
	top, _, _ := strings.Cut(file, "/")
	for _, set := range known() {
		for _, f := range set.Files {
			if f.Path == file {
				return set, true
			}
			if !ok && strings.HasPrefix(f.Path, top+"/") {
				found, ok = set, true
			}
		}
	}
	return found, ok
}

package gctsp

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/focal-search/focal/domains/data"
	"github.com/focal-search/focal/domains/tsplib"
	"github.com/focal-search/focal/engine"
)

func init() {
	set := func(name, doc string, names []string) engine.Set {
		return engine.Set{Name: name, Doc: doc, Names: names, Title: "GCTSP " + name,
			Variants: []engine.Choice{{Words: variants}}}
	}
	engine.Register(&engine.Domain{
		Name: "gctsp",
		Doc:  "generalized covering TSP; moves to nodes that cover an uncovered customer (covering) or to all",
		Sets: []engine.Set{
			set("small", "nine instances over each of 9 uniform random bases of 14 to 76 nodes", seededNames("small")),
			set("medium", "nine instances over each of 26 uniform random bases of 96 to 200 nodes", seededNames("medium")),
			set("tsplib-small", "the same recipe over TSPLIB's bases of 14 to 76 nodes, from the data folder",
				mixed(bases["small"])),
			set("tsplib-medium", "the same recipe over TSPLIB's bases of 96 to 200 nodes, from the data folder",
				mixed(bases["medium"])),
			set("files-small", "81 .gctsp files over the same bases, from the data folder", fileNames("small")),
			set("files-medium", "234 .gctsp files over the same bases, from the data folder", fileNames("medium")),
			set("shaelaie", "the 115 instances of Shaelaie, Salari, Naji-Azimi (2014), from the data folder", shaelaieNames()),
			data.OwnSet("an instance in a .gctsp file, or in the format of Shaelaie, Salari, Naji-Azimi", "my.gctsp", ".gctsp",
				[]engine.Choice{{Words: variants}}, readFile),
		},
		Problem: problem,
	})
}

// bases are TSPLIB's instances over which the recipe is applied.
var bases = map[string][]string{
	"small": {"burma14", "ulysses16", "ulysses22", "att48", "eil51", "berlin52", "st70", "eil76", "pr76"},
	"medium": {
		"gr96", "rat99", "kroA100", "kroB100", "kroC100", "kroD100", "kroE100", "rd100", "eil101", "lin105", "pr107", "pr124",
		"bier127",
		"ch130", "pr136", "gr137", "pr144", "ch150", "kroA150", "kroB150", "pr152", "u159", "rat195", "d198", "kroA200",
		"kroB200",
	},
}

// fileNames are the names of the .gctsp files, which write their bases in lower
// case and two of them with the ending .tsp.
func fileNames(set string) []string {
	var names []string
	for _, base := range bases[set] {
		base = strings.ToLower(base)
		if strings.HasPrefix(base, "ulysses") {
			base += ".tsp"
		}
		names = append(names, base)
	}
	return mixed(names)
}

// shaelaie is how many instances of each size there are, and how their files are called.
var shaelaie = []struct {
	letter string
	count  int
	file   string
}{{"S", 32, "Small/%d.txt"}, {"M", 69, "Medium/%dM.txt"}, {"L", 14, "Large/%dL.txt"}}

func shaelaieNames() (names []string) {
	for _, s := range shaelaie {
		for i := range s.count {
			names = append(names, fmt.Sprintf("%s%d", s.letter, i+1))
		}
	}
	return names
}

// shaelaieFile is where an instance lies in the data folder.
func shaelaieFile(id int) string {
	for _, s := range shaelaie {
		if id <= s.count {
			return "gctsp_shaelaie/paper/" + fmt.Sprintf(s.file, id)
		}
		id -= s.count
	}
	return ""
}

// problem makes a registered instance from the parts of its name.
func problem(set string, id int, variant string) (*engine.Problem, error) {
	in, optimal, err := instance(set, id)
	if err != nil {
		return nil, err
	}
	p, err := New(in, variantOf(variant))
	if err != nil {
		return nil, err
	}
	p.Optimal = optimal
	return p, nil
}

// instance makes a registered instance, with its optimal cost where it is known
// exactly, else -1.
func instance(set string, id int) (in *Instance, optimal engine.Cost, err error) {
	source, size, _ := strings.Cut(set, "-")
	switch source {
	case "tsplib":
		in, err = fromTSPLIB(size, id)
		return in, -1, err
	case "files":
		return fromFile(size, fileNames(size)[id-1])
	case "shaelaie":
		in, err = published(shaelaieFile(id))
		return in, -1, err
	}
	in, err = Random(set, id)
	return in, -1, err
}

// fromTSPLIB applies the recipe to a base.
func fromTSPLIB(size string, id int) (*Instance, error) {
	base := (id - 1) / len(mixes)
	name := bases[size][base]
	file, err := tsplib.Library(name)
	if err != nil {
		return nil, err
	}
	b := &Base{Points: file.Map()}
	if b.Distances, b.Unit, err = metric(file.WeightType, file.Points, every(file.Dimension)); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return recipe(b, id)
}

// published reads a file of the data folder.
func published(file string) (*Instance, error) {
	content, err := data.Read(file)
	if err != nil {
		return nil, err
	}
	return Read(bytes.NewReader(content), file)
}

// fromFile reads a .gctsp file, and its optimum from the index beside it.
func fromFile(size, name string) (*Instance, engine.Cost, error) {
	in, err := published("gctsp/tsplib_" + size + "/" + name + ".gctsp")
	if err != nil {
		return nil, 0, err
	}
	optimal := engine.Cost(-1)
	if in.Unit == 1 { // others are known to six decimals only
		optimal, err = indexed(name)
	}
	return in, optimal, err
}

// indexed looks an optimum up, -1 where there is none or no index.
func indexed(name string) (engine.Cost, error) {
	const index = "gctsp/index.csv"
	content, err := data.Read(index)
	if errors.Is(err, fs.ErrNotExist) {
		return -1, nil
	}
	if err != nil {
		return 0, err
	}
	rows, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	if err != nil {
		return 0, fmt.Errorf("%s: %w", index, err)
	}
	const nameColumn, optimumColumn = 1, 9
	for _, row := range rows {
		if len(row) > optimumColumn && row[nameColumn] == name && row[optimumColumn] != "" {
			optimal, err := strconv.ParseFloat(row[optimumColumn], 64)
			if err != nil || optimal != float64(engine.Cost(optimal)) {
				return 0, fmt.Errorf("%s: optimum %q of %s: want a whole number", index, row[optimumColumn], name)
			}
			return engine.Cost(optimal), nil
		}
	}
	return -1, nil
}

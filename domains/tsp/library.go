package tsp

import (
	"fmt"

	"github.com/focal-search/focal/domains/data"
	"github.com/focal-search/focal/domains/internal/routing"
	"github.com/focal-search/focal/domains/tsplib"
	"github.com/focal-search/focal/engine"
)

// library is TSPLIB's symmetric instances of at most 200 cities and the lengths
// of their optimal tours as TSPLIB publishes them. The instances themselves are
// read from the data folder.
var library = []libraryInstance{
	{"burma14", 14, 3323},
	{"ulysses16", 16, 6859},
	{"gr17", 17, 2085},
	{"gr21", 21, 2707},
	{"ulysses22", 22, 7013},
	{"gr24", 24, 1272},
	{"fri26", 26, 937},
	{"bayg29", 29, 1610},
	{"bays29", 29, 2020},
	{"dantzig42", 42, 699},
	{"swiss42", 42, 1273},
	{"att48", 48, 10628},
	{"gr48", 48, 5046},
	{"hk48", 48, 11461},
	{"eil51", 51, 426},
	{"berlin52", 52, 7542},
	{"brazil58", 58, 25395},
	{"st70", 70, 675},
	{"eil76", 76, 538},
	{"pr76", 76, 108159},
	{"gr96", 96, 55209},
	{"rat99", 99, 1211},
	{"kroA100", 100, 21282},
	{"kroB100", 100, 22141},
	{"kroC100", 100, 20749},
	{"kroD100", 100, 21294},
	{"kroE100", 100, 22068},
	{"rd100", 100, 7910},
	{"eil101", 101, 629},
	{"lin105", 105, 14379},
	{"pr107", 107, 44303},
	{"gr120", 120, 6942},
	{"pr124", 124, 59030},
	{"bier127", 127, 118282},
	{"ch130", 130, 6110},
	{"pr136", 136, 96772},
	{"gr137", 137, 69853},
	{"pr144", 144, 58537},
	{"ch150", 150, 6528},
	{"kroA150", 150, 26524},
	{"kroB150", 150, 26130},
	{"pr152", 152, 73682},
	{"u159", 159, 42080},
	{"si175", 175, 21407},
	{"brg180", 180, 1950},
	{"rat195", 195, 2323},
	{"d198", 198, 15780},
	{"kroA200", 200, 29368},
	{"kroB200", 200, 29437},
}

type libraryInstance struct {
	name    string
	cities  int
	optimal engine.Cost
}

func libraryNames() (names []string) {
	for _, l := range library {
		names = append(names, l.name)
	}
	return names
}

func (l libraryInstance) problem(g Guidance) (*engine.Problem, error) {
	path, whole, err := data.Published("tsplib/" + l.name + ".tsp")
	if err != nil {
		return nil, err
	}
	file, err := routing.Library(path, l.name, l.cities)
	if err != nil {
		return nil, err
	}
	p, err := fromFile(path, file, g)
	if err != nil {
		return nil, err
	}
	if whole {
		p.Optimal = l.optimal
	}
	return p, nil
}

// Open makes the problem of a file in the format of TSPLIB, whose distances are
// integers.
func Open(path string, g Guidance) (*engine.Problem, error) {
	file, err := tsplib.Open(path)
	if err != nil {
		return nil, err
	}
	return fromFile(path, file, g)
}

func fromFile(path string, file *tsplib.File, g Guidance) (*engine.Problem, error) {
	if file.Tour != nil {
		return nil, fmt.Errorf("%s: holds a tour: want an instance", path)
	}
	p, err := OnMap(file.Map(), file.Distances(), 1, g)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

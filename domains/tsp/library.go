package tsp

import (
	"fmt"

	"github.com/focal-search/focal/domains/tsplib"
	"github.com/focal-search/focal/engine"
)

// library is TSPLIB's symmetric instances of at most 200 cities and the lengths
// of their optimal tours as TSPLIB publishes them. The instances themselves are
// read from the data folder.
var library = []libraryInstance{
	{"burma14", 3323},
	{"ulysses16", 6859},
	{"gr17", 2085},
	{"gr21", 2707},
	{"ulysses22", 7013},
	{"gr24", 1272},
	{"fri26", 937},
	{"bayg29", 1610},
	{"bays29", 2020},
	{"dantzig42", 699},
	{"swiss42", 1273},
	{"att48", 10628},
	{"gr48", 5046},
	{"hk48", 11461},
	{"eil51", 426},
	{"berlin52", 7542},
	{"brazil58", 25395},
	{"st70", 675},
	{"eil76", 538},
	{"pr76", 108159},
	{"gr96", 55209},
	{"rat99", 1211},
	{"kroA100", 21282},
	{"kroB100", 22141},
	{"kroC100", 20749},
	{"kroD100", 21294},
	{"kroE100", 22068},
	{"rd100", 7910},
	{"eil101", 629},
	{"lin105", 14379},
	{"pr107", 44303},
	{"gr120", 6942},
	{"pr124", 59030},
	{"bier127", 118282},
	{"ch130", 6110},
	{"pr136", 96772},
	{"gr137", 69853},
	{"pr144", 58537},
	{"ch150", 6528},
	{"kroA150", 26524},
	{"kroB150", 26130},
	{"pr152", 73682},
	{"u159", 42080},
	{"si175", 21407},
	{"brg180", 1950},
	{"rat195", 2323},
	{"d198", 15780},
	{"kroA200", 29368},
	{"kroB200", 29437},
}

type libraryInstance struct {
	name    string
	optimal engine.Cost
}

func libraryNames() (names []string) {
	for _, l := range library {
		names = append(names, l.name)
	}
	return names
}

func (l libraryInstance) problem(g Guidance) (*engine.Problem, error) {
	file, err := tsplib.Library(l.name)
	if err != nil {
		return nil, err
	}
	p, err := fromFile(l.name, file, g)
	if err != nil {
		return nil, err
	}
	p.Optimal = l.optimal
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

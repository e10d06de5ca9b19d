package engine

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/focal-search/focal/engine/internal/natural"
)

// A Family is a set of problems of your own, numbered from 1 to Count or read from files:
//
//	engine.RegisterFamily(engine.Family{Name: "sokoban", Count: 50,
//		Make: func(i int) *engine.Problem { return level(i).Problem() }})
//
//	engine.RegisterFamily(engine.Family{Name: "sokoban", Files: "levels/*.txt",
//		Read: func(file string) *engine.Problem { ... }})
//
// Its instances are named sokoban/1 to sokoban/50, or by their files: sokoban/micro3 for
// levels/micro3.txt. These names work wherever those of built-in problems do; so do
// patterns such as sokoban/1-10 and sokoban/*.
//
// Each instance is made anew when it is named, and its content is its identity: an instance
// that has changed is another problem, whose runs are made anew. See [Problem.Content].
type Family struct {
	Name  string // letters, digits, - and _
	Doc   string // one line of description
	Count int    // number of instances
	// Make makes instance i, from 1 to Count. The name of the problem may be left empty. It
	// is called from several goroutines, and must make the same problem each time.
	Make func(i int) *Problem
	// Files and Read take the place of Count and Make: a pattern, as in levels/*.txt, and a
	// function that makes a problem from a file. RegisterFamily looks the files up.
	Files string
	Read  func(file string) *Problem
}

// registeredFamily is a family and the set that the registry shows of it.
type registeredFamily struct {
	Family
	files []string // by the number of their instances
	set   Set
	once  sync.Once // the first instance is made
	wrong error     // what was found then
}

// families are the registered ones, by name.
var (
	familyMutex sync.Mutex
	families    = map[string]*registeredFamily{}
)

// RegisterFamily makes the problems of a family known by name, to [Solve] by way of
// domains.Get, and to studies and study files. The processes that a program starts for a
// study know it if it is registered before study.Main is called. Registering the same name
// again replaces the family, as when a cell is executed again. It panics with a message
// that says what is wrong if the family is not valid.
func RegisterFamily(f Family) {
	r := &registeredFamily{Family: f}
	if err := r.prepare(); err != nil {
		panic("engine.RegisterFamily: " + err.Error())
	}
	familyMutex.Lock()
	defer familyMutex.Unlock()
	families[f.Name] = r
}

// prepare checks the family and lists its instances.
func (r *registeredFamily) prepare() error {
	if !IsWord(r.Name) {
		return fmt.Errorf("the name of a family is %q: want letters, digits, - and _", r.Name)
	}
	wrong := func(format string, args ...any) error {
		return fmt.Errorf("family %s: %s", r.Name, fmt.Sprintf(format, args...))
	}
	r.set = Set{Name: r.Name, Doc: cmp.Or(r.Doc, "a family of your own"), Count: r.Count}
	if _, err := findDomain(r.Name); err == nil {
		return wrong("a domain has this name: choose another")
	}
	switch fromFiles := r.Files != "" || r.Read != nil; {
	case fromFiles && (r.Make != nil || r.Count != 0):
		return wrong("it has both Make and Files: want Count and Make, or Files and Read")
	case fromFiles && r.Read == nil:
		return wrong("Read is missing: a function that makes a problem from a file")
	case fromFiles:
		return r.list(wrong)
	case r.Make == nil:
		return wrong("Make is missing: a function that makes instance i")
	case r.Count < 1:
		return wrong("Count = %d: want the number of instances", r.Count)
	}
	return nil
}

// list finds the family's files and names its instances after them.
func (r *registeredFamily) list(wrong func(string, ...any) error) (err error) {
	if r.files, err = filepath.Glob(r.Files); err != nil {
		return wrong("Files = %q: %v", r.Files, err)
	}
	if len(r.files) == 0 {
		return wrong("no file matches %s", r.Files)
	}
	slices.SortFunc(r.files, natural.Compare)
	for _, file := range r.files {
		name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		switch {
		case strings.ContainsAny(name, ":,*/ "):
			return wrong("the name of %s contains a colon, a comma, a star or a space, which have a meaning in patterns", file)
		case slices.Contains(r.set.Names, name):
			return wrong("two files have the name %s, such as %s", name, file)
		}
		r.set.Names = append(r.set.Names, name)
	}
	r.set.Count = len(r.files)
	return nil
}

// problem makes instance i, the first one twice: if that is another problem, no result can be verified.
func (r *registeredFamily) problem(i int) (*Problem, error) {
	p, err := r.made(i)
	if err != nil {
		return nil, err
	}
	r.once.Do(func() {
		if again, wrong := r.made(i); wrong != nil || !again.Is(p.Digest()) {
			r.wrong = fmt.Errorf("the family's function makes another problem each time: want one that depends on its argument alone")
		}
	})
	return p, r.wrong
}

// made makes instance i.
func (r *registeredFamily) made(i int) (p *Problem, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("the family's function panics: %v", reason)
		}
	}()
	identity := r.set.id(i)
	if r.Read != nil {
		content, err := os.ReadFile(r.files[i-1])
		if err != nil {
			return nil, err
		}
		identity = fmt.Sprintf("%s %x", identity, sha256.Sum256(content))
		p = r.Read(r.files[i-1])
	} else {
		p = r.Make(i)
	}
	if p == nil || p.NewSpace == nil && p.Err == nil {
		return nil, fmt.Errorf("the family's function returns no problem")
	}
	if p.Err != nil && p.Err != errNoName {
		return nil, p.Err
	}
	made := *p
	made.Err = nil
	if made.Sampled() { // two instances may look alike near their starts
		contents, instance := p.contents, func(content string) string { return fmt.Sprintf("%s\ninstance %s", content, identity) }
		made.Content, made.start = instance(p.Content), instance(p.start)
		made.contents = func(yield func(string) bool) {
			for content := range contents {
				if !yield(instance(content)) {
					return
				}
			}
		}
	}
	return &made, nil
}

// findFamily returns the registered family of a name.
func findFamily(name string) (*registeredFamily, bool) {
	familyMutex.Lock()
	defer familyMutex.Unlock()
	r, ok := families[name]
	return r, ok
}

// suggestFamily is the end of an error message about the parts of a name that may be meant to
// be one of a family's.
func suggestFamily(parts []string) string {
	if len(parts) != 2 {
		return ""
	}
	if meant := Nearest(parts[0], slices.Collect(maps.Keys(Families()))); meant != "" {
		return fmt.Sprintf("; or is it the family %s, as in %s/%s?", meant, meant, parts[1])
	}
	if _, err := findDomain(parts[0]); err != nil && IsWord(parts[0]) {
		return fmt.Sprintf("; no family %s is registered here", parts[0])
	}
	return ""
}

// Families returns a token for each registered family, by name. It is another one after the
// family has been registered again.
func Families() map[string]any {
	familyMutex.Lock()
	defer familyMutex.Unlock()
	all := map[string]any{}
	for name, r := range families {
		all[name] = r
	}
	return all
}

// familyDomain is the domain of all families. Its name is empty: a family's problems are
// named family/id.
func familyDomain() *Domain {
	familyMutex.Lock()
	defer familyMutex.Unlock()
	known := maps.Clone(families) // a family may be registered again before its problem is made
	d := &Domain{Doc: "families of your own", Problem: func(family string, id int, variant string) (*Problem, error) {
		if variant != "" {
			return nil, fmt.Errorf("%s is a family of your own, whose problems have no variants such as :%s", family, variant)
		}
		return known[family].problem(id)
	}}
	for _, r := range known {
		d.Sets = append(d.Sets, r.set)
	}
	slices.SortFunc(d.Sets, func(a, b Set) int { return natural.Compare(a.Name, b.Name) })
	return d
}

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strings"

	"github.com/focal-search/focal/domains/data"
	"github.com/focal-search/focal/domains/data/fetch"
	"github.com/focal-search/focal/kernel/internal/exit"
	"github.com/focal-search/focal/kernel/show"
)

type dataCmd struct {
	List  dataListCmd  `cmd:"" default:"withargs" help:"List the sets with their purpose and terms, and which files are present (the default)."`
	Fetch dataFetchCmd `cmd:"" help:"Download a set from its public site."`
}

func (dataCmd) Help() string {
	return `Data published without a licence is not included in focal; some problems and tests need it. The
sets are looked for in the folder that FOCAL_DATA names, if it is set, and then in ./data. A file is complete
if its SHA-256 is the known one. The SHA-256 of a set is that of the list that sha256sum prints for its files,
in the order shown.

` + example("focal data", "focal data tsplib", "focal data --json", "focal data fetch")
}

type dataListCmd struct {
	Set  string `arg:"" optional:"" help:"Show only this set, file by file."`
	JSON bool   `help:"Print one JSON object for each set, one per line."`
}

func (c *dataListCmd) Run() error {
	sets := data.Sets()
	if c.Set != "" {
		set, err := data.Named(c.Set)
		if err != nil {
			return usage(err)
		}
		sets = []data.Set{set}
	}
	for _, set := range sets {
		survey, err := set.Look()
		if err != nil {
			return usage(err)
		}
		switch {
		case c.JSON:
			err = json.NewEncoder(os.Stdout).Encode(factsOf(set, survey))
		case c.Set != "":
			err = errors.Join(printSet(set, survey), printFiles(survey))
		default:
			err = printSet(set, survey)
		}
		if err != nil {
			return err
		}
	}
	if c.JSON {
		return nil
	}
	return say("looked for in %s\n", lookedFor())
}

// lookedFor describes where data is looked for.
func lookedFor() string {
	folders := data.Folders()
	if len(folders) > 1 {
		return fmt.Sprintf("%s, which FOCAL_DATA names, then %s", folders[0], folders[1])
	}
	return folders[0] + " (FOCAL_DATA is not set)"
}

func printSet(set data.Set, survey data.Survey) error {
	fmt.Printf("%s: %s, %s\n", set.Name, set.Title, set.About)
	lines := []string{"  for", set.Use, "  terms", set.Terms}
	if set.Home != "" {
		lines = append(lines, "  home", set.Home)
	}
	return rows(append(lines, "  state", survey.String(), "  sha256", set.SHA256())...)
}

func printFiles(survey data.Survey) error {
	var lines []string
	for _, f := range survey.Found {
		lines = append(lines, "  "+string(f.State), f.SHA256+"  "+f.Path)
	}
	return rows(lines...)
}

// Facts about a data set and its files, for programs.
type (
	dataFacts struct {
		Name    string      `json:"name"`
		Title   string      `json:"title"`
		About   string      `json:"about"`
		Use     string      `json:"use"`
		Terms   string      `json:"terms"`
		Home    string      `json:"home"` // "" if it cannot be downloaded
		SHA256  string      `json:"sha256"`
		Folders []string    `json:"folders"` // where it is looked for
		Whole   int         `json:"whole"`
		Changed int         `json:"changed"`
		Missing int         `json:"missing"`
		Files   []fileFacts `json:"files"`
	}
	fileFacts struct {
		Path   string     `json:"path"`
		SHA256 string     `json:"sha256"`
		State  data.State `json:"state"`
		Place  string     `json:"place,omitempty"` // empty if it is missing
	}
)

func factsOf(set data.Set, survey data.Survey) dataFacts {
	facts := dataFacts{
		Name: set.Name, Title: set.Title, About: set.About, Use: set.Use, Terms: set.Terms, Home: set.Home,
		SHA256:  set.SHA256(),
		Folders: data.Folders(), Whole: survey.Whole, Changed: survey.Changed, Missing: survey.Missing,
	}
	for _, f := range survey.Found {
		facts.Files = append(facts.Files, fileFacts{f.Path, f.SHA256, f.State, f.Place})
	}
	return facts
}

type dataFetchCmd struct {
	Set   string  `arg:"" default:"tsplib" help:"The set to download (default tsplib)."`
	URL   address `placeholder:"URL" help:"Download each file F as URL/F.gz from this mirror instead."`
	Force bool    `help:"Replace existing files whose SHA-256 differs."`
	JSON  bool    `help:"Print one JSON object."`
}

func (dataFetchCmd) Help() string {
	return `The files go to the folder that FOCAL_DATA names, or to ./data. Each is verified by its SHA-256
before it takes its name; existing files are not fetched again. After an interrupt or a lost connection the
same command resumes where it stopped.

` + example("focal data fetch", "FOCAL_DATA=/srv/focal focal data fetch tsplib")
}

func (c *dataFetchCmd) Run() error {
	set, err := data.Named(c.Set)
	if err != nil {
		return usage(err)
	}
	ctx := show.Context()
	live := show.Live(set.Title)
	defer live.Done()
	outcome, err := fetch.Do(ctx, fetch.Request{
		Set: set, URL: string(c.URL), Replace: c.Force,
		Progress: func(done, total int) { live.Set(int64(done), int64(total)) },
	})
	live.Done()
	if errors.Is(err, fetch.ErrNoHome) {
		return usage(err)
	}
	if printing := c.print(set, outcome); printing != nil {
		return printing
	}
	if err != nil && ctx.Err() != nil {
		return &failure{exit.Interrupted, fmt.Errorf("%s: interrupted; the same command resumes where it stopped", set.Title)}
	}
	if folder := (*fs.PathError)(nil); errors.As(err, &folder) {
		return usagef("%s: %w: set FOCAL_DATA to a folder that can be read and written", folder.Path, folder.Err)
	}
	return err
}

func (c *dataFetchCmd) print(set data.Set, o fetch.Outcome) error {
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(map[string]any{
			"name": set.Name, "url": o.URL, "folder": o.Folder, "files": o.Total, "there": o.There, "fetched": o.Fetched,
			"missing": o.Total - o.There - o.Fetched,
		})
	}
	return say("%s: %d of %d files fetched into %s, %d were there\n",
		set.Title, o.Fetched, o.Total, o.Folder, o.There)
}

// An address is an address from which files can be downloaded.
type address string

func (a *address) UnmarshalText(text []byte) error {
	u, err := url.Parse(string(text))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Errorf("%q is not an address: want one such as http://localhost:8000/tsp", text)
	}
	*a = address(strings.TrimSuffix(string(text), "/"))
	return nil
}

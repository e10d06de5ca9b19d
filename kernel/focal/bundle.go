package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/engine/output"
	"github.com/focal-search/focal/kernel/bundle"
	"github.com/focal-search/focal/kernel/gonb"
	"github.com/focal-search/focal/kernel/internal/exit"
	"github.com/focal-search/focal/kernel/show"
)

type bundleCmd struct {
	Make  bundleMakeCmd  `cmd:"" default:"withargs" help:"Make an archive of a notebook (the default)."`
	Check bundleCheckCmd `cmd:"" help:"Run an archive's notebook again and compare the outputs."`
}

func (bundleCmd) Help() string {
	return `An archive is a ZIP file with the executed notebook, the study files and results that it names,
go.mod and go.sum, the versions of everything that made it, the SHA-256 of every file, and RO-Crate metadata.
The same contents give the same archive, byte for byte.

` + example("focal bundle notebooks/01-quickstart.ipynb", "focal bundle check 01-quickstart.zip")
}

type bundleMakeCmd struct {
	Notebook string   `arg:"" help:"The executed notebook."`
	Add      []string `sep:"none" placeholder:"FILE" help:"A file that the notebook reads without naming it in a string; may be given several times."`
	Output   string   `short:"o" placeholder:"FILE" help:"The archive. The default is the notebook's name with .zip, in the working directory."`
	Day      string   `placeholder:"DATE" help:"The day of publication, such as 2026-11-21. The default is the day on which the notebook was executed."`
	JSON     bool     `help:"Print one JSON object."`
}

func (bundleMakeCmd) Help() string { return bundleCmd{}.Help() }

// made is what bundle prints about an archive that it has made.
type made struct {
	Archive  string            `json:"archive"`
	SHA256   string            `json:"sha256"`
	Files    []bundle.File     `json:"files"`
	Software []bundle.Software `json:"software"`
}

func (c *bundleMakeCmd) Run() error {
	contents, files, whole, err := c.pack()
	if err != nil {
		return usage(err)
	}
	name := c.Output
	if name == "" {
		name = strings.TrimSuffix(filepath.Base(c.Notebook), filepath.Ext(c.Notebook)) + ".zip"
	}
	if err := toFile(name, func(out io.Writer) error { _, err := out.Write(whole); return err },
		c.Notebook); err != nil {
		return usage(err)
	}
	if name == output.Standard {
		return nil
	}
	archive, err := bundle.Open(name) // so that an unreadable one is noticed
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(made{name, archive.SHA256, files, contents.Software})
	}
	for _, f := range files {
		if err := say("%10d  %s\n", f.Bytes, f.Path); err != nil {
			return err
		}
	}
	return say("%s: SHA-256 %s\n", name, archive.SHA256)
}

// pack makes the archive in memory, so that none is left half written.
func (c *bundleMakeCmd) pack() (contents bundle.Contents, files []bundle.File, whole []byte, err error) {
	if contents, err = c.contents(); err != nil {
		return contents, nil, nil, err
	}
	if files, err = contents.Collect(); err != nil {
		return contents, nil, nil, plainPath(err)
	}
	var archive bytes.Buffer
	err = bundle.Write(&archive, files)
	return contents, files, archive.Bytes(), err
}

func (c *bundleMakeCmd) contents() (bundle.Contents, error) {
	contents := bundle.Contents{Notebook: c.Notebook, Add: c.Add, Warn: warn}
	if c.Day != "" {
		var err error
		if contents.Day, err = time.Parse(time.DateOnly, c.Day); err != nil {
			return contents, fmt.Errorf("--day: %q is not a date such as 2026-11-21", c.Day)
		}
	}
	if _, err := os.Stat(c.Notebook); err != nil {
		return contents, input.Plain(c.Notebook, err)
	}
	var ok bool
	if contents.Module, ok = gonb.FindCheckout(filepath.Dir(c.Notebook), "."); !ok {
		return contents, fmt.Errorf("neither %s nor the working directory is inside a checkout of focal, whose go.mod "+
			"is needed", c.Notebook)
	}
	lab, err := jupyter()
	if err != nil {
		warn("Jupyter was not found, so its version is not recorded")
	}
	contents.Software = software(contents.Module, lab)
	return contents, nil
}

// plainPath reduces a file error to the file's name and what is wrong.
func plainPath(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return input.Plain(path.Path, err)
	}
	return err
}

// software lists the software that notebooks are run with here. If the build did not
// record its commit, the checkout's is used.
func software(checkout, jupyter string) []bundle.Software {
	b := thisBuild()
	commit := b.commit()
	if b.Commit == "" {
		commit = checkoutCommit(checkout)
	}
	all := []bundle.Software{
		{Name: "focal", Version: b.Version + ", commit " + commit, URL: "https://" + gonb.Module},
		{Name: "Go", Version: b.Go, URL: "https://go.dev/"},
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		names := map[string]string{"github.com/janpfeifer/gonb": "GoNB", "github.com/traefik/yaegi": "yaegi"}
		for _, module := range info.Deps {
			if name, ok := names[module.Path]; ok {
				all = append(all, bundle.Software{Name: name, Version: module.Version, URL: "https://" + module.Path})
			}
		}
	}
	if jupyter == "" {
		return all
	}
	version, err := printed(jupyter, "lab", "--version")
	if err != nil {
		warn(fmt.Sprintf("the version of JupyterLab is not recorded: %v", err))
		return all
	}
	return append(all, bundle.Software{Name: "JupyterLab", Version: version, URL: "https://jupyter.org/"})
}

// checkoutCommit returns the commit of a checkout, from git.
func checkoutCommit(root string) string {
	commit, err := printed("git", "-C", root, "rev-parse", "HEAD")
	if err != nil {
		return build{}.commit()
	}
	changes, err := printed("git", "-C", root, "status", "--porcelain", "--untracked-files=no")
	return build{Commit: commit, Modified: err != nil || changes != ""}.commit()
}

type bundleCheckCmd struct {
	Archive string `arg:"" help:"The archive."`
	NoRun   bool   `help:"Check only files and results. A notebook is a program: run only those that you trust."`
	JSON    bool   `help:"Print one JSON object for each comparison, one per line."`
}

func (bundleCheckCmd) Help() string {
	return `First every file is compared with its SHA-256, and every result is verified as focal verify does. Results of
problems that only the notebook's cells register are UNKNOWN, unless --with names a script that registers them.
Then Jupyter runs the notebook under its own kernel, in a folder with only the archive's files, and the text
that each cell prints is compared with what it printed before. Times, which are written with their unit, are
not compared. If anything differs, the exit code is 1.

` + example("focal bundle check 01-quickstart.zip", "focal bundle check 01-quickstart.zip --no-run")
}

// compared is the outcome of one comparison.
type compared struct {
	What    string `json:"what"` // file, results or cell
	Name    string `json:"name"`
	Same    bool   `json:"same"`
	Unknown bool   `json:"unknown,omitempty"` // results that cannot be verified here
	Says    string `json:"says,omitempty"`
	Bundled string `json:"bundled,omitempty"` // a cell's old output where it differs
	Again   string `json:"again,omitempty"`   // its new output
}

func (c compared) String() string {
	word := "DIFFERS"
	switch {
	case c.Same:
		word = "same"
	case c.Unknown:
		word = "UNKNOWN"
	}
	text := fmt.Sprintf("%-8s %-8s %s", word, c.What, c.Name)
	if c.Says != "" {
		text += ": " + c.Says
	}
	if !c.Same && c.What == "cell" {
		text += "\n  bundled: " + c.Bundled + "\n  again:   " + c.Again
	}
	return text
}

func (c *bundleCheckCmd) Run() error {
	archive, err := bundle.Open(c.Archive)
	if err != nil {
		return usage(plainPath(err))
	}
	notebook, err := archive.Parse()
	if err != nil {
		return usage(fmt.Errorf("%s: %s: %w", c.Archive, archive.Notebook, err))
	}
	changed, err := c.print(compareFiles(archive))
	if err != nil {
		return err
	}
	if changed > 0 {
		return &failure{exit.Wrong, fmt.Errorf("%s: %s changed since the archive was made; nothing is run", c.Archive,
			output.Many(changed, "file"))}
	}
	ctx := show.Context()
	differ, err := c.print(compareResults(ctx, archive))
	if err != nil {
		return err
	}
	if !c.NoRun && ctx.Err() == nil {
		var cells []compared
		if err := inOrder(func() (err error) {
			cells, err = compareCells(ctx, archive, notebook)
			return err
		}); err != nil {
			return err
		}
		more, err := c.print(cells)
		if err != nil {
			return err
		}
		differ += more
	}
	if ctx.Err() != nil {
		return errInterrupted
	}
	if differ > 0 {
		return &failure{exit.Wrong, fmt.Errorf("%s: %s", c.Archive, output.Many(differ, "difference"))}
	}
	return nil
}

// print prints what was compared and counts the differences.
func (c *bundleCheckCmd) print(all []compared) (differ int, err error) {
	for _, one := range all {
		if !one.Same && !one.Unknown {
			differ++
		}
		if c.JSON {
			err = json.NewEncoder(os.Stdout).Encode(one)
		} else {
			err = say("%v\n", one)
		}
		if err != nil {
			return differ, err
		}
	}
	return differ, nil
}

// compareFiles compares the files with those that the archive was made with.
func compareFiles(archive *bundle.Archive) []compared {
	var all []compared
	for _, f := range archive.Files {
		changed := archive.Changed(f)
		all = append(all, compared{What: "file", Name: f.Path, Same: changed == "", Says: changed})
	}
	for _, name := range archive.Lost() {
		all = append(all, compared{What: "file", Name: name, Says: "missing"})
	}
	return all
}

// compareResults verifies the results in the archive.
func compareResults(ctx context.Context, archive *bundle.Archive) []compared {
	var all []compared
	for _, f := range archive.Files {
		if !f.Results() {
			continue
		}
		claims, err := parseFile(f.Path, f.Data())
		first, wrong, unknown := "", 0, 0
		for _, claim := range claims {
			if ctx.Err() != nil {
				return all
			}
			switch v := claim.verify(false); {
			case v.Verified:
			case v.Absent || v.Foreign:
				if unknown++; unknown == 1 && wrong == 0 {
					first = v.String()
				}
			default:
				if wrong++; wrong == 1 {
					first = v.String()
				}
			}
		}
		one := compared{What: "results", Name: f.Path, Same: err == nil && wrong+unknown == 0,
			Unknown: err == nil && wrong == 0 && unknown > 0}
		switch {
		case err != nil:
			one.Says = err.Error()
		case wrong > 0:
			one.Says = fmt.Sprintf("%d of %d results do not verify, the first: %s", wrong, len(claims), first)
		case unknown > 0:
			one.Says = fmt.Sprintf("%d of %d results cannot be verified here, the first: %s", unknown, len(claims), first)
		default:
			one.Says = output.Many(len(claims), "result") + " verified"
		}
		all = append(all, one)
	}
	return all
}

// compareCells runs the notebook and compares the outputs of its cells.
func compareCells(ctx context.Context, archive *bundle.Archive, notebook *bundle.Notebook) ([]compared, error) {
	lab, err := jupyter()
	if err != nil {
		return nil, errors.New("no Jupyter in the active virtual environment, in the checkout's or on the PATH: run " +
			"make setup in the checkout, or check only files and results with --no-run")
	}
	kernels, err := os.MkdirTemp("", "focal-kernels-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(kernels)
	env, err := ownKernel(kernels)
	if err != nil {
		return nil, err
	}
	again, err := archive.Run(ctx, lab, env...)
	if ctx.Err() != nil {
		return nil, nil // the caller reports it
	}
	if err != nil {
		return nil, err
	}
	root, _ := gonb.FindCheckout(".")
	for _, note := range otherSoftware(archive.Software, software(root, lab)) {
		warn(note)
	}
	differences := map[int]bundle.Difference{}
	for _, d := range bundle.Compare(notebook, again) {
		differences[d.Cell] = d
	}
	var all []compared
	for i := range notebook.Says() {
		d, differs := differences[i+1]
		all = append(all, compared{What: "cell", Name: fmt.Sprintf("code cell %d", i+1), Same: !differs,
			Bundled: d.Bundled, Again: d.Again})
	}
	return all, nil
}

// otherSoftware lists the software that had a different version when an archive was
// made.
func otherSoftware(then, now []bundle.Software) []string {
	here := map[string]string{}
	for _, s := range now {
		here[s.Name] = s.Version
	}
	var notes []string
	for _, s := range then {
		version, ok := here[s.Name]
		if !ok {
			version = "not found"
		}
		if version != s.Version {
			notes = append(notes, fmt.Sprintf("made with %s %s; here it is %s", s.Name, s.Version, version))
		}
	}
	return notes
}

// ownKernel makes this program the instant kernel for programs run with the environment
// that it returns, whichever kernel is installed.
func ownKernel(dir string) (env []string, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	spec := filepath.Join(dir, "kernels", instantName)
	if err := os.MkdirAll(spec, 0o755); err != nil {
		return nil, err
	}
	path := dir
	if others := os.Getenv("JUPYTER_PATH"); others != "" {
		path += string(filepath.ListSeparator) + others
	}
	return []string{"JUPYTER_PATH=" + path},
		os.WriteFile(filepath.Join(spec, "kernel.json"), instantSpec(self), 0o644)
}

package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/focal-search/focal/kernel/page"
	"github.com/focal-search/focal/kernel/show"
)

type pageCmd struct {
	Notebooks []string `arg:"" sep:"none" help:"The executed notebooks."`
	Output    string   `short:"o" default:"site" placeholder:"FOLDER" help:"The folder, which must be new or empty (default: ${default})."`
	Base      string   `default:"/" placeholder:"PATH" help:"The path at which the site will be served, such as /focal/; the browser keeps changes under it (default: ${default})."`
	Results   []string `sep:"none" placeholder:"FILE" help:"A file that the notebooks read without naming it in a string; may be given several times."`
	Trust     bool     `help:"Keep scripts in outputs and texts, which live charts need: for notebooks of your own or of people you trust. Without it they are removed, as Jupyter does for notebooks that are not trusted."`
	Install   bool     `help:"Install jupyterlite-core and jupyter-server with pip where jupyter lacks them."`
	Extension string   `placeholder:"FOLDER" help:"The kernel's extension, already compiled. The default is to compile it, which needs Go and a checkout."`
}

func (pageCmd) Help() string {
	return `The folder holds the notebooks as they were executed, JupyterLite, and a kernel that runs in the
reader's browser. Any host of static files serves it. It needs jupyterlite-core and jupyter-server,
which make setup installs; elsewhere --install does.

` + example("focal page notebooks/*.ipynb --trust -o site", "python3 -m http.server --directory site")
}

func (c *pageCmd) Run() error {
	ctx := show.Context()
	if !strings.HasPrefix(c.Base, "/") || !strings.HasSuffix(c.Base, "/") {
		return usagef("--base: %q is not a path such as /focal/", c.Base)
	}
	lab, err := jupyter()
	if err != nil {
		return usagef("no jupyter in the active virtual environment, in the checkout's or on the PATH: run make setup " +
			"in the checkout, or pip install jupyterlite-core jupyter-server")
	}
	site := page.Site{Notebooks: c.Notebooks, Results: c.Results, Base: c.Base, Extension: c.Extension,
		Trusted: c.Trust, Jupyter: lab, Install: c.Install,
		Bundles: map[string][]byte{}}
	for _, notebook := range c.Notebooks {
		_, _, data, err := (&bundleMakeCmd{Notebook: notebook}).pack()
		if err != nil {
			return usage(err)
		}
		site.Bundles[strings.TrimSuffix(filepath.Base(notebook), ".ipynb")] = data
	}
	if err := inOrder(func() error {
		if site.Extension == "" {
			made, err := extension(ctx)
			if err != nil {
				return err
			}
			defer os.RemoveAll(made)
			site.Extension = made
		}
		return usage(site.Build(ctx, c.Output))
	}); err != nil {
		if errors.Is(ctx.Err(), context.Canceled) {
			return errInterrupted
		}
		return err
	}
	return say("%s: %d notebooks; python3 -m http.server --directory %s shows them\n", c.Output,
		len(c.Notebooks), c.Output)
}

// extension compiles the kernel of the checkout into a temporary folder.
func extension(ctx context.Context) (dir string, err error) {
	root, err := checkout()
	if err != nil {
		return "", usagef("the kernel of a page is compiled from a checkout of focal, and this is none: name one " +
			"compiled before (--extension)")
	}
	if dir, err = os.MkdirTemp("", "focal-extension-"); err != nil {
		return "", err
	}
	if err = page.Extension(ctx, root, dir); err != nil {
		err = errors.Join(err, os.RemoveAll(dir))
	}
	return dir, err
}

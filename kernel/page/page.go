// Package page makes a site of notebooks: a folder that any static host can serve.
// Readers see the executed notebooks immediately, and can change and run cells with
// Focal's kernel in the browser, without a server.
//
//	index.html                 the notebooks
//	01-quickstart/index.html   a notebook as it was executed, and the same as a bundle
//	lab/                       JupyterLite, which opens the notebook to be changed and run
//	files/                     the notebooks and what they read
//	extensions/                Focal's kernel, a prebuilt extension: see extension/
//
// All addresses are relative, and nothing is loaded from other hosts. The kernel is the
// Go program in worker/, compiled to WebAssembly. It runs in a web worker, and starts
// others for the runs of studies. It needs neither shared memory nor special headers,
// which static hosts cannot send.
package page

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine/output"
	"github.com/focal-search/focal/kernel/bundle"
)

// A Site describes a site and what it is built from.
type Site struct {
	Notebooks []string          // files of executed notebooks, in the order of the index
	Results   []string          // files that they read in addition to those that they name
	Base      string            // the address's path, such as /focal/, by which the browser separates the data of sites
	Bundles   map[string][]byte // bundles for download, by the notebook's name without .ipynb
	Extension string            // the folder of the kernel's extension, as written by Extension
	Trusted   bool              // scripts in the notebooks' outputs and texts stay: for notebooks of one's own
	Jupyter   string            // the program jupyter, with jupyterlite-core and jupyter-server
	Install   bool              // what Jupyter lacks is installed beside it
}

// Build builds the site in a folder, which must be empty or not exist.
func (s Site) Build(ctx context.Context, out string) error {
	if entries, err := os.ReadDir(out); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s: the folder is not empty: want a new one for the site", out)
	}
	documents, err := s.documents()
	if err == nil {
		err = s.jupyterHas(ctx)
	}
	if err != nil {
		return err
	}
	stage, err := os.MkdirTemp("", "focal-page-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(stage)
	if err := s.contents(filepath.Join(stage, "contents")); err != nil {
		return err
	}
	if err := s.lite(ctx, stage, out); err != nil {
		return err
	}
	for _, d := range documents {
		if err := d.write(filepath.Join(out, d.Name)); err != nil {
			return err
		}
	}
	return index(filepath.Join(out, "index.html"), documents)
}

// jupyterHas returns an error if Jupyter lacks a package that the build needs.
func (s Site) jupyterHas(ctx context.Context) error {
	lacks := s.lacking(ctx)
	if lacks != nil && s.Install {
		python := filepath.Join(filepath.Dir(s.Jupyter), "python")
		said, err := exec.CommandContext(ctx, python, append([]string{"-m", "pip", "install"}, lacks...)...).CombinedOutput()
		if err != nil && ctx.Err() == nil {
			lines := strings.Split(strings.TrimSpace(string(said)), "\n")
			return fmt.Errorf("%s -m pip install %s: %w: %s", python, strings.Join(lacks, " "), err, lines[len(lines)-1])
		}
		lacks = s.lacking(ctx)
	}
	if lacks != nil && ctx.Err() == nil {
		return fmt.Errorf("%s: a site also needs %s: focal page --install installs it, as does pip install %s", s.Jupyter,
			strings.Join(lacks, " and "), strings.Join(lacks, " "))
	}
	return ctx.Err()
}

// lacking returns the packages that the build needs and Jupyter lacks.
func (s Site) lacking(ctx context.Context) (lacks []string) {
	for _, part := range [][2]string{{"lite", "jupyterlite-core"}, {"server", "jupyter-server"}} {
		if exec.CommandContext(ctx, s.Jupyter, part[0], "--version").Run() != nil {
			lacks = append(lacks, part[1])
		}
	}
	return lacks
}

// documents reads the notebooks.
func (s Site) documents() ([]*document, error) {
	if len(s.Notebooks) == 0 {
		return nil, errors.New("no notebooks: want executed ones such as notebooks/*.ipynb")
	}
	var documents []*document
	for _, file := range s.Notebooks {
		d, err := readDocument(file, s.Trusted)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if slices.Contains(reserved, d.Name) ||
			slices.ContainsFunc(documents, func(other *document) bool { return other.Name == d.Name }) {
			return nil, fmt.Errorf("%s: the site has another %s: give the notebook another name", file, d.Name)
		}
		d.bundle = s.Bundles[d.Name]
		documents = append(documents, d)
	}
	return documents, nil
}

// reserved are the names of the site's own folders.
var reserved = []string{"api", "build", "doc", "extensions", "files", "lab", "static"}

// contents copies the notebooks and the files that they read to where they read them.
func (s Site) contents(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, file := range s.Notebooks {
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		n, err := bundle.ParseNotebook(data)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		from := filepath.Dir(file)
		root, err := os.OpenRoot(from)
		if err != nil {
			return err
		}
		defer root.Close()
		for _, read := range n.Reads(from) {
			whole, err := bundle.ReadIn(root, read)
			if err == nil {
				to := filepath.Join(dir, read)
				err = errors.Join(os.MkdirAll(filepath.Dir(to), 0o777), output.WriteFile(to, whole))
			}
			if err != nil {
				return err
			}
		}
		for _, read := range s.Results {
			place := read
			if !filepath.IsAbs(read) && filepath.IsLocal(read) {
				read = filepath.Join(from, read)
			} else {
				place = filepath.Base(read)
			}
			if _, err := os.Stat(read); err != nil && slices.Contains(s.Results, place) { // relative to the working directory
				read = place
			}
			if err := copyFile(read, filepath.Join(dir, place)); err != nil {
				return err
			}
		}
		whole, err := joined(data)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if err := output.WriteFile(filepath.Join(dir, filepath.Base(file)), whole); err != nil {
			return err
		}
	}
	return nil
}

// joined returns a notebook in which each text is one string instead of a list of lines.
// JupyterLab expects that; a Jupyter server joins the lines, but a static host does not.
func joined(notebook []byte) ([]byte, error) {
	var whole map[string]any
	numbers := json.NewDecoder(bytes.NewReader(notebook))
	numbers.UseNumber()
	if err := numbers.Decode(&whole); err != nil {
		return nil, err
	}
	cells, _ := whole["cells"].([]any)
	for _, c := range cells {
		cell, _ := c.(map[string]any)
		join(cell, "source")
		outputs, _ := cell["outputs"].([]any)
		for _, o := range outputs {
			output, _ := o.(map[string]any)
			join(output, "text")
			data, _ := output["data"].(map[string]any)
			for mime := range data {
				if !strings.HasSuffix(mime, "json") {
					join(data, mime)
				}
			}
		}
	}
	var out bytes.Buffer
	plain := json.NewEncoder(&out)
	plain.SetEscapeHTML(false)
	plain.SetIndent("", " ")
	err := plain.Encode(whole)
	return out.Bytes(), err
}

// join joins a list of strings.
func join(object map[string]any, key string) {
	list, ok := object[key].([]any)
	if !ok {
		return
	}
	var text strings.Builder
	for _, part := range list {
		line, ok := part.(string)
		if !ok {
			return
		}
		text.WriteString(line)
	}
	object[key] = text.String()
}

// copyFile copies a file to a folder, which it makes if it is not there.
func copyFile(from, to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	return output.Copy(from, to, 0)
}

// unused are plugins of JupyterLite that a site does without, because they cost time at
// each visit. The service worker fetches every file on behalf of the page, and the browser
// then does not keep the compiled code of scripts; it is for kernels that read files
// synchronously. A static host has neither language servers nor terminals.
var unused = []string{
	"@jupyterlite/application-extension:service-worker-manager",
	"@jupyterlite/application-extension:lsp-connection-manager",
	"@jupyterlab/lsp-extension",
	"@jupyterlab/fileeditor-extension:language-server",
	"@jupyterlab/notebook-extension:language-server",
	"@jupyterlab/terminal-extension",
	"@jupyterlab/logconsole-extension",
	"@jupyterlab/metadataform-extension",
	"@jupyterlab/notebook-extension:update-raw-mimetype", // requires the one before
}

// lite builds JupyterLite's part.
func (s Site) lite(ctx context.Context, stage, out string) error {
	out, err := filepath.Abs(out)
	if err != nil {
		return err
	}
	extensions := filepath.Join(stage, "extensions")
	if err := os.CopyFS(filepath.Join(extensions, filepath.FromSlash(extensionName)), os.DirFS(s.Extension)); err != nil {
		return err
	}
	kept := "Focal " + s.Base
	settings := map[string]any{"jupyter-lite-schema-version": 0, "jupyter-config-data": map[string]any{
		"appName": "Focal", "defaultKernelName": "focal",
		"disabledExtensions":  unused,
		"contentsStorageName": kept, "settingsStorageName": kept + " settings", "workspacesStorageName": kept + " workspaces",
	}}
	text, err := json.Marshal(settings)
	if err != nil {
		return err
	}
	if err := output.WriteFile(filepath.Join(stage, "jupyter-lite.json"), text); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, s.Jupyter, "lite", "build", "--lite-dir", stage, "--contents", "contents",
		"--output-dir", out,
		"--apps", "lab", "--no-sourcemaps", "--FederatedExtensionAddon.extra_labextensions_path="+extensions,
		"--FederatedExtensionAddon.ignore_sys_prefix=True")
	said, err := cmd.CombinedOutput()
	if err != nil {
		lines := strings.Split(strings.TrimSpace(string(said)), "\n")
		return fmt.Errorf("jupyter lite build: %w\n%s", err, strings.Join(lines[max(0, len(lines)-20):], "\n"))
	}
	return sortListings(filepath.Join(out, "api", "contents"))
}

// sortListings sorts the lists of files that JupyterLite has written. They are in the order
// of the file system, and two builds would differ.
func sortListings(dir string) error {
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var folder map[string]any
		if err := json.Unmarshal(text, &folder); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		files, _ := folder["content"].([]any)
		name := func(file any) string {
			of, _ := file.(map[string]any)
			text, _ := of["name"].(string)
			return text
		}
		slices.SortFunc(files, func(a, b any) int { return strings.Compare(name(a), name(b)) })
		if text, err = json.Marshal(folder); err != nil {
			return err
		}
		return output.WriteFile(path, text)
	})
}

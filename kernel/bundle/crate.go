package bundle

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"path"
	"strconv"
	"strings"
)

// A description describes an archive, in words and as an RO-Crate
// (https://w3id.org/ro/crate/1.1).
type description struct {
	notebook     string // its path
	day          string // of publication
	title, about string
	software     []Software
}

const readmeText = `# %[1]s

%[2]s

This archive holds the notebook %[3]s as it was executed, the files that it reads, and the versions of what it was made with. This line runs it again and compares
every number, in a checkout of focal (the commit is below) in which make setup has been run:

    focal bundle check %[4]s.zip

Unpacked, the notebook runs under the kernel of the same checkout: jupyter nbconvert --to notebook --execute --inplace %[3]s

`

// readme describes the archive for people.
func (d description) readme(files []File) []byte {
	about := d.about
	if about == "" {
		about = "A notebook and what it takes to run it again."
	}
	var s bytes.Buffer
	fmt.Fprintf(&s, readmeText, d.title, about, d.notebook, strings.TrimSuffix(d.notebook, path.Ext(d.notebook)))
	s.WriteString("| made with | version |\n|---|---|\n")
	for _, made := range d.software {
		fmt.Fprintf(&s, "| [%s](%s) | %s |\n", made.Name, made.URL, made.Version)
	}
	s.WriteString("\n| file | bytes | what |\n|---|---:|---|\n")
	for _, f := range files {
		fmt.Fprintf(&s, "| %s | %d | %s |\n", f.Path, f.Bytes, d.what(f))
	}
	s.WriteString("\nsha256sum -c SHA256SUMS checks the files. Focal's command checks besides that the results are " +
		"true: it replays their solutions.\n")
	return s.Bytes()
}

// what describes a file.
func (d description) what(f File) string {
	switch {
	case f.Path == d.notebook:
		return "the notebook"
	case f.Path == readmeName:
		return "what this archive is"
	case f.Path == licenseName:
		return "the terms of use"
	case strings.HasPrefix(f.Path, moduleFolder):
		return "the versions of the Go modules"
	case f.Results():
		return "results of runs"
	case strings.HasPrefix(f.Path, "study/"):
		return "a study: which runs are made"
	}
	return "read by the notebook"
}

// formats are the media types of files by their endings.
var formats = map[string]string{
	".ipynb":   "application/x-ipynb+json",
	".yaml":    "application/yaml",
	".yml":     "application/yaml",
	".parquet": "application/vnd.apache.parquet",
	".csv":     "text/csv",
	".json":    "application/json",
	".jsonl":   "application/jsonl",
	".md":      "text/markdown",
	".mod":     "text/plain",
	".sum":     "text/plain",
	"":         "text/plain",
}

// An entity is a node of a crate's graph.
type entity map[string]any

func ref(id string) entity { return entity{"@id": id} }

const (
	crateVersion = "https://w3id.org/ro/crate/1.1"
	root         = "./"
)

// crate describes the archive for programs.
func (d description) crate(files []File) ([]byte, error) {
	about := d.about
	if about == "" {
		about = "The notebook " + d.notebook + " and what it takes to run it again."
	}
	var parts, software []entity
	for _, f := range files {
		parts = append(parts, ref(id(f.Path)))
	}
	graph := []entity{
		{"@id": crateName, "@type": "CreativeWork", "conformsTo": ref(crateVersion), "about": ref(root)},
		{"@id": root, "@type": "Dataset", "name": d.title, "description": about, "datePublished": d.day,
			"license": ref(licenseName), "mainEntity": ref(id(d.notebook)), "hasPart": parts},
	}
	for _, made := range d.software {
		kind := any("SoftwareApplication")
		if made.Name == "Go" {
			kind = []string{"ComputerLanguage", "SoftwareApplication"}
		}
		graph = append(graph, entity{"@id": made.URL, "@type": kind, "name": made.Name, "url": made.URL,
			"version": made.Version})
		software = append(software, ref(made.URL))
	}
	for _, f := range files {
		e := entity{"@id": id(f.Path), "@type": "File", "name": f.Path, "description": d.what(f),
			"contentSize": strconv.Itoa(f.Bytes), "sha256": f.SHA256}
		if format, ok := formats[path.Ext(f.Path)]; ok {
			e["encodingFormat"] = format
		}
		switch f.Path {
		case d.notebook:
			e["@type"] = []string{"File", "SoftwareSourceCode"}
			e["name"] = d.title
			e["programmingLanguage"] = ref(goURL)
			e["softwareRequirements"] = software
		case licenseName:
			e["@type"] = []string{"File", "CreativeWork"}
			e["name"] = "License"
		}
		graph = append(graph, e)
	}
	text, err := json.MarshalIndent(entity{
		// RO-Crate 1.1 lacks this term, which later versions take from schema.org.
		"@context": []any{crateVersion + "/context", entity{"sha256": "http://schema.org/sha256"}},
		"@graph":   graph,
	}, "", "  ")
	return append(text, '\n'), err
}

const goURL = "https://go.dev/"

// id is a path as the crate's graph refers to it.
func id(path string) string { return (&url.URL{Path: path}).EscapedPath() }

// readCrate finds the notebook in a crate, and the software that it was made with.
func readCrate(data []byte) (notebook string, software []Software, err error) {
	var crate struct {
		Graph []struct {
			ID   string `json:"@id"`
			Type any    `json:"@type"`
			Main struct {
				ID string `json:"@id"`
			} `json:"mainEntity"`
			Software
		} `json:"@graph"`
	}
	if err := json.Unmarshal(data, &crate); err != nil {
		return "", nil, fmt.Errorf("%s: %w", crateName, err)
	}
	for _, e := range crate.Graph {
		switch {
		case e.ID == root:
			notebook, err = url.PathUnescape(e.Main.ID)
		case strings.Contains(fmt.Sprint(e.Type), "SoftwareApplication"):
			software = append(software, e.Software)
		}
	}
	if notebook == "" && err == nil {
		err = errors.New(crateName + ": no notebook is named as the main entity")
	}
	return notebook, software, err
}

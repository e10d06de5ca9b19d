package page

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"go/scanner"
	"go/token"
	"html"
	"html/template"
	"os"
	"path/filepath"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	renderer "github.com/yuin/goldmark/renderer/html"

	_ "embed"

	"github.com/focal-search/focal/engine/output"
	"github.com/focal-search/focal/kernel/bundle"
)

// A document is a notebook as a plain HTML page. It shows the executed notebook before
// any part of a kernel is loaded.
type document struct {
	Name  string // of the file, without .ipynb
	Title string // its first heading, or the name if it has none
	Body  template.HTML

	bundle []byte
}

//go:embed document.html
var documentHTML string

//go:embed index.html
var indexHTML string

// Bundle reports whether the notebook can be downloaded as a bundle.
func (d *document) Bundle() bool { return d.bundle != nil }

// strangers is what a notebook may have that somebody else has written, as in Jupyter for notebooks that are not
// trusted.
var strangers = func() *bluemonday.Policy {
	p := bluemonday.UGCPolicy()
	p.AllowDataURIImages()
	p.AllowAttrs("class").Globally()
	return p
}()

// readDocument reads a notebook. Scripts in its outputs and in its text stay only if its author is trusted.
func readDocument(file string, trusted bool) (*document, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	n, err := bundle.ParseNotebook(data)
	if err == nil {
		err = n.Executed()
	}
	if err != nil {
		return nil, err
	}
	name, ok := strings.CutSuffix(filepath.Base(file), ".ipynb")
	if !ok || name == "" {
		return nil, errors.New("want the name of a notebook, which ends with .ipynb")
	}
	d := &document{Name: name, Title: title(n, name)}
	var body strings.Builder
	for _, c := range n.Cells {
		if err := writeCell(&body, c, trusted); err != nil {
			return nil, err
		}
	}
	d.Body = template.HTML(body.String())
	return d, nil
}

// title returns the first heading of a notebook, or its name if it has none.
func title(n *bundle.Notebook, name string) string {
	for _, c := range n.Cells {
		if c.Type != "markdown" {
			continue
		}
		for line := range strings.Lines(string(c.Source)) {
			if heading, ok := strings.CutPrefix(line, "# "); ok {
				return strings.TrimSpace(heading)
			}
		}
	}
	return name
}

func writeCell(w *strings.Builder, c bundle.Cell, trusted bool) error {
	switch c.Type {
	case "markdown":
		text, err := markdown(string(c.Source), trusted)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "<section class=\"text\">%s</section>\n", text)
	case "code":
		count := " "
		if c.Count != nil {
			count = fmt.Sprint(*c.Count)
		}
		fmt.Fprintf(w, "<section class=\"code\"><span class=\"count\">[%s]</span><pre>%s</pre>\n", count,
			highlighted(string(c.Source)))
		for _, o := range c.Outputs {
			text, err := richest(o, trusted)
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "<div class=\"output\">%s</div>\n", text)
		}
		w.WriteString("</section>\n")
	}
	return nil
}

// richest returns a cell's output in its richest form; a stranger's as a picture if there is one.
func richest(o bundle.Output, trusted bool) (string, error) {
	switch o.Type {
	case "stream":
		return "<pre>" + html.EscapeString(string(o.Text)) + "</pre>", nil
	case "error":
		return "<pre class=\"error\">" + html.EscapeString(o.Error) + "</pre>", nil
	}
	page, ok := o.Data["text/html"]
	if ok && trusted {
		return string(page), nil
	}
	if text, ok := o.Data["image/svg+xml"]; ok {
		return `<img alt="" src="data:image/svg+xml;base64,` + base64.StdEncoding.EncodeToString([]byte(text)) + `">`, nil
	}
	for _, mime := range []string{"image/png", "image/jpeg"} {
		if text, ok := o.Data[mime]; ok {
			return `<img alt="" src="data:` + mime + ";base64," + html.EscapeString(strings.Join(strings.Fields(string(text)), "")) + `">`, nil
		}
	}
	if ok {
		return strangers.Sanitize(string(page)), nil
	}
	if text, ok := o.Data["text/markdown"]; ok {
		return markdown(string(text), trusted)
	}
	return "<pre>" + html.EscapeString(string(o.Data["text/plain"])) + "</pre>", nil
}

// reader converts Markdown as Jupyter does: with tables, and with HTML unchanged.
var reader = goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(renderer.WithUnsafe()))

func markdown(source string, trusted bool) (string, error) {
	var out bytes.Buffer
	err := reader.Convert([]byte(source), &out)
	if !trusted {
		return strangers.Sanitize(out.String()), err
	}
	return out.String(), err
}

// highlighted returns Go source as HTML, with keywords, comments and literals marked.
func highlighted(source string) string {
	var out strings.Builder
	fset := token.NewFileSet()
	file := fset.AddFile("", fset.Base(), len(source))
	var s scanner.Scanner
	s.Init(file, []byte(source), func(token.Position, string) {}, scanner.ScanComments)
	written := 0
	for {
		pos, tok, literal := s.Scan()
		if tok == token.EOF {
			break
		}
		class := ""
		switch {
		case tok == token.COMMENT:
			class = "comment"
		case tok.IsKeyword():
			class = "keyword"
		case tok == token.STRING || tok == token.CHAR:
			class = "string"
		case tok == token.INT || tok == token.FLOAT || tok == token.IMAG:
			class = "number"
		}
		at := file.Offset(pos)
		if class == "" || at < written || at+len(literal) > len(source) {
			continue
		}
		out.WriteString(html.EscapeString(source[written:at]))
		fmt.Fprintf(&out, `<span class="%s">%s</span>`, class, html.EscapeString(source[at:at+len(literal)]))
		written = at + len(literal)
	}
	out.WriteString(html.EscapeString(source[written:]))
	return out.String()
}

// write writes the page to a folder, with the bundle beside it.
func (d *document) write(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	if d.bundle != nil {
		if err := output.WriteFile(filepath.Join(dir, d.Name+".zip"), d.bundle); err != nil {
			return err
		}
	}
	return writePage(filepath.Join(dir, "index.html"), documentHTML, d)
}

// index writes the list of the documents.
func index(file string, documents []*document) error { return writePage(file, indexHTML, documents) }

func writePage(file, source string, data any) error {
	page, err := template.New("").Parse(source)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := page.Execute(&out, data); err != nil {
		return err
	}
	return output.WriteFile(file, out.Bytes())
}

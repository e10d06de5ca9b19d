//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/focal-search/focal/kernel/setup"
)

// TestPaper: a paper of two columns takes three figures and three tables as the command writes them: LaTeX compiles
// it, nothing is wider than its place by more than a point, letters are embedded, and figures are found in the text.
func TestPaper(t *testing.T) {
	if !setup.Release() {
		t.Skip("a release runs it: it needs LaTeX")
	}
	for program, of := range map[string]string{"pdflatex": "texlive-latex-base", "pdffonts": "poppler-utils", "pdftotext": "poppler-utils"} {
		setup.Tool(t, program, of)
	}
	results := filepath.Join(setup.Root(t), "notebooks", "results", "npuzzle.parquet")
	program := setup.Program(t, "focal")
	t.Chdir(t.TempDir())
	document := "\\documentclass[twocolumn,letterpaper]{article}\n\\usepackage[margin=0.75in]{geometry}\n" +
		"\\usepackage{booktabs,graphicx}\n\\begin{document}\n"
	for _, name := range []string{"headline", "significance", "effects"} {
		cmd := exec.Command(program, "report", results, name, "-w", "1.25", "-p", "0.7", "--latex", "-o", name+".tex",
			"--figures", ".", "--paper", "aaai")
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		document += "\\input{" + name + "}\n\\noindent\\includegraphics{" + name + "-1.pdf}\n\n"
	}
	if err := os.WriteFile("a.tex", []byte(document+"\\end{document}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	said, err := exec.Command("pdflatex", "-halt-on-error", "-interaction=nonstopmode", "a.tex").Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	for _, m := range regexp.MustCompile(`Overfull \\hbox \(([\d.]+)pt`).FindAllStringSubmatch(string(said), -1) {
		if points, _ := strconv.ParseFloat(m[1], 64); points > 1 {
			t.Errorf("%s\nin\n%s", m[0], said)
		}
	}
	fonts, err := exec.Command("pdffonts", "a.pdf").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(fonts)), "\n")[2:] {
		if fields := strings.Fields(line); fields[len(fields)-5] != "yes" {
			t.Errorf("a font is not embedded: %s", line)
		}
	}
	text, err := exec.Command("pdftotext", "-layout", "a.pdf", "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"PFS/FS", "0.09892", "Median ratio of expansions"} { // in tables and figures
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}

package table

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// sample has what is special in LaTeX in all places, numbers of all lengths, an interval and two rules for bold numbers.
func sample() Table {
	return Table{Caption: `50 % & "more" of A_1`, Columns: []string{"name", "FS", "PFS", "ratio", "95 % low", "95 % high"},
		Rows: [][]any{
			{"a_b & {c} $x$ #1 ~^\\ 5 %", 1234, 12.5, 0.87, 0.8, 0.95},
			{"α ≤ β → γ", 3, 3, 1.125, 1.1, 1.2},
			{"[none]", nil, -0.25, nil, nil, nil},
			{"tiny", 2, 1, 1.5e-7, nil, nil},
		},
		Notes: []string{"x < y | z > 0"},
		Best:  []Best{{Columns: []string{"FS", "PFS"}}, {Columns: []string{"ratio"}, Greatest: true}}}
}

// The rows are those of the rules: padded behind the point, the least of each row and the greatest of all rows bold,
// the interval in brackets, and no special character left as it is.
func TestLaTeX(t *testing.T) {
	text := sample().LaTeX()
	for _, want := range []string{
		"\\caption{50 \\% \\& ``more'' of A\\_1}",
		`\begin{tabular}{lrrr@{\ }l}`,
		`name & \multicolumn{1}{c}{FS} & \multicolumn{1}{c}{PFS} & \multicolumn{2}{c}{ratio} \\`,
		`a\_b \& \{c\} \$x\$ \#1 \textasciitilde{}\^{}\textbackslash{} 5 \% & 1,234 & \textbf{12.5}\phantom{5} & ` +
			`0.87\phantom{5} & {}[0.8, 0.95] \\`,
		`$\alpha$ $\le$ $\beta$ $\to$ $\gamma$ & \textbf{3} & \textbf{3}\phantom{.25} & \textbf{1.125} & {}[1.1, 1.2] \\`,
		`{[}none{]} &  & $-$0.25 &  &  \\`,
		`tiny & 2 & \textbf{1}\phantom{.25} & 1.5$\cdot10^{-7}$ &  \\`,
		`x $<$ y $|$ z $>$ 0\par`,
		`Bold: the least of FS and PFS; the greatest ratio.\par`,
		"\\toprule\n", "\\midrule\n", "\\bottomrule\n\\end{tabular}\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if again := sample().LaTeX(); again != text {
		t.Error("not the same again")
	}
}

// A rule for a column that is not there, and rows without a cell for each column, are errors, not a note that is false.
func TestWrongTable(t *testing.T) {
	for want, change := range map[string]func(*Table){
		`the best of what? There is no column "FSS": the columns are name, FS, PFS, ratio, 95 % low, 95 % high`: func(x *Table) {
			x.Best[0].Columns[0] = "FSS"
		},
		"row 2 has 2 of 6 cells: the columns are name, FS,": func(x *Table) { x.Rows[1] = x.Rows[1][:2] },
		"row 2 has 7 of 6 cells: the columns are name, FS,": func(x *Table) { x.Rows[1] = append(x.Rows[1], 1) },
	} {
		x := sample()
		change(&x)
		if text := x.LaTeX(); !strings.HasPrefix(text, "error: "+want) || strings.Contains(text, "Bold") {
			t.Errorf("LaTeX: %s, want %s", text, want)
		}
		if text, err := x.CSV(); text != "" || err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("CSV: %s, %v, want %s", text, err, want)
		}
	}
}

// pdfLaTeX takes the table without errors.
func TestLaTeXCompiles(t *testing.T) {
	if _, err := exec.LookPath("pdflatex"); err != nil {
		t.Skip("pdflatex is not installed: LaTeX is not compiled")
	}
	dir := t.TempDir()
	document := "\\documentclass[twocolumn]{article}\n\\usepackage{booktabs}\n\\begin{document}\n" + sample().LaTeX() +
		"x\n\\end{document}\n"
	if err := os.WriteFile(filepath.Join(dir, "a.tex"), []byte(document), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("pdflatex", "-halt-on-error", "-interaction=nonstopmode", "a.tex")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil || strings.Contains(string(out), "Overfull") {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestMarkdownAndCSV(t *testing.T) {
	small := Table{Caption: "A", Columns: []string{"name", "n|m"}, Rows: [][]any{{"a<b", 1.5}, {"=1+1", 2}},
		Notes: []string{"note"}}
	const markdown = "A\n\n| name   | n\\|m |\n| ------ | ---: |\n| a&lt;b |  1.5 |\n| =1+1   |    2 |\n\nnote\n\n"
	if got := small.Markdown(); got != markdown {
		t.Errorf("%q, want %q", got, markdown)
	}
	got, err := small.CSV()
	if want := "# A\n# note\nname,n|m\na<b,1.5\n'=1+1,2\n# Texts that a spreadsheet would run as formulas have an " +
		"apostrophe before them.\n"; got != want || err != nil {
		t.Errorf("%q, want %q, %v", got, want, err)
	}
}

// Markdown takes a backslash before a bracket away, unless it is doubled.
func TestMarkdownBackslash(t *testing.T) {
	text := Table{Columns: []string{"a"}, Rows: [][]any{{`x\{y`}}}.Markdown()
	if !strings.Contains(text, `| x\\{y |`) {
		t.Error(text)
	}
}

// TestQuotes: quotes open and close, and a mark of inches is none that opens.
func TestQuotes(t *testing.T) {
	for text, want := range map[string]string{`"a" b ("c d")`: "``a'' b (``c d'')", `5" and "x"`: "5'' and ``x''"} {
		if got := Escape(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

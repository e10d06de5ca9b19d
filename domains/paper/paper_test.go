package paper

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The paper's figures as printed, compared with those kept beside ours.

// Table 1: pair, domain, success %, mean expansions, ratio, time (s).
const table1 = `
PFS/FS   | N-Puzzle | 83.6/44.3 | 748.0K/1.902M | 0.393 | 51.11/169.25
PFS/FS   | Pancake  | 72.0/70.2 | 21.4K/24.5K   | 0.874 | 84.51/90.04
PFS/FS   | TSP-40   | 99.4/78.6 | 25.8K/446.2K  | 0.058 | 3.56/82.98
PFS/FS   | TSP-50   | 96.4/58.3 | 67.2K/526.8K  | 0.128 | 14.93/135.36
PDPS/DPS | N-Puzzle | 77.7/65.4 | 910.2K/1.203M | 0.757 | 71.41/112.10
PDPS/DPS | Pancake  | 95.8/94.0 | 4.1K/5.1K     | 0.793 | 13.11/23.65
PDPS/DPS | TSP-40   | 96.0/89.3 | 9.1K/15.5K    | 0.586 | 22.21/42.87
PDPS/DPS | TSP-50   | 88.7/79.1 | 20.2K/30.7K   | 0.658 | 44.81/70.51`

// Table 2, TSP-50: bound, then of PFS/FS and PDPS/DPS solved, expansion ratio, time ratio.
const table2 = `
1.05: 77/25 .061 .039 | 40/12 .757 .390
1.10: 98/24 .112 .129 | 82/47 .801 .174
1.15: 100/38 .154 .213 | 99/95 .928 .923
1.20: 100/55 .285 .307 | 100/100 1.437 1.146
1.25: 100/71 .165 .332 | 100/100 1.635 1.453
1.50: 100/95 .878 1.475 | 100/100 2.032 2.051
2.00: 100/100 1.262 1.923 | 100/100 1.298 1.146`

// The section on anytime algorithms: instances with an incumbent, of the small and the
// medium GCTSP, then those within 1 % of the best.
const anytimeFigures = `
AFS 76/82 61/34
APFS 81/189 81/181
ADPS 78/25 76/21
APDPS 80/74 73/42`

var figure = regexp.MustCompile(`\d*\.?\d+[KM]?`)

// numbers returns the numbers in a text; K and M are thousands and millions.
func numbers(t *testing.T, text string) []float64 {
	t.Helper()
	var all []float64
	for _, s := range figure.FindAllString(text, -1) {
		digits := strings.TrimRight(s, "KM")
		x, err := strconv.ParseFloat(digits+map[byte]string{'K': "e3", 'M': "e6"}[s[len(s)-1]], 64)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, x)
	}
	return all
}

// cells returns the figures of a record, numbers as float64.
func cells(t *testing.T, keys string) []float64 {
	t.Helper()
	for line := range strings.Lines(figures) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), keys+",=,"); ok {
			var all []float64
			for text := range strings.SplitSeq(rest, ",") {
				if text == "" {
					continue
				}
				x, err := strconv.ParseFloat(text, 64)
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, x)
			}
			return all
		}
	}
	t.Fatalf("no record %s", keys)
	return nil
}

func same(t *testing.T, keys string, want []float64) {
	t.Helper()
	if got := cells(t, keys); !slices.Equal(got, want) {
		t.Errorf("%s: %v, want %v", keys, got, want)
	}
}

func records(name string) (n int) {
	for line := range strings.Lines(figures) {
		if strings.HasPrefix(line, name+",") {
			n++
		}
	}
	return n
}

func TestTable1(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(table1), "\n")
	if n := records("headline"); n != len(lines) {
		t.Errorf("%d records, want %d", n, len(lines))
	}
	for _, line := range lines {
		cells := strings.SplitN(line, "|", 3)
		same(t, fmt.Sprintf("headline,%s,%s,0.7", strings.TrimSpace(cells[0]), strings.TrimSpace(cells[1])),
			numbers(t, cells[2]))
	}
}

func TestTable2(t *testing.T) {
	n := 0
	for line := range strings.SplitSeq(strings.TrimSpace(table2), "\n") {
		bound, rest, _ := strings.Cut(line, ":")
		for i, cell := range strings.Split(rest, "|") {
			n++
			pair := []string{"PFS/FS", "PDPS/DPS"}[i]
			want := append([]float64{100}, numbers(t, cell)...) // of 100 instances
			same(t, fmt.Sprintf("bounds,%s,tsp/50:nn,%v,0.7", pair, numbers(t, bound)[0]), want)
		}
	}
	if records("bounds") != n {
		t.Errorf("%d records, want %d", records("bounds"), n)
	}
}

func TestAnytime(t *testing.T) {
	for line := range strings.SplitSeq(strings.TrimSpace(anytimeFigures), "\n") {
		name, rest, _ := strings.Cut(line, " ")
		want := numbers(t, rest)
		for i, size := range []string{"small", "medium"} {
			same(t, fmt.Sprintf("anytime,%s,gctsp/*%s:*,0.7", strings.ToLower(name), size),
				[]float64{[]float64{81, 234}[i], want[i], want[2+i]})
		}
	}
}

package export_test

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/store/export"
)

// foreign are the runs of a table of another program, whose columns are named.
func foreign(t *testing.T, text, columns string) ([]*record.Record, error) {
	t.Helper()
	names := export.Foreign{}
	if columns != "" {
		var err error
		if names, err = export.ParseForeign(columns); err != nil {
			return nil, err
		}
	}
	lines, err := export.Parse("other.csv", []byte(text), names)
	var all []*record.Record
	for _, line := range lines {
		if !line.Record.Foreign() || line.Checked || !line.Foreign {
			t.Errorf("line %d is not marked as foreign", line.Number)
		}
		all = append(all, line.Record)
	}
	return all, err
}

// A table is the same whichever program has written it.
func TestForeignForms(t *testing.T) {
	const plain = "problem,algorithm,w,expanded,cost,time,status\n" +
		"npuzzle/korf/79,FS,1.5,12345,42,0.25,solved\n" +
		"npuzzle/korf/12,FS,1.5,,,300,limit: time\n" +
		"maze/one,IDA*,,99,12.5,1.5,solved\n"
	want, err := foreign(t, plain, "")
	if err != nil || len(want) != 3 {
		t.Fatal(len(want), err)
	}
	first, second, third := want[0].Result, want[1].Result, want[2].Result
	if first.Cost != 42 || first.Expanded != 12345 || first.Wall != 250*time.Millisecond || first.Status != engine.Solved ||
		first.Algorithm.W != (engine.Ratio{Num: 3, Den: 2}) || first.Unit != 1 {
		t.Errorf("the first is %+v", first)
	}
	if second.Solved() || second.Wall != 300*time.Second || second.Status != engine.LimitTime || second.Expanded >= 0 {
		t.Errorf("the second is %+v", second)
	}
	if third.Algorithm.TakesW() || float64(third.Cost)/float64(third.Unit) != 12.5 {
		t.Errorf("the third is %+v", third)
	}
	if name := first.Algorithm.String(); name != "FS (foreign)(w=1.5)" || third.Algorithm.String() != "IDA* (foreign)" {
		t.Errorf("it is called %s, the other %s", name, third.Algorithm)
	}
	for form, c := range map[string]struct{ text, columns string }{
		"pandas": {",problem,algorithm,w,expanded,cost,time,status\n" +
			"0,npuzzle/korf/79,FS,1.5,12345.0,42.0,0.25,solved\n1,npuzzle/korf/12,FS,1.5,,,300.0,limit: time\n" +
			"2,maze/one,IDA*,,99.0,12.5,1.5,solved\n", ""},
		"R, with quotes": {`"problem","algorithm","w","expanded","cost","time","status"` + "\n" +
			`"1","npuzzle/korf/79","FS",1.5,12345,42,0.25,"solved"` + "\n" + `"2","npuzzle/korf/12","FS",1.5,NA,NA,300,"limit: time"` +
			"\n" + `"3","maze/one","IDA*",NA,99,12.5,1.5,"solved"` + "\n", ""},
		"a spreadsheet":  {"\ufeff" + strings.ReplaceAll(strings.ReplaceAll(plain, ",", ";"), "\n", "\r\n"), ""},
		"an old Mac":     {strings.ReplaceAll(plain, "\n", "\r"), ""},
		"printf":         {strings.NewReplacer("12345", "12345.000000", "0.25", "0.250", "12.5", "12.500", ",42,", ",42.000,").Replace(plain), ""},
		"tabs":           {strings.ReplaceAll(plain, ",", "\t"), ""},
		"other names":    {strings.Replace(plain, "problem,algorithm,w,expanded,cost,time", "Task,Solver,Weight,nodes expanded,Solution Cost,wall", 1), ""},
		"names given":    {strings.Replace(plain, "expanded,cost,time", "e,c,secs", 1), "e=expanded,c=cost,secs=time_s"},
		"milliseconds":   {strings.NewReplacer("time,", "time_ms,", "0.25", "250", "300", "300000", ",1.5,solved", ",1500,solved").Replace(plain), ""},
		"another order":  {"status,time,cost,expanded,w,algorithm,problem\nsolved,0.25,42,12345,1.5,FS,npuzzle/korf/79\ntimeout,300,,,1.5,FS,npuzzle/korf/12\nsolved,1.5,12.5,99,,IDA*,maze/one\n", ""},
		"without status": {"problem,algorithm,w,expanded,cost,time,solved,more\nnpuzzle/korf/79,FS,1.5,12345,42,0.25,True,x\nmaze/one,IDA*,,99,12.5,1.5,1,y\n", ""},
	} {
		have, err := foreign(t, c.text, c.columns)
		want := want
		if form == "without status" {
			want = []*record.Record{want[0], want[2]}
		}
		if err != nil || len(have) != len(want) {
			t.Errorf("%s: %d runs, %v", form, len(have), err)
			continue
		}
		for i := range want {
			if !reflect.DeepEqual(have[i].Result, want[i].Result) {
				t.Errorf("%s, run %d:\n got %+v\nwant %+v", form, i+1, have[i].Result, want[i].Result)
			}
		}
	}
}

// A column instance has the problems' names where nothing else can be meant.
func TestForeignInstance(t *testing.T) {
	have, err := foreign(t, "instance,algorithm,expanded\npancake/40/1,y,1\nprob01.pddl,y,2\n", "")
	if err != nil || len(have) != 2 || have[0].Result.Problem != "pancake/40/1" || have[1].Result.Problem != "prob01.pddl" {
		t.Errorf("%v, %v", have, err)
	}
}

// What is wrong with a table is said in one line, and nothing of it is guessed.
func TestForeignErrors(t *testing.T) {
	const header = "problem,algorithm,w,expanded,cost,time,status\n"
	for text, want := range map[string]string{
		"a,b\n1,2\n":                                              "other.csv:1: no column problem, no column algorithm, none of expanded, generated, cost, time and cpu: want these",
		"problem,algorithm,seed\nx,y,1\n":                         "other.csv:1: none of expanded, generated,",
		"problem,alg,solver,cost\nx,y,z,1\n":                      `other.csv:1: the columns "alg" and "solver" are both algorithm: want --columns`,
		header + "npuzzle/korf/79,FS,1.5,12.5,42,1,solved\n":      `other.csv:2: column "expanded": "12.5" is not an integer`,
		header + "npuzzle/korf/79,FS,1.5,12,42,1,done\n":          `other.csv:2: column "status": no status "done": want one of "solved"`,
		header + "npuzzle/korf/79,FS,1.5,12,42,-1,solved\n":       `other.csv:2: column "time": "-1" is not a number from 0 on`,
		header + "npuzzle/korf/79,FS,1.5,-12,42,1,solved\n":       `other.csv:2: column "expanded": "-12" is not a number from 0 on`,
		header + "npuzzle/korf/79,FS,1.5,12,,1,\n":                "other.csv:2: a run without a solution, and no word in a column status",
		header + "npuzzle/korf/79,FS,1.5,12,42.5,1,solved\n":      `other.csv:2: column "cost": "42.5" is not an integer`,
		header + "npuzzle/korf/79,FS@2,1.5,12,42,1,solved\n":      "other.csv:2: problem \"npuzzle/korf/79\", algorithm \"FS@2\": want names",
		header + "npuzzle/korf/79,FS,1.5,12,42,1,solved\nx,y\n":   "other.csv:3: 2 fields, and the header has 7",
		header + "npuzzle/korf/79,FS,1.5,12,42,1,unsolvable\n":    `other.csv:2: column "status": "unsolvable", and other columns say`,
		"problem;algorithm;time\nx;y;1,5\n":                       `other.csv:2: column "time": "1,5" is not a number: want a decimal point`,
		"problem,algorithm,cost,solved\nx,y,1,maybe\n":            `other.csv:2: column "solved": "maybe" is neither`,
		"problem,algorithm,time\nx,y,NaN\n":                       "other.csv:2: a run without a solution, and no word in a column status",
		"problem,algorithm,expanded\nx,\xff,1\n":                  `other.csv:2: problem "x", algorithm "\xff": want names in UTF-8`,
		"problem,algorithm,expanded\nnpuzzle/korf/101,y,1\n":      `other.csv:2: problem "npuzzle/korf/101": no instance 101 in set korf`,
		"problem,algorithm,expanded\nnpuzzle/korf/1:heavi,y,1\n":  `other.csv:2: problem "npuzzle/korf/1:heavi": unknown variant "heavi"`,
		"problem,algorithm,expanded\nnpuzzle/korf/1-2,y,1\n":      `other.csv:2: "npuzzle/korf/1-2" names 2 problems`,
		"problem,instance,algorithm,expanded\npancake/40,1,y,1\n": `other.csv:2: problem "pancake/40" is a set: want one of its instances, as in pancake/40/1`,
		"instance,algorithm,expanded\n1,y,1\n":                    "other.csv:1: no column problem:",
		"domain,instance,algorithm,expanded\npancake,p1,y,1\n":    "other.csv:1: no column problem:",
		"": "other.csv:1: no header",
		strings.Repeat("x", 9) + ",problem_sha256,\n" + "1,2,3\n":     "other.csv:1: no column problem, no column algorithm,",
		"problem;algorithm;expanded\nx;y;1.000\n":                     `other.csv:2: column "expanded": "1.000": write 1000 or 1`,
		"problem;algorithm;expanded\nx;y;1.234\n":                     `other.csv:2: column "expanded": "1.234" is not an integer`,
		"problem;algorithm;expanded\nx;y;1.000.000\n":                 `other.csv:2: column "expanded": "1.000.000" is not a`,
		"problem,algorithm,cost,seed\nx,y,1.000,2.000\n":              `other.csv:2: column "seed": "2.000": write 2000 or 2`,
		"problem,algorithm,time_ns\nx,y,250.000\n":                    `other.csv:2: column "time_ns": "250.000": write 250000 or 250`,
		"problem,algorithm,expanded\n":                                "other.csv:1: a header, and no rows below it",
		header + strings.Repeat("n", 1000) + ",FS,1.5,1e400,42,1,x\n": `other.csv:2: column "expanded":`,
	} {
		if have, err := foreign(t, text, ""); err == nil || !strings.HasPrefix(err.Error(), want) || len(err.Error()) > 600 {
			t.Errorf("%.80q: %d runs, %.300v; want %s", text, len(have), err, want)
		}
	}
	for columns, want := range map[string]string{
		"exp":          `"exp" is no pair of columns`,
		"exp=expandet": `exp=expandet: no column "expandet": did you mean "expanded"?`,
		"exp=key":      `exp=key: no column "key"`,
		"e=expanded":   `other.csv:1: no column "e", which --columns names`,
	} {
		if _, err := foreign(t, header, columns); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", columns, err, want)
		}
	}
}

// A table of another program that is read without saying so is an error that says how.
func TestForeignUnsaid(t *testing.T) {
	path := filepath.Join(t.TempDir(), "other.csv")
	if err := os.WriteFile(path, []byte("problem,algorithm,expanded\nx,y,1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := export.Read(path); err == nil || !strings.HasSuffix(err.Error(), "; a table of another program is read with export.Foreign{}") {
		t.Error(err)
	}
	if all, err := export.Read(path, export.Foreign{}); err != nil || len(all) != 1 {
		t.Error(all, err)
	}
}

// What is known of a problem refutes a foreign run: the optimal cost of Korf's board 79 is 42.
func TestForeignChecks(t *testing.T) {
	for text, wrong := range map[string]string{
		"42,42": "", "44,30": "", "40,": `column "cost": 40 is below the optimal cost 42`,
		"44,43": `column "lower_bound": 43 is above the optimal cost 42`, "44,45": `column "lower_bound": 45 is above the cost 44`,
	} {
		all, err := foreign(t, "problem,algorithm,cost,lower_bound\nnpuzzle/korf/79,FS,"+text+"\n", "")
		if err != nil {
			t.Fatal(text, err)
		}
		if err := all[0].Possible(); (err != nil) != (wrong != "") || err != nil && !strings.Contains(err.Error(), wrong) {
			t.Errorf("%s: %v, want %q", text, err, wrong)
		}
	}
}

// What is not known of a foreign run is shown nowhere: not in a line, nor in SQL.
func TestForeignUnsaidNowhere(t *testing.T) {
	all, err := foreign(t, "problem,algorithm,cost,lower_bound,secs,status\nnpuzzle/korf/79,ida,42,,0.25,solved\n"+
		"npuzzle/korf/12,ida,,,300,timeout\nmaze/one,ida,,,,solved\nmaze/two,ida,9,3,,solved\n", "secs=time_s")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"npuzzle/korf/79 ida (foreign): solved, cost 42, 250ms",
		"npuzzle/korf/12 ida (foreign): limit: time, 5m0s", "maze/one ida (foreign): solved",
		"maze/two ida (foreign): solved, cost 9, lower bound 3"} {
		if have := all[i].Result.String(); have != want {
			t.Errorf("%q, want %q", have, want)
		}
	}
	s, err := store.Open(filepath.Join(t.TempDir(), "x.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Import(all); err != nil {
		t.Fatal(err)
	}
	_, rows, err := s.Query("SELECT cost, lower_bound, factor, time, w, expanded, generated, guided, head, cpu, memory, mib " +
		"FROM results ORDER BY problem DESC")
	if err != nil || len(rows) != 4 {
		t.Fatal(len(rows), err)
	}
	for i, want := range [][]any{{42., nil, nil, .25}, {nil, nil, nil, 300.}, {9., 3., 3., nil}, {nil, nil, nil, nil}} {
		if !reflect.DeepEqual(rows[i][:4], want) || slices.ContainsFunc(rows[i][4:], func(v any) bool { return v != nil }) {
			t.Errorf("%v, want %v and nothing else", rows[i], want)
		}
	}
}

// So it is in frames and reports.
func TestForeignUnknown(t *testing.T) {
	all, err := foreign(t, "problem,algorithm,generated\nmaze/one,x,7\n", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range record.Shown {
		v := c.Shown(all[0])
		if x, ok := v.(float64); ok && math.IsNaN(x) {
			v = nil
		}
		switch c.Show {
		case "w", "p", "cost", "lower bound", "factor", "expanded", "inserted", "reopened", "time", "cpu", "memory", "moves":
			if v != nil {
				t.Errorf("%s is %v", c.Show, v)
			}
		case "generated":
			if v != 7 {
				t.Errorf("7 generated are %v", v)
			}
		}
	}
}

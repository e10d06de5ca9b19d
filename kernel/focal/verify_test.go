package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
)

func TestResultRoundTrip(t *testing.T) {
	p := domains.Get("npuzzle/random-8/3:inverse")
	want := engine.Solve(t.Context(), p, engine.PFS(1.25, 0.7), engine.Seed(1<<63+5), engine.Traced(),
		engine.MaxInserted(5000), engine.TimeLimit(1e12), engine.MemoryLimit(1<<40))
	if want.Err != nil {
		t.Fatal(want.Err)
	}
	data, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got engine.Result
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(&got, want) {
		t.Errorf("read back:\n%+v\nwritten:\n%+v", got, *want)
	}
}

// Any change to a result is detected.
func TestVerifyFindsLies(t *testing.T) {
	p := domains.Get("npuzzle/korf/79") // whose optimal cost, 42, is known
	honest := engine.Solve(t.Context(), p, engine.FS(1.1))
	if v := (&claim{result: *honest}).verify(false); !v.Verified || v.Trusted {
		t.Fatalf("the honest result: %+v", v)
	}
	if honest.Cost != 44 || honest.FMin != 40 || honest.LowerBound != 40 {
		t.Fatalf("the changes below are to another result than %v", honest)
	}
	for want, lie := range map[string]func(r *engine.Result){
		"the path costs 44, not 42":                    func(r *engine.Result) { r.Cost = 42 },
		"cost 44 exceeds w·fmin = 1.1·39":              func(r *engine.Result) { r.FMin = 39 },
		"the lower bound 43 is above the optimal cost": func(r *engine.Result) { r.FMin, r.LowerBound = 43, 43 },
		"fmin 41 is not between 0 and the lower bound": func(r *engine.Result) { r.FMin = 41 },
		"fmin -1 is not between 0 and the lower bound": func(r *engine.Result) { r.FMin = -1 },
		"different content":                            func(r *engine.Result) { r.Digest = strings.Repeat("0", 64) },
		`unknown set "korff"`:                          func(r *engine.Result) { r.Problem = "npuzzle/korff/79" },
		"the moves do not end at a goal but at": func(r *engine.Result) {
			r.Moves, r.Path = r.Moves[:43],
				r.Path[:43]
		},
		"9 is not a move":                   func(r *engine.Result) { r.Moves = append([]engine.Move{9}, r.Moves[1:]...) },
		"move 44 is called":                 func(r *engine.Result) { r.Path = r.Path[:43] },
		"w = 0.5":                           func(r *engine.Result) { r.Algorithm = engine.FS(0.5) },
		"w = 0/0":                           func(r *engine.Result) { r.Algorithm.W = engine.Ratio{} },
		`unknown algorithm "gs"`:            func(r *engine.Result) { r.Algorithm.Name = "gs" },
		`unknown status "done"`:             func(r *engine.Result) { r.Status = "done" },
		`status "limit: time" with cost 44`: func(r *engine.Result) { r.Status = engine.LimitTime },
		"has status solved but no cost":     func(r *engine.Result) { r.Cost, r.Moves = -1, nil },
		"accepted at w = 9 by FS(w=1.1)": func(r *engine.Result) {
			r.Incumbents = []engine.Incumbent{{Cost: r.Cost, FMin: r.FMin, W: engine.Ratio{Num: 9, Den: 1}}}
		},
		"moves without a solution": func(r *engine.Result) { r.Status, r.Cost = engine.LimitTime, -1 },
		"claims that it is unsolvable": func(r *engine.Result) {
			r.Status, r.Cost, r.Moves, r.Path = engine.Unsolvable, -1, nil, nil
		},
		"the unit is 1/1, not 1/2":  func(r *engine.Result) { r.Unit = 2 },
		"do not add up":             func(r *engine.Result) { r.Guided = 1 },
		"the run failed: no memory": func(r *engine.Result) { r.Status, r.Cost, r.Error = engine.Failed, -1, "no memory" },
	} {
		r := *honest
		lie(&r)
		if v := (&claim{result: r}).verify(false); v.Verified || !strings.Contains(v.Says, want) {
			t.Errorf("verified: %v, says %q, want %q", v.Verified, v.Says, want)
		}
	}
}

// FuzzVerify reads any input as results: it must not panic, must give a position inside
// the input for an error, and must not trust what it reads.
func FuzzVerify(f *testing.F) {
	r := engine.Solve(f.Context(), domains.Get("npuzzle/random-8/1"), engine.FS(1.5))
	good, err := json.Marshal(r)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add(append(append([]byte{}, good...), good[:len(good)/2]...))
	f.Add([]byte(`{"problem":"npuzzle/korf/1","algorithm":{"w":"0/0"},"status":"solved","cost":1,"fmin":-1}`))
	f.Add([]byte(`[{}] "x" {"cost":"1"}`))
	f.Add([]byte("{\"algorithm\":\n{\"name\":\"fs\",\"w\":\"1e9999999\"}}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		claims, err := readClaims("in", data)
		if err == nil && len(claims) == 0 {
			t.Fatal("nothing read and no error")
		}
		lines := strings.Count(string(data), "\n") + 1
		if err != nil && len(data) > 0 && !strings.Contains(err.Error(), "no results") {
			var line, column int
			if _, scan := fmt.Sscanf(err.Error(), "in:%d:%d: ", &line, &column); scan != nil || line < 1 || line > lines ||
				column < 1 {
				t.Errorf("error without a place: %v", err)
			}
		}
		for _, c := range claims {
			if v := c.verify(false); v.Verified && c.result.Solved() {
				p := domains.Get(c.result.Problem)
				cost, err := p.Replay(c.result.Moves)
				if err != nil || cost != c.result.Cost {
					t.Errorf("accepted %+v: %v", c.result, err)
				}
			}
		}
	})
}

// encoding/json of nested structs, in both directions.
package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

type Config struct {
	Name    string         `json:"name"`
	Weights []float64      `json:"weights,omitempty"`
	Limits  map[string]int `json:"limits"`
	Nested  *Nested        `json:"nested,omitempty"`
	Any     any            `json:"any"`
	skip    int
	Ignored string `json:"-"`
	Ptr     *int   `json:"ptr"`
}

type Nested struct {
	A, B int
	C    []Nested `json:",omitempty"`
}

func main() {
	n := 7
	c := Config{Name: "x", Weights: []float64{1, 1.5}, Limits: map[string]int{"z": 1, "a": 2},
		Nested: &Nested{A: 1, C: []Nested{{A: 2}}}, Any: []any{1, "a", nil, 2.5}, skip: 3, Ptr: &n}
	b, err := json.Marshal(c)
	fmt.Println(string(b), err)
	var d Config
	err = json.Unmarshal(b, &d)
	fmt.Println(d.Name, d.Weights, d.Limits, d.Nested.A, d.Nested.C, d.Any, *d.Ptr, err)
	fmt.Printf("%+v\n", *d.Nested)
	b, _ = json.MarshalIndent(map[string]any{"k": Nested{A: 5}, "l": []Nested{{B: 1}}}, "", "  ")
	fmt.Println(string(b))
	dec := json.NewDecoder(strings.NewReader(`{"name":"a"} {"name":"b","limits":{"q":9}}`))
	for dec.More() {
		var c Config
		if err := dec.Decode(&c); err != nil {
			fmt.Println(err)
			break
		}
		fmt.Println(c.Name, c.Limits)
	}
	var text strings.Builder
	enc := json.NewEncoder(&text)
	enc.SetIndent(">", " ")
	err = enc.Encode([]Nested{{A: 1}, {B: 2}})
	fmt.Print(text.String(), err, "\n")
	var e *json.SyntaxError
	err = json.Unmarshal([]byte("{"), &d)
	fmt.Printf("%T %v %v\n", err, err, e == nil)
	var m map[string]Nested
	fmt.Println(json.Unmarshal([]byte(`{"a":{"A":1,"B":2}}`), &m), m)
	var s []struct {
		X int
		Y string `json:"why"`
	}
	fmt.Println(json.Unmarshal([]byte(`[{"X":1,"why":"b"},{"x":2}]`), &s), s)
}

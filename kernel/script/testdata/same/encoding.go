package main

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
)

type Part struct {
	Name string `json:"name"`
	cost int
}

type Row struct {
	ID     int
	score  float64
	A, b   int
	Tags   []string `json:"tags,omitempty"`
	Parts  []Part
	Next   *Row   `json:",omitempty"`
	hidden string `json:"hidden"`
	extra  map[string]int
	c, d   int
}

type Only struct{ Part }

type Node struct {
	next *Node
	V    int
}

func main() {
	r := Row{ID: 1, score: 2, A: 3, b: 4, Parts: []Part{{"p", 5}}, Next: &Row{score: 6}, hidden: "h", c: 1, d: 2}
	text, err := json.Marshal(r)
	fmt.Println(string(text), err)
	var back Row
	err = json.Unmarshal([]byte(`{"ID":7,"score":8,"Xscore":9,"b":1,"hidden":"x","Parts":[{"name":"q","cost":3,"Xcost":4}]}`), &back)
	fmt.Println(back.ID, back.score, back.b, back.hidden, back.Parts, err)
	text, _ = json.Marshal([]any{Part{"x", 1}, &Part{"y", 2}, map[string]Part{"k": {"z", 3}}})
	fmt.Println(string(text))
	text, _ = json.Marshal(struct {
		a int
		B int
	}{1, 2})
	fmt.Println(string(text))
	text, _ = json.Marshal(Only{Part{"o", 1}})
	fmt.Println(string(text))
	n := &Node{&Node{nil, 2}, 1}
	text, _ = json.Marshal(n)
	fmt.Println(string(text), n.next.V)
	text, err = xml.Marshal(struct {
		XMLName xml.Name `xml:"row"`
		A       int
		b       string
	}{A: 1, b: "x"})
	fmt.Println(string(text), err)
	var list []struct {
		Name string
		size int
	}
	fmt.Println(json.Unmarshal([]byte(`[{"Name":"a","size":1},{"name":"b"}]`), &list), list)
	list = append(list, struct {
		Name string
		size int
	}{"c", 3})
	fmt.Println(list, len(list))
	p, q := struct{ x, y int }{1, 2}, struct{ x, y int }{1, 2}
	fmt.Println(p == q)
	type point struct{ x, y int }
	p = point{3, 4}
	fmt.Println(p, point(q))
}

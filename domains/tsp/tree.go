package tsp

// tree is a tree of k cities in preorder, so that a subtree is an interval of
// places, with the bridges of each city; see forest.
type tree struct {
	k       int
	node    []uint8 // by place: the city
	up      []uint8 // by place: that of the city above; the first one's is absent
	size    []uint8 // by place: cities in the subtree
	degree  []uint8 // by place: edges
	place   []uint8 // by city, absent if it is not in the tree
	bridges []pair  // of one place after the other
	first   []uint8 // by place: the first of its bridges
}

// A pair is two cities with an edge between them.
type pair [2]uint8

// absent is the place of a city that is not in the tree.
const absent = 255

func newTree(n int) tree {
	bytes := func() []uint8 { return make([]uint8, n) }
	return tree{
		node: bytes(), up: bytes(), size: bytes(), degree: bytes(), place: bytes(),
		bridges: make([]pair, 0, n), first: bytes(),
	}
}

// of is the bridges of the city at a place: one less than it has edges.
func (t *tree) of(p uint8) []pair {
	if t.degree[p] < 2 {
		return nil
	}
	return t.bridges[t.first[p]:][:t.degree[p]-1]
}

// placeBytes is what a place takes in a record: its city, the place above and a
// bridge, of which there are two less than places.
const placeBytes = 4

func (t *tree) save(record []byte) {
	for p := range t.k {
		place := record[p*placeBytes:][:placeBytes]
		place[0], place[1] = t.node[p], t.up[p]
		if p < len(t.bridges) {
			place[2], place[3] = t.bridges[p][0], t.bridges[p][1]
		}
	}
}

// load reads the record of a tree of k cities, all but the sizes.
func (t *tree) load(record []byte, k int) {
	t.k = k
	clear(t.degree)
	t.bridges = t.bridges[:max(0, k-2)]
	for p := range k {
		place := record[p*placeBytes:][:placeBytes]
		t.node[p], t.up[p] = place[0], place[1]
		t.place[place[0]] = uint8(p)
		if p > 0 {
			t.degree[p]++
			t.degree[place[1]]++
		}
		if p < len(t.bridges) {
			t.bridges[p] = pair{place[2], place[3]}
		}
	}
	first := 0
	for p := range k {
		t.first[p] = uint8(first)
		first += max(0, int(t.degree[p])-1)
	}
}

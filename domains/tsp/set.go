package tsp

// set is a set of cities with, for each of them, the others nearest first: what
// trees and walks on the set look at. The depot is not in it. Within a set a
// city goes by its position.
type set struct {
	*instance
	cities []uint8 // by position, in order of index
	place  []uint8 // by city: its position, absent if it is not in the set
	near   []uint8 // by position: a row of the others' positions
}

const absent = 255

func newSet(in *instance) set {
	s := set{instance: in, cities: make([]uint8, 0, in.n), place: make([]uint8, in.n), near: make([]uint8, in.n*in.n)}
	for i := range s.place {
		s.place[i] = absent
	}
	return s
}

// fill makes it the set of the cities, all of them at once.
func (s *set) fill(cities []uint8) {
	for _, city := range s.cities {
		s.place[city] = absent
	}
	s.cities = append(s.cities[:0], cities...)
	for p, city := range s.cities {
		s.place[city] = uint8(p)
	}
	row := 0
	for _, city := range s.cities {
		at := row
		for _, other := range s.neighbours(int(city)) {
			place := s.place[other]
			s.near[at] = place
			if place != absent {
				at++
			}
		}
		row += len(s.cities) - 1
	}
}

// nearest is the positions of the others, nearest first.
func (s *set) nearest(p int) []uint8 {
	k := len(s.cities) - 1
	return s.near[p*k:][:k]
}

// nearestTwo is the positions of the two cities nearest to any city, absent
// where there are fewer.
func (s *set) nearestTwo(city int) (first, second uint8) {
	first = absent
	for _, other := range s.neighbours(city) {
		switch place := s.place[other]; {
		case place == absent:
		case first == absent:
			first = place
		default:
			return first, place
		}
	}
	return first, absent
}

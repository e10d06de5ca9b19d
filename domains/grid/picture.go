package grid

import (
	"fmt"

	"github.com/focal-search/focal/domains/internal/cells"
	"github.com/focal-search/focal/domains/palette"
	"github.com/focal-search/focal/engine"
)

// follow lists the cells of a path, from the start on.
func (p *instance) follow(moves []engine.Move) (path []Cell, err error) {
	_, _, err = p.view().Along(moves, func(s State, _ engine.Cost) { path = append(path, s.At) })
	return path, err
}

func (p *instance) drawn() cells.Map {
	return cells.Map{Width: p.Width, Height: p.Height, Free: p.free}
}

// picture draws the map as text: # where most cells are not passable, the path as *, its start
// and its end as S and @, and the goal as G.
func (p *instance) picture(moves []engine.Move) string {
	path, err := p.follow(moves)
	if err != nil {
		return err.Error()
	}
	var marks []cells.Mark
	for _, c := range path {
		marks = append(marks, cells.Mark{Cell: c, As: '*'})
	}
	return p.drawn().Text(append(marks, cells.Mark{Cell: path[0], As: 'S'}, cells.Mark{Cell: p.goal, As: 'G'},
		cells.Mark{Cell: path[len(path)-1], As: '@'}))
}

// draw draws the map along a path.
func (p *instance) draw(moves []engine.Move) (pictures []string, err error) {
	path, err := p.follow(moves)
	if err != nil {
		return nil, err
	}
	d := cells.NewDrawing(p.drawn())
	for i, c := range path {
		pic := d.New(fmt.Sprintf("a map of %d × %d cells, %v after %d moves", p.Width, p.Height, c, i))
		d.Way(pic, path[:i+1], palette.Blue)
		d.Dot(pic, path[0], "start", palette.Green, 5)
		d.Dot(pic, p.goal, "goal", palette.Vermilion, 5)
		d.Dot(pic, c, "here", palette.Blue, 5)
		pictures = append(pictures, pic.String())
	}
	return pictures, nil
}

// shade draws the map with cells in colours and a path.
func (p *instance) shade(title string, colour func(cells.Cell) (string, float64), moves []engine.Move) (string, error) {
	path, err := p.follow(moves)
	if err != nil {
		return "", err
	}
	d := cells.NewDrawing(p.drawn())
	pic := d.New(title)
	d.Fill(pic, colour)
	d.Way(pic, path, palette.Ink)
	d.Dot(pic, path[0], "start", palette.Green, 5)
	d.Dot(pic, p.goal, "goal", palette.Vermilion, 5)
	return pic.String(), nil
}

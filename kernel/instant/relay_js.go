package instant

import (
	"context"
	"go/ast"

	"github.com/focal-search/focal/engine"
)

// In a page nothing can be compiled, so nothing records what has made problems and algorithms.
type (
	maker   struct{}
	record  struct{}
	program struct{}
)

func (s *session) made(any, int, []any)                {}
func (p *plan) findMakers(*view, ast.Node, references) {}
func (p *plan) recording(ast.Node)                     {}
func (p *plan) runtime() *entity                       { return nil }

// handover says that a search of interpreted functions stays so.
func (s *session) handover(ctx context.Context, p *engine.Problem, _ engine.Task) <-chan engine.Leg {
	go func() {
		if s.in.Interprets() && ctx.Err() == nil {
			s.remark("page", "note: the functions of a search of %s are interpreted in a page, which makes it some 10 to 40 "+
				"times slower than with Go installed\n", p.Name)
		}
	}()
	return nil
}

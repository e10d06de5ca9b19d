package instant

import "go/ast"

func (p *plan) findMakers(*view, ast.Node, references) {}

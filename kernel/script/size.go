package script

import (
	"go/ast"
	"go/constant"
	"go/types"
)

// mostArray is the greatest size of an array in bytes. If it exceeded the memory, Go would
// end the process, and with it the whole session.
const mostArray = 1 << 30

// tooLarge returns an error for the first array of a file that is larger than mostArray.
func (in *Interpreter) tooLarge(file *ast.File, info *types.Info) (err error) {
	known := sizes{}
	ast.Inspect(file, func(n ast.Node) bool {
		var bytes float64
		switch n := n.(type) {
		case *ast.ArrayType:
			if t := info.Types[n].Type; t != nil {
				bytes = known.of(t)
			}
		case *ast.CompositeLit:
			bytes = known.literal(n, info)
		}
		if err == nil && bytes > mostArray {
			err = refusal(in.ErrorAt(n.Pos(), "the interpreter has no arrays of more than 1 GiB"))
		}
		return err == nil
	})
	return err
}

// sizes caches the approximate sizes of types in bytes.
type sizes map[types.Type]float64

func (s sizes) of(t types.Type) float64 {
	if size, ok := s[t]; ok {
		return size
	}
	size := 8.
	switch u := t.Underlying().(type) {
	case *types.Array:
		size = max(0, float64(u.Len())) * s.of(u.Elem())
	case *types.Struct:
		size = 0
		for f := range u.Fields() {
			size += s.of(f.Type())
		}
	case *types.Basic:
		if u.Info()&types.IsBoolean != 0 || u.Kind() == types.Int8 || u.Kind() == types.Uint8 {
			size = 1
		}
	}
	s[t] = size
	return size
}

// literal returns the size of a composite literal of an array or a slice, whose elements may have indices.
func (s sizes) literal(lit *ast.CompositeLit, info *types.Info) float64 {
	t := info.Types[lit].Type
	if t == nil {
		return 0
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return s.of(u)
	case *types.Slice:
		last := float64(len(lit.Elts))
		for _, e := range lit.Elts {
			if pair, ok := e.(*ast.KeyValueExpr); ok && info.Types[pair.Key].Value != nil {
				index, _ := constant.Float64Val(constant.ToFloat(info.Types[pair.Key].Value))
				last = max(last, index)
			}
		}
		return last * s.of(u.Elem())
	}
	return 0
}

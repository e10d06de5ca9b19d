package instant

import (
	"fmt"
	"go/scanner"
	"go/token"
	"strings"
)

// A splitCell is a cell's text taken apart. Both parts are as long as the cell
// and hold blanks where the other part is, so that positions stay as they are.
type splitCell struct {
	decls string // imports and functions, which Go allows outside functions only
	stmts string // all else
}

// split takes a cell apart. It accepts GoNB's mark %% and a package clause, and
// blanks them out.
func split(src string) (splitCell, error) {
	text, err := blankMarks(src)
	if err != nil {
		return splitCell{}, err
	}
	decls, stmts := blanks(text), []byte(text)
	for _, part := range declarations(text) {
		if part.tok != token.PACKAGE {
			copy(decls[part.from:part.to], text[part.from:part.to])
		}
		copy(stmts[part.from:part.to], blanks(text[part.from:part.to]))
	}
	return splitCell{string(decls), string(stmts)}, nil
}

// blanks is the text with blanks in place of everything but line ends.
func blanks(text string) []byte {
	out := []byte(text)
	for i, c := range out {
		if c != '\n' {
			out[i] = ' '
		}
	}
	return out
}

// blankMarks blanks lines that begin with %% or %main, GoNB's mark for what
// follows being the body of main. Its other commands are refused.
func blankMarks(src string) (string, error) {
	lines := strings.Split(src, "\n")
	inside := rawStringLines(src)
	for i, line := range lines {
		word := ""
		if words := strings.Fields(line); len(words) > 0 {
			word = words[0]
		}
		switch {
		case inside[i]:
		case strings.HasPrefix(word, "%%") || word == "%main":
			lines[i] = string(blanks(line))
		case strings.HasPrefix(word, "%") && len(word) > 1 && isLetter(word[1]) && i == 0:
			return "", fmt.Errorf("GoNB's command %s is not known here: the instant kernel runs Go, and %%%% for the body of main", word)
		}
	}
	return strings.Join(lines, "\n"), nil
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// rawStringLines says which lines begin inside a raw string or a comment.
func rawStringLines(src string) map[int]bool {
	inside := map[int]bool{}
	scan(src, func(offset int, tok token.Token, lit string) {
		if n := strings.Count(lit, "\n"); n > 0 && (tok == token.STRING || tok == token.COMMENT) {
			first := strings.Count(src[:offset], "\n")
			for i := 1; i <= n; i++ {
				inside[first+i] = true
			}
		}
	})
	return inside
}

type part struct {
	tok      token.Token
	from, to int
}

// declarations finds the parts of a cell that are a package clause, an import
// or a function or method with a name.
func declarations(src string) []part {
	type lexeme struct {
		offset int
		tok    token.Token
	}
	var all []lexeme
	scan(src, func(offset int, tok token.Token, lit string) {
		if tok != token.COMMENT {
			all = append(all, lexeme{offset, tok})
		}
	})
	at := func(i int) token.Token {
		if i < len(all) {
			return all[i].tok
		}
		return token.EOF
	}
	// closing is the index after the bracket that closes the one at i.
	closing := func(i int) int {
		for depth := 0; i < len(all); i++ {
			if depth += nesting(all[i].tok); depth == 0 {
				return i + 1
			}
		}
		return i
	}
	var parts []part
	for i := 0; i < len(all); {
		start := i
		declares := false
		switch all[i].tok {
		case token.PACKAGE, token.IMPORT:
			declares = true
		case token.FUNC:
			declares = at(i+1) == token.IDENT ||
				at(i+1) == token.LPAREN && at(closing(i+1)) == token.IDENT
		}
		for i < len(all) && all[i].tok != token.SEMICOLON {
			if nesting(all[i].tok) > 0 {
				i = closing(i)
			} else {
				i++
			}
		}
		if declares {
			end := len(src)
			if i < len(all) && all[i].offset < end {
				end = all[i].offset
				if src[end:end+1] == ";" { // not one that a line end stands for
					end++
				}
			}
			parts = append(parts, part{all[start].tok, all[start].offset, end})
		}
		i++ // the semicolon
	}
	return parts
}

// nesting is by how much a token changes the number of brackets that are open.
func nesting(tok token.Token) int {
	switch tok {
	case token.LPAREN, token.LBRACK, token.LBRACE:
		return 1
	case token.RPAREN, token.RBRACK, token.RBRACE:
		return -1
	}
	return 0
}

// strayBrace is the offset of the first } without a {, -1 if there is none. In the
// function that is made of the statements it would end that function.
func strayBrace(src string) int {
	depth, stray := 0, -1
	scan(src, func(offset int, tok token.Token, _ string) {
		switch tok {
		case token.LBRACE:
			depth++
		case token.RBRACE:
			if depth--; depth < 0 && stray < 0 {
				stray = offset
			}
		}
	})
	return stray
}

// scan calls f for every token, with its offset. It says whether the text ends
// within a raw string or a comment.
func scan(src string, f func(offset int, tok token.Token, lit string)) (unterminated bool) {
	fset := token.NewFileSet()
	file := fset.AddFile("", fset.Base(), len(src))
	var s scanner.Scanner
	s.Init(file, []byte(src), func(_ token.Position, msg string) {
		unterminated = unterminated || msg == "raw string literal not terminated" || msg == "comment not terminated"
	}, scanner.ScanComments)
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return unterminated
		}
		f(file.Offset(pos), tok, lit)
	}
}

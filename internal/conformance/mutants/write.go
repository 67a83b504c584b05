package main

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// support is a file of each package that has mutants: which mutant is tried, which operators are reached, and calculations with another
// operator if their mutant is tried.
//
//go:embed support.txt
var support string

// calculations are the names of functions of support, after "mutant".
var calculations = map[token.Token]string{
	token.ADD: "Add", token.SUB: "Sub", token.MUL: "Mul", token.QUO: "Quo", token.REM: "Rem", token.INC: "Inc", token.DEC: "Dec",
}

// write returns the text of a node in which the environment selects the mutants below it.
func (s *source) write(n ast.Node) string {
	var b strings.Builder
	at := n.Pos()
	if n == ast.Node(s.syntax) {
		at = s.syntax.FileStart
	}
	ast.Inspect(n, func(below ast.Node) bool {
		if below == nil || len(s.mutants[below]) == 0 {
			return true
		}
		b.Write(s.text[s.file.Offset(at):s.file.Offset(below.Pos())])
		b.WriteString(s.changed(below))
		at = below.End()
		return false
	})
	end := n.End()
	if n == ast.Node(s.syntax) {
		end = s.syntax.FileEnd
	}
	b.Write(s.text[s.file.Offset(at):s.file.Offset(end)])
	return b.String()
}

// changed returns the text of a node that has mutants itself.
func (s *source) changed(n ast.Node) string {
	first := s.mutants[n][0]
	switch n := n.(type) {
	case *ast.IncDecStmt:
		x := s.write(n.X)
		if s.places[n] {
			return fmt.Sprintf("mutant%s(%d, &%s)", calculations[n.Tok], first.number, x)
		}
		return fmt.Sprintf("if mutantOn(%d) { %s%s } else { %[2]s%[4]s }", first.number, x, first.to, n.Tok)
	case *ast.UnaryExpr:
		return fmt.Sprintf("mutantSub%s(%d, 0, %s)", s.instance(n), first.number, s.write(n.X))
	case *ast.BinaryExpr:
		x, y := s.write(n.X), s.write(n.Y)
		if n.Op.Precedence() != token.EQL.Precedence() {
			return fmt.Sprintf("mutant%s%s(%d, %s, %s)", calculations[n.Op], s.instance(n), first.number, x, y)
		}
		text := fmt.Sprintf("(%s %s %s)", x, n.Op, y)
		for _, m := range s.mutants[n] {
			if negated[m.from] == m.to {
				text = fmt.Sprintf("(%s != mutantOn(%d))", text, m.number)
			} else {
				text = fmt.Sprintf("(!mutantOn(%d) && %s || mutantOn(%[1]d) && (%[3]s %[4]s %[5]s))", m.number, text, x, m.to, y)
			}
		}
		return text
	}
	panic(fmt.Sprintf("%T has a mutant", n))
}

// negated are the operators that compare with the opposite result.
var negated = map[token.Token]token.Token{
	token.LSS: token.GEQ, token.GEQ: token.LSS, token.GTR: token.LEQ, token.LEQ: token.GTR, token.EQL: token.NEQ, token.NEQ: token.EQL,
}

// instance returns the type argument of a function for a calculation. The compiler infers types that have names.
func (s *source) instance(e ast.Expr) string {
	if basic, ok := s.info.TypeOf(e).(*types.Basic); ok {
		return "[" + basic.Name() + "]"
	}
	return ""
}

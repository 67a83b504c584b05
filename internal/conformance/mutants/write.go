package main

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// support is a file of each package that has mutants: which mutant is tried, and which operators are reached.
//
//go:embed support.txt
var support string

// supportOf returns the text of support for a package, with a function for each operator that calculates: it calculates with the other
// operator if its mutant is tried. The operators ++ and -- are written as + and -.
func supportOf(name string, mutants int) string {
	var b strings.Builder
	strings.NewReplacer("PACKAGE", name, "SIZE", fmt.Sprint(mutants+1)).WriteString(&b, support)
	for from, to := range replacements {
		if from.Precedence() == token.EQL.Precedence() {
			continue
		}
		constraint := "mutantNumber"
		if from == token.REM {
			constraint = "mutantInteger"
		}
		fmt.Fprintf(&b, "\nfunc mutant%d[T %s](number int, a, b T) T {\n\tif mutantOn(number) {\n\t\treturn a %.1s b\n\t}\n\treturn a %.1s b\n}\n", from, constraint, to[0], from)
	}
	return b.String()
}

// write returns the text of a node in which the environment selects the mutants below it.
func (s *source) write(n ast.Node) string {
	var b strings.Builder
	at := n.Pos()
	ast.Inspect(n, func(below ast.Node) bool {
		if below == nil || len(s.mutants[below]) == 0 {
			return true
		}
		b.Write(s.text[s.file.Offset(at):s.file.Offset(below.Pos())])
		b.WriteString(s.changed(below))
		at = below.End()
		return false
	})
	b.Write(s.text[s.file.Offset(at):s.file.Offset(n.End())])
	return b.String()
}

// changed returns the text of a node that has mutants itself. The functions of support have the numbers of the operators in their names.
func (s *source) changed(n ast.Node) string {
	first := s.mutants[n][0]
	switch n := n.(type) {
	case *ast.IncDecStmt:
		return fmt.Sprintf("%s = mutant%d(%d, %[1]s, 1)", s.write(n.X), n.Tok, first.number)
	case *ast.UnaryExpr:
		return fmt.Sprintf("mutant%d%s(%d, 0, %s)", n.Op, s.instance(n), first.number, s.write(n.X))
	case *ast.BinaryExpr:
		x, y := s.write(n.X), s.write(n.Y)
		if n.Op.Precedence() != token.EQL.Precedence() {
			return fmt.Sprintf("mutant%d%s(%d, %s, %s)", n.Op, s.instance(n), first.number, x, y)
		}
		text := fmt.Sprintf("(%s %s %s)", x, n.Op, y)
		for _, m := range s.mutants[n] {
			text = fmt.Sprintf("(!mutantOn(%d) && %s || mutantOn(%[1]d) && (%[3]s %[4]s %[5]s))", m.number, text, x, m.to, y)
		}
		return text
	}
	panic(fmt.Sprintf("%T has a mutant", n))
}

// instance returns the type argument of a function for a calculation. The compiler infers types that have names.
func (s *source) instance(e ast.Expr) string {
	if basic, ok := s.info.TypeOf(e).(*types.Basic); ok {
		return "[" + basic.Name() + "]"
	}
	return ""
}

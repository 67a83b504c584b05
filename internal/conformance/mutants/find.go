package main

import (
	"cmp"
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"hash/fnv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// replacements are the operators that take the place of others, in expressions and statements.
var replacements = map[token.Token][]token.Token{
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR}, token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL}, token.REM: {token.MUL},
	token.INC: {token.DEC}, token.DEC: {token.INC},
}

// equivalent lists mutants that no test can notice, one a line: the file, the operators and the line as a report prints them, and
// after " # " the reason.
//
//go:embed equivalent.txt
var equivalent string

// A mutant is a changed operator with the result of the tests.
type mutant struct {
	number        int // from 1, among those that the programs hold
	hash          uint64
	at            token.Position
	to            token.Token
	text          string  // both operators, and the line of the source text
	tests         []*test // that reach the operator
	tried, killed bool
}

// A source is a file with the mutants of its expressions and statements.
type source struct {
	name    string // as in equivalent
	file    *token.File
	syntax  *ast.File
	text    []byte
	info    *types.Info
	mutants map[ast.Node][]*mutant
	skip    map[ast.Node]bool // expressions that do not change
}

// find returns the files of packages that have mutants, and the mutants that a seed selects, in the order in which they are tried.
func find(loaded []*packages.Package, share float64, seed uint64) (sources []*source, all []*mutant, err error) {
	found := make(map[string]bool) // whether a line of equivalent has a mutant
	for _, p := range loaded {
		for i, path := range p.CompiledGoFiles {
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, nil, err
			}
			name, _ := filepath.Rel(p.Module.Dir, path)
			s := &source{filepath.ToSlash(name), p.Fset.File(p.Syntax[i].FileStart), p.Syntax[i], text, p.TypesInfo, make(map[ast.Node][]*mutant), make(map[ast.Node]bool)}
			ast.Inspect(s.syntax, s.visit)
			sources = append(sources, s)
			for line := range strings.Lines(equivalent) {
				if key, _, ok := strings.Cut(line, " # "); ok && strings.HasPrefix(key, s.name+": ") {
					found[key] = false
				}
			}
		}
	}
	for _, s := range sources {
		for n, mutants := range s.mutants {
			s.mutants[n] = slices.DeleteFunc(mutants, func(m *mutant) bool {
				key := s.name + ": " + m.text // remains when the line moves
				h := fnv.New64a()
				fmt.Fprint(h, seed, key, m.at.Column)
				m.hash = h.Sum64() * 0x9e3779b97f4a7c15 // the upper bits of similar texts are similar
				_, excluded := found[key]
				if excluded {
					found[key] = true
				}
				return excluded || float64(m.hash) > share/100*math.MaxUint64
			})
			all = append(all, s.mutants[n]...)
		}
	}
	for key, ok := range found {
		if !ok {
			return nil, nil, fmt.Errorf("equivalent.txt has a mutant that does not exist: %s", key)
		}
	}
	slices.SortFunc(all, func(a, b *mutant) int { return cmp.Or(cmp.Compare(a.hash, b.hash), a.at.Offset-b.at.Offset) })
	for i, m := range all {
		m.number = i + 1
	}
	return sources, all, nil
}

// visit adds the mutants of a node, and reports whether the nodes below it can have some.
func (s *source) visit(n ast.Node) bool {
	if s.skip[n] {
		return false
	}
	switch n := n.(type) {
	case *ast.GenDecl:
		return n.Tok != token.CONST
	case *ast.ArrayType:
		return false
	case *ast.BinaryExpr:
		s.add(n, n, n.OpPos, n.Op)
	case *ast.UnaryExpr:
		if n.Op == token.SUB {
			s.add(n, n, n.OpPos, n.Op)
		}
	case *ast.IncDecStmt:
		s.add(n, n.X, n.TokPos, n.Tok)
	case *ast.KeyValueExpr:
		s.skip[n.Key] = s.info.Types[n.Key].Value != nil
	case *ast.CallExpr: // with a capacity
		fun := types.ExprString(n.Fun)
		_, isMap := s.info.TypeOf(n).(*types.Map)
		if strings.HasSuffix(fun, ".Grow") || fun == "make" && (isMap || len(n.Args) == 3) {
			s.skip[n.Args[len(n.Args)-1]] = true
		}
	}
	return true
}

// add adds the mutants of an operator whose result, or operand, is an expression.
func (s *source) add(n ast.Node, e ast.Expr, pos token.Pos, from token.Token) {
	if !s.canChange(e, from) {
		return
	}
	at := s.file.Position(pos)
	line, _, _ := strings.Cut(string(s.text[s.file.Offset(s.file.LineStart(at.Line)):]), "\n")
	for _, to := range replacements[from] {
		text := fmt.Sprintf("%s in place of %s: %s", to, from, strings.TrimSpace(line))
		s.mutants[n] = append(s.mutants[n], &mutant{at: at, to: to, text: text})
	}
}

// canChange reports whether an expression can have another operator: comparisons of values can, and calculations with numbers.
func (s *source) canChange(e ast.Expr, op token.Token) bool {
	of := s.info.Types[e]
	if op.Precedence() == token.EQL.Precedence() {
		return of.Value == nil
	}
	basic, ok := of.Type.Underlying().(*types.Basic)
	if !ok || basic.Info()&(types.IsInteger|types.IsFloat) == 0 || basic.Info()&types.IsUntyped != 0 {
		return false
	}
	return of.Value == nil || of.Type == types.Type(basic)
}

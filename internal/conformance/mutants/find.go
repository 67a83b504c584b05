package main

import (
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
	number   int // from 1, among those that the programs hold
	hash     uint64
	at       token.Position
	from, to token.Token
	line     string // of the source text
	tests    []*test
	status   status
}

// key identifies a mutant whose line moves.
func (m *mutant) key(root string) string {
	name, _ := filepath.Rel(root, m.at.Filename)
	return fmt.Sprintf("%s: %s in place of %s: %s", filepath.ToSlash(name), m.to, m.from, m.line)
}

// A source is a file with the mutants of its expressions and statements.
type source struct {
	file    *token.File
	syntax  *ast.File
	text    []byte
	info    *types.Info
	mutants map[ast.Node][]*mutant
	places  map[ast.Node]bool // statements that must stay simple
}

// find returns the files of packages that have mutants, and the mutants that a seed selects, in the order in which they are tried.
func find(loaded []*packages.Package, share float64, seed uint64) (sources []*source, all []*mutant, err error) {
	unused, root := make(map[string]bool), ""
	for _, p := range loaded {
		root = p.Module.Dir
		for i, name := range p.CompiledGoFiles {
			text, err := os.ReadFile(name)
			if err != nil {
				return nil, nil, err
			}
			s := &source{p.Fset.File(p.Syntax[i].FileStart), p.Syntax[i], text, p.TypesInfo, make(map[ast.Node][]*mutant), make(map[ast.Node]bool)}
			ast.PreorderStack(s.syntax, nil, s.visit)
			sources = append(sources, s)
			rel, _ := filepath.Rel(root, name)
			for line := range strings.Lines(equivalent) {
				if key, _, ok := strings.Cut(line, " # "); ok && strings.HasPrefix(key, filepath.ToSlash(rel)+": ") {
					unused[key] = true
				}
			}
		}
	}
	excluded := make(map[string]bool)
	for key := range unused {
		excluded[key] = true
	}
	for _, s := range sources {
		for n, mutants := range s.mutants {
			s.mutants[n] = slices.DeleteFunc(mutants, func(m *mutant) bool {
				key := m.key(root)
				delete(unused, key)
				h := fnv.New64a()
				fmt.Fprint(h, seed, key, m.at.Column)
				m.hash = h.Sum64() * 0x9e3779b97f4a7c15 // the upper bits of similar texts are similar
				return excluded[key] || float64(m.hash) > share/100*math.MaxUint64
			})
			all = append(all, s.mutants[n]...)
		}
	}
	for key := range unused {
		return nil, nil, fmt.Errorf("equivalent.txt has a mutant that does not exist: %s", key)
	}
	slices.SortFunc(all, func(a, b *mutant) int {
		if a.hash != b.hash && a.hash < b.hash {
			return -1
		} else if a.hash != b.hash {
			return 1
		}
		return a.at.Offset - b.at.Offset
	})
	for i, m := range all {
		m.number = i + 1
	}
	return sources, all, nil
}

// visit adds the mutants of a node, and reports whether those below it can have some.
func (s *source) visit(n ast.Node, stack []ast.Node) bool {
	var parent ast.Node
	if len(stack) > 0 {
		parent = stack[len(stack)-1]
	}
	switch n := n.(type) {
	case *ast.GenDecl:
		return n.Tok != token.CONST
	case *ast.ArrayType:
		return false
	case *ast.BinaryExpr:
		if s.canChange(n, n.Op) {
			s.add(n, n.OpPos, n.Op)
		}
	case *ast.UnaryExpr:
		if n.Op == token.SUB && s.canChange(n, n.Op) {
			s.add(n, n.OpPos, n.Op)
		}
	case *ast.IncDecStmt:
		_, block := parent.(*ast.BlockStmt)
		_, clause := parent.(*ast.CaseClause)
		s.places[n] = !block && !clause
		s.add(n, n.TokPos, n.Tok)
	}
	if pair, ok := parent.(*ast.KeyValueExpr); ok && pair.Key == n && s.info.Types[pair.Key].Value != nil {
		return false
	}
	call, ok := parent.(*ast.CallExpr)
	return !ok || n == call.Fun || !s.isCapacity(call, n)
}

func (s *source) add(n ast.Node, pos token.Pos, from token.Token) {
	at := s.file.Position(pos)
	line := s.text[s.file.Offset(s.file.LineStart(at.Line)):]
	text, _, _ := strings.Cut(string(line), "\n")
	for _, to := range replacements[from] {
		s.mutants[n] = append(s.mutants[n], &mutant{at: at, from: from, to: to, line: strings.TrimSpace(text)})
	}
}

// canChange reports whether an expression can have another operator: comparisons of values can, and calculations with numbers.
func (s *source) canChange(e ast.Expr, op token.Token) bool {
	of := s.info.Types[e]
	if op.Precedence() == token.EQL.Precedence() {
		return of.Value == nil
	}
	if _, generic := of.Type.(*types.TypeParam); generic {
		return false
	}
	basic, ok := of.Type.Underlying().(*types.Basic)
	if !ok || basic.Info()&(types.IsInteger|types.IsFloat) == 0 || basic.Info()&types.IsUntyped != 0 {
		return false
	}
	return of.Value == nil || of.Type == types.Type(basic)
}

// isCapacity reports whether an argument of a call is the capacity of a slice or a map.
func (s *source) isCapacity(call *ast.CallExpr, n ast.Node) bool {
	switch fun := call.Fun.(type) {
	case *ast.SelectorExpr:
		return fun.Sel.Name == "Grow"
	case *ast.Ident:
		if fun.Name != "make" || n != call.Args[len(call.Args)-1] {
			return false
		}
		_, isMap := s.info.TypeOf(call).Underlying().(*types.Map)
		return len(call.Args) == 3 || isMap
	}
	return false
}

package golden

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// Listing lists what generated Go files declare: the interfaces of services, and the types, variables and constants of the other
// files but schema.go and the packages for tests. It has neither functions nor documentation, nor what is the same in all packages.
func Listing(files map[string][]byte) (string, error) {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		dir, base := path.Split(name)
		if !strings.HasSuffix(base, ".go") || base == "schema.go" || strings.HasSuffix(dir, "test/") {
			continue
		}
		if dir != "" {
			b.WriteString(name + ":\n")
		}
		l := listing{set: token.NewFileSet(), src: bytes.Clone(files[name])}
		file, err := parser.ParseFile(l.set, name, l.src, parser.SkipObjectResolution)
		if err != nil {
			return "", err
		}
		for _, d := range file.Decls {
			if d, ok := d.(*ast.GenDecl); ok && isListed(d.Specs[0], base == "service.go") {
				ast.Inspect(d, l.omit)
				text := l.text(d.Specs[0].Pos(), d.Specs[len(d.Specs)-1].End())
				if !strings.HasPrefix(text, "contractDocuments") || strings.Count(text, "{File: ") > 1 {
					b.WriteString(text + "\n")
				}
			}
		}
	}
	return b.String(), nil
}

func isListed(spec ast.Spec, service bool) bool {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		_, isInterface := spec.Type.(*ast.InterfaceType)
		return (isInterface || !service) && spec.Name.Name != "contractSchema"
	case *ast.ValueSpec:
		name := spec.Names[0].Name
		return !service && name != "_" && name != "contractFiles" && !strings.HasPrefix(name, "operationsOf")
	}
	return false
}

// listing is a file of which declarations are listed.
type listing struct {
	set *token.FileSet
	src []byte
}

// omit clears the parts of a declaration that are not listed.
func (l *listing) omit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncType:
		if params := n.Params.List; len(params) > 0 && l.node(params[0].Type) == "context.Context" {
			l.clear(params[0])
		}
	case *ast.CompositeLit:
		if len(n.Elts) == 2 && strings.HasPrefix(l.node(n.Elts[0]), "Form: ") { // a form of the contract that all packages have
			l.clear(n)
		}
	case *ast.KeyValueExpr:
		if key := l.node(n.Key); slices.Contains([]string{"Doc", "Files", "Namespaces", "NewClient", "Types"}, key) {
			l.clear(n)
			return false
		}
		value := n.Value
		if pointer, ok := value.(*ast.UnaryExpr); ok {
			value = pointer.X
		}
		if literal, ok := value.(*ast.CompositeLit); ok {
			l.clear(literal.Type)
		}
	}
	return true
}

// clear overwrites a node, and the comma after it, with spaces.
func (l *listing) clear(n ast.Node) {
	end := l.set.Position(n.End()).Offset
	for i := l.set.Position(n.Pos()).Offset; i < end || l.src[i] == ','; i++ {
		l.src[i] = ' '
	}
}

func (l *listing) node(n ast.Node) string { return l.text(n.Pos(), n.End()) }

// text returns a part of the file in one line, or if that is longer than 130 columns, in as few as possible.
func (l *listing) text(from, end token.Pos) string {
	src := l.src[l.set.Position(from).Offset:l.set.Position(end).Offset]
	var s scanner.Scanner
	f := token.NewFileSet().AddFile("", -1, len(src))
	s.Init(f, src, nil, 0)
	text, line, phrase := "", "", "" // a phrase is not divided
	add := func() {
		if line != "" && utf8.RuneCountInString(line+phrase) > 130 {
			text, line = text+strings.TrimRight(line, " ")+"\n", "  "
		}
		line, phrase = line+phrase, ""
	}
	last, separator := 0, ""
	for {
		pos, tok, literal := s.Scan()
		if tok == token.EOF {
			add()
			return text + line
		}
		offset := f.Offset(pos)
		if tok == token.SEMICOLON || tok == token.COMMA {
			separator = tok.String() + " "
			last = offset + 1
			continue
		}
		if literal == "" {
			literal = tok.String()
		}
		switch closes := tok == token.RBRACE || tok == token.RPAREN; {
		case closes:
		case separator != "":
			phrase += separator
			add()
		case offset > last && phrase != "" && !strings.ContainsRune("{(&", rune(phrase[len(phrase)-1])):
			phrase += " "
		}
		phrase += literal
		last, separator = offset+len(literal), ""
	}
}

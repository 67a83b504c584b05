// Package templates holds the parts of the output that no contract changes:
// the run-time support, a Go package in the folder support, which
// is copied into every generated package.
package templates

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

//go:embed support/*.go
var sources embed.FS

// directive marks a declaration that only generated code uses.
const directive = "//quartet:internal"

// outOfLine marks a function that the compiler puts where it is called, which is
// fast and takes memory for each call. Copies for large contracts keep it from
// that.
const outOfLine = "//quartet:outofline"

// packages marks, at the end of its first line, a statement, a field or a clause
// that is there for packages of namespaces, which all share one run-time support:
// no copy has it, nor the files for them.
const packages = "//quartet:packages"

// File is a Go file without its package clause's name decided.
type File struct {
	Name string
	Data []byte
}

// Support is the run-time support, ready to be copied.
type Support struct {
	fset     *token.FileSet
	files    []*source
	internal map[string]string // exported name to the name in the copy
	exported map[string]string // and back
	embedded map[string]bool   // internal types that are embedded, so that their names are field names too
}

type source struct {
	name string
	text []byte
	ast  *ast.File
}

// parts says which files of the support make up which file of the copy; what
// is not named goes to the last.
var parts = []struct {
	name, about string
	prefixes    []string
}{
	{"support_xml.go", "reading and writing XML", []string{"decode", "document.", "element", "encode", "lex", "list", "member", "names_table", "nillable", "results", "strict"}},
	{"support_open.go", "what contracts leave open", []string{"raw_xml", "any_"}},
	{"support_encoding.go", "the encoding of SOAP", []string{"array", "references"}},
	{"support_values.go", "values that Go has no types for", []string{"anysimple", "date", "decimal", "duration", "integer", "moment", "qname", "time", "zone"}},
	{"support_schema.go", "validating by the schema", []string{"schema_text", "validate"}},
	{packagesFile, "packages for namespaces", []string{"packages"}},
	{multipartFile, "messages with attachments", []string{"mime_attachments", "mime_message"}},
	{"support_http.go", "SOAP and HTTP, on either side", nil},
}

// multipartFile is left out of copies for contracts without attachments.
const multipartFile = "support_mime.go"

// packagesFile is left out of all copies.
const packagesFile = "support_packages.go"

// Load returns the run-time support. It is parsed once; what is returned does not
// change and is safe for concurrent use.
func Load() (*Support, error) { return parseOnce() }

var parseOnce = sync.OnceValues(parse)

func parse() (*Support, error) {
	s := &Support{fset: token.NewFileSet(), internal: make(map[string]string), exported: make(map[string]string), embedded: make(map[string]bool)}
	entries, err := sources.ReadDir("support")
	if err != nil {
		return nil, fmt.Errorf("reading the run-time support: %w", err)
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), "_test.go") || e.Name() == "doc.go" {
			continue
		}
		text, err := sources.ReadFile("support/" + e.Name())
		if err != nil {
			return nil, fmt.Errorf("reading the run-time support: %w", err)
		}
		file, err := parser.ParseFile(s.fset, e.Name(), text, parser.ParseComments)
		if err != nil {
			return nil, fmt.Errorf("parsing the run-time support: %w", err)
		}
		s.files = append(s.files, &source{e.Name(), text, file})
		s.noteInternal(file)
	}
	for _, f := range s.files {
		ast.Inspect(f.ast, s.noteEmbedded)
	}
	s.noteExported()
	return s, nil
}

func (s *Support) noteInternal(file *ast.File) {
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && isInternal(d.Doc) {
				s.internal[d.Name.Name] = lowerFirst(d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if !isInternal(d.Doc) {
					continue
				}
				for _, id := range declared(spec) {
					s.internal[id.Name] = lowerFirst(id.Name)
				}
			}
		}
	}
}

// declared returns the names that a type, constant or variable declares.
func declared(spec ast.Spec) []*ast.Ident {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		return []*ast.Ident{spec.Name}
	case *ast.ValueSpec:
		return spec.Names
	}
	return nil
}

func (s *Support) noteEmbedded(n ast.Node) bool {
	if t, ok := n.(*ast.StructType); ok {
		for _, f := range t.Fields.List {
			typ := f.Type
			if star, ok := typ.(*ast.StarExpr); ok {
				typ = star.X
			}
			if id, ok := typ.(*ast.Ident); ok && len(f.Names) == 0 && s.internal[id.Name] != "" {
				s.embedded[id.Name] = true
			}
		}
	}
	return true
}

func isInternal(doc *ast.CommentGroup) bool {
	return doc != nil && slices.ContainsFunc(doc.List, func(c *ast.Comment) bool { return c.Text == directive })
}

func lowerFirst(name string) string {
	r, n := utf8.DecodeRuneInString(name)
	return string(unicode.ToLower(r)) + name[n:]
}

// Local returns the name that an identifier of the support has in the copy.
func (s *Support) Local(name string) string { return cmp.Or(s.internal[name], name) }

// Names returns all package-level names of the copy, sorted.
func (s *Support) Names() []string {
	var names []string
	for _, f := range s.files {
		for _, decl := range f.ast.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					names = append(names, s.Local(d.Name.Name))
				}
			case *ast.GenDecl:
				names = append(names, s.specNames(d)...)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func (s *Support) specNames(d *ast.GenDecl) []string {
	var names []string
	for _, spec := range d.Specs {
		for _, id := range declared(spec) {
			names = append(names, s.Local(id.Name))
		}
	}
	return names
}

// Contract is what a copy has to know of the contract that it is for.
type Contract struct {
	Attachments bool // some messages have attachments
	Large       bool // the memory that compiling takes is more important than the last few percent of speed
}

// Copy returns the support as files of the package with that name. header
// comes first in each.
func (s *Support) Copy(pkg, header string, contract Contract) []File {
	var files []File
	for i, part := range parts {
		if part.name == packagesFile || part.name == multipartFile && !contract.Attachments {
			continue
		}
		last := i == len(parts)-1
		var body bytes.Buffer
		imports := make(map[string]bool)
		for _, f := range s.files {
			if belongs(f.name, part.prefixes) || last && !belongsAny(f.name) {
				s.copyFile(&body, imports, f, contract)
			}
		}
		var out bytes.Buffer
		fmt.Fprintf(&out, "%s\n// Run-time support: %s. It is the same for every contract.\n\npackage %s\n\nimport (\n", header, part.about, pkg)
		for _, path := range sorted(imports) {
			fmt.Fprintf(&out, "\t%s\n", path)
		}
		out.WriteString(")\n")
		out.Write(body.Bytes())
		files = append(files, File{part.name, out.Bytes()})
	}
	return files
}

func belongs(name string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) })
}

func belongsAny(name string) bool {
	for _, part := range parts {
		if belongs(name, part.prefixes) {
			return true
		}
	}
	return false
}

func sorted(set map[string]bool) []string {
	var list []string
	for k := range set {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

// copyFile appends the declarations of a file, with the internal names changed
// in code and comments.
func (s *Support) copyFile(out *bytes.Buffer, imports map[string]bool, f *source, contract Contract) {
	for _, spec := range f.ast.Imports {
		imports[spec.Path.Value] = true
	}
	start := f.ast.Name.End()
	for _, decl := range f.ast.Decls {
		if d, ok := decl.(*ast.GenDecl); ok && d.Tok == token.IMPORT {
			start = d.End()
		}
	}
	at := s.fset.Position(start).Offset
	edits := slices.Concat(s.cuts(f), s.edits(f, contract)) // what the former cut out is not edited
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.at, b.at) })
	for _, e := range edits {
		if e.at < at {
			continue
		}
		out.Write(f.text[at:e.at])
		out.WriteString(e.text)
		at = e.at + e.length
	}
	out.Write(f.text[at:])
}

// edit replaces a part of a source.
type edit struct {
	at, length int
	text       string
}

func (s *Support) edits(f *source, contract Contract) []edit {
	var edits []edit
	skip := make(map[*ast.Ident]bool)
	ast.Inspect(f.ast, func(n ast.Node) bool {
		s.skipFieldNames(n, skip)
		if id, ok := n.(*ast.Ident); ok && !skip[id] && s.internal[id.Name] != "" {
			edits = append(edits, edit{s.fset.Position(id.Pos()).Offset, len(id.Name), s.internal[id.Name]})
		}
		return true
	})
	for _, group := range f.ast.Comments {
		for _, c := range group.List {
			if text := s.comment(c.Text, contract); text != c.Text {
				edits = append(edits, edit{s.fset.Position(c.Pos()).Offset, len(c.Text), text})
			}
		}
	}
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(a.at, b.at) })
	return edits
}

// cuts removes the lines of what is there for packages of namespaces.
func (s *Support) cuts(f *source) []edit {
	marked := make(map[int]bool) // lines
	for _, group := range f.ast.Comments {
		for _, c := range group.List {
			if c.Text == packages {
				marked[s.fset.Position(c.Pos()).Line] = true
			}
		}
	}
	var cuts []edit
	if len(marked) == 0 {
		return nil
	}
	file := s.fset.File(f.ast.Pos())
	ast.Inspect(f.ast, func(n ast.Node) bool {
		switch n.(type) {
		case ast.Stmt, *ast.Field, *ast.KeyValueExpr:
			if line := s.fset.Position(n.Pos()).Line; marked[line] {
				delete(marked, line)
				if f, ok := n.(*ast.Field); ok && f.Doc != nil {
					line = s.fset.Position(f.Doc.Pos()).Line
				}
				start := s.fset.Position(file.LineStart(line)).Offset
				if bytes.HasSuffix(f.text[:start], []byte("\n\n")) {
					start--
				}
				end := s.fset.Position(file.LineStart(s.fset.Position(n.End()).Line + 1)).Offset
				cuts = append(cuts, edit{start, end - start, ""})
				return false
			}
		}
		return true
	})
	return cuts
}

// skipFieldNames notes the identifiers that name a field or a method, which
// keep their names unless the field is an embedded internal type.
func (s *Support) skipFieldNames(n ast.Node, skip map[*ast.Ident]bool) {
	field := func(e ast.Expr) {
		if id, ok := e.(*ast.Ident); ok && !s.embedded[id.Name] {
			skip[id] = true
		}
	}
	switch n := n.(type) {
	case *ast.SelectorExpr:
		field(n.Sel)
	case *ast.KeyValueExpr:
		field(n.Key)
	case *ast.StructType:
		for _, f := range n.Fields.List {
			for _, id := range f.Names {
				field(id)
			}
		}
	case *ast.FuncDecl:
		if n.Recv != nil {
			skip[n.Name] = true
		}
	}
}

// word matches what may be a name in a comment, and XML Schema, which is one of
// another kind than the internal type Schema.
var word = regexp.MustCompile(`XML Schema|[A-Za-z0-9_]+`)

// comment changes the internal names in a comment, and drops the directives or
// puts those of the compiler in their place.
func (s *Support) comment(text string, contract Contract) string {
	switch text {
	case outOfLine:
		if contract.Large {
			return "//go:noinline"
		}
		return "//"
	case directive:
		return "//"
	case packages:
		return ""
	}
	return word.ReplaceAllStringFunc(text, func(w string) string { return s.Local(w) })
}

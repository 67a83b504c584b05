//go:build !race

package corpus_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// proxies returns the source text of a type for each interface of a package with SOAP headers, and the imports of the
// packages that it needs. The type wraps a client and forwards headers, which generated code never does by itself: headers
// of the request to the client, and headers that the client has received to the handler.
func (c *corpusCase) proxies(t *testing.T, module string, headers []string) (text string, imports []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(module, c.pkg, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var interfaces []string
	for _, m := range c.result.Methods {
		if !slices.Contains(interfaces, m.Interface) {
			interfaces = append(interfaces, m.Interface)
		}
	}
	var b strings.Builder
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.TYPE {
				continue
			}
			spec := g.Specs[0].(*ast.TypeSpec)
			if i, ok := spec.Type.(*ast.InterfaceType); ok && slices.Contains(interfaces, spec.Name.Name) {
				writeProxy(&b, spec.Name.Name, i, headers)
				imports = importsIn(f, b.String())
			}
		}
	}
	return b.String(), imports
}

// importsIn returns the imports of f for the packages of the run-time and of namespaces
// that text uses.
func importsIn(f *ast.File, text string) []string {
	var imports []string
	for _, spec := range f.Imports {
		importPath := strings.Trim(spec.Path.Value, `"`)
		name := path.Base(importPath)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		if strings.HasPrefix(importPath, "output.example/") && regexp.MustCompile(`\b`+name+`\.[A-Z]`).MatchString(text) {
			imports = append(imports, name+" "+spec.Path.Value)
		}
	}
	return imports
}

func writeProxy(b *strings.Builder, name string, i *ast.InterfaceType, headers []string) {
	fmt.Fprintf(b, "\ntype proxy%s struct{ service p.%s }\n", name, name)
	for _, m := range i.Methods.List {
		f, ok := m.Type.(*ast.FuncType)
		if !ok || len(m.Names) == 0 {
			continue
		}
		var params, args []string
		for n, field := range f.Params.List[1:] {
			params = append(params, fmt.Sprintf(", a%d %s", n, qualified(field.Type)))
			args = append(args, fmt.Sprintf(", a%d", n))
		}
		var results []string
		for _, field := range f.Results.List {
			results = append(results, qualified(field.Type))
		}
		fmt.Fprintf(b, "\nfunc (s proxy%s) %s(ctx context.Context%s) (%s) {\n\ton, outbound := rt.NewOutbound(ctx)\n",
			name, m.Names[0].Name, strings.Join(params, ""), strings.Join(results, ", "))
		for _, h := range headers {
			fmt.Fprintf(b, "\tif value, ok := p.%s.From(ctx); ok {\n\t\ton = p.%s.With(on, value)\n\t}\n", h, h)
		}
		b.WriteString("\tdefer func() {\n")
		for _, h := range headers {
			fmt.Fprintf(b, "\t\tif value, ok := p.%s.Received(outbound); ok {\n\t\t\tp.%s.Reply(ctx, value)\n\t\t}\n", h, h)
		}
		fmt.Fprintf(b, "\t}()\n\treturn s.service.%s(on%s)\n}\n", m.Names[0].Name, strings.Join(args, ""))
	}
}

// qualified returns a type expression for use in another package, which imports
// the type's package as p.
func qualified(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		if e.IsExported() {
			return "p." + e.Name
		}
		return e.Name
	case *ast.StarExpr:
		return "*" + qualified(e.X)
	case *ast.ArrayType:
		return "[]" + qualified(e.Elt)
	case *ast.SelectorExpr:
		return e.X.(*ast.Ident).Name + "." + e.Sel.Name
	case *ast.IndexExpr:
		return qualified(e.X) + "[" + qualified(e.Index) + "]"
	}
	return fmt.Sprintf("%T", e)
}

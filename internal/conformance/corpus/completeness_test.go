//go:build !race

package corpus_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// checkComplete checks that every component of the contract has a Go declaration:
// each operation of each port a method of the interface and the client, each
// named type and each element a declaration.
func (c *corpusCase) checkComplete(module string) {
	if c.model == nil {
		return
	}
	declared, err := declarations(filepath.Join(module, c.pkg))
	if err != nil {
		c.fail(complete, "%v", err)
		return
	}
	methods := make(map[string]generator.Method)
	for _, m := range c.result.Methods {
		methods[m.Port+" "+m.Place] = m
	}
	for _, o := range portOperations(c.model) {
		c.counts[complete]++
		m, ok := methods[o.port+" "+o.op.Pos.String()]
		switch {
		case !ok:
			c.fail(complete, "port %s: operation %s has no method (%s)", o.port, o.op.Name, o.op.Pos)
		case !declared[m.Interface+"."+m.Go] || !declared[m.Client+"."+m.Go]:
			c.fail(complete, "port %s: operation %s: method %s.%s is missing", o.port, o.op.Name, m.Interface, m.Go)
		}
	}
	names := make(map[string]string)
	for _, n := range c.result.Names {
		names[n.Kind+" {"+n.Namespace+"}"+n.Name] = n.Go
	}
	check := func(kind string, component *xsd.Info) {
		if component.Schema.WellKnown || component.Name.Space == xsd.Namespace {
			return
		}
		c.counts[complete]++
		name := kind + " {" + component.Name.Space + "}" + component.Name.Local
		if id := names[name]; id == "" || !declared[id] {
			c.fail(complete, "%s has no declaration (%s)", name, component.Pos)
		}
	}
	for _, typ := range c.model.Schemas.Types {
		check("type", typ.Component())
	}
	wrappers := wrappers(c.model)
	for _, e := range c.model.Schemas.Elements {
		if !e.Abstract && !wrappers[e] {
			check("root", &e.Info)
		}
	}
}

// wrappers returns the elements of messages that have an anonymous type. Methods
// may unwrap them, so that there is no declaration with the element's name.
func wrappers(m *resolve.Model) map[*xsd.ElementDeclaration]bool {
	found := make(map[*xsd.ElementDeclaration]bool)
	for _, message := range m.Messages {
		for _, part := range message.Parts {
			if e := part.Element; e != nil && e.Type.Component().Name.Local == "" {
				found[e] = true
			}
		}
	}
	return found
}

// portOperation is an operation of a port, or of a binding if the contract has
// no service.
type portOperation struct {
	port    string
	address string
	op      *wsdl11.BindingOperation
}

// portOperations returns all operations that the generator supports.
func portOperations(m *resolve.Model) []portOperation {
	var all []portOperation
	add := func(port, address string, b *wsdl11.Binding) {
		if b == nil || !supported(b) {
			return
		}
		for _, op := range b.Operations {
			if op.Operation != nil && (op.Operation.Style == wsdl11.RequestResponse || op.Operation.Style == wsdl11.OneWay) {
				all = append(all, portOperation{port, address, op})
			}
		}
	}
	for _, s := range m.Services {
		for _, p := range s.Ports {
			add(p.Name, p.Address, p.Binding)
		}
	}
	if len(m.Services) == 0 {
		for _, b := range m.Bindings {
			add(b.Name.Local, "", b)
		}
	}
	return all
}

// supported reports whether the generator supports a binding.
func supported(b *wsdl11.Binding) bool {
	switch b.Kind {
	case wsdl11.SOAP11, wsdl11.SOAP12:
		return b.OverHTTP()
	case wsdl11.HTTP:
		return slices.Contains([]string{"GET", "HEAD", "POST", "PUT", "DELETE"}, strings.ToUpper(strings.TrimSpace(b.Verb)))
	}
	return false
}

// declarations returns the names of a package's declarations: of functions,
// variables, constants and types, and of methods as "Type.Method".
func declarations(dir string) (map[string]bool, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	declared := make(map[string]bool)
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if owner := receiver(d); owner != "" {
					declared[owner+"."+d.Name.Name] = true
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					addNames(declared, spec)
				}
			}
		}
	}
	return declared, nil
}

func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return ""
	}
	t := d.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if id, ok := t.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

func addNames(declared map[string]bool, spec ast.Spec) {
	switch spec := spec.(type) {
	case *ast.ValueSpec:
		for _, id := range spec.Names {
			declared[id.Name] = true
		}
	case *ast.TypeSpec:
		declared[spec.Name.Name] = true
		if i, ok := spec.Type.(*ast.InterfaceType); ok {
			for _, m := range i.Methods.List {
				for _, id := range m.Names {
					declared[spec.Name.Name+"."+id.Name] = true
				}
			}
		}
	}
}

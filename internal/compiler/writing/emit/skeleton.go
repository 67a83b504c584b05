package emit

import (
	"bytes"
	"fmt"
	"go/types"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// Skeleton describes a package that implements the services of another one. Its files are for people to edit, so they do not
// begin with [Mark].
type Skeleton struct {
	Package    string // name of the package
	ImportPath string // import path of the generated package, which has the interfaces
	Services   []SkeletonService

	SendsHeaders bool // whether the tests call the function headers; set by Render
}

// SkeletonService is a service of a skeleton.
type SkeletonService struct {
	*ir.Service
	File     string   // name of its file without .go
	Patterns []string // for [http.ServeMux]: what leads to it, if there are several services
	Moved    string   // path at which it is served instead of the paths in the contract; "" if it is not
}

// names that the files of a skeleton declare or use; a generated package that has one of them gets another name there.
var skeletonNames = strings.Fields("s t ctx req err handler server client opts mux soap11 soap12 get post head put delete request headers check faultsOnly soap sample service")

// Render returns the files of a skeleton: for each service a type whose methods are not implemented, and a test that calls them;
// and a function that serves them.
func (s *Skeleton) Render(pkg *ir.Package) ([]File, error) {
	r := s.renderer(pkg)
	files := []File{r.file("service.go", r.writeHandler)}
	for i := range s.Services {
		service := &s.Services[i]
		files = append(files,
			r.file(service.File+".go", func(file *jen.File) { r.writeType(file, service) }),
			r.file(service.File+"_test.go", func(file *jen.File) { r.writeTest(file, service) }))
	}
	if r.err != nil {
		return nil, r.err
	}
	return files, format(files)
}

// Methods returns a file with methods of the type of a service for some of its operations. The type embeds the Unimplemented type
// of the service.
func (s *Skeleton) Methods(pkg *ir.Package, name string, service *SkeletonService, operations []*ir.Operation) (File, error) {
	r := s.renderer(pkg)
	files := []File{r.file(name, func(file *jen.File) { r.writeMethods(file, service, operations) })}
	if r.err != nil {
		return File{}, r.err
	}
	err := format(files)
	return files[0], err
}

func (s *Skeleton) renderer(pkg *ir.Package) *skeletonRenderer {
	return &skeletonRenderer{Skeleton: s, e: &emitter{pkg: pkg, servicePath: s.ImportPath, types: descriptor.New(nil)}}
}

type skeletonRenderer struct {
	*Skeleton
	e   *emitter
	err error // the first
}

// file renders a file.
func (r *skeletonRenderer) file(name string, write func(*jen.File)) File {
	file := jen.NewFile(r.Package)
	file.NoFormat = true
	r.e.nameImports(file)
	pkg := r.e.pkg.Name
	nameImport(file, r.ImportPath, pkg, localAlias(pkg, skeletonNames))
	tests := TestFolder(pkg)
	nameImport(file, path.Join(r.ImportPath, tests), tests, tests)
	write(file)
	var out bytes.Buffer
	if err := file.Render(&out); err != nil && r.err == nil {
		r.err = fmt.Errorf("rendering %s: %w", name, err)
	}
	return File{Name: name, Data: out.Bytes()}
}

// localAlias returns a name for an imported package that differs from the names that a file declares or uses.
func localAlias(name string, used []string) string {
	for slices.Contains(used, name) || types.Universe.Lookup(name) != nil {
		name += "api"
	}
	return name
}

// writeHandler writes what all services share:
//
//	func NewHandler(opts ...soap.HandlerOption) http.Handler {
//		return realtime.NewHandler(new(Realtime), opts...)
//	}
func (r *skeletonRenderer) writeHandler(file *jen.File) {
	for _, line := range commentLines("Package " + r.Package + " implements " + r.e.pkg.Doc) {
		file.PackageComment(line)
	}
	name := r.HandlerName()
	doc := name + " returns a handler that serves " + r.Services[0].Name + " over every binding of the contract, at the path of its address."
	if len(r.Services) > 1 {
		doc = name + " returns a handler that serves all services over every binding of the contract, at the paths of their addresses."
	}
	file.Add(comment(doc)).Func().Id(name).
		Params(jen.Id("opts").Op("...").Add(r.e.soap("HandlerOption"))).Qual("net/http", "Handler").
		BlockFunc(r.writeMounts)
}

// HandlerName returns the name of the function that returns the handler of all services. No type of a service has this name.
func (s *Skeleton) HandlerName() string {
	name := "NewHandler"
	for slices.ContainsFunc(s.Services, func(service SkeletonService) bool { return service.Name == name }) {
		name += "OfAll"
	}
	return name
}

// writeMounts writes:
//
//	mux := http.NewServeMux()
//	handler := shop.NewOrdersHandler(new(Orders), opts...)
//	mux.Handle("/orders", handler)
//	return mux
func (r *skeletonRenderer) writeMounts(g *jen.Group) {
	if first := &r.Services[0]; len(r.Services) == 1 && first.Moved == "" {
		g.Return(r.newHandler(first, jen.Id("opts").Op("...")))
		return
	}
	g.Id("mux").Op(":=").Qual("net/http", "NewServeMux").Call()
	for i := range r.Services {
		service := &r.Services[i]
		g.Line()
		options := jen.Id("opts").Op("...")
		why := jen.Null()
		if service.Moved != "" {
			why = comment("The address in the contract is also used by another service, or cannot be served here.")
			moved := jen.Index().Add(r.e.soap("HandlerOption")).Values(r.e.soap("WithPath").Call(text(service.Moved)))
			options = jen.Qual("slices", "Concat").Call(jen.Id("opts"), moved).Op("...")
		}
		assign := ":="
		if i > 0 {
			assign = "="
		}
		g.Add(why.Id("handler").Op(assign).Add(r.newHandler(service, options)))
		for _, pattern := range service.Patterns {
			g.Id("mux").Dot("Handle").Call(text(pattern), jen.Id("handler"))
		}
	}
	g.Line()
	g.Return(jen.Id("mux"))
}

// newHandler returns: realtime.NewHandler(new(Realtime), opts...)
func (r *skeletonRenderer) newHandler(service *SkeletonService, options ...jen.Code) *jen.Statement {
	args := append([]jen.Code{jen.New(jen.Id(service.Name))}, options...)
	return jen.Qual(r.ImportPath, service.NewHandler).Call(args...)
}

// AddressPath returns the path at which a handler serves a port with an address, unescaped.
func AddressPath(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "/"
	}
	return "/" + strings.TrimPrefix(u.Path, "/")
}

func escapedPath(path string) string { return (&url.URL{Path: path}).EscapedPath() }

// writeType writes:
//
//	type Realtime struct{ realtime.UnimplementedRealtime }
//
//	var _ realtime.Realtime = (*Realtime)(nil)
func (r *skeletonRenderer) writeType(file *jen.File, service *SkeletonService) {
	doc := documented(service.Name+" implements the service "+service.WSDLName+". Its methods are called from many goroutines at once. "+
		"Operations that have no method here are answered with a fault.", service.Doc)
	file.Add(comment(doc)).Type().Id(service.Name).Struct(jen.Qual(r.ImportPath, service.Unimplemented))
	file.Line()
	file.Var().Id("_").Qual(r.ImportPath, service.Name).Op("=").Parens(jen.Op("*").Id(service.Name)).Parens(jen.Nil())
	file.Line()
	r.writeMethods(file, service, service.Operations)
}

// writeMethods writes for each operation:
//
//	func (s *Realtime) GetStation(ctx context.Context, req *realtime.GetStation) (*realtime.Station, error) {
//		return s.UnimplementedRealtime.GetStation(ctx, req)
//	}
func (r *skeletonRenderer) writeMethods(file *jen.File, service *SkeletonService, operations []*ir.Operation) {
	for _, op := range operations {
		doc := op.Name + " implements the operation " + op.OverloadName + "."
		for _, more := range []string{op.Doc, faultDoc(op, "Its"), headerDoc(op, "Its")} {
			doc = documented(doc, more)
		}
		args := []jen.Code{jen.Id("ctx")}
		if op.Request != nil {
			args = append(args, jen.Id("req"))
		}
		file.Add(comment(doc)).Func().Params(jen.Id("s").Op("*").Id(service.Name)).Id(op.Name).Add(r.e.signature(op, true)).Block(
			jen.Return(jen.Id("s").Dot(service.Unimplemented).Dot(op.Name).Call(args...)))
		file.Line()
	}
}

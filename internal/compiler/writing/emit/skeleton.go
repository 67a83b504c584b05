package emit

import (
	"fmt"
	"go/types"
	"net/url"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// Skeleton describes a package that implements the services of another one. Its files are for people to edit, so they do not
// begin with [Mark].
type Skeleton struct {
	Package    string // name of the package
	ImportPath string // import path of the generated package, which has the interfaces
	Services   []SkeletonService

	SendsHeaders   bool // whether the tests call the function headers; set by Render
	WithoutHeaders bool // there is no function headers: tests send no headers
}

// SkeletonService is a service of a skeleton.
type SkeletonService struct {
	*ir.Service
	Type     string   // name of the implementation
	File     string   // name of its file without .go
	Patterns []string // for [http.ServeMux]: what leads to it, if there are several services
	Moved    string   // path at which it is served instead of the paths in the contract; "" if it is not
	Added    string   // ends the name of the test if the operations were added to those of an earlier contract
}

// names that the files of a skeleton declare or use; a generated package that has one of them gets another name there.
var skeletonNames = strings.Fields("s t ctx req err handler server client opts mux soap11 soap12 get post head put delete request headers check faultsOnly soap sample service")

// Render returns the files of a skeleton: for each service a type whose methods are not implemented, and a test that calls them;
// and a function that serves them.
func (s *Skeleton) Render(pkg *ir.Package) ([]File, error) {
	r := s.renderer(pkg)
	files := []File{r.render("service.go", r.writeHandler)}
	for i := range s.Services {
		service := &s.Services[i]
		files = append(files,
			r.render(service.File+".go", func() { r.writeType(service) }),
			r.render(service.File+"_test.go", func() { r.writeTest(service) }))
	}
	return files, format(files)
}

// Methods returns files with methods of the type of a service for its operations, and with a test that calls them. The type embeds the
// Unimplemented type of the service.
func (s *Skeleton) Methods(pkg *ir.Package, service *SkeletonService) (methods, test File, err error) {
	r := s.renderer(pkg)
	files := []File{
		r.render(service.File+".go", func() { r.writeMethods(service) }),
		r.render(service.File+"_test.go", func() { r.writeTest(service) }),
	}
	err = format(files)
	return files[0], files[1], err
}

func (s *Skeleton) renderer(pkg *ir.Package) *skeletonRenderer {
	return &skeletonRenderer{Skeleton: s, emitter: &emitter{pkg: pkg, servicePath: s.ImportPath}}
}

type skeletonRenderer struct {
	*Skeleton
	*emitter
}

// render returns a file, not formatted yet.
func (r *skeletonRenderer) render(name string, write func()) File {
	file := r.newSource("", r.Package)
	file.alias(r.ImportPath, r.pkg.Name, localAlias(r.pkg.Name, skeletonNames))
	write()
	return File{Name: name, Data: file.text()}
}

// generated returns a name in the generated package: realtime.NewHandler
func (r *skeletonRenderer) generated(name string) string { return r.declared(nil, name) }

// localAlias returns a name for an imported package that differs from the names that a file declares or uses.
func localAlias(name string, used []string) string {
	for slices.Contains(used, name) || types.Universe.Lookup(name) != nil {
		name += "api"
	}
	return name
}

// writeHandler writes what all services share: a function that returns the handler.
func (r *skeletonRenderer) writeHandler() {
	r.file.packageComment("Package " + r.Package + " implements " + r.pkg.Doc)
	name := r.HandlerName()
	doc := name + " returns a handler that serves " + r.Services[0].Name + " over every binding of the contract, at the path of its address."
	if len(r.Services) > 1 {
		doc = name + " returns a handler that serves all services over every binding of the contract, at the paths of their addresses."
	}
	r.declare(doc, "func %s(opts ...%s) %s {\n%s\n}", name, r.soap("HandlerOption"), r.file.qualified("net/http", "Handler"), r.mounts())
}

// HandlerName returns the name of the function that returns the handler of all services. No type of a service has this name.
func (s *Skeleton) HandlerName() string {
	name := "NewHandler"
	for slices.ContainsFunc(s.Services, func(service SkeletonService) bool { return service.Name == name }) {
		name += "OfAll"
	}
	return name
}

// mounts returns the body of the function:
//
//	mux := http.NewServeMux()
//
//	handler := shop.NewOrdersHandler(new(Orders), opts...)
//	mux.Handle("/orders", handler)
//
//	return mux
func (r *skeletonRenderer) mounts() string {
	if first := &r.Services[0]; len(r.Services) == 1 && first.Moved == "" {
		return "return " + r.newHandler(first, "opts...")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "mux := %s()\n\n", r.file.qualified("net/http", "NewServeMux"))
	assign := ":="
	for i := range r.Services {
		service := &r.Services[i]
		options := "opts..."
		if service.Moved != "" {
			b.WriteString(comment("The address in the contract is also used by another service, or cannot be served here."))
			options = fmt.Sprintf("%s(opts, []%s{%s(%s)})...",
				r.file.qualified("slices", "Concat"), r.soap("HandlerOption"), r.soap("WithPath"), text(service.Moved))
		}
		fmt.Fprintf(&b, "handler %s %s\n", assign, r.newHandler(service, options))
		for _, pattern := range service.Patterns {
			fmt.Fprintf(&b, "mux.Handle(%s, handler)\n", text(pattern))
		}
		b.WriteString("\n")
		assign = "="
	}
	return b.String() + "return mux"
}

// newHandler returns: realtime.NewHandler(new(Realtime), opts...)
func (r *skeletonRenderer) newHandler(service *SkeletonService, options ...string) string {
	arguments := append([]string{"new(" + service.Type + ")"}, options...)
	return r.generated(service.NewHandler) + "(" + strings.Join(arguments, ", ") + ")"
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

// writeType writes the type that implements a service.
func (r *skeletonRenderer) writeType(service *SkeletonService) {
	doc := documented(service.Type+" implements "+r.generated(service.Name)+". Its methods are called from many goroutines at once. "+
		"Operations that have no method here are answered with a fault.", service.Doc)
	r.declare(doc, "type %s struct {\n%s\n}", service.Type, r.generated(service.Unimplemented))
	r.declare("", "var _ %s = (*%s)(nil)", r.generated(service.Name), service.Type)
	r.writeMethods(service)
}

// writeMethods writes a method for each operation, which calls the embedded type.
func (r *skeletonRenderer) writeMethods(service *SkeletonService) {
	for _, op := range service.Operations {
		doc := op.Name + " implements " + r.generated(service.Name) + "."
		for _, more := range []string{op.Doc, faultDoc(op, "Its"), headerDoc(op, "Its")} {
			doc = documented(doc, more)
		}
		r.declare(doc, "func (s *%s) %s%s {\nreturn s.%s.%s(%s)\n}",
			service.Type, op.Name, r.signature(op, true), service.Unimplemented, op.Name, arguments(op))
	}
}

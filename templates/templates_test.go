package templates

import (
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func load(t *testing.T) *Support {
	t.Helper()
	s, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// goroot returns the root of the Go tool chain, which a test that was compiled
// with -trimpath does not know.
func goroot(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// typeCheck returns what every identifier of the support refers to.
func typeCheck(t *testing.T, s *Support) (*types.Package, *types.Info) {
	t.Helper()
	var files []*ast.File
	for _, f := range s.files {
		files = append(files, f.ast)
	}
	info := &types.Info{Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object), Implicits: make(map[ast.Node]types.Object)}
	build.Default.GOROOT = goroot(t)
	config := types.Config{Importer: importer.ForCompiler(s.fset, "gc", nil), GoVersion: "go1.23"}
	pkg, err := config.Check("support", s.fset, files, info)
	if err != nil {
		t.Fatal(err)
	}
	return pkg, info
}

// TestExactlyTheInternalNamesChange holds the rule of package support: what the
// copy calls something else is what declares or uses an internal name, all of
// it and nothing more.
func TestExactlyTheInternalNamesChange(t *testing.T) {
	s := load(t)
	pkg, info := typeCheck(t, s)
	for _, f := range s.files {
		changed := make(map[int]bool)
		for _, e := range s.edits(f, Contract{}) {
			changed[e.at] = true
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			object := info.Defs[id]
			if object == nil {
				object = info.Uses[id]
			}
			at := s.fset.Position(id.Pos())
			if got, want := changed[at.Offset], s.isInternalName(pkg, object); got != want {
				t.Errorf("%s: %s is changed in the copy: %v, want %v", at, id.Name, got, want)
			}
			return true
		})
	}
}

// isInternalName reports whether the name of an object is one that the copy
// changes: of an internal declaration, or of a field that embeds one.
func (s *Support) isInternalName(pkg *types.Package, object types.Object) bool {
	if object == nil || object.Pkg() != pkg || s.internal[object.Name()] == "" {
		return false
	}
	if v, ok := object.(*types.Var); ok && v.IsField() {
		return v.Embedded()
	}
	return object.Parent() == pkg.Scope()
}

// TestNoLocalNameHidesAnInternalOne makes sure that the changed names mean the
// same where they are used.
func TestNoLocalNameHidesAnInternalOne(t *testing.T) {
	s := load(t)
	pkg, info := typeCheck(t, s)
	for id, object := range info.Uses {
		if !s.isInternalName(pkg, object) || object.Parent() != pkg.Scope() {
			continue
		}
		scope := pkg.Scope().Innermost(id.Pos())
		if hidden, other := scope.LookupParent(s.internal[id.Name], id.Pos()); other != nil && hidden != types.Universe {
			t.Errorf("%s: in the copy %s would mean what is declared at %s", s.fset.Position(id.Pos()), s.internal[id.Name], s.fset.Position(other.Pos()))
		}
	}
	for name, local := range s.internal {
		if other := pkg.Scope().Lookup(local); other != nil {
			t.Errorf("%s: the copy calls %s by this name, too", s.fset.Position(other.Pos()), name)
		}
		if types.Universe.Lookup(local) != nil || token.IsKeyword(local) {
			t.Errorf("%s would be called %s, which Go declares", name, local)
		}
	}
}

// TestCopyDeclaresTheReservedNames compares what the copy declares with what
// the planner keeps names away from.
func TestCopyDeclaresTheReservedNames(t *testing.T) {
	s := load(t)
	var declared []string
	for _, f := range s.Copy("other", "// A header.", Contract{Attachments: true}) {
		file, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Data, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if file.Name.Name != "other" {
			t.Errorf("%s is of the package %s", f.Name, file.Name.Name)
		}
		if !strings.HasPrefix(string(f.Data), "// A header.\n") {
			t.Errorf("%s does not start with the header", f.Name)
		}
		declared = append(declared, declarations(file)...)
	}
	for _, f := range s.files { // of which no package that is generated has a copy
		if belongs(f.name, []string{"packages"}) {
			for _, decl := range f.ast.Decls {
				for _, name := range packageLevel(decl) {
					declared = append(declared, s.Local(name))
				}
			}
		}
	}
	slices.Sort(declared)
	if twice := len(declared) - len(slices.Compact(slices.Clone(declared))); twice > 0 {
		t.Errorf("%d names are declared twice", twice)
	}
	if names := s.Names(); !slices.Equal(declared, names) {
		t.Errorf("the copy declares\n%v\nand reserves\n%v", declared, names)
	}
	for _, name := range declared {
		if derived.MatchString(name) {
			t.Errorf("%s looks like a name that is made from the contract's", name)
		}
	}
}

// derived matches the unexported names that planning makes.
var derived = regexp.MustCompile(`^(shape|op|contractOf)\p{Lu}|^contract(Namespaces|Documents|Schema)$`)

func declarations(file *ast.File) []string {
	var names []string
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name != "_" {
				names = append(names, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					names = append(names, spec.Name.Name)
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						if id.Name != "_" {
							names = append(names, id.Name)
						}
					}
				}
			}
		}
	}
	return names
}

// TestNothingOfTheMechanismSurvives looks for directives in the copy.
func TestNothingOfTheMechanismSurvives(t *testing.T) {
	s := load(t)
	for _, f := range s.Copy("other", "// A header.", Contract{Attachments: true}) {
		if text := string(f.Data); strings.Contains(text, "quartet:") || strings.Contains(text, "package support") {
			t.Errorf("%s tells where it comes from", f.Name)
		}
		if strings.Contains(string(f.Data), "XML schema") {
			t.Errorf("%s takes XML Schema for a type", f.Name)
		}
	}
	if len(s.internal) == 0 {
		t.Error("no declaration is internal")
	}
}

// TestAttachmentsCanBeLeftOut compiles a copy for a contract without attachments,
// which has no file for them.
func TestAttachmentsCanBeLeftOut(t *testing.T) {
	s := load(t)
	fset := token.NewFileSet()
	var files []*ast.File
	for _, f := range s.Copy("other", "// A header.", Contract{}) {
		if strings.Contains(string(f.Data), "quartet:") {
			t.Errorf("%s tells where it comes from", f.Name)
		}
		if f.Name == multipartFile {
			t.Errorf("%s is there", f.Name)
		}
		file, err := parser.ParseFile(fset, f.Name, f.Data, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	build.Default.GOROOT = goroot(t)
	config := types.Config{Importer: importer.ForCompiler(fset, "gc", nil), GoVersion: "go1.23"}
	if _, err := config.Check("other", fset, files, nil); err != nil {
		t.Error(err)
	}
}

// TestLargeContractsCallWhatOthersHaveInLine looks at the only difference that
// the size of a contract makes.
func TestLargeContractsCallWhatOthersHaveInLine(t *testing.T) {
	s := load(t)
	small, large := s.Copy("other", "// A header.", Contract{}), s.Copy("other", "// A header.", Contract{Large: true})
	calls := 0
	for i, f := range large {
		calls += strings.Count(string(f.Data), "\n//go:noinline\nfunc ")
		if got := strings.ReplaceAll(string(f.Data), "//go:noinline\n", "//\n"); got != string(small[i].Data) {
			t.Errorf("%s differs in more than that", f.Name)
		}
	}
	if calls == 0 {
		t.Error("no function is kept out of line")
	}
}

// TestImportsAreOfTheStandardLibrary keeps the promise of the generated code.
func TestImportsAreOfTheStandardLibrary(t *testing.T) {
	for _, f := range load(t).files {
		for _, spec := range f.ast.Imports {
			if first, _, _ := strings.Cut(strings.Trim(spec.Path.Value, `"`), "/"); strings.Contains(first, ".") {
				t.Errorf("%s imports %s", f.name, spec.Path.Value)
			}
			if spec.Name != nil {
				t.Errorf("%s imports %s under another name, which the copy forgets", f.name, spec.Path.Value)
			}
		}
	}
}

package conformance_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// onTheClock lists functions of tests that compare or return what the clock says, and why that cannot fail a test of
// 'make test' on a busy machine. The list must not get longer: bound the CPU time (package cost), the allocations, or the
// ratio of the costs of n and 2n. What needs a clock calls [cost.Alone], so that only 'make limits' runs it.
var onTheClock = map[string]string{
	"internal/conformance/browser/large_test.go TestLargeContract":  "part of 'make browser'; another process works",
	"internal/rail/cmd/raild/connection_test.go closedAfter":        "the clock is that of a bubble of testing/synctest",
	"internal/rail/cmd/raild/soak_raw_test.go (*rawClient).connect": "excuses what happens late",
	"internal/rail/cmd/raild/soak_test.go (*soak).explained":        "excuses what happens soon after a restart, in 'make test' for an hour",
	"templates/soap/wsa/limits_test.go TestLimitAnswersAtOnce":      "a deadline is at most as far away as is promised, also when the test is late",
}

// bubbles are functions that run the function literals among their arguments with the clock of testing/synctest.
var bubbles = []string{"synctest.Test", "serveTimed"}

// TestNoClockInAssertions checks that no test but those of the list can fail because the machine is busy.
func TestNoClockInAssertions(t *testing.T) {
	const root = "../.."
	found := make(map[string]bool)
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && path != root && strings.HasPrefix(entry.Name(), ".") {
			return filepath.SkipDir
		}
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(text, []byte("time.")) {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for name := range clockReaders(file) {
			found[filepath.ToSlash(path[len(root)+1:])+" "+name] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, function := range slices.Sorted(maps.Keys(found)) {
		if _, listed := onTheClock[function]; !listed {
			t.Errorf("%s compares or returns what the clock says; bound CPU time, allocations or a ratio instead: see package cost", function)
		}
	}
	for function := range onTheClock {
		if !found[function] {
			t.Errorf("%s does not compare or return what the clock says: remove it from the list", function)
		}
	}
}

// clockReaders returns the functions of a file that compare what the clock says, or return how long something took. Benchmarks,
// and what only 'make limits' runs, may.
func clockReaders(file *ast.File) map[string]bool {
	found := make(map[string]bool)
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil || strings.HasPrefix(f.Name.Name, "Benchmark") {
			continue
		}
		name := f.Name.Name
		if f.Recv != nil {
			name = "(" + types.ExprString(f.Recv.List[0].Type) + ")." + name
		}
		r := readings{of: make(map[string]string)}
		ast.Inspect(f.Body, r.visit)
		if r.compared && !r.alone {
			found[name] = true
		}
	}
	return found
}

const instant, duration = "instant", "duration"

// readings are the variables of a function with what the clock says.
type readings struct {
	of              map[string]string // instant or duration, by expression
	compared, alone bool
}

func (r *readings) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		function := types.ExprString(n.Fun)
		r.alone = r.alone || function == "cost.Alone"
		if s, ok := n.Fun.(*ast.SelectorExpr); ok && slices.Contains([]string{"After", "Before", "Compare", "Equal"}, s.Sel.Name) {
			r.compared = r.compared || r.kind(s.X) != "" || slices.ContainsFunc(n.Args, func(e ast.Expr) bool { return r.kind(e) != "" })
		}
		return !slices.Contains(bubbles, function)
	case *ast.AssignStmt:
		for i, right := range n.Rhs {
			if kind := r.kind(right); kind != "" {
				r.of[types.ExprString(n.Lhs[i])] = kind
			}
		}
	case *ast.ValueSpec:
		for i, right := range n.Values {
			if kind := r.kind(right); kind != "" {
				r.of[n.Names[i].Name] = kind
			}
		}
	case *ast.SendStmt:
		if kind := r.kind(n.Value); kind != "" {
			r.of[types.ExprString(n.Chan)] = kind
		}
	case *ast.BinaryExpr:
		comparison := slices.Contains([]token.Token{token.LSS, token.GTR, token.LEQ, token.GEQ, token.EQL, token.NEQ}, n.Op)
		r.compared = r.compared || comparison && (r.kind(n.X) != "" || r.kind(n.Y) != "")
	case *ast.ReturnStmt:
		r.compared = r.compared || slices.ContainsFunc(n.Results, func(e ast.Expr) bool { return r.kind(e) == duration })
	}
	return true
}

// kind returns the kind of what an expression says of the clock, or "".
func (r *readings) kind(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return r.of[e.Name]
	case *ast.ParenExpr:
		return r.kind(e.X)
	case *ast.UnaryExpr:
		return r.kind(e.X)
	case *ast.SelectorExpr:
		return r.of[types.ExprString(e)]
	case *ast.BinaryExpr:
		if e.Op.Precedence() > token.LSS.Precedence() {
			return r.kind(e.X) + r.kind(e.Y)
		}
	case *ast.CallExpr:
		return r.result(e)
	}
	return ""
}

// result returns the kind of what a call returns: of the functions of package time, methods of instants and durations, and
// conversions.
func (r *readings) result(call *ast.CallExpr) string {
	s, method := call.Fun.(*ast.SelectorExpr)
	switch function := types.ExprString(call.Fun); {
	case function == "time.Now":
		return instant
	case function == "time.Since", function == "time.Until":
		return duration
	case method && s.Sel.Name == "Sub":
		if r.kind(s.X) != "" || r.kind(call.Args[0]) != "" {
			return duration
		}
	case slices.Contains([]string{"max", "min", "append", "float64", "int", "int64", "uint64", "time.Duration"}, function):
		for _, e := range call.Args {
			if kind := r.kind(e); kind != "" {
				return kind
			}
		}
	case method:
		return r.kind(s.X)
	}
	return ""
}

// 1796040398662293285

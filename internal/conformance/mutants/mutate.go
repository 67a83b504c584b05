package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"
)

// replacements are the operators that take the place of others, in expressions and statements.
var replacements = map[token.Token][]token.Token{
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR}, token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL}, token.REM: {token.MUL},
	token.INC: {token.DEC}, token.DEC: {token.INC},
}

// A mutant is a changed operator with the result of the tests.
type mutant struct {
	at       token.Position
	from, to token.Token
	line     string // of the source text
	status   status
}

// status is the result of the tests of a mutant.
type status int

const (
	untried  status = iota
	lived           // all tests pass
	killed          // a test fails
	timedOut        // the tests do not end
	invalid         // the package does not compile
)

// mutate tries the mutants of the packages in a folder and below it until ctx is done.
func mutate(ctx context.Context, folder string) (*report, error) {
	temp, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	r := &report{folder: folder}
	if r.mutants, err = mutantsIn(folder); err != nil {
		return nil, err
	}
	start := time.Now()
	if out, err := goCommand(ctx, folder, "test", "-vet=off", "-skip=^TestLimit", "-count=1", "./...").CombinedOutput(); err != nil && ctx.Err() == nil {
		return nil, fmt.Errorf("the tests fail without a mutant: %w\n%s", err, out)
	}
	timeout := 10 * time.Since(start) // other mutants are tried at the same time
	queue := make(chan *mutant)
	var workers sync.WaitGroup
	for i := range runtime.NumCPU() {
		workers.Go(func() {
			for m := range queue {
				m.try(ctx, folder, filepath.Join(temp, fmt.Sprint(i)), timeout)
			}
		})
	}
	for _, m := range r.mutants {
		queue <- m
	}
	close(queue)
	workers.Wait()
	r.time = time.Since(start).Round(time.Second)
	return r, nil
}

func goCommand(ctx context.Context, folder string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = folder
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // the tests end, too
	cmd.WaitDelay = 10 * time.Second
	return cmd
}

// mutantsIn returns the mutants of the files that belong to the packages in a folder on this system.
func mutantsIn(folder string) (all []*mutant, err error) {
	files, err := goCommand(context.Background(), folder, "list", "-f", `{{range .GoFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}`, "./...").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	for name := range strings.FieldsFuncSeq(string(files), func(r rune) bool { return r == '\n' }) {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		lines := strings.Split(string(text), "\n")
		add := func(pos token.Pos, from token.Token) {
			for _, to := range replacements[from] {
				at := set.Position(pos)
				all = append(all, &mutant{at: at, from: from, to: to, line: strings.TrimSpace(lines[at.Line-1])})
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BinaryExpr:
				add(n.OpPos, n.Op)
			case *ast.IncDecStmt:
				add(n.TokPos, n.Tok)
			case *ast.UnaryExpr:
				if n.Op == token.SUB {
					add(n.OpPos, n.Op)
				}
			}
			return true
		})
	}
	return all, nil
}

// try runs the tests of a folder with the mutant, which it writes to a file whose name begins with temp.
func (m *mutant) try(ctx context.Context, folder, temp string, timeout time.Duration) {
	text, err := os.ReadFile(m.at.Filename)
	if err != nil || ctx.Err() != nil {
		return
	}
	end := m.at.Offset + len(m.from.String())
	changed := bytes.Join([][]byte{text[:m.at.Offset], []byte(m.to.String()), text[end:]}, nil)
	overlay, _ := json.Marshal(map[string]any{"Replace": map[string]string{m.at.Filename: temp + ".go"}}) // texts can be encoded
	if os.WriteFile(temp+".go", changed, 0o666) != nil || os.WriteFile(temp+".json", overlay, 0o666) != nil {
		return
	}
	args := []string{"test", "-vet=off", "-skip=^TestLimit", "-failfast", "-overlay", temp + ".json", "-timeout", timeout.String(), "./..."}
	out, err := goCommand(ctx, folder, args...).CombinedOutput()
	switch {
	case ctx.Err() != nil:
	case err == nil:
		m.status = lived
	case bytes.Contains(out, []byte(" [build failed]\n")) || bytes.Contains(out, []byte(" [setup failed]\n")):
		m.status = invalid
	case bytes.Contains(out, []byte("panic: test timed out")):
		m.status = timedOut
	default:
		m.status = killed
	}
}

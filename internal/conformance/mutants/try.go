package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/tools/go/packages"
)

// status is the result of the tests of a mutant.
type status int

const (
	untried  status = iota
	lived           // all tests pass
	killed          // a test fails
	timedOut        // the tests do not end
)

// A test is a function of a test program.
type test struct {
	program, folder, name string
	cpu, wall             time.Duration // without a mutant
	reached               []byte        // by numbers of mutants
}

// mutate tries a share of the mutants of the packages in a folder and below it until ctx is done.
func mutate(ctx context.Context, folder string, share float64, seed uint64) (*report, error) {
	start := time.Now()
	temp, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	loaded, err := packages.Load(&packages.Config{Dir: folder, Context: ctx, Mode: packages.NeedName | packages.NeedModule | packages.NeedFiles |
		packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo}, "./...")
	if err != nil {
		return nil, err
	}
	r := &report{folder: folder}
	sources, all, err := find(loaded, share, seed)
	if err != nil {
		return nil, err
	}
	r.mutants = all
	tests, err := build(ctx, temp, loaded, sources, len(all))
	if err != nil {
		return nil, err
	}
	if err := measure(ctx, temp, tests, len(all)); err != nil {
		return nil, err
	}
	inParallel(all, func(m *mutant) {
		for _, t := range tests {
			if t.reached != nil && t.reached[m.number] != 0 {
				m.tests = append(m.tests, t)
			}
		}
		m.try(ctx, temp)
	})
	r.time = time.Since(start).Round(time.Second)
	return r, nil
}

func inParallel[T any](list []T, do func(T)) {
	queue := make(chan T)
	var workers sync.WaitGroup
	for range runtime.NumCPU() {
		workers.Go(func() {
			for item := range queue {
				do(item)
			}
		})
	}
	for _, item := range list {
		queue <- item
	}
	close(queue)
	workers.Wait()
}

// build compiles the test programs of packages with all mutants, and returns their tests.
func build(ctx context.Context, temp string, loaded []*packages.Package, sources []*source, mutants int) (tests []*test, err error) {
	overlay := make(map[string]string)
	replace := func(name, text string) {
		overlay[name] = filepath.Join(temp, fmt.Sprintf("%d.go", len(overlay)))
		err = errors.Join(err, os.WriteFile(overlay[name], []byte(text), 0o666))
	}
	for _, s := range sources {
		replace(s.file.Name(), s.write(ast.Node(s.syntax)))
	}
	for _, p := range loaded {
		replace(filepath.Join(p.Dir, "mutants_support.go"), strings.NewReplacer("PACKAGE", p.Name, "SIZE", fmt.Sprint(mutants+1)).Replace(support))
	}
	text, _ := json.Marshal(map[string]any{"Replace": overlay}) // texts can be encoded
	files := filepath.Join(temp, "overlay.json")
	if err := errors.Join(err, os.WriteFile(files, text, 0o666)); err != nil {
		return nil, err
	}
	for i, p := range loaded {
		program := filepath.Join(temp, fmt.Sprintf("%d.test", i))
		compile := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-overlay", files, "-o", program, ".")
		compile.Dir = p.Dir
		if out, err := compile.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("compiling: %w\n%s", err, out)
		}
		if _, err := os.Stat(program); err != nil {
			continue // without tests
		}
		list := exec.CommandContext(ctx, program, "-test.list", "^(Test|Fuzz|Example)")
		list.Dir = p.Dir
		names, err := list.Output()
		if err != nil {
			return nil, fmt.Errorf("listing tests: %w", err)
		}
		for name := range strings.FieldsSeq(string(names)) {
			if !strings.HasPrefix(name, "TestLimit") {
				tests = append(tests, &test{program: program, folder: p.Dir, name: name})
			}
		}
	}
	return tests, nil
}

// measure runs each test without a mutant, and notes what it takes and reaches.
func measure(ctx context.Context, temp string, tests []*test, mutants int) error {
	var mu sync.Mutex
	var failed error
	inParallel(tests, func(t *test) {
		err := func() error {
			file := filepath.Join(temp, t.name+filepath.Base(t.program))
			if err := os.WriteFile(file, make([]byte, mutants+1), 0o666); err != nil {
				return err
			}
			start := time.Now()
			cmd := command(ctx, temp, []*test{t}, 24*time.Hour, 24*time.Hour)
			cmd.Env = append(cmd.Env, "MUTANTS_REACHED="+file)
			if out, err := cmd.CombinedOutput(); err != nil {
				return fmt.Errorf("%s fails without a mutant: %w\n%s", t.name, err, out)
			}
			t.wall, t.cpu = time.Since(start), cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()
			reached, err := os.ReadFile(file)
			t.reached = reached
			return err
		}()
		mu.Lock()
		defer mu.Unlock()
		if ctx.Err() == nil {
			failed = errors.Join(failed, err)
		}
	})
	slices.SortStableFunc(tests, func(a, b *test) int { return int(a.cpu - b.cpu) })
	return failed
}

// command returns a command that runs tests of one program within limits. Its group of processes ends with it.
func command(ctx context.Context, temp string, tests []*test, cpu, wall time.Duration) *exec.Cmd {
	names := make([]string, len(tests))
	for i, t := range tests {
		names[i] = t.name
	}
	cmd := exec.CommandContext(ctx, "sh", "-c", `ulimit -t "$1"; shift; exec "$@"`, "sh", fmt.Sprint(int(cpu.Seconds())+1),
		tests[0].program, "-test.run", "^("+strings.Join(names, "|")+")$", "-test.failfast", "-test.timeout", wall.String())
	cmd.Dir = tests[0].folder
	cmd.Env = append(os.Environ(), "TMPDIR="+temp)
	cmd.WaitDelay = 10 * time.Second
	return cmd
}

// try runs the tests that reach a mutant: one after the other those that take a tenth of a second, then the others together.
func (m *mutant) try(ctx context.Context, temp string) {
	for _, together := range inSteps(m.tests) {
		var cpu, wall time.Duration
		for _, t := range together {
			cpu, wall = cpu+t.cpu, wall+t.wall
		}
		cmd := command(ctx, temp, together, 5*cpu+time.Second, 10*wall+20*time.Second)
		cmd.Env = append(cmd.Env, fmt.Sprintf("MUTANT=%d", m.number))
		out, err := cmd.CombinedOutput()
		switch {
		case ctx.Err() != nil:
			return
		case err == nil:
			continue
		case bytes.Contains(out, []byte("panic: test timed out")) || bytes.Contains(out, []byte("SIGXCPU")):
			m.status = timedOut
		default:
			m.status = killed
		}
		return
	}
	if ctx.Err() == nil {
		m.status = lived
	}
}

// inSteps divides tests, which are sorted by time, into those of one program that run together: the first for a fifth of a second, the
// next for four times the time.
func inSteps(tests []*test) (steps [][]*test) {
	var sum, limit time.Duration = 0, 200 * time.Millisecond
	for i, t := range tests {
		sum += t.cpu
		if i == 0 || sum > limit || t.program != tests[i-1].program {
			steps = append(steps, nil)
			sum, limit = t.cpu, limit*4
		}
		last := &steps[len(steps)-1]
		*last = append(*last, t)
	}
	return steps
}

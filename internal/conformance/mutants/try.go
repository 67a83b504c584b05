package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/tools/go/packages"
)

// A test is a function of a test program.
type test struct {
	program, folder, name string
	cpu, wall             time.Duration // without a mutant
	reached               []byte        // by numbers of mutants
}

// mutate tries a share of the mutants of the packages in a folder and below it until ctx is done.
func mutate(ctx context.Context, folder string, share float64, seed uint64) ([]*mutant, error) {
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
	sources, all, err := find(loaded, share, seed)
	if err != nil {
		return nil, err
	}
	tests, err := build(ctx, temp, loaded, sources, len(all))
	if err != nil {
		return nil, err
	}
	err = inParallel(tests, func(t *test) error { return t.measure(ctx, temp) })
	if ctx.Err() != nil {
		return all, nil
	} else if err != nil {
		return nil, err
	}
	slices.SortStableFunc(tests, func(a, b *test) int { return cmp.Compare(a.cpu, b.cpu) })
	return all, inParallel(all, func(m *mutant) error {
		for _, t := range tests {
			if t.reached[m.number] != 0 {
				m.tests = append(m.tests, t)
			}
		}
		m.try(ctx, temp)
		return nil
	})
}

// inParallel calls a function with each item of a list.
func inParallel[T any](list []T, do func(T) error) error {
	var next atomic.Int64
	var workers sync.WaitGroup
	failed := make([]error, len(list))
	for range runtime.NumCPU() {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(list); i = int(next.Add(1)) - 1 {
				failed[i] = do(list[i])
			}
		})
	}
	workers.Wait()
	return errors.Join(failed...)
}

// build compiles the test programs of packages with all mutants, and returns their tests.
func build(ctx context.Context, temp string, loaded []*packages.Package, sources []*source, mutants int) (tests []*test, err error) {
	overlay := make(map[string]string)
	replace := func(name, text string) {
		overlay[name] = filepath.Join(temp, fmt.Sprintf("%d.go", len(overlay)))
		err = errors.Join(err, os.WriteFile(overlay[name], []byte(text), 0o666))
	}
	for _, s := range sources {
		from, to := s.file.Offset(s.syntax.Pos()), s.file.Offset(s.syntax.End())
		replace(s.file.Name(), string(s.text[:from])+s.write(s.syntax)+string(s.text[to:]))
	}
	for _, p := range loaded {
		replace(filepath.Join(p.Dir, "mutants_support.go"), supportOf(p.Name, mutants))
	}
	text, _ := json.Marshal(map[string]any{"Replace": overlay}) // texts can be encoded
	files := filepath.Join(temp, "overlay.json")
	if err := errors.Join(err, os.WriteFile(files, text, 0o666)); err != nil {
		return nil, err
	}
	for i, p := range loaded {
		program := filepath.Join(temp, fmt.Sprintf("%d.test", i))
		list := exec.CommandContext(ctx, "go", "test", "-list=.", "-vet=off", "-overlay", files, "-o", program, ".")
		list.Dir = p.Dir
		out, err := list.CombinedOutput()
		if err != nil {
			return nil, fmt.Errorf("compiling: %w\n%s", err, out)
		}
		for _, name := range regexp.MustCompile(`(?m)^(Test|Fuzz|Example).*$`).FindAllString(string(out), -1) {
			if !strings.HasPrefix(name, "TestLimit") {
				tests = append(tests, &test{program: program, folder: p.Dir, name: name})
			}
		}
	}
	return tests, nil
}

// measure runs a test without a mutant, and notes what it takes and reaches.
func (t *test) measure(ctx context.Context, temp string) error {
	file := filepath.Join(temp, t.name+filepath.Base(t.program))
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
}

// command returns a command that runs tests of one program within limits. The system kills a process that exceeds the CPU time.
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

// try runs the tests that reach a mutant, the quick ones first, in steps: the tests of one program that take a fifth of a second of CPU time
// together, and then four times as much in each step.
func (m *mutant) try(ctx context.Context, temp string) {
	rest := m.tests
	for step := 200 * time.Millisecond; len(rest) > 0 && !m.killed; step *= 4 {
		n, cpu, wall := 1, rest[0].cpu, rest[0].wall
		for ; n < len(rest) && rest[n].program == rest[0].program && cpu+rest[n].cpu <= step; n++ {
			cpu, wall = cpu+rest[n].cpu, wall+rest[n].wall
		}
		cmd := command(ctx, temp, rest[:n], 5*cpu+time.Second, 10*wall+20*time.Second)
		cmd.Env = append(cmd.Env, fmt.Sprintf("MUTANT=%d", m.number))
		m.killed = cmd.Run() != nil // a test fails, or exceeds a limit
		rest = rest[n:]
	}
	m.tried = ctx.Err() == nil
}

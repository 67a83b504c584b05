package suite_test

import (
	"context"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// lintWritten asks xmllint about the instances and what is written for them. It reports whether there is an xmllint.
func lintWritten(t *testing.T, folder string, verdicts []instanceVerdict) bool {
	program, err := exec.LookPath("xmllint")
	if err != nil {
		return false
	}
	bySchema := make(map[string][]int)
	for i := range verdicts {
		if v := &verdicts[i]; v.outOfScope == "" && v.Written != nil {
			key := strings.Join(v.Schemas, " ")
			bySchema[key] = append(bySchema[key], i)
		}
	}
	next := make(chan []int)
	var wg sync.WaitGroup
	dir := t.TempDir()
	for range runtime.GOMAXPROCS(0) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for group := range next {
				lintGroup(t, program, folder, dir, verdicts, group)
			}
		}()
	}
	for _, group := range bySchema {
		next <- group
	}
	close(next)
	wg.Wait()
	return true
}

// lintTime is how long xmllint may take for a schema: some bounds make it take minutes. Then it says nothing.
const lintTime = 5 * time.Second

// lintGroup asks about the instances of one schema with one command.
func lintGroup(t *testing.T, program, folder, dir string, verdicts []instanceVerdict, group []int) {
	schema, err := schemaFile(folder, dir, group[0], verdicts[group[0]].Schemas)
	if err != nil {
		t.Error(err)
		return
	}
	args := []string{"--noout", "--nonet", "--schema", schema}
	original, written := make([]string, len(group)), make([]string, len(group))
	for n, i := range group {
		original[n], _ = filepath.Abs(filepath.Join(folder, filepath.FromSlash(verdicts[i].Instance)))
		written[n] = filepath.Join(dir, fmt.Sprintf("%d.xml", i))
		if err := os.WriteFile(written[n], verdicts[i].Written, 0o666); err != nil {
			t.Error(err)
		}
		args = append(args, original[n], written[n])
	}
	ctx, cancel := context.WithTimeout(context.Background(), lintTime)
	defer cancel()
	out, _ := exec.CommandContext(ctx, program, args...).CombinedOutput()
	lines := strings.Split(string(out), "\n")
	for n, i := range group {
		v := &verdicts[i].written
		v.judged = slices.Contains(lines, original[n]+" validates")
		v.valid = v.judged && slices.Contains(lines, written[n]+" validates")
	}
}

// schemaFile returns a document for xmllint, which takes one only.
func schemaFile(folder, dir string, number int, schemas []string) (string, error) {
	if len(schemas) == 1 {
		return filepath.Abs(filepath.Join(folder, filepath.FromSlash(schemas[0])))
	}
	var b strings.Builder
	b.WriteString(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:suite:all">`)
	for _, name := range schemas {
		file, err := filepath.Abs(filepath.Join(folder, filepath.FromSlash(name)))
		if err != nil {
			return "", err
		}
		namespace := ""
		if ns := targetNamespace(file); ns != "" {
			namespace = ` namespace="` + html.EscapeString(ns) + `"`
		}
		fmt.Fprintf(&b, `<xs:import%s schemaLocation="%s"/>`, namespace, html.EscapeString(file))
	}
	b.WriteString(`</xs:schema>`)
	name := filepath.Join(dir, fmt.Sprintf("%d.xsd", number))
	return name, os.WriteFile(name, []byte(b.String()), 0o666)
}

package generator_test

import (
	"bytes"
	"context"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/testing/golden"
	"example.com/quartet/internal/compiler/testing/testfile"
)

const railContract = "../wsdl/realtime.wsdl"

// generate generates from a contract without errors and returns the files of the service
// by name.
func generate(t testing.TB, config generator.Config) map[string][]byte {
	t.Helper()
	files := make(map[string][]byte)
	for _, f := range resultOf(t, config).Files {
		files[f.Name] = f.Data
	}
	return files
}

// generateAll is like generate, and adds the files of the run-time with the prefix soap/.
func generateAll(t testing.TB, config generator.Config) map[string][]byte {
	t.Helper()
	result := resultOf(t, config)
	files := make(map[string][]byte)
	for _, f := range result.Files {
		files[f.Name] = f.Data
	}
	for _, f := range result.Runtime.Files {
		files["soap/"+f.Name] = f.Data
	}
	return files
}

func resultOf(t testing.TB, config generator.Config) *generator.Result {
	t.Helper()
	result, err := generator.Generate(context.Background(), config)
	if err != nil {
		t.Fatal(err)
	}
	if result.Diagnostics.HasErrors() {
		t.Fatal(result.Diagnostics)
	}
	return result
}

// TestOutputDependsOnlyOnInput generates several times concurrently, from copies of a
// contract in different folders. The output must be the same and contain no paths.
func TestOutputDependsOnlyOnInput(t *testing.T) {
	t.Parallel()
	var several *testCase
	for _, c := range loadCases(t) {
		if c.Name == "multi-namespace" {
			several = c
		}
	}
	for name, contracts := range map[string][2]string{
		"rail":            {copyRail(t), railContract},
		"multi-namespace": {several.extract(t, t.TempDir()), several.extract(t, filepath.Join(t.TempDir(), "b"))},
	} {
		var outputs [4]map[string][]byte
		var wg sync.WaitGroup
		for i := range outputs {
			wg.Go(func() {
				outputs[i] = generateAll(t, generator.Config{Contract: contracts[i%2], Runtime: golden.Runtime})
			})
		}
		wg.Wait()
		for i, other := range outputs[1:] {
			if !maps.EqualFunc(outputs[0], other, bytes.Equal) {
				t.Errorf("%s: run %d differs from the first", name, i+1)
			}
		}
		here, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		for file, data := range outputs[0] {
			for _, folder := range []string{here, filepath.Dir(here), os.TempDir() + "/"} {
				if bytes.Contains(data, []byte(folder)) {
					t.Errorf("%s: %s contains the path %s", name, file, folder)
				}
			}
		}
	}
}

func copyRail(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"realtime.wsdl", "realtime.xsd"} {
		data := testfile.Read(t, filepath.Join("../wsdl", name))
		writeFile(t, filepath.Join(dir, name), data)
	}
	return filepath.Join(dir, "realtime.wsdl")
}

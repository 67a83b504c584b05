//go:build !race

package corpus_test

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/running/serve"
	"example.com/quartet/internal/conformance/interop"
	"example.com/quartet/templates/soap/jsonhttp"
)

// TestCorpusClients serves contracts of the folder QUARTET_CORPUS as "quartet serve --json" does, and has generators of other projects
// make clients in TypeScript of what the handlers say at ?openapi=json. They compile, and call with the examples.
func TestCorpusClients(t *testing.T) {
	node := interop.Program(t, "node", "nodejs")
	const npm = "../interop/testdata/node"
	if _, err := os.Stat(filepath.Join(npm, "node_modules", "orval")); err != nil {
		interop.Missing(t, "the npm package orval", "npm ci in internal/conformance/interop/testdata/node")
	}
	folder := t.TempDir()
	for name, text := range describeServed(t) {
		writeFile(t, filepath.Join(folder, name+".json"), text)
	}
	t.Run("generators", func(t *testing.T) { // the servers end when all have called
		for _, which := range []string{"openapi-typescript", "orval", "hey-api"} {
			t.Run(which, func(t *testing.T) {
				t.Parallel()
				var log bytes.Buffer
				command := exec.Command(node, filepath.Join(npm, "contracts.mjs"), which, folder)
				command.Stderr = &log
				out, err := command.Output()
				if err != nil {
					t.Errorf("%v\n%s", err, &log)
				}
				t.Logf("%s", out)
			})
		}
		t.Run("oapi-codegen", func(t *testing.T) {
			t.Parallel()
			callWithGo(t, folder)
		})
	})
}

// callWithGo calls the services of a folder with the clients that oapi-codegen makes of their descriptions, all in one program.
func callWithGo(t *testing.T, folder string) {
	const peer = "../interop/testdata/oapi-codegen"
	module := t.TempDir()
	if err := os.CopyFS(module, os.DirFS(peer)); err != nil {
		t.Fatal(err)
	}
	command := func(arguments ...string) []byte {
		t.Helper()
		c := exec.Command("go", arguments...)
		c.Dir, c.Env = module, append(os.Environ(), "GOWORK=off", "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod")
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%.3000s", strings.Join(arguments, " "), err, out)
		}
		return out
	}
	if c := exec.Command("go", "-C", module, "mod", "download"); c.Run() != nil {
		interop.Missing(t, "oapi-codegen", "go mod download in internal/conformance/interop/testdata/oapi-codegen")
	}
	command("build", "-o", "oapi-codegen.exe", "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen")
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	var imports, calls strings.Builder
	made := 0
	for i, file := range files {
		name := fmt.Sprintf("client%d", i)
		if err := os.Mkdir(filepath.Join(module, name), 0o777); err != nil {
			t.Fatal(err)
		}
		generate := exec.Command(filepath.Join(module, "oapi-codegen.exe"), "-config", filepath.Join("contracts", "contracts.yml"), "-package", name, "-o", filepath.Join(name, "client.go"), file)
		generate.Dir = module
		if out, err := generate.CombinedOutput(); err != nil {
			t.Logf("not generated: %s: %s", filepath.Base(file), out)
			continue
		}
		made++
		fmt.Fprintf(&imports, "\t\"client/%s\"\n", name)
		fmt.Fprintf(&calls, "\t\t%q: %s.NewClient,\n", file, name)
	}
	writeFile(t, filepath.Join(module, "main.go"), []byte(`package main

import (
	"fmt"
	"os"

	"client/contracts"
`+imports.String()+`)

func main() {
	all, unheld := 0, 0
	for file, newClient := range map[string]any{
`+calls.String()+`	} {
		document, err := os.ReadFile(file)
		n, wrong := 0, []error(nil)
		if err == nil {
			n, wrong, err = contracts.Call(newClient, document)
		}
		for _, w := range wrong {
			fmt.Fprintln(os.Stderr, "the type cannot hold the example:", file, w)
		}
		if all, unheld = all+n, unheld+len(wrong); err != nil {
			fmt.Printf("%s: %.2000s\n", file, err)
			defer os.Exit(1)
		}
	}
	if fmt.Println(all, "calls"); unheld > all/20 {
		defer os.Exit(1)
	}
}
`))
	out := command("run", ".")
	if t.Logf("%d of %d contracts, %s", made, len(files), out); bytes.HasSuffix(out, []byte("\n0 calls\n")) || made < min(len(files), 20) {
		t.Errorf("too few")
	}
}

// describeServed serves contracts until the test ends, and returns the description in OpenAPI of a service of each: of 24, as the time
// allows, from small ones to large ones.
func describeServed(t *testing.T) map[string][]byte {
	t.Helper()
	const selected = 24
	valid, _ := corpusCases(t)
	type description struct {
		name string
		text []byte
	}
	var all []description
	for _, c := range valid {
		if text := c.describeServed(t); len(text) > 10_000 && len(text) < 300_000 {
			all = append(all, description{c.name, text})
		}
	}
	slices.SortFunc(all, func(a, b description) int { return len(a.text) - len(b.text) })
	if len(all) == 0 {
		t.Skip("no contract has a description of 10 to 300 kB")
	}
	chosen := make(map[string][]byte)
	for i := range selected {
		d := all[i*len(all)/selected]
		chosen[d.name] = d.text
	}
	if os.Getenv("QUARTET_CORPUS_RUN") == "" && len(chosen) != selected {
		t.Errorf("%d contracts, want %d", len(chosen), selected)
	}
	return chosen
}

// describeServed serves a contract until the test ends, and returns the description in OpenAPI of its first service.
func (c *corpusCase) describeServed(t *testing.T) []byte {
	t.Helper()
	d, err := generator.Describe(t.Context(), generator.Config{Contract: c.main, Catalogs: c.catalog, Lenient: c.lenient})
	if err != nil {
		t.Fatal(err)
	}
	if d.Diagnostics.HasErrors() || len(d.Services) == 0 {
		return nil
	}
	handler := serve.New(d.Services, d.Documents, serve.Config{Logger: slog.New(slog.DiscardHandler), JSON: jsonhttp.WithJSON()})
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	address := url.URL{Path: serve.Paths(handler.Services()[0])[0], RawQuery: "openapi=json"}
	response, err := http.Get(server.URL + address.String())
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s %v %.500s", c.name, response.Status, err, text)
	}
	return text
}

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
// make clients in TypeScript and Go of what the handlers say at ?openapi=json. They compile, and call with the examples.
func TestCorpusClients(t *testing.T) {
	node := interop.Program(t, "node", "nodejs")
	const npm = "../interop/testdata/node"
	if _, err := os.Stat(filepath.Join(npm, "node_modules", "orval")); err != nil {
		interop.Missing(t, "the npm package orval", "npm ci in internal/conformance/interop/testdata/node")
	}
	folder := t.TempDir()
	chosen := describeServed(t)
	for _, d := range chosen {
		writeFile(t, filepath.Join(folder, d.name+".json"), d.text)
	}
	t.Run("generators", func(t *testing.T) { // the servers end when all have called
		for _, generator := range []string{"openapi-typescript", "orval", "hey-api"} {
			t.Run(generator, func(t *testing.T) {
				t.Parallel()
				var log bytes.Buffer
				command := exec.Command(node, filepath.Join(npm, "contracts.mjs"), generator, folder)
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
			callWithGo(t, folder, chosen)
		})
	})
}

// callWithGo calls the services of descriptions in a folder with the clients that oapi-codegen makes of them, all in one program.
func callWithGo(t *testing.T, folder string, chosen []description) {
	const peer = "../interop/testdata/oapi-codegen"
	module := t.TempDir()
	if err := os.CopyFS(module, os.DirFS(peer)); err != nil {
		t.Fatal(err)
	}
	command := func(arguments ...string) (string, error) {
		c := exec.Command("go", arguments...)
		c.Dir, c.Env = module, append(os.Environ(), "GOWORK=off")
		out, err := c.CombinedOutput()
		return string(out), err
	}
	if _, err := command("mod", "download"); err != nil {
		interop.Missing(t, "oapi-codegen", "go mod download in internal/conformance/interop/testdata/oapi-codegen")
	}
	var imports, clients strings.Builder
	made := 0
	for i, d := range chosen {
		name, file := fmt.Sprintf("client%d", i), filepath.Join(folder, d.name+".json")
		writeFile(t, filepath.Join(module, name, "doc.go"), []byte("package "+name+"\n"))
		output := filepath.Join(name, "client.go")
		out, err := command("tool", "oapi-codegen", "-config", "contracts/contracts.yml", "-package", name, "-o", output, file)
		if err != nil {
			t.Logf("not generated: %s: %s", d.name, out)
			continue
		}
		made++
		fmt.Fprintf(&imports, "import %q\n", "client/"+name)
		fmt.Fprintf(&clients, "%q: %s.NewClient,\n", file, name)
	}
	writeFile(t, filepath.Join(module, "main.go"), []byte("package main\n\nimport \"client/contracts\"\n"+imports.String()+
		"\nfunc main() {\n\tcontracts.Main(map[string]any{\n"+clients.String()+"})\n}\n"))
	out, err := command("run", ".")
	t.Logf("%d of %d contracts, %.3000s", made, len(chosen), out)
	if err != nil || made < min(len(chosen), 20) {
		t.Errorf("too few, or %v", err)
	}
}

// describeServed serves contracts until the test ends, and returns the description in OpenAPI of a service of each: of 24, as the time
// allows, from small ones to large ones.
func describeServed(t *testing.T) (chosen []description) {
	t.Helper()
	const selected = 24
	valid, _ := corpusCases(t)
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
	for i := range selected {
		chosen = append(chosen, all[i*len(all)/selected])
	}
	chosen = slices.CompactFunc(chosen, func(a, b description) bool { return a.name == b.name })
	if os.Getenv("QUARTET_CORPUS_RUN") == "" && len(chosen) != selected {
		t.Errorf("%d contracts, want %d", len(chosen), selected)
	}
	return chosen
}

// description is the description of a service of a contract in OpenAPI.
type description struct {
	name string
	text []byte
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

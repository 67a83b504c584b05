package generator_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/testing/golden"
	"example.com/quartet/internal/compiler/testing/testfile"
)

// testedService is a service with a function of a package for tests.
type testedService struct {
	folder                string // folder of the service's package
	run, newHandler, fake string
}

// runOf finds the functions that test a handler, and the handler that they take the contract of.
var runOf = regexp.MustCompile(`func (Run\w*)\(t \*testing\.T, handler [^\n]*\n\t.*\n\t.*ContractOf\(\w+\.(New\w+)\(&(Fake\w*)\{\}\)\)`)

// addTested notes the services of a case. The package for tests is in the folder of its name.
func (m *outputModule) addTested(folder string, files map[string][]byte) {
	m.t.Helper()
	name := path.Base(folder) + "test"
	file := files[name+"/"+name+".go"]
	if file == nil {
		return
	}
	found := runOf.FindAllSubmatch(file, -1)
	if len(found) == 0 && bytes.Contains(file, []byte("func Run")) {
		m.t.Errorf("no function that tests a handler is found in %s/%s", folder, name)
	}
	for _, f := range found {
		m.tested = append(m.tested, testedService{folder, string(f[1]), string(f[2]), string(f[3])})
	}
}

// eachTested returns imports of the packages of tested services, and a call for each. The package for tests of a package with the name n
// has the name nt.
func (m *outputModule) eachTested(call func(name string, s testedService) string) (imports, calls string) {
	known := make(map[string]string)
	for _, s := range m.tested {
		name, ok := known[s.folder]
		if !ok {
			name = fmt.Sprintf("s%d", len(known))
			known[s.folder] = name
			service := golden.Module + "/" + s.folder
			imports += fmt.Sprintf("\t%s %q\n\t%st %q\n", name, service, name, service+"/"+path.Base(s.folder)+"test")
		}
		calls += call(name, s)
	}
	return imports, calls
}

// writeTested writes a test that runs the generated tests of every service against a handler that answers with samples.
func (m *outputModule) writeTested() {
	imports, calls := m.eachTested(func(name string, s testedService) string {
		return fmt.Sprintf("\tt.Run(%q, func(t *testing.T) {\n\t\t%st.%s(t, sample.NewHandler(soap.ContractOf(%s.%s(&%st.%s{})), soap.WithLogger(slog.New(slog.NewTextHandler(io.Discard, nil)))))\n\t})\n",
			strings.TrimSuffix(s.folder+"/"+strings.TrimPrefix(s.run, "Run"), "/"), name, s.run, name, s.newHandler, name, s.fake)
	})
	m.write("tested.go", fmt.Appendf(nil, "package main\n\nimport (\n\t\"io\"\n\t\"log/slog\"\n\t\"testing\"\n\n\t\"%s\"\n\t\"%s/sample\"\n%s)\n\nfunc TestTested(t *testing.T) {\n%s}\n",
		golden.Runtime, golden.Runtime, imports, calls))
}

// exchangesFile is the file to which the output module writes the exchanges of all
// services, by the folder of the service's package.
const exchangesFile = "exchanges.json"

// writeExchanges writes a test that writes the exchanges of every service.
func (m *outputModule) writeExchanges() {
	m.t.Helper()
	text := testfile.Read(m.t, "exchanges_test.go")
	m.write("exchanges.go", []byte(strings.NewReplacer("package generator_test", "package main", "example.com/quartet/templates/soap", golden.Runtime).Replace(string(text))))
	imports, calls := m.eachTested(func(name string, s testedService) string {
		return fmt.Sprintf("\tadd(%q, soap.ContractOf(%s.%s(&%st.%s{})))\n", s.folder, name, s.newHandler, name, s.fake)
	})
	m.write("write_exchanges.go", fmt.Appendf(nil, `package main

import (
	"encoding/json"
	"maps"
	"os"
	"testing"

	%q
	%q
%s)

func TestWriteExchanges(t *testing.T) {
	all := make(map[string]map[string]string)
	add := func(folder string, info *contract.Contract) {
		if all[folder] == nil {
			all[folder] = make(map[string]string)
		}
		maps.Copy(all[folder], exchangesOf(info))
	}
%s	text, err := json.Marshal(all)
	if err == nil {
		err = os.WriteFile(%q, text, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}
`, golden.Runtime, golden.Runtime+"/contract", imports, calls, exchangesFile))
}

// compareExchanges compares the exchanges of generated code with the exchanges of the contracts that are described at run
// time.
func (m *outputModule) compareExchanges(t *testing.T, cases []*testCase) {
	t.Helper()
	text := testfile.Read(t, filepath.Join(m.dir, exchangesFile))
	var generated map[string]map[string]string
	if err := json.Unmarshal(text, &generated); err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, c := range cases {
		if generated[c.Package()] == nil || bytes.Contains(c.Part("args"), []byte("--package")) { // whose prefixes are others
			continue
		}
		d, own := c.describe(t), make(map[string]string)
		if d == nil {
			t.Errorf("%s: there is generated code, and no description", c.Name)
			continue
		}
		for _, info := range d.Services {
			maps.Copy(own, exchangesOf(info))
		}
		for name, want := range generated[c.Package()] {
			if total++; own[name] != want {
				t.Errorf("%s: %s: got\n%s, want the exchanges of generated code\n%s", c.Name, name, own[name], want)
			}
		}
	}
	if total < 200 {
		t.Errorf("only %d exchanges are compared", total)
	}
}

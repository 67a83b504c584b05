package generator_test

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"strings"
)

// testedService is a service with a function of a package for tests.
type testedService struct {
	folder                string // of the service's package
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

// writeTested writes a test that runs the generated tests of every service against a handler that answers with samples.
func (m *outputModule) writeTested() {
	var imports, calls bytes.Buffer
	known := make(map[string]string)
	for _, s := range m.tested {
		name, ok := known[s.folder]
		if !ok {
			name = fmt.Sprintf("s%d", len(known))
			known[s.folder] = name
			service := outputModulePath + "/" + s.folder
			fmt.Fprintf(&imports, "\t%s %q\n\t%st %q\n", name, service, name, service+"/"+path.Base(s.folder)+"test")
		}
		fmt.Fprintf(&calls, "\tt.Run(%q, func(t *testing.T) {\n\t\t%st.%s(t, sample.NewHandler(soap.ContractOf(%s.%s(&%st.%s{})), soap.WithLogger(slog.New(slog.NewTextHandler(io.Discard, nil)))), soaptest.WithRecommendations())\n\t})\n",
			strings.TrimSuffix(s.folder+"/"+strings.TrimPrefix(s.run, "Run"), "/"), name, s.run, name, s.newHandler, name, s.fake)
	}
	m.write("tested_test.go", fmt.Appendf(nil, "package output\n\nimport (\n\t\"io\"\n\t\"log/slog\"\n\t\"testing\"\n\n\t\"%s\"\n\t\"%s/sample\"\n\t\"%s/soaptest\"\n%s)\n\nfunc TestTested(t *testing.T) {\n%s}\n",
		sharedRuntime, sharedRuntime, sharedRuntime, &imports, &calls))
}

package roundtrip

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// TestClientLinksWhatItCalls builds programs that call one operation. They have the description of this one and of no other, and
// neither the list of operations nor the handler, nor the documents of the contract or what reads and describes them, nor JSON if
// they do not use it. They do not call methods by reflection: the linker would then keep all of them. The program of these tests,
// which has handlers, has the documents.
func TestClientLinksWhatItCalls(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", folder, "./testdata/onecall", "./testdata/jsoncall").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	program, jsonProgram := readProgram(t, filepath.Join(folder, "onecall")), readProgram(t, filepath.Join(folder, "jsoncall"))
	linked := regexp.MustCompile(`[\w./-]*gen/realtime\.(op|operationsOf|NewHandler|contractDocuments|contractFiles)\w*|\bsoap\.NewHandler|`+
		`\breflect\.(Value|\(\*rtype\))\.Method\w*|codec\.[\w.()*]*(JSON|json(De|En)coder)[\w.()*]*|soap/(component|pattern|wellknown)\.[\w.()*]*`).
		FindAllString(string(symbols(program)), -1)
	slices.Sort(linked)
	if want := []string{"example.com/quartet/gen/realtime.opGetAllStationsXML"}; !slices.Equal(slices.Compact(linked), want) {
		t.Errorf("the program has %q, want %q", linked, want)
	}
	describes := regexp.MustCompile(`realtime\.contract(Documents|Files)|soap/component\.Read|jsonhttp\.OpenAPI|jsonhttp\.\(\*schemaMaker\)|wellknown\.files|pattern\.Translate`)
	if found := describes.FindAll(symbols(jsonProgram), -1); found != nil {
		t.Errorf("the program that uses JSON has %q", found)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		program   []byte
		documents bool
	}{"onecall": {program, false}, "jsoncall": {jsonProgram, false}, "these tests": {readProgram(t, self), true}} {
		if got := bytes.Contains(test.program, slices.Concat([]byte("<portType name="), []byte(`"Realtime`))); got != test.documents {
			t.Errorf("%s: the program contains the contract: %t, want %t", name, got, test.documents)
		}
	}
}

// symbols returns the texts of a program that may be names of the table of symbols, where each ends with a zero: to search all of the
// program takes five times as long.
func symbols(program []byte) (names []byte) {
	for text := range bytes.SplitSeq(program, []byte{0}) {
		if bytes.IndexByte(text, '.') >= 0 {
			names = append(append(names, text...), '\n')
		}
	}
	return names
}

func readProgram(t *testing.T, name string) []byte {
	t.Helper()
	program, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return program
}

package roundtrip

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.com/quartet/generator"
)

// edits are what people may do by hand to a generated type, ObjStation.
var edits = []struct {
	name    string
	replace []string // pairs of text in the struct
	want    []string // what the panic says
}{
	{"unchanged", nil, nil},
	{"swapped", []string{"StationLatitude *string", "StationLongitude *string", "StationLongitude *string", "StationLatitude *string"}, nil}, // tags say what they are
	{"removed", []string{"	StationCode *string `soap:\"StationCode\"`\n", ""}, nil},
	{"extended", []string{"StationId *string `soap:\"StationId\"`", "StationId *string `soap:\"StationId\"`\nStationNumber *string"},
		[]string{"ObjStation.StationNumber: the field has no struct tag"}},
	{"twice", []string{"`soap:\"StationId\"`", "`soap:\"StationCode\"`"}, []string{"ObjStation.StationId: the field StationCode has the name StationCode, too"}},
	{"misspelt", []string{"`soap:\"StationId\"`", "`soap:\"StationId,nilable\"`"}, []string{"ObjStation.StationId: ", `"nilable" is not a word of a struct tag`}},
	{"elsewhere", []string{"`soap:\"StationId\"`", "`soap:\"m:StationId\"`"}, []string{"ObjStation.StationId: there is no namespace with the prefix \"m\""}},
	{"hidden", []string{"StationId *string", "stationId *string"}, []string{"ObjStation.stationId: the field is not exported"}},
	{"renamed", []string{"StationAlias *string", "OtherName *string"}, nil},
	{"retyped", []string{"StationId *string", "StationId *chan int"}, []string{"ObjStation.StationId: chan int is not the Go type of a value"}},
	{"narrowed", []string{"StationId *string `soap:\"StationId\"`", "StationId *int32 `soap:\"StationId,type=token\"`"}, []string{"ObjStation.StationId: token is not a simple type with values of the Go type int32"}},
}

const editedMain = `package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"example.com/quartet/templates/soap"
%s)

// panics holds the text of each panic.
var panics = make(map[string]string)

func try(name string, f func()) {
	defer func() {
		if v := recover(); v != nil {
			panics[name] = fmt.Sprint(v)
		}
	}()
	f()
}

// cancelled is the context of calls, which send nothing.
var cancelled, cancel = context.WithCancel(context.Background())

// check panics with the error of a call that does not get as far as sending.
func check(err error) {
	if !errors.Is(err, context.Canceled) {
		panic(err)
	}
}

func main() {
	cancel()
%s	json.NewEncoder(os.Stdout).Encode(panics)
}
`

// resultOfFind is the line of contract.go with the result of the operation.
const resultOfFind = "\tResult:  &schema.Value{Zero: (**Stop)(nil)},\n"

// messageEdits are what people may do by hand to what describes messages.
var messageEdits = []struct {
	name    string
	file    string
	replace []string
	want    []string
}{
	{"plain", "", nil, nil},
	{"header", "contract.go", []string{"(**Token)(nil)", "(**Stop)(nil)"}, []string{"the header token: *depot.Stop is not a *depot.Token"}},
	{"fault", "types.go", []string{"Detail *Lost", "Detail *Stop"}, []string{"the fault lost: the field Detail of *depot.LostError is not a *depot.Lost"}},
	{"faulterror", "contract.go", []string{"(*LostError)(nil)", "soap.ErrNotOffered"}, []string{"the fault lost", "does not embed a Fault"}},
}

// callEdits are such edits that only a call finds.
var callEdits = []struct {
	name    string
	replace []string
	want    string
}{
	{"noresult", []string{resultOfFind, ""}, "the result of find is <nil>, not *depot.Stop"},
	{"norequest", []string{"	Request: (*Find)(nil),\n", ""}, "the operation find has no request, but was called with a *depot.Find"},
	{"request", []string{"Request: (*Find)(nil)", "Request: (*Stop)(nil)"}, "*depot.Find is not a pointer to a value of the type depot.Stop"},
}

// editedPackage is a generated package with an edit.
type editedPackage struct {
	name    string
	service string
	files   map[string]string
}

// TestEditedTypes edits the generated types, and runs a program that makes a handler and a client: where they do not fit
// their description, both panic with the names of the type and the field. The same holds for the results, headers and
// faults of operations.
func TestEditedTypes(t *testing.T) {
	t.Parallel()
	wants := make(map[string][]string)
	var packages []editedPackage
	for _, e := range edits {
		files := realtimeFiles(t)
		files["types.go"] = edited(t, files["types.go"], e.replace)
		packages, wants[e.name] = append(packages, editedPackage{e.name, "Realtime", files}), e.want
	}
	for _, e := range messageEdits {
		files := depotFiles(t)
		if e.file != "" {
			files[e.file] = replaced(t, files[e.file], e.replace)
		}
		packages, wants[e.name] = append(packages, editedPackage{e.name, "Depot", files}), e.want
	}
	for _, e := range callEdits {
		files := depotFiles(t)
		files["contract.go"] = replaced(t, files["contract.go"], e.replace)
		packages = append(packages, editedPackage{e.name, "Depot", files})
	}
	panics := runEdited(t, packages)
	for _, e := range callEdits {
		if text := panics[e.name+" client"]; !strings.Contains(text, e.want) {
			t.Errorf("%s: %q does not say %q", e.name, text, e.want)
		}
	}
	for name, want := range wants {
		for _, made := range [...]string{"handler", "client"} {
			text, panicked := panics[name+" "+made]
			if panicked != (want != nil) {
				t.Errorf("%s, %s: the panic is %q", name, made, text)
			}
			for _, part := range want {
				if !strings.Contains(text, part) {
					t.Errorf("%s, %s: %q does not say %q", name, made, text, part)
				}
			}
		}
	}
}

// realtimeFiles returns the files of the generated package, but its tests.
func realtimeFiles(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("../../../gen/realtime/*.*")
	if err != nil || len(names) == 0 {
		t.Fatalf("no generated files (%v)", err)
	}
	files := make(map[string]string)
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(name, "_test.go") {
			files[filepath.Base(name)] = string(data)
		}
	}
	return files
}

// depotFiles generates a package from a contract with a header and a fault.
func depotFiles(t *testing.T) map[string]string {
	t.Helper()
	config := generator.Config{Contract: "testdata/depot.wsdl", Package: "depot", Runtime: "example.com/quartet/templates/soap"}
	result, err := generator.Generate(t.Context(), config)
	if err != nil || len(result.Diagnostics) > 0 {
		t.Fatalf("%v\n%s", err, result.Diagnostics)
	}
	files := make(map[string]string)
	for _, f := range result.Files {
		files[f.Name] = string(f.Data)
	}
	return files
}

// runEdited builds one program from packages that are only in an overlay, each with an edit, and runs it.
func runEdited(t *testing.T, packages []editedPackage) (panics map[string]string) {
	t.Helper()
	dir := t.TempDir()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	overlay := make(map[string]string)
	place := func(name, text string) {
		kept := filepath.Join(dir, fmt.Sprintf("%d", len(overlay)))
		if err := os.WriteFile(kept, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		overlay[filepath.Join(here, "testdata", "edited", filepath.FromSlash(name))] = kept
	}
	var imports, calls strings.Builder
	for _, p := range packages {
		for name, text := range p.files {
			place(p.name+"/"+name, text)
		}
		fmt.Fprintf(&imports, "\t%s \"example.com/quartet/internal/conformance/roundtrip/testdata/edited/%[1]s\"\n", p.name)
		fmt.Fprintf(&calls, "\ttry(\"%s handler\", func() { %[1]s.NewHandler(%[1]s.Unimplemented%s{}) })\n", p.name, p.service)
		call := "c.GetAllStationsXML(cancelled)"
		if p.service == "Depot" {
			call = "c.Find(cancelled, new(" + p.name + ".Find))"
		}
		fmt.Fprintf(&calls, "\ttry(\"%s client\", func() { c, _ := %[1]s.NewClient(\"\", soap.SOAP11); _, err := %s; check(err) })\n", p.name, call)
	}
	place("main.go", fmt.Sprintf(editedMain, &imports, &calls))
	list, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		t.Fatal(err)
	}
	overlayFile, program := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "edited.exe")
	if err := os.WriteFile(overlayFile, list, 0o666); err != nil {
		t.Fatal(err)
	}
	const quickly = "-gcflags=example.com/quartet/internal/conformance/roundtrip/testdata/edited/...=-N -l -dwarf=false"
	if out, err := exec.Command("go", "build", quickly, "-overlay", overlayFile, "-o", program, "./testdata/edited").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	out, err := exec.Command(program).Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &panics); err != nil {
		t.Fatal(err)
	}
	return panics
}

// replaced replaces text in a file.
func replaced(t *testing.T, source string, pairs []string) string {
	t.Helper()
	changed := strings.NewReplacer(pairs...).Replace(source)
	if changed == source {
		t.Fatalf("%q is not in the file:\n%s", pairs, source)
	}
	return changed
}

// edited replaces text in the struct ObjStation.
func edited(t *testing.T, source string, pairs []string) string {
	t.Helper()
	head, rest, _ := strings.Cut(source, "type ObjStation struct {")
	body, tail, ok := strings.Cut(rest, "\n}\n")
	body = regexp.MustCompile(` +`).ReplaceAllString(body, " ")
	changed := strings.NewReplacer(pairs...).Replace(body)
	if !ok || (changed == body) != (len(pairs) == 0) {
		t.Fatalf("%q is not in the struct ObjStation", pairs)
	}
	return head + "type ObjStation struct {" + changed + "\n}\n" + tail
}

package roundtrip

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// edits are what people may do by hand to a generated type, ObjStation.
var edits = []struct {
	name    string
	replace []string // pairs of text in the struct
	want    []string // what the panic says
}{
	{"unchanged", nil, nil},
	{"swapped", []string{"StationLatitude *string", "StationLongitude *string", "StationLongitude *string", "StationLatitude *string"},
		[]string{"ObjStation.StationLatitude: the row is in the place of the field StationLongitude"}},
	{"removed", []string{"StationCode *string", ""}, []string{"ObjStation.StationCode: the row is in the place of the field StationId"}},
	{"shortened", []string{"StationId *string", ""}, []string{"ObjStation.StationId: the row has no field: there are 5"}},
	{"extended", []string{"StationId *string", "StationId, StationNumber *string"}, []string{"ObjStation: the field StationNumber has no row"}},
	{"hidden", []string{"StationId *string", "stationId *string"}, []string{"ObjStation.StationId: the field stationId is not exported"}},
	{"renamed", []string{"StationAlias *string", "OtherName *string"}, []string{"ObjStation.StationAlias: the row is in the place of the field OtherName"}},
	{"retyped", []string{"StationId *string", "StationId *int32"}, []string{"ObjStation.StationId: the field is a *int32, not a pointer of string"}},
	{"required", []string{"StationId *string", "StationId string"}, []string{"ObjStation.StationId: the field is a string, not a pointer of string"}},
}

const editedMain = `package main

import (
	"encoding/json"
	"fmt"
	"os"

	"example.com/quartet/gen/soap"
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

func main() {
%s	json.NewEncoder(os.Stdout).Encode(panics)
}
`

// TestEditedTypes edits the generated types, and runs a program that makes a handler and a client: where they do not fit
// their description, both panic with the names of the type and the field.
func TestEditedTypes(t *testing.T) {
	t.Parallel()
	panics := runEdited(t)
	for _, e := range edits {
		for _, made := range [...]string{"handler", "client"} {
			text, panicked := panics[e.name+" "+made]
			if panicked != (e.want != nil) {
				t.Errorf("%s, %s: the panic is %q", e.name, made, text)
			}
			for _, part := range e.want {
				if !strings.Contains(text, part) {
					t.Errorf("%s, %s: %q does not say %q", e.name, made, text, part)
				}
			}
		}
	}
}

// runEdited builds one program from packages that are only in an overlay, each with an edit, and runs it.
func runEdited(t *testing.T) (panics map[string]string) {
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
	files, err := filepath.Glob("../../../gen/realtime/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no generated files (%v)", err)
	}
	var imports, calls strings.Builder
	for _, e := range edits {
		for _, name := range files {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			text := string(data)
			if filepath.Base(name) == "types.go" {
				text = edited(t, text, e.replace)
			}
			if !strings.HasSuffix(name, "_test.go") {
				place(e.name+"/"+filepath.Base(name), text)
			}
		}
		fmt.Fprintf(&imports, "\t%s \"example.com/quartet/internal/conformance/roundtrip/testdata/edited/%[1]s\"\n", e.name)
		fmt.Fprintf(&calls, "\ttry(\"%s handler\", func() { %[1]s.NewHandler(%[1]s.UnimplementedRealtime{}) })\n", e.name)
		fmt.Fprintf(&calls, "\ttry(\"%s client\", func() { %[1]s.NewClient(\"\", soap.SOAP11) })\n", e.name)
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
	if out, err := exec.Command("go", "build", "-trimpath", "-overlay", overlayFile, "-o", program, "./testdata/edited").CombinedOutput(); err != nil {
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

// edited replaces text in the struct ObjStation.
func edited(t *testing.T, source string, pairs []string) string {
	t.Helper()
	head, rest, _ := strings.Cut(source, "type ObjStation struct {")
	body, tail, ok := strings.Cut(rest, "\n}\n")
	changed := strings.NewReplacer(pairs...).Replace(body)
	if !ok || (changed == body) != (len(pairs) == 0) {
		t.Fatalf("%q is not in the struct ObjStation", pairs)
	}
	return head + "type ObjStation struct {" + changed + "\n}\n" + tail
}

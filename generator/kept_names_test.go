package generator_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/testing/golden"
)

// namesContract has types of two namespaces with the name Stop, and a type without a name that only a part of its path names.
const namesContract = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:m" xmlns:m="urn:m">ADDED
<xs:complexType name="Stop"/>
<xs:element name="trip"><xs:complexType><xs:sequence>
<xs:element name="leg"><xs:complexType><xs:sequence><xs:element name="end"><xs:complexType/></xs:element></xs:sequence></xs:complexType></xs:element>
</xs:sequence></xs:complexType></xs:element>
</xs:schema>`

const namesAdded = `<xs:import namespace="urn:areas" schemaLocation="a.xsd"/>
<xs:complexType name="LegEnd"/><xs:complexType name="stop"/>`

// namesFolder has a contract, and the folder of its package.
type namesFolder struct {
	contract, out string
}

// newNamesFolder writes the contract with and without declarations that clash with others.
func newNamesFolder(t *testing.T, added string) namesFolder {
	dir := t.TempDir()
	f := namesFolder{filepath.Join(dir, "stops.xsd"), filepath.Join(dir, "stops")}
	writeFile(t, filepath.Join(dir, "a.xsd"), []byte(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:areas"><xs:complexType name="Stop"/></xs:schema>`))
	f.change(t, added)
	return f
}

func (f namesFolder) change(t *testing.T, added string) {
	writeFile(t, f.contract, []byte(strings.Replace(namesContract, "ADDED", added, 1)))
}

// generate writes the package, and returns its files and the names of components.
func (f namesFolder) generate(t *testing.T) (files map[string][]byte, names map[string]string) {
	t.Helper()
	result := resultOf(t, generator.Config{Contract: f.contract, Runtime: golden.Runtime, Dir: f.out, Package: "stops"})
	if err := result.Write(f.out, ""); err != nil {
		t.Fatal(err)
	}
	files, names = make(map[string][]byte), make(map[string]string)
	for _, file := range result.Files {
		files[file.Name] = file.Data
	}
	for _, n := range result.Names {
		names[n.Kind+" "+n.Namespace+" "+n.Name] = n.Go
	}
	return files, names
}

// schemas returns the names of the types in JSON Schema.
func (f namesFolder) schemas(t *testing.T) []string {
	t.Helper()
	var document struct {
		Defs map[string]any `json:"$defs"`
	}
	result, err := generator.OutlineOf(t.Context(), generator.Config{Contract: f.contract, Dir: f.out})
	if err != nil || result.Outline == nil {
		t.Fatal(err, result)
	}
	text, err := result.JSONSchema()
	if err = errors.Join(err, json.Unmarshal(text, &document)); err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(maps.Keys(document.Defs))
}

// TestKeptNames changes the contract of a package: its names stay, and the file has those that were chosen. It alone makes the same
// package in another folder, and has the names of what is gone.
func TestKeptNames(t *testing.T) {
	f := newNamesFolder(t, "")
	files, names := f.generate(t)
	want := map[string]string{"type urn:m Stop": "Stop", "element urn:m trip": "Trip", "element urn:m trip/leg": "TripLeg", "element urn:m trip/leg/end": "LegEnd"}
	for key, name := range want {
		if names[key] != name {
			t.Errorf("%s is %s, want %s", key, names[key], name)
		}
	}
	const first = "element urn:m element:trip/leg/end LegEnd\n"
	if got := string(files[generator.NamesFile]); !strings.HasSuffix(got, ".\n"+first) {
		t.Errorf("the file is\n%s", got)
	}
	if got := f.schemas(t); !slices.Equal(got, []string{"LegEnd", "Stop", "Trip", "TripLeg"}) {
		t.Errorf("the schemas are %s", got)
	}
	f.change(t, namesAdded)
	files, names = f.generate(t)
	if got := f.schemas(t); !slices.Equal(got, []string{"AreasStop", "LegEnd", "LegEndType", "Stop", "StopType", "Trip", "TripLeg"}) {
		t.Errorf("with declarations that are added, the schemas are %s", got)
	}
	maps.Copy(want, map[string]string{"type urn:areas Stop": "AreasStop", "type urn:m stop": "StopType", "type urn:m LegEnd": "LegEndType"})
	for key, name := range want {
		if names[key] != name {
			t.Errorf("with declarations that are added, %s is %s, want %s", key, names[key], name)
		}
	}
	other := newNamesFolder(t, namesAdded)
	if _, names := other.generate(t); names["type urn:m Stop"] == "Stop" {
		t.Errorf("without a file, %v", names)
	}
	writeFile(t, filepath.Join(other.out, generator.NamesFile), files[generator.NamesFile])
	if again, _ := other.generate(t); !maps.EqualFunc(again, files, bytes.Equal) {
		t.Errorf("with the file in another folder, the package differs")
	}
	f.change(t, "")
	again, names := f.generate(t)
	if !bytes.Equal(again[generator.NamesFile], files[generator.NamesFile]) || names["type urn:m Stop"] != "Stop" {
		t.Errorf("without the declarations, the file is\n%s", again[generator.NamesFile])
	}
}

// TestOldNames generates over a package of an older protocol: the types without a name keep the names from their whole paths.
func TestOldNames(t *testing.T) {
	f := newNamesFolder(t, "")
	files, _ := f.generate(t)
	if err := os.Remove(filepath.Join(f.out, generator.NamesFile)); err != nil {
		t.Fatal(err)
	}
	protocol := regexp.MustCompile(`Protocol[0-9]+`)
	for name, data := range files {
		if isGo(name) {
			writeFile(t, filepath.Join(f.out, name), protocol.ReplaceAll(data, []byte("Protocol4")))
		}
	}
	f.change(t, namesAdded)
	for range 2 {
		files, names := f.generate(t)
		if names["element urn:m trip/leg/end"] != "TripLegEnd" || names["type urn:m LegEnd"] != "LegEnd" || names["type urn:m Stop"] != "Stop" {
			t.Errorf("%v\n%s", names, files[generator.NamesFile])
		}
	}
}

// TestCompareKeepsNames compares versions of a contract: no Go name changes because of what is added.
func TestCompareKeepsNames(t *testing.T) {
	f := newNamesFolder(t, namesAdded)
	old := newNamesFolder(t, "")
	d, err := generator.Compare(context.Background(), generator.Config{Contract: old.contract}, generator.Config{Contract: f.contract})
	if err != nil || d.Diagnostics.HasErrors() {
		t.Fatal(err, d)
	}
	if strings.Contains(d.Text(), "Go") {
		t.Error(d.Text())
	}
}

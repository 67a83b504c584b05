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

// addEmbedded adds the documents in the same folder that a generated Go file embeds. The file's string literals have text of the
// contract, which may have lines that look like the directive.
func (g *goFiles) addEmbedded(data []byte) {
	const directive, inPlaceMark = "//go:embed ", "// Not written by quartet: "
	if !bytes.Contains(data, []byte(directive)) {
		return
	}
	var names, inPlace []string
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(data)), data, nil, scanner.ScanComments)
	for _, tok, lit := s.Scan(); tok != token.EOF; _, tok, lit = s.Scan() {
		if list, ok := strings.CutPrefix(lit, inPlaceMark); ok && tok == token.COMMENT {
			inPlace = append(inPlace, strings.Fields(list)...)
		}
		if list, ok := strings.CutPrefix(lit, directive); ok && tok == token.COMMENT {
			names = append(names, strings.Fields(list)...)
		}
	}
	for _, name := range names {
		extension := filepath.Ext(name)
		if name == filepath.Base(name) && (extension == ".wsdl" || extension == ".xsd") && !slices.Contains(inPlace, name) {
			g.embedded[name] = true
		}
	}
	g.inPlace = append(g.inPlace, inPlace...)
}

// InPlace returns the documents in the folder of a service's package that its files embed
// and that the generator did not write. It returns nil for a folder that cannot be read.
func InPlace(kindOf KindOf, dir string) []string {
	existing, _ := readGoFiles(dir, func(data []byte) bool { return kindOf(data) == Service })
	return existing.inPlace
}

// IsOneOf reports whether a path is the path of one of sources.
func IsOneOf(path string, sources []string) bool {
	info, err := os.Stat(path)
	return err == nil && slices.ContainsFunc(sources, func(source string) bool {
		s, err := os.Stat(source)
		return err == nil && os.SameFile(s, info)
	})
}

// Document writes an XML document to a file, and creates its folder if needed. It does not touch
// a file that is equal already. If there is a file that does not begin with mark, apart from the
// XML declaration, or that is one of sources, Document changes nothing and returns a
// [*ForeignFileError].
func Document(path string, data []byte, mark string, sources []string) error {
	old, err := ReadRegular(path)
	switch {
	case err != nil || bytes.Equal(old, data) && old != nil:
		return err
	case old != nil && (!isMarked(old, mark) || IsOneOf(path, sources)):
		return &ForeignFileError{Path: path}
	}
	return apply(disk{}, []change{{path: path, old: old, new: data}}, nil)
}

// isMarked reports whether a document begins with a mark, after its XML declaration.
func isMarked(data []byte, mark string) bool {
	if rest, ok := bytes.CutPrefix(data, []byte("<?xml")); ok && len(rest) > 0 && strings.ContainsRune(" \t\r\n", rune(rest[0])) {
		_, data, _ = bytes.Cut(data, []byte("?>"))
	}
	return bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte(mark))
}

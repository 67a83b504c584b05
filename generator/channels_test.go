package generator_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/commands/cli"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/testing/directive"
	"example.com/quartet/internal/compiler/testing/golden"
)

// A channel is a kind of place of a contract that has text: an attribute or the text of an element with some name, its documentation,
// comments, the namespaces of the contract.
type channel struct {
	name  string
	edits []edit
}

// edit replaces a part of a document.
type edit struct {
	file       string
	start, end int
	text       string
}

// prefixes are the prefixes of the names of channels.
var prefixes = map[string]string{
	"http://schemas.xmlsoap.org/wsdl/": "wsdl:", "http://www.w3.org/2001/XMLSchema": "xs:", "http://schemas.xmlsoap.org/wsdl/soap/": "soap:",
	"http://schemas.xmlsoap.org/wsdl/soap12/": "soap12:", "http://schemas.xmlsoap.org/wsdl/http/": "http:", "http://schemas.xmlsoap.org/wsdl/mime/": "mime:", "": "",
}

// channelName returns the name of an element or an attribute with a prefix that does not depend on the document; names of
// extensions have no prefix.
func channelName(n xmltree.QName) string {
	prefix, known := prefixes[n.Space]
	if !known {
		return "other:"
	}
	return prefix + n.Local
}

// hostileLines are what each channel is filled with: lines that tools obey. A raw string literal of Go could have them, unless there are
// also characters that may end a line, or a literal.
func hostileLines(mark string, nasty bool) string {
	all := "\n" + strings.Join(directive.Lines, "\n")
	if !nasty {
		return strings.ReplaceAll(all, "`", "") + "\n" + mark + "\n"
	}
	for _, end := range []string{"\r", "\r\n", "\u0085", "\u2028", "\u2029", "\n", "`+`\n"} {
		all += end + directive.Lines[0] + end + "::error::x"
	}
	return all + "\n" + mark + "\n"
}

var escapeMarkup = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;", "\n", "&#10;", "\r", "&#13;", "\t", "&#9;")

// channelsOf returns the channels of documents, sorted by name. fill returns the text for a channel.
func channelsOf(documents map[string][]byte, fill func(channel string) string) []channel {
	all := make(map[string][]edit)
	add := func(name, file string, start, end int, text string) {
		all[name] = append(all[name], edit{file, start, end, text})
	}
	parsed := make(map[string]*xmltree.Document)
	targets := make(map[string]bool)
	for file, text := range documents {
		if d, _ := xmltree.Parse(file, text, xmltree.Limits{}); d != nil && d.AsRead() && d.Start == 0 {
			parsed[file] = d
			for a := range d.AllAttrs() {
				if a.Name.Local == "targetNamespace" {
					targets[a.Value] = true
				}
			}
		}
	}
	for _, file := range slices.Sorted(maps.Keys(parsed)) {
		d := parsed[file]
		for e := range d.Root.All() {
			name := channelName(e.Name)
			for _, a := range e.Attrs {
				written := string(d.Text[a.ValueStart:a.ValueEnd])
				attr := name + "/@" + channelName(a.Name)
				switch {
				case targets[a.Value]:
					attr = "namespaces"
				case a.IsDeclaration():
					continue
				}
				between := ""
				if attr == "xs:pattern/@value" {
					between = "|" // so that other facets still match
				}
				add(attr, file, a.ValueStart, a.ValueEnd, written+between+escapeMarkup.Replace(fill(attr)))
				if a.Name.Local == "location" {
					attr += " (escaped)"
					add(attr, file, a.ValueStart, a.ValueEnd, written+url.PathEscape(fill(attr)))
				}
			}
			if end := strings.LastIndex(string(d.Text[e.Offset:e.End]), "</"); end >= 0 {
				end += e.Offset
				if text := name + "/text()"; strings.TrimSpace(e.Text()) != "" && !slices.ContainsFunc(e.Nodes, func(n xmltree.Node) bool { return n.Element != nil }) {
					add(text, file, end, end, escapeMarkup.Replace(fill(text)))
				}
				start := end
				for c := range e.Elements() {
					start = c.Offset
					break
				}
				document(e, name, start, file, d, fill, add)
			}
		}
		for _, markup := range [][2]string{{"<!--", "-->"}, {"<?x ", "?>"}} {
			name := "comments"
			if markup[0] != "<!--" {
				name = "processing instructions"
			}
			text := strings.NewReplacer("-", "_", "?>", "").Replace(fill(name))
			add(name, file, d.Root.Offset, d.Root.Offset, markup[0]+text+markup[1])
		}
	}
	var list []channel
	for _, name := range slices.Sorted(maps.Keys(all)) {
		list = append(list, channel{name, all[name]})
	}
	return list
}

// document adds documentation to an element that may have one and has none.
func document(e *xmltree.Element, name string, at int, file string, d *xmltree.Document, fill func(string) string, add func(name, file string, start, end int, text string)) {
	for c := range e.Elements() {
		if c.Name.Local == "documentation" || c.Name.Local == "annotation" {
			return
		}
	}
	tag, open, shut := e.Prefix, "", ""
	if tag != "" {
		tag += ":"
	}
	switch {
	case e.Name.Local == "documentation" || e.Name.Local == "appinfo":
		return
	case strings.HasPrefix(name, "wsdl:"):
		open, shut = "<"+tag+"documentation>", "</"+tag+"documentation>"
	case strings.HasPrefix(name, "xs:"):
		text := escapeMarkup.Replace(fill(name + " (documentation)"))
		open, shut = "<"+tag+"annotation><"+tag+"appinfo>"+text+"</"+tag+"appinfo><"+tag+"documentation>", "</"+tag+"documentation></"+tag+"annotation>"
	default:
		return
	}
	name += " (documentation)"
	add(name, file, at, at, open+escapeMarkup.Replace(fill(name))+shut)
}

// filled returns the documents with channels filled.
func filled(documents map[string][]byte, channels []channel) map[string][]byte {
	var edits []edit
	for _, c := range channels {
		edits = append(edits, c.edits...)
	}
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Or(a.start-b.start, a.end-b.end) })
	out := make(map[string][]byte)
	for file, text := range documents {
		last := 0
		var b []byte
		for _, e := range edits {
			if e.file == file && e.start >= last {
				b = append(append(b, text[last:e.start]...), e.text...)
				last = e.end
			}
		}
		out[file] = append(b, text[last:]...)
	}
	return out
}

// flood fills the channels of a case.
type flood struct {
	t         *testing.T
	dir       string
	config    generator.Config
	documents map[string][]byte
	written   map[string][]byte
	accepted  []channel
	refused   []channel
	known     *floods
}

// floods is what is known about channels after some cases.
type floods struct {
	marks map[string]string
	nasty map[string]bool // channels that fillNasty has filled
	list  string          // the text of channelsFile
}

func (k *floods) mark(channel string) string {
	if k.marks[channel] == "" {
		k.marks[channel] = fmt.Sprintf("PROBE%dZ", len(k.marks))
	}
	return k.marks[channel]
}

// generate generates from the documents with channels filled. It reports whether that is possible, and checks the files.
func (f *flood) generate(channels []channel, lenient bool) bool {
	for file, text := range filled(f.documents, channels) {
		if string(f.written[file]) != string(text) {
			writeFile(f.t, filepath.Join(f.dir, file), text)
			f.written[file] = text
		}
	}
	config := f.config
	config.Lenient = config.Lenient || lenient
	result, err := generator.Generate(context.Background(), config)
	if err != nil {
		f.t.Errorf("%v: %v", names(channels), err)
		return false
	}
	for _, file := range result.Files {
		if found := directive.InFile(file.Name, file.Data); len(found) > 0 {
			f.t.Errorf("%s has lines that a tool obeys, of %v: %q", file.Name, names(channels), found)
		}
	}
	return result.Files != nil
}

func names(channels []channel) (list []string) {
	for _, c := range channels {
		list = append(list, c.name)
	}
	return list
}

// fill fills as many of the channels as possible, together with those that were filled before.
func (f *flood) fill(channels []channel) {
	if len(channels) == 0 {
		return
	}
	if all := slices.Concat(f.accepted, channels); f.generate(all, false) {
		f.accepted = all
		return
	}
	half := len(channels) / 2
	if half == 0 {
		f.refused = append(f.refused, channels[0])
		return
	}
	f.fill(channels[:half])
	f.fill(channels[half:])
}

// fillListed takes from the list which channels are refused in a case.
func (f *flood) fillListed(name string, channels []channel) {
	refused := f.known.refusedIn(name)
	for _, c := range channels {
		if slices.Contains(refused, c.name) {
			f.refused = append(f.refused, c)
		} else {
			f.accepted = append(f.accepted, c)
		}
	}
}

// fillNasty fills the channels with other lines. The contract may not be readable then. Outside of CI and 'make race' it leaves out cases
// whose channels all have been filled in other cases.
func (f *flood) fillNasty() {
	channels := channelsOf(f.documents, func(channel string) string { return hostileLines(f.known.mark(channel), true) })
	accepted := names(f.accepted)
	channels = slices.DeleteFunc(channels, func(c channel) bool { return !slices.Contains(accepted, c.name) })
	isNew := false
	for _, c := range channels {
		isNew = isNew || !f.known.nasty[c.name]
		f.known.nasty[c.name] = true
	}
	if !isNew && !thorough {
		return
	}
	if !f.generate(channels, false) {
		f.generate(channels, true)
	}
	f.checkPrinted()
}

// fillRefused fills the other channels, and reads the contract leniently: first the names, and then the rest.
func (f *flood) fillRefused() {
	var named, others []channel
	for _, c := range f.refused {
		if strings.HasSuffix(c.name, "/@name") {
			named = append(named, c)
		} else {
			others = append(others, c)
		}
	}
	f.generate(slices.Concat(f.accepted, named), true)
	f.generate(slices.Concat(f.accepted, others), true)
}

// channelsFile lists the channels, and those that are refused in each case.
const channelsFile = "testdata/channels.txt"

// refusedIn returns the channels that the list has as refused in a case.
func (k *floods) refusedIn(name string) []string {
	_, rest, _ := strings.Cut(k.list, "\n"+refusedMark+name+": ")
	line, _, _ := strings.Cut(rest, "\n")
	return strings.Split(line, ", ")
}

const refusedMark = "refused in "

// TestChannels fills all places of the contracts of all cases that have text with lines that tools obey, as far as the contracts can be
// read then. No file has such a line, and neither has what the commands print. testdata/channels.txt lists the channels, so that none is
// left out unseen. 'make golden' finds out which ones are refused in each case, and rewrites it.
func TestChannels(t *testing.T) {
	t.Parallel()
	known := &floods{marks: make(map[string]string), nasty: make(map[string]bool)}
	text, err := os.ReadFile(channelsFile)
	if err != nil && !*update {
		t.Fatal(err)
	}
	known.list = string(text)
	var cases strings.Builder
	for _, c := range loadCases(t) {
		f := newFlood(t, c, known)
		if f == nil {
			continue
		}
		if channels := channelsOf(f.documents, func(channel string) string { return hostileLines(known.mark(channel), false) }); *update {
			f.fill(channels)
		} else {
			f.fillListed(c.Name, channels)
		}
		if !f.generate(f.accepted, false) {
			t.Errorf("%s cannot be read when the channels are filled that %s does not list as refused ('make golden' rewrites it)", c.Name, channelsFile)
		}
		f.fillRefused()
		f.fillNasty()
		fmt.Fprintf(&cases, "%s%s: %s\n", refusedMark, c.Name, strings.Join(names(f.refused), ", "))
	}
	list := strings.Join(slices.Sorted(maps.Keys(known.marks)), "\n")
	golden.File(t, channelsFile, *update, list+"\n\n"+cases.String())
}

// newFlood returns the documents of a case, nil if its contract has errors.
func newFlood(t *testing.T, c *testCase, known *floods) *flood {
	t.Helper()
	f := &flood{t: t, dir: filepath.Join(t.TempDir(), "m"), documents: make(map[string][]byte), written: make(map[string][]byte), known: known}
	writeFile(t, filepath.Join(f.dir, "go.mod"), []byte("module "+golden.Module+"\n"))
	contract := c.extract(t, f.dir)
	for _, part := range c.Archive.Files {
		if !strings.Contains(part.Name, " (") && golden.IsSource(part.Name) {
			f.documents[part.Name], f.written[part.Name] = part.Data, part.Data
		}
	}
	args := append([]string{contract, "--out", filepath.Join(f.dir, "gen", "p"), "--package", c.Package(), "--runtime", golden.Runtime}, c.Args(f.dir)...)
	config, err := cli.Config(args)
	if err != nil {
		return nil
	}
	f.config = config
	if strings.HasSuffix(contract, ".wsdl") && !slices.Contains(f.config.Optional, "soaptest") {
		f.config.Optional = append(f.config.Optional, "soaptest")
	}
	if !f.generate(nil, false) {
		return nil
	}
	return f
}

// checkPrinted checks what commands print about the contract as it is filled.
func (f *flood) checkPrinted() {
	config := f.config
	documents := make(generator.Documents)
	config.OnRead = documents.Add
	linted, err := generator.Lint(context.Background(), config)
	if err != nil {
		f.t.Fatal(err)
	}
	for _, format := range generator.ReportFormats() {
		var b strings.Builder
		if err := (generator.Report{Tool: "quartet", Diagnostics: linted.Diagnostics, Source: documents.Source}).Write(&b, format); err != nil {
			f.t.Fatal(err)
		}
		f.checkOutput("lint as "+format, b.String())
	}
	checkDescribed(f.t, config)
}

func (f *flood) checkOutput(what, text string) {
	f.t.Helper()
	if found := directive.InOutput([]byte(text)); len(found) > 0 {
		f.t.Errorf("%s: %s has lines that a tool obeys: %q", f.config.Contract, what, found[0])
	}
}

package describe_test

import (
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reviewing/describe"
	"example.com/quartet/internal/compiler/testing/directive"
)

// FuzzWriters puts a text in all places of an outline that have text of the contract. It
// must neither add lines that have the form of others, nor markup.
func FuzzWriters(f *testing.F) {
	for _, text := range []string{
		"x", "a\nservice b  Go c", "a\r\n  operation b", "\x1b[2Jwiped", "a\u2028b\u202e", "# a\n## b", "| a | b |", "a\n\n| a |\n|---|\n", "<script>alert(1)</script>",
		"[a](https://attack.example)", "![a](https://attack.example/a.png)", "`a` ``b``", "```\n# a", "````\n</details>", "- a\n- b", "1. a", "* a", "> a", "+ a", "===", "---",
		"a\n===", "    code", "\\", "\\|", "a\\\n", "<!-- a", "&lt;b&gt;", "&#60;b&#62;", "~~a~~", "$a$", "@owner", ":smile:", "_a_ *b* __c__", "\xff\xfe", "<br>", "</summary>", "`", "a`",
	} {
		f.Add(text)
	}
	for _, line := range directive.Lines {
		f.Add(line + "\n" + line)
	}
	base, err := of(f, "testdata/archive.wsdl").JSON()
	if err != nil {
		f.Fatal(err)
	}
	plain := with(f, base, "x")
	wantText, wantPage := textShape(written(f, plain, (*generator.Outline).Text)), pageShape(f, written(f, plain, (*generator.Outline).Markdown))
	f.Fuzz(func(t *testing.T, text string) {
		text = text[:min(len(text), 100)] // it comes to hundreds of places
		if strings.TrimSpace(text) == "" {
			text = "x" // what is empty is left out
		}
		o := with(t, base, text)
		plain, page, list := written(t, o, (*generator.Outline).Text), written(t, o, (*generator.Outline).Markdown), string(describe.List([]*generator.Outline{o}, false))
		if got := textShape(plain); !slices.Equal(got, wantText) {
			t.Errorf("%q changes the lines of the text:\n%s", text, plain)
		}
		if got := pageShape(t, page); !slices.Equal(got, wantPage) {
			t.Errorf("%q changes the lines of the page:\n%s", text, page)
		}
		if got, want := strings.Count(list, "\n"), len(o.Lines()); got != want {
			t.Errorf("%q: the list has %d lines, want %d", text, got, want)
		}
		for _, out := range []string{plain, page, list} {
			if found := directive.InOutput([]byte(out)); len(found) > 0 || strings.Contains(out, "\r") {
				t.Errorf("%q: a line that a tool obeys: %q", text, found)
			}
		}
	})
}

// fixed are the fields that have no text of a contract.
var fixed = regexp.MustCompile(`^(Go.*|NewClient|NewHandler|Kind|Binding|Style|Use|Derivation|Direction|Method|Prefix)$`)

// with returns an outline with a text in all places for text of a contract.
func with(t testing.TB, base []byte, text string) *generator.Outline {
	var o generator.Outline
	if err := json.Unmarshal(base, &o); err != nil {
		t.Fatal(err)
	}
	replace(reflect.ValueOf(&o).Elem(), text)
	return &o
}

func replace(v reflect.Value, text string) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			replace(v.Elem(), text)
		}
	case reflect.Slice:
		for i := range v.Len() {
			replace(v.Index(i), text)
		}
	case reflect.String:
		if v.String() != "" {
			v.SetString(text)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if _, ok := v.Interface().(describe.Facet); ok && f.Name == "Name" || !f.IsExported() || fixed.MatchString(f.Name) {
				continue
			}
			replace(v.Field(i), text)
		}
	}
}

// textShape returns the beginnings of the lines of a text, without documentation and
// samples, whose number of lines depends on the text.
func textShape(text string) []string {
	var all []string
	for _, line := range strings.Split(text, "\n") {
		start := strings.TrimLeft(line, " ")
		if strings.HasPrefix(start, "//") || strings.HasPrefix(start, "|") {
			continue
		}
		all = append(all, line[:len(line)-len(start)])
	}
	return all
}

var (
	tags     = regexp.MustCompile(`<br>|</?details>|</?summary>`)
	links    = regexp.MustCompile(`\[\x00\]\(#[^()\s]*\)`)
	escapes  = regexp.MustCompile(`\\[!-/:-@\[-` + "`" + `{-~]|&(lt|gt|amp|#64|#36);`)
	numbered = regexp.MustCompile(`^[0-9]+[.)]`)
	emphasis = strings.NewReplacer("**Request**", "", "**Response**", "", "**Fault**", "", "**No response**", "")
)

// pageShape returns the kinds of the lines of a page: of tables with the number of cells.
// It reports markup that is not the writer's.
func pageShape(t testing.TB, page string) []string {
	var all []string
	fence := ""
	for _, line := range strings.Split(page, "\n") {
		switch {
		case fence != "":
			if strings.TrimRight(line, " ") == fence {
				all, fence = append(all, "end"), ""
			}
			continue
		case strings.HasPrefix(line, "```"):
			fence = line[:len(line)-len(strings.TrimLeft(line, "`"))]
			all = append(all, "code")
			continue
		}
		bare := withoutCode(line)
		bare = escapes.ReplaceAllString(links.ReplaceAllString(emphasis.Replace(tags.ReplaceAllString(bare, "")), "\x00"), "")
		if strings.ContainsAny(strings.TrimLeft(bare, "#"), "<>[]*_`~$&#@\\!") {
			t.Errorf("markup in %q: %q", line, bare)
		}
		kind := "text"
		switch {
		case line == "":
			kind = ""
		case line[0] == '|':
			kind = strings.Repeat("|", strings.Count(bare, "|"))
		case bare != "" && bare[0] == line[0] && strings.ContainsRune("#-+=> \t", rune(bare[0])), numbered.MatchString(line):
			kind, _, _ = strings.Cut(line, " ")
		}
		if kind != "text" {
			all = append(all, kind)
		}
	}
	return slices.Compact(all) // a documentation may have several paragraphs
}

// withoutCode replaces the code spans of a line. In a table, \| does not end a cell.
func withoutCode(line string) string {
	var b strings.Builder
	for i := 0; i < len(line); {
		switch {
		case line[i] == '\\' && i+1 < len(line):
			b.WriteString(line[i : i+2])
			i += 2
		case line[i] == '`':
			n := len(line[i:]) - len(strings.TrimLeft(line[i:], "`"))
			end := closing(line[i+n:], n)
			if end < 0 {
				b.WriteString(line[i : i+n])
				i += n
				continue
			}
			if span := line[i+n : i+n+end]; line[0] == '|' && strings.Contains(strings.ReplaceAll(span, `\|`, ""), "|") {
				b.WriteString("`|")
			}
			b.WriteByte(0)
			i += n + end + n
		default:
			b.WriteByte(line[i])
			i++
		}
	}
	return b.String()
}

// closing returns the offset of a run of exactly n backticks.
func closing(text string, n int) int {
	for i := 0; i < len(text); {
		if text[i] != '`' {
			i++
			continue
		}
		run := len(text[i:]) - len(strings.TrimLeft(text[i:], "`"))
		if run == n {
			return i
		}
		i += run
	}
	return -1
}

package plan_test

import (
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/writing/plan/inherit"
	"example.com/quartet/internal/compiler/writing/plan/naming"
)

// TestMeant compares what is said about renames that match nothing, in a contract with these components.
func TestMeant(t *testing.T) {
	components := []naming.ID{
		{Kind: "type", Space: "urn:t", Path: "station"}, {Kind: naming.RootKind, Space: "urn:t", Path: "stations"},
		{Kind: "field", Space: "urn:t", Path: "station/code"}, {Kind: "field", Space: "urn:t", Path: "station/name"}, {Kind: "field", Space: "urn:t", Path: "train/number"}, {},
	}
	omitted := []naming.ID{{Kind: "element", Space: "urn:t", Path: "note"}, {Kind: naming.RootKind, Space: "urn:t", Path: "draft"}, {Kind: "type", Space: "urn:t", Path: "Text80"}}
	for _, c := range []struct{ rename, message, hint string }{
		{"element:station", "nothing named", "did you mean type:{urn:t}station?"},
		{"{urn:u}station", "nothing named", "did you mean type:{urn:t}station?"},
		{"statoin", "nothing named", "did you mean type:{urn:t}station?"}, // and not the variable of "stations", which is not meant by a name alone
		{"Code", "nothing named", "did you mean field:{urn:t}station/code?"},
		{"station/coed", "nothing named", "did you mean field:{urn:t}station/code?"},
		{"station/platform", "nothing named", "station has code, name"},
		{"train/nmber", "nothing named", "did you mean field:{urn:t}train/number?"},
		{"tarin/number", "nothing named", "did you mean field:{urn:t}train/number?"},
		{"StationType", "nothing named", "did you mean type:{urn:t}station?"},
		{"CodeElement", "nothing named", "did you mean field:{urn:t}station/code?"},
		{"StationType.CodeElement", "nothing named", "did you mean field:{urn:t}station/code?"},
		{"TrainType.CodeElement", "nothing named", ""},
		{"zzzzzzzz", "nothing named", ""},
		{"note/text", "no declaration is generated", "use --elements to generate them"},
		{"{urn:t}note/text", "no declaration is generated", "use --elements to generate them"},
		{"{urn:u}note/text", "nothing named", ""},
		{"draft/text", "nothing named", ""},
		{"type:Text80", "with --plain-strings, the type is string in Go", ""},
		{"root:draft", "no declaration is generated", "use --elements to generate them"},
	} {
		var all []*naming.Candidate
		for _, id := range components {
			all = append(all, &naming.Candidate{ID: id})
		}
		all[0].Name, all[0].Decl = "StationType", "struct"
		all[2].Name, all[2].Scope = "CodeElement", "struct"
		unmatched, diags := naming.MatchRenames([]naming.Rename{{Name: c.rename, Go: "X"}}, all, omitted)
		diags.Add(naming.Unmatched(unmatched, all)...)
		if len(diags) != 1 || !strings.Contains(diags[0].Message, c.message) || diags[0].Hint != c.hint {
			t.Errorf("%s: %v, want %s, hint %s", c.rename, diags, c.message, c.hint)
		}
	}
}

// TestSharedID reports no line for quartet.yaml where it would rename two declarations: requests of operations of two interfaces.
func TestSharedID(t *testing.T) {
	hello := naming.ID{Kind: "request", Space: "urn:t", Path: "hello"}
	for _, c := range []struct {
		other naming.ID
		hint  string
	}{
		{hello, ""},
		{naming.ID{Kind: "type", Space: "urn:t", Path: "hello"}, "choose a name with rename: {'request:{urn:t}hello': HelloRequest} in quartet.yaml, or with --rename"},
	} {
		set := func(string) {}
		all := []*naming.Candidate{{ID: c.other, Want: "Hello", Set: set}, {ID: hello, Want: "Hello", Suffix: "Request", Rank: 1, Set: set}}
		if diags := naming.Decide(inherit.Extend[string, *naming.Candidate](nil), all); len(diags) != 1 || diags[0].Hint != c.hint {
			t.Errorf("beside %s: %v, want hint %q", c.other, diags, c.hint)
		}
	}
}

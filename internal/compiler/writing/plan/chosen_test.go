package plan_test

import (
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/writing/plan/chosen"
)

const comment = "# Names that quartet has chosen. Commit this file: it keeps them as they are.\n"

// TestText adds names, and reads the file.
func TestText(t *testing.T) {
	names := make(chosen.Names)
	if names.Text() != nil {
		t.Error("a file without names")
	}
	for _, e := range []chosen.Entry{
		{Key: chosen.Key{Kind: "type", Space: "urn:m", Path: "Stop"}, Name: "Stop"},
		{Key: chosen.Key{Kind: "type", Space: "urn:m", Path: "Stop"}, Name: "Other"}, // which does not change the first
		{Key: chosen.Key{Kind: "type", Path: "Stop"}, Name: "StopType"},
		{Key: chosen.Key{Kind: "value", Space: "urn:m", Path: "State", Member: "on \"hold\"\n#"}, Name: "StateOnHold"},
		{Key: chosen.Key{Kind: "field", Space: "a b", Path: "T", Member: "@駅"}, Name: "X駅"},
		{Key: chosen.Key{Kind: chosen.Prefix, Space: "urn:m"}, Name: "m"},
	} {
		names.Add(e.Key, e.Name)
	}
	const want = comment + `field a%20b T @駅 X駅
prefix urn:m m
type "" Stop StopType
type urn:m Stop Stop
value urn:m State on%20%22hold%22%0A# StateOnHold
`
	if got := string(names.Text()); got != want {
		t.Errorf("got\n%s", got)
	}
	for _, text := range []string{want, strings.ReplaceAll(want, "\n", "\r\n"), "# A remark.\n" + want + "\ntype urn:m Stop Stop\n"} {
		read, diags := chosen.Parse("quartet.names", []byte(text))
		if got := string(read.Text()); len(diags) > 0 || strings.ReplaceAll(got, "\r", "") != want {
			t.Errorf("%v, read\n%s", diags, got)
		}
	}
	read, _ := chosen.Parse("x", []byte(want))
	if e := read[chosen.Key{Kind: chosen.Prefix, Space: "urn:m"}]; e.Name != "m" || e.Pos.String() != "x:3:1" {
		t.Errorf("%+v", e)
	}
}

// TestErrors compares the errors in lines, which are lines 2 and 3 of a file.
func TestErrors(t *testing.T) {
	for lines, want := range map[string]string{
		"type urn:m Stop":                             `want KIND NAMESPACE PATH GONAME, or prefix NAMESPACE PREFIX, got 3 items`,
		"type urn:m  Stop Stop":                       `"" is not an item: items have one space between them`,
		"type urn:m a\"b Stop":                        `is not an item`,
		"type urn:m a%zz Stop":                        `"a%zz" is not an item`,
		"type urn:m a%41 Stop":                        `"a%41" is not an item`,
		"type urn:m \xff Stop":                        `is not an item`,
		"x":                                           `want KIND NAMESPACE PATH GONAME, or prefix NAMESPACE PREFIX, got 1 item`,
		"Type urn:m Stop Stop":                        `"Type" is not a kind of component`,
		"type urn:m Stop Stop ":                       `"" is not an exported Go identifier`,
		"type urn:m Stop stop":                        `"stop" is not an exported Go identifier`,
		"type urn:m Stop func":                        `"func" is not an exported Go identifier`,
		"type urn:m Stop Stop();":                     `"Stop();" is not an exported Go identifier`,
		`type urn:m Stop Stop;}`:                      `"Stop;}" is not an exported Go identifier`,
		"type urn:m Stop Stop\x00":                    `is not an exported Go identifier`,
		"prefix urn:m m:n":                            `"m:n" is not a prefix`,
		"prefix urn:m soap":                           `"soap" is not a prefix`,
		"prefix urn:m aPrefixOfMoreThanTwentyLetters": `is not a prefix`,
		"prefix urn:m x m":                            `got 4 items`,
		"<<<<<<< HEAD":                                `a merge conflict is not resolved`,
		"=======":                                     `a merge conflict is not resolved`,
		"type urn:m Stop Stop\ntype urn:m Stop StopType":     `type urn:m Stop has two names, Stop and StopType`,
		"type urn:m Stop Stop\nelement urn:a Stop Stop":      `type urn:m Stop and element urn:a Stop have the same name, Stop`,
		"prefix urn:m m\nprefix urn:n m":                     `prefix urn:m and prefix urn:n have the same name, m`,
		"field urn:m T a Name\nattribute urn:m T @b Name":    `have the same name, Name`,
		"operation urn:m S a Name\noperation urn:n S b Name": `have the same name, Name`,
	} {
		_, diags := chosen.Parse("quartet.names", []byte(comment+lines+"\n"))
		line := "quartet.names:2:"
		if strings.Contains(lines, "\n") {
			line = "quartet.names:3:"
		}
		if len(diags) != 1 || !strings.HasPrefix(diags[0].String(), line) || !strings.Contains(diags[0].Message, want) || !diags.HasErrors() {
			t.Errorf("%q: %v, want %s", lines, diags, want)
		}
	}
	if _, diags := chosen.Parse("x", []byte("field urn:m T a Name\nfield urn:m U a Name\ntype urn:m Name Name\nprefix urn:m Name\n")); len(diags) > 0 {
		t.Errorf("names in different scopes: %v", diags)
	}
	if _, diags := chosen.Parse("x", []byte(strings.Repeat("x\n", 1000))); len(diags) != 10 {
		t.Errorf("%d errors", len(diags))
	}
}

// FuzzParse checks that a file that can be read is written so that reading it again has the same names.
func FuzzParse(f *testing.F) {
	f.Add("type urn:m Stop Stop\n")
	f.Add("# x\nvalue \"\" a%0A b B\nprefix a%20b m\n")
	f.Add("<<<<<<< a\n")
	f.Fuzz(func(t *testing.T, text string) {
		names, diags := chosen.Parse("x", []byte(text))
		again, more := chosen.Parse("x", names.Text())
		if len(more) > 0 || string(again.Text()) != string(names.Text()) || len(diags) > 10 {
			t.Errorf("%v, then %v:\n%s", diags, more, names.Text())
		}
	})
}

// Package project reads quartet.yaml, the file with the contracts of a project and their flags. The keys of a contract are
// the flags of a command: a caller passes their descriptions as [Key] values, and a test makes the JSON Schema of the file from
// the same values. Package cli applies the flags.
//
// Only the form of values is checked: paths are returned as written.
package project

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reviewing/diff"
	"example.com/quartet/internal/compiler/reviewing/suppress"
)

// FileName is the name of the file in the folder of a project.
const FileName = "quartet.yaml"

// RuleID is the ID of all diagnostics about the file.
const RuleID = "configuration"

// Kind is the form of a value.
type Kind int

const (
	Text         Kind = iota // a string that is not empty
	Switch                   // true or false
	List                     // a list of strings, which is not empty
	TextOrList               // a string, or a list of strings
	SwitchOrList             // true or false, or a list of strings
	Pairs                    // a mapping of strings to strings, which is not empty
	Objects                  // a list of mappings with known keys
)

// Key describes a key of a contract.
type Key struct {
	Name    string
	Help    string   // one sentence or more, without a period at the end
	Kind    Kind     //
	Choices []string // allowed items of a list; nil means any
	Pattern string   // regular expression that the items of a list match as a whole; "" for none
	Want    string   // what matches Pattern, for errors; "" for the pattern itself
	Global  bool     // whether the key may also be at the top of the file, for all contracts
}

// Field is a key of a mapping in the file.
type Field struct {
	Key
	Required bool
	Of       []Field // the keys of the mappings in a list of objects
}

// Fields returns the keys of the file. It is the only description of the format: the reader and the published schema follow it.
func Fields(keys []Key) []Field {
	contract := []Field{{Key: Key{Name: "contract", Kind: Text, Help: "the contract: a file or an address"}, Required: true}}
	var file []Field
	for _, k := range keys {
		contract = append(contract, Field{Key: k})
		if k.Global {
			k.Help += "; for all contracts"
			file = append(file, Field{Key: k})
		}
	}
	contract = append(contract, Field{Of: suppression, Key: Key{Name: "suppress", Kind: Objects, Help: "findings and warnings that are not reported"}})
	contract = append(contract, acceptedBreaks("differences that diff does not count, because the team accepts them"))
	file = append(file, acceptedBreaks("accepted differences of documents that several contracts share, and of contracts that are removed"))
	return append(file, Field{Of: contract, Required: true, Key: Key{Name: "contracts", Kind: Objects, Help: "the contracts of the project"}})
}

// Until matches the end of an accepted break. The first group is a date; any other text is a version.
var Until = regexp.MustCompile(`^(?:([0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01]))|v[0-9][0-9A-Za-z.+-]*|[0-9]+(?:\.[0-9A-Za-z.+-]*)?)$`)

var suppression = []Field{
	{Key: Key{Name: "rule", Kind: Text, Help: "the ID of the rule"}, Required: true},
	{Key: Key{Name: "at", Kind: Text, Help: "where: the name of a document, or the component with the position of the finding, by kind and name; everywhere if it is absent"}},
	{Key: Key{Name: "reason", Kind: Text, Help: "why the finding does not matter"}, Required: true},
}

func acceptedBreaks(help string) Field {
	rules := append(collect.Each(diff.Rules(), func(r diff.Rule) string { return r.ID }), diff.Added("", "").Rule, diff.Removed("", "").Rule)
	return Field{Key: Key{Name: "breaks", Kind: Objects, Help: help}, Of: []Field{
		{Key: Key{Name: "rule", Kind: Text, Choices: rules, Help: "the ID of the rule"}, Required: true},
		{Key: Key{Name: "component", Kind: Text, Help: "the component, as diff prints it"}, Required: true},
		{Key: Key{Name: "reason", Kind: Text, Help: "why the break is accepted"}, Required: true},
		{Key: Key{Name: "until", Kind: Text, Pattern: Until.String(), Want: "a date (2026-12-31) or a version (v2.0.0)", Help: "when this ends: a date, which is the last day, or a version, as soon as the repository has a tag with this name; never if it is absent"}},
	}}
}

// File is the content of a quartet.yaml.
type File struct {
	Name      string // as in the positions of diagnostics
	Contracts []Contract
	Breaks    []diff.Acceptance // for all contracts
}

// Contract is one of the contracts.
type Contract struct {
	Name     string // as it is written: a path relative to the folder of the file, or an address
	Pos      diag.Pos
	Values   []Value // in the order of the file; keys that only the top of the file has are at the end
	Suppress []suppress.Suppression
	Breaks   []diff.Acceptance
}

// Value is the value of a key.
type Value struct {
	Key   string
	Pos   diag.Pos // position of the key
	Items []Item   // a string or a switch has one item
}

// Item is a string: an item of a list, NAME=VALUE of a mapping, or "true" or "false" of a switch.
type Item struct {
	Text string
	Pos  diag.Pos
}

// Value returns the value of a key. It reports false if the contract, which may be nil, does not have the key.
func (c *Contract) Value(key string) (Value, bool) {
	if c == nil {
		return Value{}, false
	}
	i := slices.IndexFunc(c.Values, func(v Value) bool { return v.Key == key })
	if i < 0 {
		return Value{}, false
	}
	return c.Values[i], true
}

// Format returns the text of a file with one contract. The values have some of the keys, and each at least one item.
func Format(contract string, values []Value, keys []Key) string {
	var b strings.Builder
	b.WriteString("contracts:\n  - contract: " + yamlText(contract) + "\n")
	for _, v := range values {
		kind := keys[slices.IndexFunc(keys, func(k Key) bool { return k.Name == v.Key })].Kind
		texts := collect.Each(v.Items, func(item Item) string { return yamlText(item.Text) })
		b.WriteString("    " + v.Key + ":")
		switch {
		case kind == Switch, kind == SwitchOrList && v.Items[0].Text == "true":
			b.WriteString(" " + v.Items[0].Text)
		case kind == Pairs:
			for _, item := range v.Items {
				i := strings.LastIndexByte(item.Text, '=')
				b.WriteString("\n      " + yamlText(item.Text[:i]) + ": " + yamlText(item.Text[i+1:]))
			}
		case kind == List, kind == SwitchOrList, len(texts) > 1:
			b.WriteString(" [" + strings.Join(texts, ", ") + "]")
		default:
			b.WriteString(" " + texts[0])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// plainText matches texts that need no quotation marks in YAML if they are not a word for another value.
var plainText = regexp.MustCompile(`^(\.\.?/|[A-Za-z])[A-Za-z0-9/_.-]*$`)

// yamlText returns a text in YAML. A text that could mean another value is quoted: the escapes of Go are also escapes of YAML.
func yamlText(text string) string {
	word := slices.Contains([]string{"true", "false", "yes", "no", "on", "off", "null", "y", "n"}, strings.ToLower(text))
	if !word && plainText.MatchString(text) {
		return text
	}
	return strconv.Quote(text)
}

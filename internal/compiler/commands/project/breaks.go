package project

import (
	"errors"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"example.com/quartet/internal/compiler/reviewing/diff"
)

// AddBreaks returns the text of a file with more accepted breaks: of the contract with an index or, if it is negative, of all
// contracts. The rest of the text stays as it is. The text is valid.
func AddBreaks(text []byte, keys []Key, contract int, breaks []diff.Acceptance) ([]byte, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		return nil, err
	}
	at := target(document.Content[0])
	if contract >= 0 {
		at = target(target(member(at, "contracts")).Content[contract])
	}
	indent, added := at.Column+1, strings.Repeat(" ", at.Column-1)+"breaks:\n"
	if list := member(at, "breaks"); list != nil {
		at, indent, added = target(list), list.Column-1, ""
	}
	for _, a := range breaks {
		item := []string{"rule: " + yamlText(a.Rule), "component: " + yamlText(a.Component), "reason: " + yamlText(a.Reason)}
		if a.Until != "" {
			item = append(item, "until: "+yamlText(a.Until))
		}
		space := strings.Repeat(" ", indent)
		added += space + "- " + strings.Join(item, "\n"+space+"  ") + "\n"
	}
	first, _, _ := strings.Cut(string(text), "\n")
	newline := strings.TrimPrefix(first, strings.TrimSuffix(first, "\r")) + "\n"
	lines := strings.SplitAfter(strings.TrimSuffix(string(text), newline)+newline, "\n")
	edited := []byte(strings.Join(slices.Insert(lines, endOf(lines, &document, at), strings.ReplaceAll(added, "\n", newline)), ""))
	before, _ := Read("", text, keys)
	want := before.breakCounts()
	want[contract+1] += len(breaks)
	if after, _ := Read("", edited, keys); at.Style&yaml.FlowStyle != 0 || after == nil || !slices.Equal(after.breakCounts(), want) {
		return nil, errors.New("breaks cannot be added where they belong, for example to what is in braces or an alias; add them by hand:\n" + added)
	}
	return edited, nil
}

// breakCounts returns the number of breaks for all contracts, followed by the number for each contract.
func (f *File) breakCounts() []int {
	n := []int{len(f.Breaks)}
	for _, c := range f.Contracts {
		n = append(n, len(c.Breaks))
	}
	return n
}

// member returns the value of a key of a mapping, nil if there is none.
func member(n *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// endOf returns the number of lines up to the end of a node, with comments that have its indentation.
func endOf(lines []string, root, of *yaml.Node) int {
	end, passed := len(lines), false
	var visit func(n *yaml.Node) bool
	visit = func(n *yaml.Node) bool {
		if passed {
			end = n.Line - 1
			return true
		}
		passed = n == of
		return !passed && slices.ContainsFunc(n.Content, visit)
	}
	visit(root)
	for end > 0 {
		line := strings.TrimLeft(lines[end-1], " ")
		if content := strings.TrimSpace(line); content != "" && content != "-" && (line[0] != '#' || len(lines[end-1])-len(line) >= of.Column-1) {
			break
		}
		end--
	}
	return end
}

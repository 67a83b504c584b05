package scaffold

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// ConfigFile returns the contract and the flags of the command as the text of a quartet.yaml.
func (c *Command) ConfigFile() string {
	var b strings.Builder
	b.WriteString("contracts:\n  - contract: " + yamlText(c.Contract) + "\n")
	for _, key := range c.keys() {
		b.WriteString("    " + key.name + ":")
		switch {
		case key.values == nil:
			b.WriteString(" true\n")
		case slices.Contains(pairs, key.name):
			b.WriteString("\n")
			for _, v := range key.values {
				i := strings.LastIndexByte(v, '=')
				b.WriteString("      " + yamlText(v[:i]) + ": " + yamlText(v[i+1:]) + "\n")
			}
		case slices.Contains(lists, key.name):
			for i := range key.values {
				key.values[i] = yamlText(key.values[i])
			}
			b.WriteString(" [" + strings.Join(key.values, ", ") + "]\n")
		default:
			b.WriteString(" " + yamlText(key.values[0]) + "\n")
		}
	}
	return b.String()
}

// The flags whose values are mappings and lists in quartet.yaml.
var (
	pairs = []string{"rename", "namespace"}
	lists = []string{"with", "initialisms", "bindings", "operations", "ports", "wrapped", "stream", "catalog", "lenient"}
)

// configKey is a key of a contract in quartet.yaml. It has no values if it is a switch.
type configKey struct {
	name   string
	values []string
}

// keys returns the flags with their values.
func (c *Command) keys() []configKey {
	var list []configKey
	for i := 0; i < len(c.Flags); i++ {
		name, value, hasValue := strings.Cut(strings.TrimPrefix(c.Flags[i], "--"), "=")
		at := slices.IndexFunc(list, func(k configKey) bool { return k.name == name })
		if at < 0 {
			at = len(list)
			list = append(list, configKey{name: name})
		}
		if !hasValue {
			if i+1 == len(c.Flags) || strings.HasPrefix(c.Flags[i+1], "--") {
				continue
			}
			i++
			value = c.Flags[i]
		}
		values := []string{value}
		if slices.Contains(lists, name) && name != "wrapped" && name != "stream" && name != "catalog" {
			values = strings.Split(value, ",")
		}
		list[at].values = append(list[at].values, values...)
	}
	return list
}

// plainText matches texts that need no quotation marks in YAML if they are not a word for another value.
var plainText = regexp.MustCompile(`^(\.\.?/|[A-Za-z])[A-Za-z0-9/_.-]*$`)

// yamlText returns a text in YAML. A text that could mean another value is quoted as in JSON.
func yamlText(text string) string {
	word := slices.Contains([]string{"true", "false", "yes", "no", "on", "off", "null", "y", "n"}, strings.ToLower(text))
	if !word && plainText.MatchString(text) {
		return text
	}
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err) // a string can be marshalled
	}
	return string(quoted)
}

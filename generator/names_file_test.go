package generator_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/generator"
)

// TestNamesFile generates with a file of chosen names that is given as data, or is in the folder.
func TestNamesFile(t *testing.T) {
	const text = "# Names that quartet has chosen. Commit this file: it keeps them as they are.\ntype urn:gone Stop Gone\n"
	dir := t.TempDir()
	config := generator.Config{Contract: filepath.Join("..", "wsdl", "realtime.wsdl"), Runtime: "example.com/app/soap"}
	if _, ok := generate(t, config)[generator.NamesFile]; ok {
		t.Error("a file of chosen names, although nothing was chosen")
	}
	config.ReadNames = func(name string) ([]byte, error) {
		if name != generator.NamesFile {
			t.Errorf("reads %s", name)
		}
		return []byte(text), nil
	}
	if got := string(generate(t, config)[generator.NamesFile]); got != text {
		t.Errorf("with ReadNames: %q", got)
	}
	writeFile(t, filepath.Join(dir, generator.NamesFile), []byte(text))
	if got := string(generate(t, generator.Config{Contract: config.Contract, Runtime: config.Runtime, Dir: dir})[generator.NamesFile]); got != text {
		t.Errorf("with Dir: %q", got)
	}
	for message, read := range map[string]func(string) ([]byte, error){
		`quartet.names:1:1: "x" is not an exported Go identifier [bad-names]`:               func(string) ([]byte, error) { return []byte("type urn:m x x\n"), nil },
		`quartet.names: the file of chosen names cannot be read: no permission [bad-names]`: func(string) ([]byte, error) { return nil, errors.New("no permission") },
	} {
		config.ReadNames = read
		result, err := generator.Inspect(t.Context(), config)
		if err != nil || !strings.HasPrefix(result.Diagnostics.String(), message) {
			t.Errorf("%v %v, want %s", result.Diagnostics, err, message)
		}
	}
}

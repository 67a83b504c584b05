package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/testing/golden"
)

// TestShell parses the blocks of shell commands and checks the flags, make targets and packages in them.
func TestShell(t *testing.T) {
	t.Parallel()
	for _, b := range blocks(t, "sh") {
		parse := exec.Command("sh", "-n")
		parse.Stdin = strings.NewReader(b.text())
		if out, err := parse.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", b, err, out)
		}
		for line := range strings.Lines(strings.ReplaceAll(b.text(), "\\\n", " ")) {
			checkCommand(t, b.String(), line)
		}
	}
	for _, language := range []string{"ini", "dockerfile", "nginx"} {
		for _, b := range blocks(t, language) {
			checkSettings(t, b)
		}
	}
}

// checkCommand checks one command of the project as the documentation shows it.
func checkCommand(t *testing.T, place, line string) {
	t.Helper()
	line, _, _ = strings.Cut(line, " #")
	words := strings.Fields(line)
	for len(words) > 0 && strings.Contains(words[0], "=") && !strings.HasPrefix(words[0], "-") {
		words = words[1:] // variables of the environment
	}
	for _, word := range words {
		if strings.HasPrefix(word, "./internal/") || strings.HasPrefix(word, "./generator/") {
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(word))); err != nil {
				t.Errorf("%s: there is no %s", place, word)
			}
		}
	}
	text := strings.NewReplacer("go tool quartet", "quartet", "go run ./generator/cmd/quartet", "quartet",
		"go run ./internal/rail/cmd/raild", "raild", "go run ./internal/rail/cmd/railctl", "railctl").Replace(strings.Join(words, " "))
	words = strings.Fields(text)
	if len(words) == 0 {
		return
	}
	switch words[0] {
	case "quartet":
		if len(words) > 1 {
			checkFlags(t, place, words[2:], flagsOf(t, "quartet", words[1]))
		}
	case "raild":
		checkFlags(t, place, words[1:], flagsOf(t, "raild"))
	case "railctl":
		checkFlags(t, place, words[1:], flagsOf(t, "railctl", "board")) // board has the flags of all commands
	case "make":
		for _, word := range words[1:] {
			if !strings.Contains(word, "=") && !slices.Contains(targets(t), word) {
				t.Errorf("%s: the Makefile has no target %s", place, word)
			}
		}
	}
}

func checkFlags(t *testing.T, place string, words, known []string) {
	t.Helper()
	for _, word := range words {
		name, _, _ := strings.Cut(word, "=")
		if strings.HasPrefix(name, "--") && !slices.Contains(known, name) {
			t.Errorf("%s: there is no flag %s", place, name)
		}
	}
}

// helpFlag matches a flag in a help text. Descriptions that go on in the next line are indented further.
var helpFlag = regexp.MustCompile(`(?m)^ {2,6}(?:-\w, )?(--[a-z0-9-]+)`)

// flagsOf returns the flags that the help of a command lists.
func flagsOf(t *testing.T, name string, args ...string) []string {
	t.Helper()
	var flags []string
	for _, match := range helpFlag.FindAllStringSubmatch(output(t, program(t, name), append(args, "--help")...), -1) {
		flags = append(flags, match[1])
	}
	if len(flags) == 0 {
		t.Fatalf("the help of %s lists no flags", name)
	}
	return flags
}

var (
	variableName = regexp.MustCompile(`\bRAILD_[A-Z_]+\b`)
	flagName     = regexp.MustCompile(`--[a-z][a-z-]*\b`)
)

// checkSettings checks settings of raild in a file of another program.
func checkSettings(t *testing.T, b block) {
	t.Helper()
	flags := flagsOf(t, "raild")
	for _, name := range variableName.FindAllString(b.text(), -1) {
		flag := "--" + strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(name, "RAILD_"), "_", "-"))
		if !slices.Contains(flags, flag) {
			t.Errorf("%s: %s is not a setting of raild", b, name)
		}
	}
	if b.language == "dockerfile" { // whose instructions have flags, too
		return
	}
	for _, flag := range flagName.FindAllString(b.text(), -1) {
		if !slices.Contains(flags, flag) {
			t.Errorf("%s: %s is not a flag of raild", b, flag)
		}
	}
}

// targets returns the targets of the Makefile that its help lists.
func targets(t *testing.T) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, match := range regexp.MustCompile(`(?m)^([a-z-]+):.*## `).FindAllStringSubmatch(string(data), -1) {
		names = append(names, match[1])
	}
	return names
}

// TestGoFlags checks that go commands of the Makefile, of tests and of the newcomer have the same flags, as they share a build cache.
func TestGoFlags(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"Makefile":                         "\nCOMPILE := " + golden.GoFlags + "\n",
		"internal/conformance/newcomer.sh": " " + golden.GoFlags + `"`,
	} {
		if !strings.Contains(read(t, name).text(), text) {
			t.Errorf("%s does not have %q", name, text)
		}
	}
}

// TestBudgets checks that the steps of .ci/run, and of make ci, which it ends with, have no more seconds than it states at its
// end, which are an hour.
func TestBudgets(t *testing.T) {
	t.Parallel()
	script := read(t, ".ci/run").text()
	makefile := read(t, "Makefile").text()
	sum := 0
	for _, step := range regexp.MustCompile(`(?m)^step ".+" (\d+) |^\t\$\(call step,.+,(\d+)\)$`).FindAllStringSubmatch(script+"\n"+makefile, -1) {
		seconds, err := strconv.Atoi(step[1] + step[2])
		if err != nil {
			t.Fatal(err)
		}
		sum += seconds
	}
	if sum < 600 || sum > 3600 || !strings.Contains(script, " of 3600 s") {
		t.Errorf("the steps have %d seconds; want at most the 3600 that .ci/run states", sum)
	}
}

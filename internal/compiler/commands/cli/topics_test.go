package cli_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/commands/cli"
)

// help returns what the command help prints.
func help(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := cli.Main(append([]string{"help"}, args...), &stdout, &stderr); code != 0 {
		t.Fatalf("help %q: %d, %s", args, code, &stderr)
	}
	return stdout.String()
}

// TestHelp: the flags of a command begin within 40 lines and are in groups, and the topics that a help text names have texts.
func TestHelp(t *testing.T) {
	commands := regexp.MustCompile(`(?m)^  ([a-z]+)  +[A-Z]`).FindAllStringSubmatch(help(t), -1)
	if len(commands) < 15 {
		t.Fatal(commands)
	}
	topics := 0
	for _, cmd := range commands {
		text := help(t, cmd[1])
		before, others, _ := strings.Cut(text, "Other flags:\n")
		if lines := strings.Count(regexp.MustCompile(`(?ms)^[A-Z][A-Za-z ]*:\n +(-[a-z], )?--.*`).ReplaceAllString(text, ""), "\n") + 1; lines > 40 {
			t.Errorf("%s: the flags begin at line %d", cmd[1], lines)
		}
		if cmd[1] != "completion" && cmd[1] != "help" && strings.Count(others, " --") > 1 {
			t.Errorf("%s: flags without a group:\n%s", cmd[1], others)
		}
		for _, topic := range regexp.MustCompile(`quartet help ([a-z-]+)`).FindAllStringSubmatch(before, -1) {
			topics++
			if strings.Count(help(t, topic[1]), "\n") < 5 {
				t.Errorf("the topic %s of %s has no text", topic[1], cmd[1])
			}
		}
	}
	if topics < 12 {
		t.Errorf("%d topics", topics)
	}
}

package cli

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
)

// watched is a run of generate --watch in the current folder.
type watched struct {
	ticks   chan time.Time
	printed chan string // standard error; closed at the end
}

func (w *watched) Write(p []byte) (int, error) {
	w.printed <- string(p)
	return len(p), nil
}

// startWatching starts generate --watch, which the end of the context ends.
func startWatching(ctx context.Context, args ...string) (*watched, <-chan error) {
	w := &watched{ticks: make(chan time.Time), printed: make(chan string, 1000)}
	root := &cobra.Command{Use: "quartet", SilenceErrors: true, SilenceUsage: true}
	root.AddCommand(newGenerate(func() <-chan time.Time { return w.ticks }))
	root.SetArgs(append([]string{"generate", "--watch"}, args...))
	root.SetErr(w)
	ended := make(chan error, 1)
	go func() {
		ended <- root.ExecuteContext(ctx)
		close(w.printed)
	}()
	return w, ended
}

// round returns what a round prints.
func (w *watched) round(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	for text := range w.printed {
		all.WriteString(text)
		if strings.HasPrefix(text, "quartet: watching ") {
			return all.String()
		}
	}
	t.Fatalf("the command has ended: %s", all.String())
	return ""
}

// change writes a file, or removes it if text is empty, and returns what the next round prints.
func (w *watched) change(t *testing.T, name, text string) string {
	t.Helper()
	if text != "" {
		write(t, name, []byte(text))
	} else if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	w.ticks <- time.Time{}
	return w.round(t)
}

// write replaces a file at once.
func write(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := errors.Join(os.WriteFile(name+".new", data, 0o666), os.Rename(name+".new", name)); err != nil {
		t.Fatal(err)
	}
}

func expectType(t *testing.T, name string) {
	t.Helper()
	text, err := os.ReadFile("gen/notes/types.go")
	if err != nil || !strings.Contains(string(text), "\ntype "+name+" ") {
		t.Errorf("types.go has no type %s (%v):\n%s", name, err, text)
	}
}

// TestWatch changes, removes and mends what generate reads, and expects that it generates after each change, and only then.
func TestWatch(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	const (
		project = "contracts: [{contract: notes.xsd, out: gen/notes}]\n"
		main    = `<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:n" xmlns:n="urn:n"><include schemaLocation="types.xsd"/><element name="note" type="n:Note"/></schema>`
		types   = `<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:n"><complexType name="Note"><sequence/></complexType></schema>`
	)
	write(t, "go.mod", []byte("module m.example\n"))
	write(t, "quartet.yaml", []byte(project))
	write(t, "notes.xsd", []byte(main))
	write(t, "types.xsd", []byte(types))
	w, ended := startWatching(ctx)
	if got := w.round(t); got != "quartet: watching 3 files\n" {
		t.Errorf("the first round printed %q", got)
	}
	expectType(t, "Note")
	w.change(t, "types.xsd", strings.Replace(types, "</schema>", `<simpleType name="Colour"><restriction base="string"><enumeration value="red"/></restriction></simpleType></schema>`, 1))
	expectType(t, "Colour")
	w.change(t, "quartet.yaml", strings.Replace(project, "out:", "rename: {Note: Memo}, out:", 1))
	expectType(t, "Memo")
	for range 3 {
		w.ticks <- time.Time{} // nothing has changed
	}
	if got := w.change(t, "types.xsd", ""); !strings.Contains(got, "the file does not exist") {
		t.Errorf("a missing schema: %s", got)
	}
	if got := w.change(t, "quartet.yaml", "contracts: 1\n"); !strings.Contains(got, "quartet.yaml:1:12: contracts is a number") {
		t.Errorf("a mistake in quartet.yaml: %s", got)
	}
	w.change(t, "quartet.yaml", project)
	w.change(t, "types.xsd", types)
	expectType(t, "Note")
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("the end: %v", err)
	}
	if more, ok := <-w.printed; ok {
		t.Errorf("it has generated without a change: %s", more)
	}
}

// TestWatchNeedsFiles ends at once with a mistake in the command line.
func TestWatchNeedsFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range [][]string{{"-", "--out", "gen"}, {"a.wsdl"}} {
		_, ended := startWatching(t.Context(), args...)
		if err := <-ended; err == nil {
			t.Errorf("generate --watch %s succeeded", args)
		}
	}
}

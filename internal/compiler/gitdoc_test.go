package compiler_test

import (
	"context"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reviewing/gitdoc"
)

func TestParseAddress(t *testing.T) {
	a, err := gitdoc.ParseAddress("git:v1.2~3:wsdl/a.wsdl")
	if err != nil || a.Revision != "v1.2~3" || a.Path != "wsdl/a.wsdl" {
		t.Errorf("%+v, %v", a, err)
	}
	for _, text := range []string{"git:", "git:v1", "git:v1:", "git::a.wsdl", "a.wsdl", "git:-n:a.wsdl", "git:v1:/a.wsdl", "git:v1:a\n.wsdl"} {
		if a, err := gitdoc.ParseAddress(text); err == nil {
			t.Errorf("%q is %+v", text, a)
		}
	}
}

func TestWithoutGit(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := gitdoc.Open(context.Background(), "", "HEAD"); err == nil || !strings.Contains(err.Error(), "the git command is not installed") {
		t.Error(err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := gitdoc.Open(ctx, "", "HEAD"); err == nil {
		t.Error("no error")
	}
}

package feed

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func write(t *testing.T, path, text string, changed time.Time) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, changed, changed); err != nil {
		t.Fatal(err)
	}
}

func newFileOrigin(t *testing.T, path string) *origin {
	t.Helper()
	from, err := newOrigin(path, nil, fetchOptions{limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	return from
}

// checkFetch fetches the content, compares it or the error with want, and accepts it.
func checkFetch(t *testing.T, from *origin, want string) {
	t.Helper()
	c, err := from.get(t.Context(), from.last)
	switch {
	case err != nil:
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want one with %q", err, want)
		}
		return
	case c.dir == "" && string(c.data) != want, c.dir != "" && want != "directory":
		t.Errorf("fetched %q %q, want %q", c.data, c.dir, want)
	}
	from.accept(c)
}

func TestFileIsReadWhenItChanges(t *testing.T) {
	now := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	path := filepath.Join(t.TempDir(), "feed.pb")
	from := newFileOrigin(t, path)
	checkFetch(t, from, "no such file")
	write(t, path, "first", now)
	checkFetch(t, from, "first")
	checkFetch(t, from, "unchanged")
	write(t, path, "other", now.Add(time.Second))
	checkFetch(t, from, "other")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	checkFetch(t, from, "no such file")
	write(t, path, string(compressed("small")), now.Add(2*time.Second))
	checkFetch(t, from, "small")
	write(t, path, strings.Repeat("x", 1001), now.Add(3*time.Second))
	checkFetch(t, from, "larger than 1000 bytes")
}

func TestDirectoryIsReadWhenAFileChanges(t *testing.T) {
	now := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	path := t.TempDir()
	write(t, filepath.Join(path, "stops.txt"), "stop_id", now)
	from := newFileOrigin(t, path)
	checkFetch(t, from, "directory")
	checkFetch(t, from, "unchanged")
	write(t, filepath.Join(path, "trips.txt"), "trip_id", now)
	checkFetch(t, from, "directory")
	write(t, filepath.Join(path, "notes.swp"), "not part of the feed", now)
	checkFetch(t, from, "unchanged")
	if err := os.Symlink("nowhere", filepath.Join(path, "#lock")); err != nil {
		t.Fatal(err)
	}
	checkFetch(t, from, "unchanged")
	if err := os.Mkdir(filepath.Join(path, "within"), 0o700); err != nil {
		t.Fatal(err)
	}
	checkFetch(t, from, "unchanged")
	write(t, filepath.Join(path, "within", "stops.txt"), "stop_id", now)
	checkFetch(t, from, "directory")
	write(t, filepath.Join(path, "stops.txt"), "stop_id", now.Add(time.Second))
	c, err := from.get(t.Context(), from.last)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(path, "stops.txt"), "half", now.Add(2*time.Second))
	if err := c.unchanged(); err == nil || !strings.Contains(err.Error(), "changed while being read") {
		t.Errorf("a directory that changes while being read: %v", err)
	}
}

func TestFileErrorsOmitPath(t *testing.T) {
	_, err := newFileOrigin(t, "/no/such/feed.zip").get(t.Context(), content{})
	if err == nil || strings.Contains(err.Error(), "/no") || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the error is %v", err)
	}
}

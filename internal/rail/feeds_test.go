package rail_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/feed"
	"example.com/quartet/internal/rail/gtfs"
)

// The records are the same if package feed reads the feeds from files or from URLs.
func TestRecordsFromFilesAndURLs(t *testing.T) {
	for _, tc := range testCases(t) {
		var parts [][]byte
		if tc.realtime != "" {
			parts = splitMessage(t, realtimeData[tc.realtime](t))
		}
		for name, config := range map[string]feed.Config{"files": onDisk(t, parts), "URLs": onWeb(t, parts)} {
			t.Run(tc.name+" from "+name, func(t *testing.T) {
				config.Load = loader
				config.Language = "en"
				config.Clock = func() time.Time { return tc.clock }
				config.Log = slog.New(slog.DiscardHandler)
				source, err := feed.New(config)
				if err != nil {
					t.Fatal(err)
				}
				if err := source.Load(context.Background()); err != nil {
					t.Fatal(err)
				}
				s := rail.New(source, config.Clock)
				for _, req := range tc.requests {
					req.checkRecords(t, tc.name, s)
				}
			})
		}
	}
}

// loader reads the static feed like load.
func loader(ctx context.Context, files feed.Files) (*feed.Loaded, error) {
	types, err := gtfs.ParseTypes("valley=S")
	if err != nil {
		return nil, err
	}
	if files.Dir != nil {
		plan, _, err := gtfs.LoadFS(ctx, files.Dir, gtfs.Options{Types: types})
		return &feed.Loaded{Timetable: plan}, err
	}
	plan, _, err := gtfs.Load(ctx, files.ZIP, gtfs.Options{Types: types})
	return &feed.Loaded{Timetable: plan}, err
}

func onDisk(t *testing.T, messages [][]byte) feed.Config {
	dir := t.TempDir()
	config := feed.Config{Static: []string{filepath.Join(dir, "static")}}
	if err := os.CopyFS(config.Static[0], files(t)); err != nil {
		t.Fatal(err)
	}
	for i, m := range messages {
		name := filepath.Join(dir, fmt.Sprint("realtime", i, ".pb"))
		if err := os.WriteFile(name, m, 0o600); err != nil {
			t.Fatal(err)
		}
		config.Realtime = append(config.Realtime, name)
	}
	return config
}

func onWeb(t *testing.T, messages [][]byte) feed.Config {
	var archive bytes.Buffer
	w := zip.NewWriter(&archive)
	if err := w.AddFS(files(t)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	serve := func(path string, data []byte) {
		mux.HandleFunc(path, func(w http.ResponseWriter, httpReq *http.Request) {
			http.ServeContent(w, httpReq, path, time.Time{}, bytes.NewReader(data))
		})
	}
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	serve("/feed.zip", archive.Bytes())
	config := feed.Config{Static: []string{server.URL + "/feed.zip"}}
	for i, m := range messages {
		path := "/realtime/" + strconv.Itoa(i)
		serve(path, m)
		config.Realtime = append(config.Realtime, server.URL+path)
	}
	return config
}

package gtfs

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"math"
	"path"
	"slices"
	"strings"
	"time"
)

// files are the files that are read, in this order. Each file refers only to files before it.
var files = []string{
	"feed_info.txt", "agency.txt", "routes.txt", "stops.txt", "translations.txt", "trips.txt", "calendar.txt",
	"calendar_dates.txt", "frequencies.txt", "transfers.txt", "stop_times.txt", "shapes.txt",
}

// A source holds the files of a feed.
type source struct {
	entries  map[string]entry // by file name
	modified time.Time        // latest modification time of the files, or zero
	size     int64            // total size that is declared for the files; the actual size can differ
}

type entry struct {
	size     int64
	modified time.Time
	open     func() (io.ReadCloser, error)
}

// fromZIP finds the files of a feed in a ZIP archive. Paths are only compared with each other and never opened, so that
// insecure paths do no harm.
func fromZIP(content []byte, report *Report) (*source, error) {
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, fmt.Errorf("opening the ZIP archive: %w", err)
	}
	found := map[string]map[string]entry{} // by folder
	for _, f := range archive.File {
		folder, name := path.Split(strings.ReplaceAll(f.Name, `\`, "/"))
		if !isFeedFile(folder, name) {
			continue
		}
		if found[folder] == nil {
			found[folder] = map[string]entry{}
		}
		if _, twice := found[folder][name]; twice {
			report.warn(Warning{File: name, Message: "the archive contains the file more than once; using the first"})
			continue
		}
		found[folder][name] = entry{int64(f.UncompressedSize64), f.Modified, f.Open}
	}
	return choose(found, report)
}

// fromFS finds the files of a feed at the root of a file system, or in a folder there.
func fromFS(files fs.FS, report *Report) (*source, error) {
	found := map[string]map[string]entry{}
	if err := scan(files, ".", found); err != nil {
		return nil, err
	}
	top, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil, fmt.Errorf("reading the folder: %w", err)
	}
	for _, dir := range top {
		if dir.IsDir() {
			if err := scan(files, dir.Name(), found); err != nil {
				return nil, err
			}
		}
	}
	return choose(found, report)
}

func scan(files fs.FS, folder string, found map[string]map[string]entry) error {
	list, err := fs.ReadDir(files, folder)
	if err != nil {
		return fmt.Errorf("reading the folder: %w", err)
	}
	for _, f := range list {
		if f.IsDir() || !isFeedFile(folder+"/", f.Name()) {
			continue
		}
		info, err := fs.Stat(files, path.Join(folder, f.Name()))
		if err != nil {
			return fmt.Errorf("reading the folder: %w", err)
		}
		if found[folder] == nil {
			found[folder] = map[string]entry{}
		}
		found[folder][f.Name()] = entry{info.Size(), info.ModTime(), func() (io.ReadCloser, error) {
			return files.Open(path.Join(folder, f.Name()))
		}}
	}
	return nil
}

func isFeedFile(folder, name string) bool {
	return slices.Contains(files, name) && !strings.Contains(folder, "__MACOSX/")
}

// requiredFiles are the files that every feed has.
var requiredFiles = []string{"agency.txt", "routes.txt", "stops.txt", "trips.txt", "stop_times.txt"}

// choose selects the folder that has the most required files. If there are several, it takes the one nearest to the root.
func choose(found map[string]map[string]entry, report *Report) (*source, error) {
	folders, best := fullest(found)
	if best == 0 {
		return nil, errors.New("not a GTFS feed: found none of " + strings.Join(requiredFiles, ", "))
	}
	if len(folders) > 1 && best == len(requiredFiles) {
		report.warn(Warning{Message: fmt.Sprintf("found feeds in %d folders; using the one in %s",
			len(folders), quote(folders[0]))})
	}
	s := &source{entries: found[folders[0]]}
	for _, name := range requiredFiles {
		if _, ok := s.entries[name]; !ok {
			return nil, Warning{File: name, Message: "required file is missing"}
		}
	}
	for _, e := range s.entries {
		if s.size += e.size; e.size < 0 || s.size < 0 { // a forged archive
			s.size = math.MaxInt64 / 128
		}
		if e.modified.After(earliestDate) && e.modified.After(s.modified) {
			s.modified = e.modified
		}
	}
	return s, nil
}

// fullest returns the folders with the most required files, ordered by their depth, and the number of these files.
func fullest(found map[string]map[string]entry) (folders []string, best int) {
	for folder, entries := range found {
		n := 0
		for _, name := range requiredFiles {
			if _, ok := entries[name]; ok {
				n++
			}
		}
		if n > best {
			folders, best = nil, n
		}
		if n == best {
			folders = append(folders, folder)
		}
	}
	slices.SortFunc(folders, func(a, b string) int {
		return cmp.Or(strings.Count(a, "/")-strings.Count(b, "/"), strings.Compare(a, b))
	})
	return folders, best
}

// earliestDate is the earliest modification time that is believed. Dates in ZIP archives start in 1980. Files that were
// added without a date, or with a fixed date to make the archive reproducible, have a date in that year.
var earliestDate = time.Date(1981, time.January, 1, 0, 0, 0, 0, time.UTC)

// An input holds the state that is shared by the readers of all files of a feed.
type input struct {
	ctx      context.Context
	sum      hash.Hash // checksum of the content of all files
	read     int64     // bytes read so far
	file     int64     // bytes read of the current file
	options  Options
	progress func(read int64)
}

func newInput(ctx context.Context, options Options, progress func(int64)) *input {
	return &input{ctx: ctx, sum: sha256.New(), options: options, progress: progress}
}

// A reader reads one file. It updates the input, and returns an error if the context is done or the limit exceeded.
type reader struct {
	io.ReadCloser
	*input
}

func (r reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := r.ReadCloser.Read(p)
	r.sum.Write(p[:n])
	r.read += int64(n)
	r.file += int64(n)
	r.progress(r.read)
	switch {
	case r.read > r.options.Bytes:
		return 0, errBytes(r.options.Bytes)
	case r.file > r.options.FileBytes:
		return 0, fmt.Errorf("the file has more than %d bytes uncompressed, three quarters of the limit of --gtfs-bytes", r.options.FileBytes)
	}
	return n, err
}

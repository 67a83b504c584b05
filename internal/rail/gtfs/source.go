package gtfs

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
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
	fs.FileInfo
	open func() (io.ReadCloser, error)
}

// folders has the files of feeds by folder and file name.
type folders map[string]map[string]entry

// add adds a file if it is one of a feed. It returns false if the folder already has one of that name.
func (all folders) add(name string, e entry) bool {
	folder, file := path.Split(name)
	if !slices.Contains(files, file) || strings.Contains(folder, "__MACOSX/") {
		return true
	}
	if all[folder] == nil {
		all[folder] = map[string]entry{}
	}
	if _, twice := all[folder][file]; twice {
		return false
	}
	all[folder][file] = e
	return true
}

// fromZIP finds the files of a feed in a ZIP archive. Paths are only compared with each other and never opened, so that
// insecure paths do no harm.
func fromZIP(content []byte, report *Report) (*source, error) {
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, fmt.Errorf("opening the ZIP archive: %w", err)
	}
	found := folders{}
	for _, f := range archive.File {
		name := strings.ReplaceAll(f.Name, `\`, "/")
		if !found.add(name, entry{f.FileInfo(), f.Open}) {
			report.warn(Warning{File: path.Base(name), Message: "the archive contains the file more than once; using the first"})
		}
	}
	return found.choose(report)
}

// fromFS finds the files of a feed at the root of a file system, or in a folder there.
func fromFS(root fs.FS, report *Report) (*source, error) {
	found := folders{}
	err := fs.WalkDir(root, ".", func(name string, f fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case f.IsDir() && strings.Contains(name, "/"):
			return fs.SkipDir
		case !slices.Contains(files, f.Name()): // a folder, or another file, which may be a link to nowhere
			return nil
		}
		info, err := fs.Stat(root, name) // a symbolic link has the size of the file that it names
		if err == nil && !info.IsDir() {
			found.add(name, entry{info, func() (io.ReadCloser, error) { return root.Open(name) }})
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("reading the folder: %w", err)
	}
	return found.choose(report)
}

// requiredFiles are the files that every feed has.
var requiredFiles = []string{"agency.txt", "routes.txt", "stops.txt", "trips.txt", "stop_times.txt"}

// choose selects the folder that has the most required files. If there are several, it takes the one nearest to the root.
func (all folders) choose(report *Report) (*source, error) {
	required := func(folder string) (n int) {
		for _, name := range requiredFiles {
			if _, ok := all[folder][name]; ok {
				n++
			}
		}
		return n
	}
	order := slices.SortedFunc(maps.Keys(all), func(a, b string) int {
		return cmp.Or(required(b)-required(a), strings.Count(a, "/")-strings.Count(b, "/"), strings.Compare(a, b))
	})
	if len(order) == 0 || required(order[0]) == 0 {
		return nil, errors.New("not a GTFS feed: found none of " + strings.Join(requiredFiles, ", "))
	}
	s := &source{entries: all[order[0]]}
	for _, name := range requiredFiles {
		if _, ok := s.entries[name]; !ok {
			return nil, Warning{File: name, Message: "required file is missing"}
		}
	}
	complete := 0
	for complete < len(order) && required(order[complete]) == len(requiredFiles) {
		complete++
	}
	if complete > 1 {
		report.warn(Warning{Message: fmt.Sprintf("found feeds in %d folders; using the one in %s", complete, Quote(order[0]))})
	}
	for _, e := range s.entries {
		if s.size += e.Size(); e.Size() < 0 || s.size < 0 { // a forged archive
			s.size = math.MaxInt64 / 128
		}
		if at := e.ModTime(); at.After(earliestDate) && at.After(s.modified) {
			s.modified = at
		}
	}
	return s, nil
}

// earliestDate is the earliest modification time that is believed. Dates in ZIP archives start in 1980. Files that were
// added without a date, or with a fixed date to make the archive reproducible, have a date in that year.
var earliestDate = time.Date(1981, time.January, 1, 0, 0, 0, 0, time.UTC)

// A reader reads one file. It adds what it reads to the checksum, reports the progress, and returns an error if the context is
// done or a limit exceeded.
type reader struct {
	io.Reader
	*checker
	size int64 // bytes read of the file
}

func (r *reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := r.Reader.Read(p)
	r.sum.Write(p[:n])
	r.read += int64(n)
	r.size += int64(n)
	r.progress.read(r.read)
	switch {
	case r.read > r.options.Bytes:
		return 0, errBytes(r.options.Bytes)
	case r.size > r.options.FileBytes:
		return 0, fmt.Errorf("the file has more than %d bytes uncompressed, three quarters of the limit of --gtfs-bytes", r.options.FileBytes)
	}
	return n, err
}

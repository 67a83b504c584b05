package gtfs

import (
	"archive/zip"
	"bytes"
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

// The files that are read, in this order. Each may refer to those before it.
var files = []string{
	"feed_info.txt", "agency.txt", "routes.txt", "stops.txt", "translations.txt", "trips.txt", "calendar.txt",
	"calendar_dates.txt", "frequencies.txt", "transfers.txt", "stop_times.txt", "shapes.txt",
}

// A source holds the files of a feed, wherever they are.
type source struct {
	entries  map[string]entry
	modified time.Time // of the youngest, or zero
	size     int64     // of all, as they say; what is read may be less or more
}

type entry struct {
	size     int64
	modified time.Time
	open     func() (io.ReadCloser, error)
}

// fromZIP finds the files of a feed in a ZIP archive. Nothing of their paths is used but to tell them apart.
func fromZIP(content []byte, report *Report) (*source, error) {
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, fmt.Errorf("opening the ZIP archive: %w", err)
	}
	found := map[string]map[string]entry{} // by folder
	for _, f := range archive.File {
		folder, name := path.Split(strings.ReplaceAll(f.Name, `\`, "/"))
		if !wanted(folder, name) {
			continue
		}
		if found[folder] == nil {
			found[folder] = map[string]entry{}
		}
		if _, twice := found[folder][name]; twice {
			report.complain(Complaint{File: name, Message: "the archive holds this file twice; the second is left out"})
			continue
		}
		found[folder][name] = entry{int64(f.UncompressedSize64), f.Modified, f.Open}
	}
	return choose(found, report)
}

// fromFS finds the files of a feed in a file system: at its root, or in one of the folders there.
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
		if f.IsDir() || !wanted(folder+"/", f.Name()) {
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

func wanted(folder, name string) bool {
	return slices.Contains(files, name) && !strings.Contains(folder, "__MACOSX/")
}

// choose takes the folder that has the files which no feed can do without; the least deep one if there are several.
func choose(found map[string]map[string]entry, report *Report) (*source, error) {
	required := []string{"agency.txt", "routes.txt", "stops.txt", "trips.txt", "stop_times.txt"}
	var folders []string
	most := 0
	for folder, entries := range found {
		n := 0
		for _, name := range required {
			if _, ok := entries[name]; ok {
				n++
			}
		}
		if n > most {
			folders, most = nil, n
		}
		if n == most {
			folders = append(folders, folder)
		}
	}
	if most == 0 {
		return nil, errors.New("this is no GTFS feed: it holds none of " + strings.Join(required, ", "))
	}
	slices.SortFunc(folders, func(a, b string) int {
		if d := strings.Count(a, "/") - strings.Count(b, "/"); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	if len(folders) > 1 && most == len(required) {
		report.complain(Complaint{Message: fmt.Sprintf("there are %d feeds in different folders; the one in %s is read",
			len(folders), quote(folders[0]))})
	}
	s := &source{entries: found[folders[0]]}
	for _, name := range required {
		if _, ok := s.entries[name]; !ok {
			return nil, Complaint{File: name, Message: "this file is missing, and no feed can do without it"}
		}
	}
	for _, e := range s.entries {
		if s.size += e.size; e.size < 0 || s.size < 0 { // what a made-up archive may say
			s.size = math.MaxInt64 / 128
		}
		if e.modified.After(dated) && e.modified.After(s.modified) {
			s.modified = e.modified
		}
	}
	return s, nil
}

// dated is from when on an archive means what it says of when its files were changed. Its dates begin with 1980, and that
// is what those have that were made without one, or so as to be the same whenever they are made.
var dated = time.Date(1981, time.January, 1, 0, 0, 0, 0, time.UTC)

// An intake is what reading a feed's files has in common: the hash over all of them, limits and progress.
type intake struct {
	ctx      context.Context
	sum      hash.Hash
	read     int64
	limit    int64
	progress func(read int64)
}

func newIntake(ctx context.Context, limit int64, progress func(int64)) *intake {
	return &intake{ctx: ctx, sum: sha256.New(), limit: limit, progress: progress}
}

// A reader reads one file into the hash.
type reader struct {
	io.ReadCloser
	*intake
}

func (r reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := r.ReadCloser.Read(p)
	r.sum.Write(p[:n])
	r.read += int64(n)
	r.progress(r.read)
	if r.read > r.limit {
		return 0, fmt.Errorf("the feed has more than the %d bytes that are allowed", r.limit)
	}
	return n, err
}

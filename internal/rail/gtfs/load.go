package gtfs

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"time"

	library "github.com/OneBusAway/go-gtfs"

	"example.com/quartet/internal/rail/timetable"
)

// Options say how a feed is read. The zero Options is good for most feeds.
type Options struct {
	Types Types // which routes are trains, and of which kind

	// Bytes is how large the files of the feed may be together, uncompressed, and Rows how many of their rows may be of
	// use, with the calls of the departures that frequencies.txt makes. Zero stands for 8 GB and 10 million. A row takes
	// up to about 300 bytes of memory while a feed is loaded.
	Bytes int64
	Rows  int

	// Progress is called from time to time while the feed is loaded, with what is done of a total, or not at all if
	// it is nil. done grows, and reaches total.
	Progress func(done, total int64)

	// Modified is when the feed was last changed. Where it is zero, the youngest of the feed's files says it.
	Modified time.Time
}

// Load reads a feed from the bytes of a ZIP archive, which may hold its files in a folder. The report is never nil.
//
// The error says why the feed can not be used; it is a [Complaint] where there is a place in the feed to name.
func Load(ctx context.Context, archive []byte, options Options) (*timetable.Timetable, *Report, error) {
	report := &Report{}
	source, err := fromZIP(archive, report)
	if err != nil {
		return nil, report, err
	}
	plan, err := load(ctx, source, report, options)
	return plan, report, err
}

// LoadFS is Load for a feed whose files are in a file system: at its root, or in one folder there.
func LoadFS(ctx context.Context, files fs.FS, options Options) (*timetable.Timetable, *Report, error) {
	report := &Report{}
	source, err := fromFS(files, report)
	if err != nil {
		return nil, report, err
	}
	plan, err := load(ctx, source, report, options)
	return plan, report, err
}

func load(ctx context.Context, source *source, report *Report, options Options) (plan *timetable.Timetable, err error) {
	defer func() {
		// A feed comes from outside, and is loaded while another one is in service: a fault in here must not end that.
		if cause := recover(); cause != nil {
			plan, err = nil, fmt.Errorf("reading the feed failed where it must not: %v", cause)
		}
	}()
	if options.Bytes <= 0 {
		options.Bytes = 8 << 30
	}
	if options.Rows <= 0 {
		options.Rows = 10_000_000
	}
	if source.size > options.Bytes {
		return nil, fmt.Errorf("the feed has %d bytes, more than the %d that are allowed", source.size, options.Bytes)
	}
	progress := newProgress(source.size, options.Progress)
	intake := newIntake(ctx, options.Bytes, progress.read)
	fmt.Fprintf(intake.sum, "%s\n", options.Types)

	c := newChecker(source, intake, report, options.Types, options.Rows)
	if err := c.check(); err != nil {
		return nil, err
	}
	progress.part(checked)
	report.Version = hex.EncodeToString(intake.sum.Sum(nil)[:16])
	if options.Modified.IsZero() {
		options.Modified = source.modified
	}

	content, err := c.clean(ctx)
	if err != nil {
		return nil, fmt.Errorf("writing a clean feed: %w", err)
	}
	c.release()
	progress.part(cleaned)
	static, err := parse(content)
	if err != nil {
		return nil, err
	}
	content = nil
	progress.part(parsed)

	plan, err = build(ctx, c, static, timetable.Info{Version: report.Version, Modified: options.Modified})
	if err == nil {
		progress.part(built)
	}
	return plan, err
}

// release lets go of what is in the clean feed.
func (c *checker) release() {
	c.times, c.points, c.interned, c.buf = nil, nil, nil, nil
	for i := range c.trips {
		c.trips[i].times = nil
	}
	for i := range c.shapes {
		c.shapes[i].points = nil
	}
}

// parse puts a clean feed through the library.
func parse(content []byte) (static *library.Static, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			static, err = nil, fmt.Errorf("the GTFS library gave up: %v", cause)
		}
	}()
	static, err = library.ParseStatic(content, library.ParseStaticOptions{})
	if err != nil {
		return nil, fmt.Errorf("the GTFS library: %w", err)
	}
	if len(static.Warnings) > 0 {
		return nil, errors.New("the GTFS library does not take the clean feed")
	}
	return static, nil
}

// The parts of loading a feed, by the share of the time that is behind them.
const (
	checked = 35
	cleaned = 45
	parsed  = 80
	built   = 100
)

// A progress tells how far loading is. Only the check can tell more than that it is over.
type progress struct {
	size, total int64
	done        int64
	tell        func(done, total int64)
}

func newProgress(size int64, tell func(done, total int64)) *progress {
	if tell == nil {
		tell = func(int64, int64) {}
	}
	size = max(size, 1)
	return &progress{size: size, total: 100 * size, tell: tell}
}

func (p *progress) read(n int64) { p.to(checked * min(n, p.size)) }

func (p *progress) part(percent int64) { p.to(percent * p.size) }

func (p *progress) to(done int64) {
	if done > p.done {
		p.done = done
		p.tell(p.done, p.total)
	}
}

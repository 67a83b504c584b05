package gtfs

import (
	"context"
	"encoding/hex"
	"fmt"
	"io/fs"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// Options configure how a feed is read. The zero Options suit most feeds.
type Options struct {
	Types Types // maps routes to kinds of train

	// Merge is the distance in metres within which stops of the same name become one station, for feeds without
	// parent_station. See the package's documentation for the rule. 0 merges none.
	Merge float64

	// Codes is the field of trips.txt that has the codes of trains, one of [CodeFields]. The default is trip_short_name.
	Codes string

	// NumericIDs gives stations numbers for clients that need them, see [timetable.SetNumericIDs].
	NumericIDs bool

	// Bytes limits the uncompressed size of the feed's files together. The default is 4 GiB.
	Bytes int64

	// FileBytes limits the uncompressed size of each file. The default is three quarters of Bytes.
	FileBytes int64

	// Rows limits the number of rows of each file, usable or not. The default is 50 million.
	Rows int

	// Memory limits the memory that the feed takes while it is loaded, in bytes, as estimated from the usable rows, their
	// texts, and the departures made from frequencies.txt. The default is 1 GiB. It does not include the archive.
	Memory int64

	// Time limits the time that loading the feed takes. The default is 5 minutes.
	Time time.Duration

	// Progress, if not nil, is called now and then while the feed is loaded. done increases with each call up to total,
	// which does not change.
	Progress func(done, total int64)

	// Modified is the time when the feed was last changed. If it is zero, the latest modification time of the feed's
	// files is used.
	Modified time.Time
}

// Load reads a feed from a ZIP archive. The feed's files may be in a folder of the archive. The report is never nil.
//
// If the feed cannot be used, Load returns an error. It is a [Warning] if the problem has a place in the feed.
func Load(ctx context.Context, archive []byte, options Options) (*timetable.Timetable, *Report, error) {
	return load(ctx, options, func(report *Report) (*source, error) { return fromZIP(archive, report) })
}

// LoadFS is like Load, but reads the feed's files from the root of a file system, or from a folder there.
func LoadFS(ctx context.Context, files fs.FS, options Options) (*timetable.Timetable, *Report, error) {
	return load(ctx, options, func(report *Report) (*source, error) { return fromFS(files, report) })
}

// load loads a feed within the limit of time.
func load(ctx context.Context, options Options, open func(*Report) (*source, error)) (plan *timetable.Timetable, report *Report, err error) {
	report = &Report{}
	source, err := open(report)
	if err != nil {
		return nil, report, err
	}
	options = options.withDefaults()
	tooLong := fmt.Errorf("the feed takes more than %v to load, the limit of --gtfs-timeout", options.Time)
	ctx, cancel := context.WithTimeoutCause(ctx, options.Time, tooLong)
	defer cancel()
	defer func() {
		// Feeds are not trusted, and are loaded while the service runs with another one. A bug here must not end it.
		if cause := recover(); cause != nil {
			plan, err = nil, fmt.Errorf("internal error while reading the feed: %v", cause)
		}
		if err != nil && context.Cause(ctx) == tooLong {
			err = tooLong
		}
	}()
	if source.size > options.Bytes {
		return nil, report, errBytes(options.Bytes)
	}
	report.Codes = options.Codes
	c := newChecker(ctx, source, report, options)
	if err := c.check(); err != nil {
		return nil, report, err
	}
	report.Version = hex.EncodeToString(c.sum.Sum(nil)[:16])
	if options.Modified.IsZero() {
		options.Modified = source.modified
	}
	progress := c.progress
	progress.stage(checked)
	if plan, err = build(c, timetable.Info{Version: report.Version, Modified: options.Modified}); err == nil {
		progress.stage(built)
	}
	return plan, report, err
}

// The stages of loading a feed. Each value is the percentage of the time that has passed when the stage ends.
const (
	checked  = 60
	drafted  = 75
	finished = 90
	built    = 100
)

// A progress reports how much of the loading is done. During the check it follows the bytes read; the other stages are
// reported only at their end.
type progress struct {
	size   int64 // not 0
	done   int64
	report func(done, total int64) // may be nil
}

func (p *progress) read(n int64) { p.to(checked * min(n, p.size)) }

func (p *progress) stage(percent int64) { p.to(percent * p.size) }

func (p *progress) to(done int64) {
	if done > p.done && p.report != nil {
		p.done = done
		p.report(done, 100*p.size)
	}
}

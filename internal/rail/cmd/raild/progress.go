package main

import (
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// A progress shows the progress of a long task: as a bar on a terminal, else as a few log records. It is safe for
// concurrent use.
type progress struct {
	what     string
	terminal io.Writer // nil means the log
	logger   *slog.Logger

	mu     sync.Mutex
	bar    *progressbar.ProgressBar
	logged int64 // number of quarters that are logged
}

// newProgress returns a progress with the title what; it uses w if that is a terminal.
func newProgress(what string, w io.Writer, logger *slog.Logger) *progress {
	p := &progress{what: what, logger: logger}
	if file, ok := w.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		p.terminal = w
	}
	return p
}

// update shows how much of a total is done. The log has the start and each quarter except the last, as the caller logs the result.
func (p *progress) update(done, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case total <= 0:
		return
	case p.terminal == nil:
		if quarter := 4 * done / total; p.logged <= quarter && quarter < 4 {
			p.logged = quarter + 1
			p.logger.Info(p.what, "percent", 25*quarter)
		}
		return
	case p.bar == nil:
		p.bar = progressbar.NewOptions64(total,
			progressbar.OptionSetWriter(p.terminal),
			progressbar.OptionSetDescription(p.what),
			progressbar.OptionSetWidth(40),
			progressbar.OptionThrottle(50*time.Millisecond),
			progressbar.OptionClearOnFinish())
	}
	p.bar.ChangeMax64(total)
	p.bar.Set64(min(done, total))
}

// end removes the bar.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		p.bar.Finish()
	}
	p.bar, p.logged = nil, 0
}

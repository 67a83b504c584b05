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

// A progress tells people how far something is that takes a while: by a bar on a terminal, else by a few lines of the
// log. It is safe for concurrent use.
type progress struct {
	what     string
	terminal io.Writer // nil: the log
	logger   *slog.Logger

	mu   sync.Mutex
	bar  *progressbar.ProgressBar
	said int64 // quarters that the log has
}

// newProgress returns a progress of what is told, on w if that is a terminal.
func newProgress(what string, w io.Writer, logger *slog.Logger) *progress {
	p := &progress{what: what, logger: logger}
	if file, ok := w.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		p.terminal = w
	}
	return p
}

// tell says how much is done of a total.
func (p *progress) tell(done, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if total <= 0 {
		return
	}
	if p.terminal == nil {
		p.log(done, total)
		return
	}
	if p.bar == nil {
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

// log says the first that is done, and each quarter but the last, which is said by what follows.
func (p *progress) log(done, total int64) {
	quarter := 4 * done / total
	if p.said > quarter || quarter == 4 {
		return
	}
	p.said = quarter + 1
	p.logger.Info(p.what, "percent", 25*quarter)
}

// end takes the bar away.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		p.bar.Finish()
		p.bar = nil
	}
	p.said = 0
}

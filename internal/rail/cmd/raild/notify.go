package main

import (
	"slices"

	"github.com/coreos/go-systemd/v22/daemon"

	"example.com/quartet/internal/rail/feed"
)

// notify tells systemd, if it has started the process as a service of Type=notify, in which state the process is.
func (a *app) notify(state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		a.logger.Warn("cannot notify systemd", "state", state, "error", err)
	}
}

// servesAnyway reports whether the process serves if the timetable cannot be read: one at a URL is tried again.
func (c config) servesAnyway() bool {
	return slices.ContainsFunc(c.gtfs, func(where string) bool {
		url, err := feed.ParseLocation(where)
		return err == nil && url != nil
	})
}

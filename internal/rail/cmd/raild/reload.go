package main

import (
	"context"
	"os"

	"github.com/coreos/go-systemd/v22/daemon"
)

// reloadAll reads the certificate and the feeds again for each signal, until ctx is done.
func (a *app) reloadAll(ctx context.Context, signals <-chan os.Signal) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-signals:
		}
		a.logger.Info("reloading")
		a.notify(daemon.SdNotifyReloading)
		if a.certificate != nil {
			a.reloaded(ctx, "certificate", a.certificate.reload())
		}
		a.reloaded(ctx, "feeds", a.railway.reload(ctx))
		a.notify(daemon.SdNotifyReady)
	}
}

// reloaded logs and counts that a part was read again.
func (a *app) reloaded(ctx context.Context, part string, err error) {
	if ctx.Err() != nil {
		return // stopping is not a failure of the part
	}
	a.metrics.reloaded(part, err == nil)
	if err != nil {
		a.logger.Error("cannot reload; keeping what is in use", "part", part, "error", err)
		return
	}
	a.logger.Info("reloaded", "part", part)
}

// notify tells systemd, if it has started the process as a service of Type=notify, in which state the process is.
func (a *app) notify(state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		a.logger.Warn("cannot notify systemd", "state", state, "error", err)
	}
}

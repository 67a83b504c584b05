// Package progress shows what a command is doing. The stages of the generator report their activity to a function in their
// context, and a [Line] shows it on a terminal.
package progress

import (
	"context"
	"fmt"
)

type key struct{}

// With returns a context in which [Doing] calls report, which must be safe for concurrent use.
func With(ctx context.Context, report func(doing string)) context.Context {
	return context.WithValue(ctx, key{}, report)
}

// Doing reports the current activity, such as "reading a.xsd". It does nothing if the context has no function for reports.
func Doing(ctx context.Context, format string, args ...any) {
	if report, ok := ctx.Value(key{}).(func(doing string)); ok {
		report(fmt.Sprintf(format, args...))
	}
}

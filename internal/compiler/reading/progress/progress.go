// Package progress says what a command is doing. The stages of the generator report it to their context, and a [Line] shows it
// on a terminal while a command takes long.
package progress

import (
	"context"
	"fmt"
)

type key struct{}

// With returns a context whose users report what they do to a function. It may be called by several goroutines at once.
func With(ctx context.Context, report func(doing string)) context.Context {
	return context.WithValue(ctx, key{}, report)
}

// Doing reports what is done from now on, such as "reading a.xsd". It does nothing if nobody wants to know.
func Doing(ctx context.Context, format string, args ...any) {
	if report, ok := ctx.Value(key{}).(func(doing string)); ok {
		report(fmt.Sprintf(format, args...))
	}
}

package main

import (
	"bytes"
	"context"
	"log"
	"log/slog"
	"strings"
)

// adoptStandardLog makes records of the logger of what libraries write to the log of package log, which belongs to the
// whole process. It returns a function that gives it back.
func adoptStandardLog(logger *slog.Logger) (giveBack func()) {
	writer, flags, prefix := log.Writer(), log.Flags(), log.Prefix()
	log.SetOutput(recordWriter{logger})
	log.SetFlags(0)
	log.SetPrefix("")
	return func() {
		log.SetOutput(writer)
		log.SetFlags(flags)
		log.SetPrefix(prefix)
	}
}

// longestRecord is how much of a message of a library is logged, in bytes.
const longestRecord = 1000

// A recordWriter logs each message that is written as a record.
type recordWriter struct{ logger *slog.Logger }

func (w recordWriter) Write(p []byte) (int, error) {
	text := bytes.TrimSpace(p)
	if len(text) > longestRecord {
		text = text[:longestRecord]
	}
	if len(text) > 0 {
		w.logger.LogAttrs(context.Background(), slog.LevelWarn, "library", slog.String("text", strings.ToValidUTF8(string(text), "�")))
	}
	return len(p), nil
}

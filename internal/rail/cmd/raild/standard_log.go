package main

import (
	"bytes"
	"context"
	"log"
	"log/slog"
	"strings"
)

// redirectStandardLog sends the output of package log, which some libraries use, to the logger. It returns a function
// that restores package log.
func redirectStandardLog(logger *slog.Logger) (restore func()) {
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

// maxMessage is the maximum length of a logged message of a library, in bytes.
const maxMessage = 1000

// A recordWriter logs each message written to it as one record.
type recordWriter struct{ logger *slog.Logger }

func (w recordWriter) Write(p []byte) (int, error) {
	text := bytes.TrimSpace(p)
	if len(text) > maxMessage {
		text = text[:maxMessage]
	}
	if len(text) > 0 {
		w.logger.LogAttrs(context.Background(), slog.LevelWarn, "message from a library", slog.String("text", strings.ToValidUTF8(string(text), "�")))
	}
	return len(p), nil
}

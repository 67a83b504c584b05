package main

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
)

// A certificate is that of two files. It is read again when one of them changes; as long as what they hold cannot be
// used, the one before stays. It is safe for concurrent use.
type certificate struct {
	certFile, keyFile string
	logger            *slog.Logger

	mu      sync.Mutex
	mark    string // of the files when they were last read
	current *tls.Certificate
}

func newCertificate(certFile, keyFile string, logger *slog.Logger) (*certificate, error) {
	c := &certificate{certFile: certFile, keyFile: keyFile, logger: logger}
	mark, err := c.look()
	if err != nil {
		return nil, err
	}
	return c, c.read(mark)
}

// config returns the configuration of a server with the certificate.
func (c *certificate) config() *tls.Config {
	return &tls.Config{
		MinVersion:     tls.VersionTLS12,
		NextProtos:     []string{"h2", "http/1.1"},
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return c.get(), nil },
	}
}

// get returns the certificate. It looks at the files, which costs little beside a handshake.
func (c *certificate) get() *tls.Certificate {
	c.mu.Lock()
	defer c.mu.Unlock()
	mark, err := c.look()
	if err == nil && mark == c.mark {
		return c.current
	}
	if err == nil {
		err = c.read(mark)
	}
	switch {
	case err == nil:
		c.logger.Info("certificate read", "file", c.certFile, "ends", c.current.Leaf.NotAfter)
	case c.mark != mark: // said once
		c.logger.Error("certificate cannot be read; the one before stays", "file", c.certFile, "error", err)
	}
	c.mark = mark
	return c.current
}

// look returns what changes when the files do.
func (c *certificate) look() (string, error) {
	mark := ""
	for _, name := range []string{c.certFile, c.keyFile} {
		info, err := os.Stat(name)
		if err != nil {
			return "", fmt.Errorf("looking at the certificate: %w", err)
		}
		mark += fmt.Sprint(info.Size(), info.ModTime().UnixNano(), " ")
	}
	return mark, nil
}

func (c *certificate) read(mark string) error {
	pair, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err != nil {
		return fmt.Errorf("reading the certificate: %w", err)
	}
	c.mark, c.current = mark, &pair
	return nil
}

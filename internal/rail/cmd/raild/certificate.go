package main

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
)

// A certificate is a TLS certificate in two files. It is read again when one of them changes; if that fails, the
// previous certificate stays in use. It is safe for concurrent use.
type certificate struct {
	certFile, keyFile string
	logger            *slog.Logger

	mu      sync.Mutex
	version string // version of the files that were read last, as returned by fileVersion
	current *tls.Certificate
}

func newCertificate(certFile, keyFile string, logger *slog.Logger) (*certificate, error) {
	c := &certificate{certFile: certFile, keyFile: keyFile, logger: logger}
	version, err := c.fileVersion()
	if err != nil {
		return nil, err
	}
	return c, c.read(version)
}

// config returns the TLS configuration of a server with the certificate.
func (c *certificate) config() *tls.Config {
	return &tls.Config{
		MinVersion:     tls.VersionTLS12,
		NextProtos:     []string{"h2", "http/1.1"},
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return c.get(), nil },
	}
}

// get returns the current certificate. It checks the files on each call, which costs little compared with a handshake. An error is
// logged once for each version of them.
func (c *certificate) get() *tls.Certificate {
	c.mu.Lock()
	defer c.mu.Unlock()
	version, err := c.fileVersion()
	if version == c.version {
		return c.current
	}
	if err == nil {
		err = c.read(version)
	}
	if c.version = version; err != nil {
		c.logger.Error("cannot read the certificate; keeping the previous one", "file", c.certFile, "error", err)
	} else {
		c.logger.Info("certificate read", "file", c.certFile, "expires", c.current.Leaf.NotAfter)
	}
	return c.current
}

// reload reads the files, changed or not. After an error the previous certificate stays in use, and get need not log the error.
func (c *certificate) reload() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	version, err := c.fileVersion()
	if err == nil {
		err = c.read(version)
	}
	c.version = version
	return err
}

// fileVersion returns the sizes and modification times of the files, "" with an error.
func (c *certificate) fileVersion() (string, error) {
	version := ""
	for _, name := range []string{c.certFile, c.keyFile} {
		info, err := os.Stat(name)
		if err != nil {
			return "", fmt.Errorf("checking the certificate: %w", err)
		}
		version += fmt.Sprint(info.Size(), info.ModTime().UnixNano(), " ")
	}
	return version, nil
}

func (c *certificate) read(version string) error {
	pair, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err != nil {
		return fmt.Errorf("reading the certificate: %w", err)
	}
	c.version, c.current = version, &pair
	return nil
}

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
	version string // sizes and modification times of the files that were read last; "" if that failed
	current *tls.Certificate
}

func newCertificate(certFile, keyFile string, logger *slog.Logger) (*certificate, error) {
	c := &certificate{certFile: certFile, keyFile: keyFile, logger: logger}
	_, err := c.read(true)
	return c, err
}

// config returns the TLS configuration of a server with the certificate.
func (c *certificate) config() *tls.Config {
	return &tls.Config{
		MinVersion:     tls.VersionTLS12,
		NextProtos:     []string{"h2", "http/1.1"},
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return c.get(), nil },
	}
}

// get returns the current certificate. It checks the files on each call, which costs little compared with a handshake.
func (c *certificate) get() *tls.Certificate {
	c.mu.Lock()
	defer c.mu.Unlock()
	if read, err := c.read(false); err != nil {
		c.logger.Error("cannot read the certificate; keeping the previous one", "file", c.certFile, "error", err)
	} else if read {
		c.logger.Info("certificate read", "file", c.certFile, "expires", c.current.Leaf.NotAfter)
	}
	return c.current
}

// reload reads the files, changed or not. After an error the previous certificate stays in use.
func (c *certificate) reload() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err := c.read(true)
	return err
}

// read reads the files if they have changed since they were read last, or always. It returns the error of each version of them once.
func (c *certificate) read(always bool) (read bool, err error) {
	version := ""
	for _, name := range []string{c.certFile, c.keyFile} {
		info, failed := os.Stat(name)
		if failed != nil {
			version, err = "", fmt.Errorf("checking the certificate: %w", failed)
			break
		}
		version += fmt.Sprint(info.Size(), info.ModTime().UnixNano(), " ")
	}
	if version == c.version && !always {
		return false, nil
	}
	c.version = version
	if err != nil {
		return false, err
	}
	pair, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err != nil {
		return false, fmt.Errorf("reading the certificate: %w", err)
	}
	c.current = &pair
	return true, nil
}

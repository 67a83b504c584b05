package cli

import (
	"bytes"
	"cmp"
	"crypto/tls"
	"fmt"
	"os"
)

// keyPair is a certificate with its key, in PEM files.
type keyPair struct{ certificate, key string }

// load returns the certificate, and nil if there is none. flag is the name of the flag for it.
func (p *keyPair) load(flag string) (*tls.Certificate, error) {
	if p.certificate == "" {
		if p.key != "" {
			return nil, usagef("there is a key, but no certificate; want %s", flag)
		}
		return nil, nil
	}
	certificate, err := readPEM(p.certificate)
	if err != nil {
		return nil, usagef("%s: %w", flag, err)
	}
	key, err := readPEM(cmp.Or(p.key, p.certificate))
	if err != nil {
		return nil, usagef("%s: the key: %w", flag, err)
	}
	pair, err := tls.X509KeyPair(certificate, key)
	if err != nil {
		return nil, usagef("%s: %w; the certificate is read from %s, and its key from %s", flag, err, p.certificate, cmp.Or(p.key, p.certificate))
	}
	return &pair, nil
}

// readPEM reads a file with PEM blocks, none of which is encrypted.
func readPEM(name string) ([]byte, error) {
	text, err := os.ReadFile(name)
	switch {
	case err != nil:
		return nil, err
	case !bytes.Contains(text, []byte("-----BEGIN ")):
		return nil, fmt.Errorf("%s is not PEM; if it is a P12 file, convert it: openssl pkcs12 -in %[1]s -clcerts -nodes -out %[1]s.pem", name)
	case bytes.Contains(text, []byte("ENCRYPTED")):
		return nil, fmt.Errorf("the key in %s has a password; remove it: openssl pkey -in %[1]s -out key.pem", name)
	}
	return text, nil
}

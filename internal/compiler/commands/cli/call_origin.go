package cli

import (
	"fmt"
	"net/url"

	"github.com/spf13/cobra"

	"example.com/quartet/internal/compiler/reading/fetch"
	"example.com/quartet/internal/compiler/reading/spelling"
)

// origins is the flag --allow-origin: the origins (RFC 6454) that get credentials, in addition to the contract's.
type origins struct{ allowed []string }

// allows reports whether the flag lists an origin.
func (o *origins) allows(origin string) (bool, error) {
	allowed := false
	for _, text := range o.allowed {
		u, err := url.Parse(text)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.Fragment != "" {
			return false, usagef("--allow-origin %q is not an origin; want http or https, a host and a port, such as https://host:8443", redacted(text))
		}
		allowed = allowed || fetch.Origin(u) == origin
	}
	return allowed, nil
}

// credentials returns the parts of a call that may identify the caller, by the names of flags.
func (o *callOptions) credentials() []string {
	var all []string
	add := func(given bool, name string) {
		if given {
			all = append(all, name)
		}
	}
	add(o.user != "", "--user")
	add(o.client.certificate != "", "--tls-cert")
	add(o.own.certificate != "", "--cert")
	add(len(o.headers) > 0, "--header")
	add(len(o.headerBlocks.given) > 0, "--soap-header")
	add(o.headerBlocks.inMessage, "the header blocks of the message")
	return all
}

// checkOrigin returns an error if credentials would be sent to an address in the contract with another origin than the
// contract's, because the author of the contract may not be trusted with them. They are sent to an address that the user has
// named, and to the address in a contract that is a file, after printing it. from is the address of the contract, "" for a
// file.
func (o *callOptions) checkOrigin(cmd *cobra.Command, from, address string) error {
	to, err := originOf(address)
	if err != nil && o.endpoint == "" {
		return err
	}
	allowed, err := o.origins.allows(to)
	if err != nil {
		return err
	}
	sent := o.credentials()
	if allowed || o.endpoint != "" || len(sent) == 0 {
		return nil
	}
	if from == "" {
		if !o.curl {
			fmt.Fprintf(cmd.ErrOrStderr(), "quartet: sending %s to %s\n", spelling.List(sent), redacted(address))
		}
		return nil
	}
	own, err := originOf(from)
	if err != nil || own == to {
		return err
	}
	return usagef("the contract is from %s, but has an address at %s: %s would be sent to another origin; if it is the right one, name the address with --endpoint URL, or use --allow-origin %s",
		own, to, spelling.List(sent), to)
}

// originOf returns the origin of an address.
func originOf(address string) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", fmt.Errorf("the address %q has no origin", redacted(address))
	}
	return fetch.Origin(u), nil
}

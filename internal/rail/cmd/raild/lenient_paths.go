package main

import (
	"net/http"
	"regexp"
	"strings"

	"example.com/quartet/templates/soap"
)

// lenientPaths passes requests to a handler of the service with the paths that it knows: slashes that follow each other as
// one, and the name of an operation, or the path of the service, in any case as the contract has it.
func lenientPaths(next http.Handler) http.Handler {
	known := map[string]string{strings.ToLower(servicePath): servicePath}
	for _, operation := range soap.ContractOf(next).Operations {
		for _, wire := range operation.Wires {
			if path := servicePath + wire.Path; wire.IsHTTP() {
				known[strings.ToLower(path)] = path
			}
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path := known[strings.ToLower(singleSlashes(r.URL.Path))]; path != "" && path != r.URL.Path {
			u := *r.URL
			u.Path, u.RawPath = path, ""
			r = r.WithContext(r.Context())
			r.URL = &u
		}
		next.ServeHTTP(w, r)
	})
}

var slashes = regexp.MustCompile("//+")

// singleSlashes returns a path without slashes that follow a slash.
func singleSlashes(path string) string { return slashes.ReplaceAllString(path, "/") }

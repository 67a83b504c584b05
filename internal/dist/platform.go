package main

import (
	"fmt"
	"slices"
	"strings"
)

// allPlatforms are the operating systems and architectures for which archives are built, by their names in Go.
var allPlatforms = []string{"darwin/amd64", "darwin/arm64", "linux/amd64", "linux/arm64", "windows/amd64", "windows/arm64"}

// parsePlatforms parses a list of platforms.
func parsePlatforms(text string) (list []string, err error) {
	for _, name := range strings.Split(text, ",") {
		switch {
		case !slices.Contains(allPlatforms, name):
			return nil, fmt.Errorf("unknown platform %q; want one of %s", name, strings.Join(allPlatforms, ","))
		case slices.Contains(list, name):
			return nil, fmt.Errorf("platform %s is listed twice", name)
		}
		list = append(list, name)
	}
	return list, nil
}

// extensions returns the extensions of commands and of archives for an operating system.
func extensions(goos string) (ofCommand, ofArchive string) {
	if goos == "windows" {
		return ".exe", ".zip"
	}
	return "", ".tar.gz"
}

// environment returns the variables that a build depends on. GOAMD64 and GOARM64 are their defaults, which variables of
// the machine could change.
func environment(goos, goarch string) []string {
	return []string{"GOOS=" + goos, "GOARCH=" + goarch, "CGO_ENABLED=0", "GOFLAGS=", "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=", "GOWORK=off"}
}

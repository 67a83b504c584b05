package main

import (
	"fmt"
	"slices"
	"strings"
)

// A platform is an operating system and an architecture, by their names in Go.
type platform struct{ os, arch string }

func (p platform) String() string { return p.os + "/" + p.arch }

// executable returns the name of the file of a command.
func (p platform) executable(command string) string {
	if p.os == "windows" {
		return command + ".exe"
	}
	return command
}

// extension returns the extension of archives for the platform.
func (p platform) extension() string {
	if p.os == "windows" {
		return ".zip"
	}
	return ".tar.gz"
}

// environment returns the variables that a build depends on. GOAMD64 and GOARM64 are their defaults, which variables of
// the machine could change.
func (p platform) environment() []string {
	return []string{"GOOS=" + p.os, "GOARCH=" + p.arch, "CGO_ENABLED=0", "GOFLAGS=", "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=", "GOWORK=off"}
}

// platforms is the value of a flag.
type platforms []platform

var allPlatforms = platforms{
	{"darwin", "amd64"}, {"darwin", "arm64"}, {"linux", "amd64"}, {"linux", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
}

// String implements [pflag.Value].
func (p *platforms) String() string {
	var names []string
	for _, one := range *p {
		names = append(names, one.String())
	}
	return strings.Join(names, ",")
}

// Type implements [pflag.Value].
func (p *platforms) Type() string { return "OS/ARCH,..." }

// Set implements [pflag.Value].
func (p *platforms) Set(text string) error {
	var list platforms
	for _, name := range strings.Split(text, ",") {
		i := slices.IndexFunc(allPlatforms, func(known platform) bool { return known.String() == name })
		switch {
		case i < 0:
			return fmt.Errorf("unknown platform %q; want one of %s", name, allPlatforms.String())
		case slices.Contains(list, allPlatforms[i]):
			return fmt.Errorf("platform %s is listed twice", name)
		}
		list = append(list, allPlatforms[i])
	}
	*p = list
	return nil
}

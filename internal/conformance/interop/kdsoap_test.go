package interop_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/internal/conformance/interop"
)

const kdsoapPackages = "libkdsoap-dev libkdsoap-bin g++ pkg-config"

// kdsoapClient returns the command of a client with the classes that kdwsdl2cpp generates. They take
// longer to compile than all others.
func kdsoapClient(t *testing.T, contract string) *exec.Cmd {
	generator, moc := interop.Program(t, "kdwsdl2cpp", kdsoapPackages), interop.Program(t, "moc", "qtbase5-dev-tools")
	compiler, config := interop.Program(t, "g++", kdsoapPackages), interop.Program(t, "pkg-config", kdsoapPackages)
	folder := t.TempDir()
	header, source := filepath.Join(folder, "realtime.h"), filepath.Join(folder, "realtime.cpp")
	run(t, exec.Command(generator, "-o", header, contract))
	run(t, exec.Command(generator, "-impl", header, "-o", source, contract))
	meta := filepath.Join(folder, "moc_realtime.cpp")
	run(t, exec.Command(moc, "-o", meta, header))
	program := filepath.Join(folder, "client")
	build := exec.Command(compiler, "-fPIC", "-I"+folder, "-I/usr/include/KDSoapClient", "-o", program,
		filepath.Join("testdata", "kdsoap", "client.cpp"), source, meta, "-lkdsoap")
	build.Args = append(build.Args, strings.Fields(string(run(t, exec.Command(config, "--cflags", "--libs", "Qt5Core", "Qt5Network", "Qt5Xml"))))...)
	run(t, build)
	return exec.Command(program)
}

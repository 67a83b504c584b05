package interop_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/internal/conformance/interop"
)

// Debian's packages with what Java needs.
const jaxWsPackages = "default-jdk-headless jaxws libgoogle-gson-java"

// jaxWs returns the command of a class in testdata/java, built with what wsimport generates from the contract.
func jaxWs(class string) func(*testing.T, string) *exec.Cmd {
	return func(t *testing.T, contract string) *exec.Cmd {
		wsimport := interop.Program(t, "wsimport", jaxWsPackages)
		java, javac := interop.Program(t, "java", jaxWsPackages), interop.Program(t, "javac", jaxWsPackages)
		folder := t.TempDir()
		run(t, exec.Command(wsimport, "-quiet", "-extension", "-Xnocompile", "-p", "rail", "-s", folder, contract))
		path := classPath(t, "jaxws-rt.jar", "jaxws-api.jar", "gson.jar")
		run(t, exec.Command(javac, "-nowarn", "-proc:none", "-d", folder, "-cp", path,
			"-sourcepath", folder+":"+filepath.Join("testdata", "java"), filepath.Join(folder, "rail", "package-info.java"),
			filepath.Join("testdata", "java", class+".java")))
		return exec.Command(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", folder+":"+path, class)
	}
}

// classPath returns the class path of libraries that Debian installed, without those that it needs.
func classPath(t *testing.T, jars ...string) string {
	t.Helper()
	var paths []string
	for _, jar := range jars {
		path := filepath.Join("/usr/share/java", jar)
		paths = append(paths, path)
	}
	return strings.Join(paths, ":")
}

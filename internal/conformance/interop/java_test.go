package interop_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/internal/conformance/interop"
)

// TestMain lets programs of Java, compilers among them, end soon: without the second compiler of the virtual machine and threads that
// collect garbage they take half of the CPU time.
func TestMain(m *testing.M) {
	os.Setenv("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
	os.Exit(m.Run())
}

// Debian's packages with what Java needs.
const (
	jaxWsPackages = "default-jdk-headless jaxws libgoogle-gson-java"
	axisPackages  = "default-jdk-headless libaxis-java libgoogle-gson-java"
)

// jaxWs returns the command of a class in testdata/java, built with what wsimport generates from the contract, with arguments.
func jaxWs(class string, arguments ...string) func(*testing.T, string) *exec.Cmd {
	return func(t *testing.T, contract string) *exec.Cmd {
		wsimport := interop.Program(t, "wsimport", jaxWsPackages)
		java, javac := interop.Program(t, "java", jaxWsPackages), interop.Program(t, "javac", jaxWsPackages)
		folder := t.TempDir()
		run(t, exec.Command(wsimport, "-quiet", "-extension", "-Xnocompile", "-p", "rail", "-s", folder, contract))
		path := classPath(t, jaxWsPackages, "jaxws-rt.jar", "jaxws-api.jar", "gson.jar")
		run(t, exec.Command(javac, "-nowarn", "-proc:none", "-d", folder, "-cp", path,
			"-sourcepath", folder+":"+filepath.Join("testdata", "java"), filepath.Join(folder, "rail", "package-info.java"),
			filepath.Join("testdata", "java", class+".java")))
		arguments := append([]string{"-cp", folder + ":" + path, class}, arguments...)
		return exec.Command(java, arguments...)
	}
}

// axis returns the command of a class in testdata/java with what WSDL2Java of Axis 1.4 generates from the contract. The
// class of a server gets the file that describes the service.
func axis(class string, generate ...string) func(*testing.T, string) *exec.Cmd {
	return func(t *testing.T, contract string) *exec.Cmd {
		java, javac := interop.Program(t, "java", axisPackages), interop.Program(t, "javac", axisPackages)
		path := classPath(t, axisPackages, "axis.jar", "axis-jaxrpc.jar", "axis-saaj.jar", "wsdl4j.jar", "commons-logging.jar",
			"commons-discovery.jar", "javax.activation.jar", "javax.mail.jar", "gson.jar")
		folder := t.TempDir()
		generator := exec.Command(java, "-cp", path, "org.apache.axis.wsdl.WSDL2Java", "-o", folder, "-p", "rail")
		generator.Args = append(append(generator.Args, generate...), contract)
		run(t, generator)
		run(t, exec.Command(javac, "-nowarn", "-proc:none", "-d", folder, "-cp", path, "-sourcepath", folder,
			filepath.Join("testdata", "java", class+".java")))
		program := exec.Command(java, "-cp", folder+":"+path, class, filepath.Join(folder, "rail", "deploy.wsdd"))
		program.Dir = folder // where it writes its configuration
		return program
	}
}

// classPath returns the class path of libraries that Debian installs, without those that their manifests name.
func classPath(t *testing.T, packages string, jars ...string) string {
	t.Helper()
	var paths []string
	for _, jar := range jars {
		path := filepath.Join("/usr/share/java", jar)
		if _, err := os.Stat(path); err != nil {
			interop.Missing(t, jar, packages)
		}
		paths = append(paths, path)
	}
	return strings.Join(paths, ":")
}

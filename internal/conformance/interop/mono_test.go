package interop_test

import (
	"os/exec"
	"path/filepath"
	"testing"

	"example.com/quartet/internal/conformance/interop"
)

// monoPackages are Debian's packages with Mono's compiler and its tools.
const monoPackages = "mono-devel"

// monoClient returns the command of a client with what Mono's wsdl generates for the four protocols.
func monoClient(t *testing.T, contract string) *exec.Cmd {
	wsdl, mcs := interop.Program(t, "wsdl", monoPackages), interop.Program(t, "mcs", monoPackages)
	mono := interop.Program(t, "mono", monoPackages)
	folder := t.TempDir()
	program := filepath.Join(folder, "client.exe")
	build := exec.Command(mcs, "-out:"+program, "-nowarn:0618", "-r:System.Web.Services", "-r:System.Web.Extensions",
		"-r:Microsoft.CSharp", "-r:System.EnterpriseServices", filepath.Join("testdata", "mono", "Client.cs"))
	for port, protocol := range map[string]string{soap11: "SOAP", soap12: "SOAP12", httpGet: "HttpGet", httpPost: "HttpPost"} {
		source := filepath.Join(folder, port+".cs")
		run(t, exec.Command(wsdl, "-nologo", "-n:"+port, "-protocol:"+protocol, "-o:"+source, contract))
		build.Args = append(build.Args, source)
	}
	run(t, build)
	return exec.Command(mono, program)
}

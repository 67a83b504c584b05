package interop_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"example.com/quartet/internal/conformance/interop"
)

// monoPackages are Debian's packages with Mono's compiler and its tools.
const monoPackages = "mono-devel"

// monoClient returns the command of a client with what Mono's wsdl generates for the four protocols.
func monoClient(t *testing.T, contract string) *exec.Cmd {
	wsdl, folder := interop.Program(t, "wsdl", monoPackages), t.TempDir()
	var sources []string
	for port, protocol := range map[string]string{soap11: "SOAP", soap12: "SOAP12", httpGet: "HttpGet", httpPost: "HttpPost"} {
		source := filepath.Join(folder, port+".cs")
		run(t, exec.Command(wsdl, "-nologo", "-n:"+port, "-protocol:"+protocol, "-o:"+source, contract))
		sources = append(sources, source)
	}
	return buildMonoClient(t, folder, sources...)
}

// svcutilClient returns the command of a client with what Mono's svcutil generates for WCF.
func svcutilClient(t *testing.T, contract string) *exec.Cmd {
	folder := t.TempDir()
	source := filepath.Join(folder, "rail.cs")
	run(t, exec.Command(interop.Program(t, "svcutil", monoPackages), "-noConfig", "-noLogo", "-o:"+source, contract))
	return buildMonoClient(t, folder, source)
}

// buildMonoClient builds a client with generated sources, and returns its command.
func buildMonoClient(t *testing.T, folder string, sources ...string) *exec.Cmd {
	t.Helper()
	mcs, mono := interop.Program(t, "mcs", monoPackages), interop.Program(t, "mono", monoPackages)
	program := filepath.Join(folder, "client.exe")
	build := exec.Command(mcs, "-out:"+program, "-nowarn:0618", "-r:System.Web.Services", "-r:System.Web.Extensions", "-r:System.ServiceModel",
		"-r:System.Runtime.Serialization", "-r:Microsoft.CSharp", "-r:System.EnterpriseServices", filepath.Join("testdata", "mono", "Client.cs"))
	build.Args = append(build.Args, sources...)
	run(t, build)
	return exec.Command(mono, program)
}

// monoServer returns the command of an ASMX service on Mono behind nginx.
func monoServer(t *testing.T, contract string) *exec.Cmd {
	interop.Program(t, "fastcgi-mono-server4", "mono-fastcgi-server4")
	interop.Program(t, "nginx", "nginx-light")
	interop.Program(t, "curl", "curl")
	wsdl, mcs := interop.Program(t, "wsdl", monoPackages), interop.Program(t, "mcs", monoPackages)
	folder := filepath.Dir(contract)
	site := filepath.Join(folder, "site")
	if err := os.MkdirAll(filepath.Join(site, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	copyFile(t, filepath.Join("testdata", "mono", "web.config"), filepath.Join(site, "web.config"))
	page := `<%@ WebService Class="Service" %>`
	if err := os.WriteFile(filepath.Join(site, "Service.asmx"), []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(folder, "records.cs")
	run(t, exec.Command(wsdl, "-nologo", "-n:"+soap11, "-o:"+source, contract))
	run(t, exec.Command(mcs, "-target:library", "-out:"+filepath.Join(site, "bin", "service.dll"), "-nowarn:0618",
		"-r:System.Web.Services", "-r:System.Web.Extensions", filepath.Join("testdata", "mono", "Service.cs"), source))
	return exec.Command("/bin/sh", filepath.Join("testdata", "mono", "serve.sh"))
}

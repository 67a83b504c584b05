package interop_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"example.com/quartet/internal/conformance/interop"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/wsa"
)

// peers are the clients, in the order of the documentation. To add one, write a program with the protocol of
// testdata/README.md, and an entry here.
var peers = []peer{
	{
		name:        "zeep",
		program:     python("zeep", "zeep_client.py"),
		ports:       allPorts,
		contracts:   []form{flat, keepsLast},
		differences: []difference{dropsEmptyField, cannotOmit.at(httpPorts...)},
	},
	{
		name:        "npm soap",
		program:     node("soap", "soap.mjs"),
		ports:       soapPorts,
		contracts:   []form{flat, keepsLast},
		differences: []difference{trimsFields},
	},
	{
		name:        "wsdl-tsclient",
		program:     wsdlTSClient,
		ports:       soapPorts,
		contracts:   []form{soapOnly},
		differences: []difference{trimsFields},
	},
	{
		name:      "xml-toolkit",
		program:   node("xml-toolkit", "xml-toolkit.mjs"),
		ports:     soapPorts,
		contracts: []form{savedFlat, saved},
	},
	{
		name:      "GraphQL Mesh",
		program:   node("@omnigraph/soap", "mesh.mjs"),
		ports:     []string{soap12},
		contracts: []form{forMesh},
		differences: []difference{
			trimsFields,
			sendsNullAsEmpty,
			{what: "does not replace a character reference", record: eachField(func(value string) string {
				return strings.ReplaceAll(value, "\r", "&#xD;")
			})},
			{what: "shows nothing of a fault", fault: func(f *fault) { *f = fault{Reason: noReason} }},
			{what: "takes what is optional for required, so that a record with an absent field is an error", record: func(r sample) {
				for _, fields := range recordFields() {
					if _, has := r[fields[0].Name]; has && len(fields) == len(r) {
						return
					}
				}
				clear(r)
			}},
		},
	},
	{
		name:        "gowsdl",
		always:      true,
		program:     gowsdlClient,
		ports:       []string{soap11},
		contracts:   []form{soapOnly},
		differences: []difference{dropsEmptyField, dropsEmptyParameter},
	},
	{
		name:      "PHP SoapClient",
		program:   php("client.php"),
		ports:     soapPorts,
		contracts: []form{flat, keepsFirst},
	},
	{
		name:        "suds",
		program:     python("suds", "suds_client.py"),
		ports:       []string{soap11},
		contracts:   []form{flat, keepsLast},
		differences: []difference{dropsEmptyField},
	},
	{
		name:        "strong-soap",
		program:     node("strong-soap", "strong-soap.mjs"),
		ports:       soapPorts,
		contracts:   []form{flat, keepsLast},
		differences: []difference{trimsFields, sendsNullAsEmpty},
	},
	{
		name:      "SOAP::Lite",
		program:   soapLite("lite_client.pl"),
		ports:     soapPorts,
		contracts: []form{{reaches: operation.any}},
	},
	{
		name:      "SOAP::WSDL",
		program:   soapWSDLClient,
		ports:     []string{soap11},
		contracts: []form{flat, keepsFirst},
	},
	{
		name:      "lua-soap",
		program:   script("lua5.1", []string{"-e", `require "soap.client" require "json"`}, "lua5.1 lua-soap lua-json", filepath.Join("lua", "client.lua")),
		ports:     soapPorts,
		contracts: []form{noContract},
	},
	{
		name:      "JAX-WS",
		program:   jaxWs("JaxWsClient"),
		ports:     soapPorts,
		contracts: []form{flat, original},
	},
	{
		name:      "JAX-WS, addressing required",
		program:   jaxWs("JaxWsClient", "addressing"),
		ports:     soapPorts,
		contracts: []form{flat, original},
		serves:    []soap.HandlerOption{wsa.WithAddressing(wsa.Addressing{})},
	},
	{
		name:        "Axis 1.4",
		program:     axis("AxisClient"),
		ports:       []string{soap11},
		contracts:   []form{flat, original},
		differences: []difference{{what: "writes a character beyond U+FFFF as references to two surrogates, which is not XML", omits: []string{"astral"}}},
	},
	{
		name:      "Mono wsdl",
		program:   monoClient,
		ports:     allPorts,
		contracts: []form{flat, original, saved},
		differences: []difference{sendsAbsentAsEmpty.at(httpPorts...), {what: "does not show the text of an error 500", ports: httpPorts, fault: func(f *fault) {
			if f.Code == "500" {
				f.Reason = noReason
			}
		}}},
	},
	{
		name:      "svcutil on Mono",
		program:   svcutilClient,
		ports:     soapPorts,
		contracts: []form{flat, soapOnly},
		differences: []difference{{what: "shows a fault with the status 400 as an error of HTTP", ports: []string{soap12}, sets: []string{"fault"}, fault: func(f *fault) {
			*f = fault{Code: "400", Reason: anyReason}
		}}},
	},
	{
		name:      "gSOAP",
		program:   gsoapClient,
		ports:     allPorts,
		contracts: []form{flat},
		differences: []difference{
			{what: "does not read fractions of a second", record: func(r sample) {
				if at, ok := r["Servertime"]; ok {
					r["Servertime"], _, _ = strings.Cut(at, ".")
				}
			}},
			{what: "does not show the text of an error", ports: httpPorts, fault: func(f *fault) { f.Reason = anyReason }},
			{what: "sends invalid escapes for characters that are not ASCII", ports: httpPorts, omits: []string{"unicode", "astral"}},
			sendsAbsentAsEmpty.at(httpPost),
		},
	},
	{
		name:      "KDSoap",
		rare:      true,
		program:   kdsoapClient,
		ports:     soapPorts,
		contracts: []form{flat},
	},
	{
		name:      "fetch in Chromium",
		program:   browserClient,
		ports:     allPorts,
		contracts: []form{noContract},
	},
	{
		name:      "curl",
		program:   curlClient,
		ports:     httpPorts,
		contracts: []form{noContract},
	},
	{
		name:      "ogen",
		program:   goClient("ogen", withoutTimes, "--config", "ogen.yml", "--target", "api"),
		ports:     []string{overJSON},
		contracts: []form{openAPI},
	},
	{
		name:      "oapi-codegen",
		program:   goClient("oapi-codegen", asIs, "--config", "oapi-codegen.yml"),
		ports:     []string{overJSON},
		contracts: []form{openAPI},
	},
	{
		name:      "openapi-typescript, openapi-fetch",
		program:   typeScriptClient("openapi-fetch", "openapi-typescript"),
		ports:     []string{overJSON},
		contracts: []form{openAPI},
	},
	{
		name:      "orval",
		program:   typeScriptClient("orval", "orval"),
		ports:     []string{overJSON},
		contracts: []form{openAPI},
	},
	{
		name:      "hey-api openapi-ts",
		program:   typeScriptClient("@hey-api/openapi-ts", "hey-api"),
		ports:     []string{overJSON},
		contracts: []form{openAPI},
	},
}

// browserClient returns the command of a program that opens a page in a browser.
func browserClient(t *testing.T, _ string) *exec.Cmd {
	node, browser := interop.Program(t, "node", "nodejs"), interop.Program(t, "chromium", "chromium")
	return exec.Command(node, filepath.Join("testdata", "browser", "client.mjs"), browser)
}

// curlClient returns the command of a program that starts curl.
func curlClient(t *testing.T, _ string) *exec.Cmd {
	interop.Program(t, "curl", "curl")
	return exec.Command(interop.Program(t, "python3", "python3"), filepath.Join("testdata", "python", "curl_client.py"))
}

// soapWSDLClient returns the command of a program with classes that wsdl2perl generates.
func soapWSDLClient(t *testing.T, contract string) *exec.Cmd {
	generator := interop.Program(t, "wsdl2perl", "libsoap-wsdl-perl")
	folder := t.TempDir()
	run(t, exec.Command(generator, "-b", folder, contract))
	return exec.Command("perl", filepath.Join("testdata", "perl", "wsdl_client.pl"), folder)
}

// python returns the command of a program in testdata/python that needs a module. Debian's package is named after it.
func python(module, program string) func(*testing.T, string) *exec.Cmd {
	return func(t *testing.T, _ string) *exec.Cmd {
		return exec.Command(pythonWith(t, module, "python3-"+module), filepath.Join("testdata", "python", program))
	}
}

// node returns the command of a program in testdata/node that needs an npm package.
func node(npmPackage, program string, arguments ...string) func(*testing.T, string) *exec.Cmd {
	return func(t *testing.T, _ string) *exec.Cmd {
		node := interop.Program(t, "node", "nodejs")
		folder := filepath.Join("testdata", "node")
		if _, err := os.Stat(filepath.Join(folder, "node_modules", npmPackage)); err != nil {
			interop.Missing(t, "the npm package "+npmPackage, "npm ci in internal/conformance/interop/testdata/node")
		}
		return exec.Command(node, append([]string{filepath.Join(folder, program)}, arguments...)...)
	}
}

// php returns the command of a program in testdata/php.
func php(program string) func(*testing.T, string) *exec.Cmd {
	return script("php", []string{"-r", "exit(extension_loaded('soap') ? 0 : 1);"}, "php-cli php-soap", filepath.Join("php", program))
}

// soapLite returns the command of a program in testdata/perl that needs SOAP::Lite.
func soapLite(program string) func(*testing.T, string) *exec.Cmd {
	check := []string{"-MSOAP::Lite", "-MSOAP::Transport::HTTP", "-MHTTP::Daemon", "-e", "1"}
	return script("perl", check, "libsoap-lite-perl libhttp-daemon-perl", filepath.Join("perl", program))
}

// script returns the command of a program in testdata, run by an interpreter. With the arguments check, the interpreter
// succeeds if it has the libraries of the packages.
func script(interpreter string, check []string, packages, program string) func(*testing.T, string) *exec.Cmd {
	return func(t *testing.T, _ string) *exec.Cmd {
		path := interop.Program(t, interpreter, packages)
		if exec.Command(path, check...).Run() != nil {
			interop.Missing(t, "a library of "+interpreter, packages)
		}
		return exec.Command(path, filepath.Join("testdata", program))
	}
}

// inMakeInterop skips a test that takes too long for every change, because it needs compilers or servers of other makes, unless
// 'make interop' runs it.
func inMakeInterop(t *testing.T) {
	t.Helper()
	if os.Getenv("QUARTET_INTEROP") != "1" {
		t.Skip("'make interop' runs it")
	}
}

// TestPeers calls the rail service with the clients of other projects, and services that they made with the client of
// Quartet, and compares what they can do with the documentation. 'make test' runs gowsdl only.
func TestPeers(t *testing.T) {
	t.Parallel()
	rare := os.Getenv("QUARTET_INTEROP_RARE") == "1"
	clientRows, serverRows, archiveRows := new(results), new(results), new(results)
	var signedRows, verifiedRows, encryptedRows, decryptedRows map[string][]row
	t.Run("all", func(t *testing.T) {
		t.Run("signatures", func(t *testing.T) {
			inMakeInterop(t)
			t.Parallel()
			running := startSignaturePeers(t)
			signedRows, verifiedRows = testSignatures(t, running)
			encryptedRows, decryptedRows = testEncryption(t, running)
		})
		for _, p := range peers {
			t.Run("client "+p.name, func(t *testing.T) {
				if p.rare && !rare {
					t.Skip("'make interop RARE=1' runs it")
				}
				if !p.always {
					inMakeInterop(t)
				}
				t.Parallel()
				clientRows.add(p.name, p.test(t))
			})
		}
		for _, s := range servers {
			t.Run("server "+s.name, func(t *testing.T) {
				inMakeInterop(t)
				t.Parallel()
				serverRows.add(s.name, s.test(t))
			})
		}
		for _, p := range archivePeers {
			t.Run("archive "+p.name, func(t *testing.T) {
				inMakeInterop(t)
				t.Parallel()
				archiveRows.add(p.name, p.test(t))
			})
		}
	})
	checkMatrix(t, measured{clientRows.rows, serverRows.rows, archiveRows.rows, signedRows, verifiedRows, encryptedRows, decryptedRows})
}

// results are rows by the names of peers.
type results struct {
	mutex sync.Mutex
	rows  map[string][]row
}

func (r *results) add(name string, rows []row) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.rows == nil {
		r.rows = make(map[string][]row)
	}
	r.rows[name] = rows
}

// pythonWith returns the path of a Python 3 interpreter that can import a module. Besides python3 on PATH it tries
// /usr/bin/python3, for which Debian installs modules. If the module is not installed, pythonWith skips or fails the test
// as [interop.Program] does.
func pythonWith(t testing.TB, module, debianPackage string) string {
	t.Helper()
	for _, candidate := range []string{"python3", "/usr/bin/python3"} {
		path, err := exec.LookPath(candidate)
		if err != nil {
			continue
		}
		if exec.Command(path, "-c", "import "+module).Run() == nil {
			return path
		}
	}
	interop.Missing(t, "python3 with "+module, debianPackage)
	return ""
}

package interop_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/conformance/interop"
)

const gsoapPackages = "gsoap libgsoap-dev libjansson-dev gcc"

// gsoapPlugins is where the package puts the sources of plugins.
const gsoapPlugins = "/usr/share/gsoap/plugin"

// gsoapClient returns the command of a client with the stubs that gSOAP generates.
func gsoapClient(t *testing.T, contract string) *exec.Cmd {
	folder := t.TempDir()
	generateGsoap(t, folder, contract, "-C")
	return exec.Command(buildGsoap(t, folder, "client.c", "soapC.c", "soapClient.c"))
}

// gsoapServer returns the command of a service with the skeletons that gSOAP generates.
func gsoapServer(t *testing.T, contract string) *exec.Cmd {
	folder := filepath.Dir(contract)
	generateGsoap(t, folder, contract, "-S")
	form := filepath.Join(gsoapPlugins, "httpform.c")
	if _, err := os.Stat(form); err != nil {
		interop.Missing(t, "gSOAP's plugin httpform", gsoapPackages)
	}
	return exec.Command(buildGsoap(t, folder, "server.c", "soapC.c", "soapServer.c", form))
}

// generateGsoap writes to a folder what gSOAP generates from a contract, and the tables of the programs.
func generateGsoap(t *testing.T, folder, contract string, flags ...string) {
	t.Helper()
	wsdl2h, soapcpp2 := interop.Program(t, "wsdl2h", gsoapPackages), interop.Program(t, "soapcpp2", gsoapPackages)
	run(t, exec.Command(wsdl2h, "-c", "-R", "-o", filepath.Join(folder, "realtime.h"), contract))
	generate := exec.Command(soapcpp2, append([]string{"-c", "-L", "-x", "-w", "realtime.h"}, flags...)...)
	generate.Dir = folder
	run(t, generate)
	for name, text := range map[string]string{"records.inc": gsoapRecords(), "operations.inc": gsoapOperations()} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// buildGsoap builds a program of testdata/gsoap with generated sources, and returns its path.
func buildGsoap(t *testing.T, folder, program string, sources ...string) string {
	t.Helper()
	gcc, config := interop.Program(t, "gcc", gsoapPackages), interop.Program(t, "pkg-config", "pkg-config")
	if exec.Command(config, "--exists", "gsoap", "jansson").Run() != nil {
		interop.Missing(t, "gSOAP's library or jansson", gsoapPackages)
	}
	libraries := strings.Fields(string(run(t, exec.Command(config, "--cflags", "--libs", "gsoap", "jansson"))))
	output := filepath.Join(folder, "program")
	source, err := filepath.Abs(filepath.Join("testdata", "gsoap", program))
	if err != nil {
		t.Fatal(err)
	}
	build := exec.Command(gcc, append([]string{"-o", output, "-I.", "-I" + gsoapPlugins, source}, append(sources, libraries...)...)...)
	build.Dir = folder
	run(t, build)
	return output
}

// gsoapRecords returns a function for each record: BEGIN, a macro for each field, END.
func gsoapRecords() string {
	macros := map[string]string{"xs:string": "STRING", "xs:int": "INT", "xs:dateTime": "TIME"}
	var b strings.Builder
	records := make(map[string]bool)
	for _, o := range operations {
		records[o.record] = true
	}
	for _, name := range slices.Sorted(maps.Keys(records)) {
		fmt.Fprintf(&b, "BEGIN(%s)\n", name)
		for _, f := range recordFields()[name] {
			fmt.Fprintf(&b, "%s(%s, %q)\n", macros[f.Type], gsoapName(f.Name), f.Name)
		}
		b.WriteString("END\n")
	}
	return b.String()
}

// gsoapOperations returns a macro for each operation: its names, and its parameters as a list, as the first part of a list,
// and as declarations.
func gsoapOperations() string {
	var b strings.Builder
	for _, o := range operations {
		var parameters, declarations []string
		for _, p := range o.parameters {
			parameters = append(parameters, fmt.Sprintf("P(%q, %s)", p, p))
			declarations = append(declarations, "char *"+p)
		}
		name := strings.ToUpper(o.record[:1]) + o.record[1:]
		fmt.Fprintf(&b, "CALL(%s, %q, %s, ArrayOf%s, LIST(%s), LIST(%s), LIST(%s))\n", gsoapName(o.member), o.member, o.record, name,
			strings.Join(parameters, ", "), strings.Join(append(parameters, ""), ", "), strings.Join(append(declarations, ""), ", "))
	}
	return b.String()
}

// gsoapName returns the name of an element in C.
func gsoapName(element string) string { return strings.ReplaceAll(element, "_", "_USCORE") }

package plan_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/check"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/testing/testmodel"
	"example.com/quartet/internal/compiler/writing/plan"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/contract"
)

// TestTransports plans a port for each URI that is in use for SOAP over HTTP. A port with
// another one is left out, which is reported.
func TestTransports(t *testing.T) {
	soap12 := strings.ReplaceAll(fmt.Sprintf(getContract, `<xs:complexType name="T"/>`), "wsdl/soap/", "wsdl/soap12/")
	soap11 := fmt.Sprintf(getContract, `<xs:complexType name="T"/>`)
	for text, want := range map[string]contract.Binding{soap11: contract.SOAP11, soap12: contract.SOAP12} {
		for _, transport := range []string{
			"http://schemas.xmlsoap.org/soap/http", "http://schemas.xmlsoap.org/soap/http/",
			"http://www.w3.org/2003/05/soap/bindings/HTTP", "http://www.w3.org/2003/05/soap/bindings/HTTP/",
			"http://schemas.xmlsoap.org/wsdl/soap/http",
		} {
			pkg, diags := planAndCheck(t, strings.ReplaceAll(text, `"http://schemas.xmlsoap.org/soap/http"`, `"`+transport+`"`))
			if len(diags) > 0 || len(pkg.Services) != 1 || len(pkg.Services[0].Ports) != 1 || pkg.Services[0].Ports[0].Binding != want {
				t.Errorf("%s, %s: services %+v\n%s", want, transport, pkg.Services, diags)
			}
		}
		_, diags := planAndCheck(t, strings.ReplaceAll(text, `"http://schemas.xmlsoap.org/soap/http"`, `"urn:queue"`))
		if report := diags.String(); !strings.Contains(report, `transport "urn:queue" and is left out`) || !strings.Contains(report, `the port "S" is left out, too`) {
			t.Errorf("%s: %s", want, report)
		}
	}
}

func planAndCheck(t *testing.T, text string) (*ir.Package, diag.List) {
	t.Helper()
	m := testmodel.Of(t, "main.wsdl", fstest.MapFS{"main.wsdl": {Data: []byte(text)}})
	pkg, diags := plan.Plan(m, plan.Config{})
	return pkg, append(check.Check(m), diags...)
}

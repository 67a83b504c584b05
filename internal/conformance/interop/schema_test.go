package interop_test

import (
	"net/http/httptest"
	"net/url"
	"os/exec"
	"path/filepath"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/conformance/interop"
	"example.com/quartet/wsdl"
)

// TestResponsesAreSchemaValid validates the responses of HTTP GET with libxml2. They are documents with only an array of
// records.
func TestResponsesAreSchemaValid(t *testing.T) {
	t.Parallel()
	xmllint := interop.Program(t, "xmllint", "libxml2-utils")
	server := httptest.NewServer(realtime.NewHandler(newService(), quiet))
	defer server.Close()
	folder := t.TempDir()
	command := exec.Command(xmllint, "--nonet", "--noout", "--schema", filepath.Join("..", "..", "..", "wsdl", wsdl.Schema))
	for _, o := range operations {
		for name, value := range map[string]string{"records": specialText + unicodeText + astralText, "nothing": requestsNothing} {
			query := url.Values{}
			for _, p := range o.parameters {
				query.Set(p, value)
			}
			document := filepath.Join(folder, o.member+"-"+name+".xml")
			download(t, server.URL+"/realtime/realtime.asmx/"+o.member+"?"+query.Encode(), document)
			command.Args = append(command.Args, document)
		}
	}
	if output, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}

package describe_test

import (
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/testing/testfile"
)

// TestPolicy: an outline has the policy of each port, and who satisfies what it requires.
func TestPolicy(t *testing.T) {
	archive := testfile.Archive(t, "../../../../generator/testdata/policy.txtar")
	name := filepath.Join(t.TempDir(), "policy.wsdl")
	testfile.Write(t, name, archive.Files[0].Data)
	const sp = `"namespace": "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702"`
	for format, wants := range map[string][]string{
		"txt": {
			"\n    policy: WS-Addressing is required\n    policy: MTOM is required\n    policy: sp:TransportBinding is required: use an https address\n",
			"\n    policy: sp:EndorsingSupportingTokens is required for pay: use the option wsse.WithSigning\n",
		},
		"markdown": {"Policy of `DepotSoap`: WS-Addressing is required; MTOM is required;", "sp:UsernameToken is required: use the option wsse.WithCredentials;"},
		"json":     {`"addressing":"required","mtom":"required"`, `{"assertion":"sp:EndorsingSupportingTokens",` + sp + `,"by":"option","option":"wsse.WithSigning","operations":["pay"]}`},
	} {
		for _, f := range formats {
			if f.name != format {
				continue
			}
			got, err := f.write(of(t, name))
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range wants {
				if text := string(got); !strings.Contains(text, want) && !strings.Contains(compact(text), compact(want)) {
					t.Errorf("%s has no %s:\n%s", format, want, got)
				}
			}
		}
	}
}

func compact(s string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(s, ": ", ":")), "")
}

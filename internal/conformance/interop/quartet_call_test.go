package interop_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/commands/cli"
)

// callFlags has the ports by the names that quartet call has for their bindings.
var callFlags = map[string]string{soap11: "soap11", soap12: "soap12", httpGet: "get", httpPost: "post"}

// TestCallOfOtherServers calls services of other implementations with quartet call. What
// they answer is shown, faults included.
func TestCallOfOtherServers(t *testing.T) {
	inMakeInterop(t)
	t.Parallel()
	for _, s := range servers {
		if s.name != "PHP SoapServer" && s.name != "gSOAP" {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			addresses := s.start(t)
			contract, calls := filepath.Join("..", "..", "..", "wsdl", "realtime.wsdl"), 0
			for _, port := range s.ports {
				address := reachable(t, addresses[port], addresses["socket"])
				for _, o := range operations {
					for set, values := range argumentSets(o) {
						c := call{Port: port, Operation: o.name, Member: o.member, Arguments: values, of: o, set: set}
						if set == "null" || cannotExpress(c, s.differences) {
							continue
						}
						calls++
						for _, problem := range compare(callCommand(t, contract, address, c), wantOfServer(c, s.differences)) {
							t.Errorf("%s over %s with %s: %s", o.member, port, set, problem)
						}
					}
				}
			}
			if calls == 0 {
				t.Error("no calls")
			}
		})
	}
}

// reachable returns an address at which a service that has only a Unix domain socket
// answers.
func reachable(t *testing.T, address, socket string) string {
	t.Helper()
	if socket == "" {
		return address
	}
	target, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.Out.URL.Scheme, r.Out.URL.Host = "http", target.Host },
		Transport: dialing(socket).Transport,
	}
	server := httptest.NewServer(http.Handler(proxy))
	t.Cleanup(server.Close)
	return server.URL + target.Path
}

// callCommand makes a call with quartet call.
func callCommand(t *testing.T, contract, address string, c call) answer {
	t.Helper()
	args := []string{"call", contract, c.Member, "--json", "--endpoint", address, "--binding", callFlags[c.Port]}
	for name, value := range c.Arguments {
		if value != nil {
			args = append(args, name+"="+*value)
		}
	}
	var out, errs bytes.Buffer
	switch code := cli.Main(args, &out, &errs); code {
	case 0:
	case 4:
		return answer{Fault: shownFault(errs.String(), c.Port)}
	default:
		return answer{Error: fmt.Sprintf("exit code %d: %s", code, errs.String())}
	}
	d := json.NewDecoder(&out)
	d.UseNumber()
	var list []map[string]any
	if err := d.Decode(&list); err != nil {
		return answer{Error: err.Error()}
	}
	got := answer{Records: []sample{}}
	for _, item := range list {
		r := make(sample)
		for name, value := range item {
			r[name] = fmt.Sprint(value)
		}
		got.Records = append(got.Records, r)
	}
	return got
}

// shownFault returns the fault that quartet call shows, with the code that its binding has
// for the class.
func shownFault(text, port string) *fault {
	f := new(fault)
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 1 && slices.Contains([]string{"code", "reason"}, words[0]) {
			value := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), words[0]))
			if words[0] == "code" {
				f.Code = value
			} else {
				f.Reason = value
			}
		}
	}
	own := map[string]map[string]string{"Client": {soap12: "Sender", httpGet: "400", httpPost: "400"}, "Server": {soap12: "Receiver", httpGet: "500", httpPost: "500"}}
	if code := own[f.Code][port]; code != "" {
		f.Code = code
	}
	return f
}

//go:build !race

package corpus_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/template"

	"example.com/quartet/generator"
)

// exchange is a request to a bridge, a handler whose service is a client of the
// same package, and the response that this client receives. The handler decodes
// the request and the client encodes it again; the client decodes the response
// and the handler encodes it again.
type exchange struct {
	Handler string // "package constructor binding"
	Method  string
	Target  string // path and query
	Action  string
	Type    string
	Body    []byte

	Status       int // status of the response to the client
	ResponseType string
	Response     []byte
}

// outcome is the result of an exchange: the client's request and the handler's
// response.
type outcome struct {
	Panic  string
	Called bool // the client has sent a request

	Method string // method of the client's request, which the following fields describe
	Target string
	Action string
	Type   string
	Body   []byte

	Status       int // status of the handler's response, which the following fields describe
	ResponseType string
	Response     []byte
	Log          string
}

// bridgePath is the path of all handlers.
const bridgePath = "/endpoint"

// linkCases links the packages of all cases that compile into one program, because linking takes most of the time. It makes exchanges with
// the packages of valid cases, and with an argument the plans of all.
func linkCases(t *testing.T, module string, cases, all []*corpusCase) (program string) {
	t.Helper()
	writePlans(t, module, all)
	var imports strings.Builder
	imports.WriteString("package main\n\nimport \"os\"\nimport \"output.example/bridge/kit\"\n")
	for _, c := range cases {
		if c.has(built) {
			writeFile(t, filepath.Join(module, "bridge", c.pkg, "bridge.go"), c.bridge(t, module))
			imports.WriteString("import _ \"output.example/bridge/" + c.pkg + "\"\n")
		}
	}
	writeFile(t, filepath.Join(module, "bridge", "kit", "kit.go"), []byte(bridgeKit))
	const main = "\nfunc main() {\n\tif len(os.Args) > 1 {\n\t\tcheckPlans()\n\t\treturn\n\t}\n\tkit.Main()\n}\n"
	writeFile(t, filepath.Join(module, "bridge", "main.go"), []byte(imports.String()+main))
	program = filepath.Join(module, "bridge.exe")
	if out, err := goCommand(module, "build", "-o", program, "./bridge").CombinedOutput(); err != nil {
		t.Fatalf("the bridge does not build: %v\n%.5000s", err, out)
	}
	return program
}

// exchanges runs exchanges with the program.
func exchanges(t *testing.T, module, program string, jobs []exchange) []outcome {
	t.Helper()
	input, err := os.Create(filepath.Join(module, "jobs.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer input.Close()
	w := bufio.NewWriter(input)
	for i := range jobs {
		if err := json.NewEncoder(w).Encode(&jobs[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if _, err := input.Seek(0, 0); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program)
	cmd.Stdin = input
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("the bridge fails: %v\n%.5000s", err, stderr.Bytes())
	}
	d := json.NewDecoder(bytes.NewReader(out))
	results := make([]outcome, len(jobs))
	for i := range results {
		if err := d.Decode(&results[i]); err != nil {
			t.Fatalf("result %d: %v", i, err)
		}
	}
	return results
}

// bridge returns the source text that registers the bridges of one package.
func (c *corpusCase) bridge(t *testing.T, module string) []byte {
	t.Helper()
	type constructor struct{ Key, Interface, NewClient, NewHandler, Binding string }
	data := struct {
		Package      string
		Constructors []constructor
		Proxies      string
		Imports      []string // imports of Proxies
	}{Package: c.pkg}
	for _, m := range c.result.Methods {
		k := constructor{c.handler(m), m.Interface, m.NewClient, m.NewHandler, m.Binding.Constant()}
		if !slices.Contains(data.Constructors, k) {
			data.Constructors = append(data.Constructors, k)
		}
	}
	var headers []string
	for _, n := range c.result.Names {
		if n.Kind == "header" {
			headers = append(headers, n.Go)
		}
	}
	if headers != nil {
		data.Proxies, data.Imports = c.proxies(t, module, headers)
	}
	var b bytes.Buffer
	if err := bridgeTemplate.Execute(&b, data); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func (c *corpusCase) handler(m generator.Method) string {
	return fmt.Sprintf("%s %s %s", c.pkg, m.NewHandler, m.Binding)
}

var bridgeTemplate = template.Must(template.New("bridge").Parse(strings.ReplaceAll(`package {{.Package}}

import (
	"context"
	"net/http"

	"output.example/bridge/kit"
	p "output.example/{{.Package}}"
	rt "output.example/soap"
	rtcontract "output.example/soap/contract"
	rtvalidate "output.example/soap/validate"
	{{- range .Imports}}
	{{.}}
	{{- end}}
)

func init() {
	var _ context.Context
	{{- range .Constructors}}
	kit.Handlers["{{.Key}}"] = func(doer kit.Doer, validate bool) (http.Handler, error) {
		// The exchanges have no header blocks of WS-Addressing.
		plain := rt.WithEnvelopes("wsa", func(*rtcontract.Port, bool) *rt.Envelopes { return nil })
		demanded := rt.Options(plain, rt.WithSatisfied(func([]rtcontract.Need, bool) []rtcontract.Need { return nil }))
		clientOptions := []rt.ClientOption{rt.WithHTTPClient(doer), demanded}
		if validate {
			clientOptions = append(clientOptions, rtvalidate.WithValidation())
		}
		client, err := p.{{.NewClient}}("http://service.example@PATH@", rt.{{.Binding}}, clientOptions...)
		if err != nil {
			return nil, err
		}
		options := []rt.HandlerOption{rt.WithPath("@PATH@"), rt.WithRemoteFaultText(), rt.WithLogger(kit.Logger), demanded}
		if validate {
			options = append(options, rtvalidate.WithValidation())
		}
		return p.{{.NewHandler}}({{if $.Proxies}}proxy{{.Interface}}{client}{{else}}client{{end}}, options...), nil
	}
	{{- end}}
}
{{.Proxies}}`, "@PATH@", bridgePath)))

const bridgeKit = `// Package kit runs exchanges; see bridge_test.go.
package kit

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime/debug"
)

type Doer func(*http.Request) (*http.Response, error)

func (d Doer) Do(r *http.Request) (*http.Response, error) { return d(r) }

var Handlers = make(map[string]func(d Doer, validate bool) (http.Handler, error))

var logged bytes.Buffer

var Logger = slog.New(slog.NewTextHandler(&logged, nil))

type exchange struct {
	Handler, Method, Target, Action, Type string
	Body                                  []byte
	Status                                int
	ResponseType                            string
	Response                                []byte
}

type outcome struct {
	Panic                        string
	Called                       bool
	Method, Target, Action, Type string
	Body                         []byte
	Status                       int
	ResponseType                   string
	Response                       []byte
	Log                          string
}

func Main() {
	in := json.NewDecoder(bufio.NewReader(os.Stdin))
	out := bufio.NewWriter(os.Stdout)
	for {
		x = exchange{}
		if err := in.Decode(&x); err == io.EOF {
			break
		} else if err != nil {
			panic(err)
		}
		run()
		if err := json.NewEncoder(out).Encode(result); err != nil {
			panic(err)
		}
	}
	out.Flush()
}

// An exchange is under way at a time.
var (
	x        exchange
	result   *outcome
	handlers = make(map[string]http.Handler) // those that exchanges have used, by exchange.Handler
)

// handler returns the handler of the exchange.
func handler() (http.Handler, error) {
	if h := handlers[x.Handler]; h != nil {
		return h, nil
	}
	newHandler := Handlers[x.Handler]
	if newHandler == nil {
		return nil, fmt.Errorf("no handler %s", x.Handler)
	}
	h, err := newHandler(answer, true)
	handlers[x.Handler] = h
	return h, err
}

// answer keeps the client's request, and answers it.
func answer(r *http.Request) (*http.Response, error) {
	result.Called = true
	result.Method, result.Target, result.Type = r.Method, r.URL.RequestURI(), r.Header.Get("Content-Type")
	result.Action = r.Header.Get("SOAPAction")
	if r.Body != nil {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		result.Body = body
	}
	recorder := httptest.NewRecorder()
	if x.ResponseType != "" {
		recorder.Header().Set("Content-Type", x.ResponseType)
	}
	recorder.WriteHeader(x.Status)
	recorder.Write(x.Response)
	response := recorder.Result()
	response.Request = r
	return response, nil
}

// run makes the exchange.
func run() {
	result = new(outcome)
	defer func() {
		if p := recover(); p != nil {
			result.Panic = fmt.Sprintf("%v\n%s", p, debug.Stack())
		}
	}()
	logged.Reset()
	h, err := handler()
	if err != nil {
		result.Panic = err.Error()
		return
	}
	r := httptest.NewRequest(x.Method, "http://service.example"+x.Target, bytes.NewReader(x.Body))
	if x.Type != "" {
		r.Header.Set("Content-Type", x.Type)
	}
	if x.Action != "" {
		r.Header.Set("SOAPAction", x.Action)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	result.Status, result.ResponseType, result.Response = w.Code, w.Header().Get("Content-Type"), w.Body.Bytes()
	result.Log = logged.String()
}
`

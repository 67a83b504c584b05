package multipart

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// film is what the generator writes for a message with fields that are readers.
type film struct {
	Name   string
	Video  io.Reader
	Sound  io.Reader
	Poster []byte
	Scenes []io.Reader
}

var typeOfFilm = schema.Type{NS: 1, Name: "film", Zero: (*film)(nil)}

var filmTypes = schema.Table{
	Namespaces: fileNamespaces,
	Types: []schema.TypeRows{{Type: &typeOfFilm, Rows: []schema.Row{
		{Name: "name", NS: 1, Kind: codec.KindString, Occurs: schema.Once},
		{Name: "video", NS: 1, Kind: codec.KindReader, Occurs: schema.Once},
		{Name: "sound", NS: 1, Kind: codec.KindReader, Occurs: schema.Optional},
		{Name: "poster", NS: 1, Kind: codec.KindBase64, Occurs: schema.Optional},
		{Name: "scene", NS: 1, Kind: codec.KindReader, Occurs: schema.Many},
	}}, {Type: &typeOfPoster, Rows: []schema.Row{
		{Name: "image", NS: 1, Kind: codec.KindBase64, Occurs: schema.Once},
	}}},
}

func init() { codec.Define(&filmTypes) }

var opShow = contract.Operation{
	Name: "show", Wires: []contract.Wire{{
		Bindings: []contract.Binding{contract.SOAP11, contract.SOAP12}, Action: parcelNS + "show",
		In: schema.ElementName{NS: 1, Local: "show"}, Out: []schema.ElementName{{NS: 1, Local: "showResponse"}},
	}},
	Request: &typeOfFilm,
	Result:  &schema.Value{Zero: (**film)(nil), Row: schema.Row{Kind: codec.KindStruct, Of: &typeOfFilm}},
}

func filmContract() *contract.Contract {
	c := fileContract()
	c.Service, c.Types, c.Readers = "Films", &filmTypes, true
	return c
}

type showFunc func(ctx context.Context, f *film) (*film, error)

func newFilmHandler(show showFunc, opts ...soap.HandlerOption) http.Handler {
	return soap.NewHandler(filmContract().With(&opShow), nil, func(ctx context.Context, _ *contract.Operation, req any) (any, error) {
		return show(ctx, req.(*film))
	}, opts)
}

// newFilmClient returns a function that calls a server.
func newFilmClient(t *testing.T, server *httptest.Server, b contract.Binding, opts ...soap.ClientOption) showFunc {
	caller, err := soap.NewCaller(filmContract(), server.URL+parcelPath, b, append([]soap.ClientOption{soap.WithHTTPClient(server.Client())}, opts...))
	must(t, err)
	return func(ctx context.Context, f *film) (*film, error) { return soap.Invoke[*film](ctx, caller, &opShow, f) }
}

func serve(t *testing.T, h http.Handler) *httptest.Server {
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return server
}

func readAll(t *testing.T, r io.Reader) string {
	t.Helper()
	b, err := io.ReadAll(r)
	if err != nil {
		t.Error(err)
	}
	return string(b)
}

// closing is a reader that notes that it has been closed.
type closing struct {
	io.Reader
	closed atomic.Bool
}

func (c *closing) Close() error {
	c.closed.Store(true)
	return nil
}

func TestReaders(t *testing.T) {
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
		var got [3]string
		sound := &closing{Reader: strings.NewReader("la")}
		var contentType string
		h := newFilmHandler(func(ctx context.Context, f *film) (*film, error) {
			call, _ := soap.CallInfo(ctx)
			contentType = call.RequestHeader.Get("Content-Type")
			got = [3]string{readAll(t, f.Video), readAll(t, f.Sound), string(f.Poster)}
			return &film{Name: "reply", Video: strings.NewReader("back"), Sound: sound}, nil
		})
		sent := &closing{Reader: strings.NewReader("moving")}
		reply, err := newFilmClient(t, serve(t, h), b)(t.Context(), &film{Video: sent, Sound: strings.NewReader("la la"), Poster: []byte("p")})
		if err != nil || got != [3]string{"moving", "la la", "p"} {
			t.Fatalf("%v: %q, %v", b, got, err)
		}
		if !strings.HasPrefix(contentType, "multipart/related") || !sent.closed.Load() {
			t.Errorf("%v: sent as %s, closed: %v", b, contentType, sent.closed.Load())
		}
		if video, again := readAll(t, reply.Video), readAll(t, reply.Sound); video != "back" || again != "la" {
			t.Errorf("%v: the reply has %q and %q", b, video, again)
		}
		if !sound.closed.Load() {
			t.Errorf("%v: the reader of the reply is not closed", b)
		}
	}
}

// TestReadersOfMessages reads messages of other programs.
func TestReadersOfMessages(t *testing.T) {
	both := "<name>n</name><video>" + include("1") + "</video><sound>" + include("2") + "</sound>"
	large := strings.Repeat("x", 300<<10)
	for name, test := range map[string]struct {
		content   string
		parts     []string
		turned    bool // sound is read first
		want, err string
	}{
		"in turn":                {both, []string{"1|one", "2|two"}, false, "one two", ""},
		"out of turn":            {both, []string{"1|one", "2|two"}, true, "one two", ""},
		"beyond the limit":       {both, []string{"1|" + large, "2|two"}, true, "", "too large to be kept in memory"},
		"large, in turn":         {both, []string{"1|" + large, "2|two"}, false, large + " two", ""},
		"a part in between":      {both, []string{"1|one", "x|" + large, "2|two"}, false, "one two", ""},
		"a missing part":         {both, []string{"1|one"}, false, "", `no part with the Content-ID "2"`},
		"a repeated part":        {both, []string{"1|one", "1|more", "2|two"}, false, "", "more than one part"},
		"the envelope itself":    {strings.Replace(both, "cid:2", "cid:root@x", 1), []string{"1|one"}, false, "", "refers to the part that holds it"},
		"inline":                 {"<name>n</name><video>b25l</video><sound> dHdv </sound>", nil, false, "one two", ""},
		"a value of bytes first": {both + "<poster>" + include("3") + "</poster>", []string{"1|one", "2|two", "3|p"}, false, "one two", ""},
		"a value of bytes last":  {both + "<poster>" + include("3") + "</poster>", []string{"1|" + large, "2|two", "3|p"}, false, "", "too large to be kept"},
		"a long header":          {both, []string{"1>\r\nX: " + large + "|one", "2|two"}, false, "", "longer than 16384 bytes"},
	} {
		read := func(f *film) (string, error) {
			var texts [2]string
			readers := []io.Reader{f.Video, f.Sound}
			for i := range readers {
				if test.turned {
					i = 1 - i
				}
				b, err := io.ReadAll(readers[i])
				if err != nil {
					return "", err
				}
				texts[i] = string(b)
			}
			return strings.Join(texts[:], " "), nil
		}
		check := func(role, got string, err error) {
			t.Helper()
			if got != test.want || (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
				t.Errorf("%s, %s: %.100q, %v", name, role, got, err)
			}
		}
		var got string
		h := newFilmHandler(func(_ context.Context, f *film) (_ *film, err error) {
			if got, err = read(f); err != nil {
				return nil, &soap.Fault{Code: soap.FaultClient, Reason: err.Error()}
			}
			return &film{Video: strings.NewReader("")}, nil
		}, soap.WithMaxRequestBytes(200<<10))
		mediaType, message := xopMessage("show", test.content, test.parts...)
		var err error
		if w := post(h, parcelPath, mediaType, message); w.Code != http.StatusOK {
			err = errors.New(w.Body.String())
		}
		unescape := strings.NewReplacer("&#34;", `"`, "&quot;", `"`)
		if err != nil {
			err = errors.New(unescape.Replace(err.Error()))
		}
		check("handler", got, err)

		mediaType, message = xopMessage("showResponse", test.content, test.parts...)
		server := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", mediaType)
			io.WriteString(w, message)
		}))
		got = ""
		reply, err := newFilmClient(t, server, contract.SOAP11, soap.WithMaxResponseBytes(200<<10))(t.Context(), &film{Video: strings.NewReader("")})
		if err == nil {
			got, err = read(reply)
		}
		check("client", got, err)
	}
}

// body notes that it has been closed.
type body struct {
	io.ReadCloser
	closed chan<- bool
}

func (b body) Close() error {
	select {
	case b.closed <- true:
	default:
	}
	return b.ReadCloser.Close()
}

type noting struct {
	http.RoundTripper
	closed chan<- bool
}

func (n noting) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := n.RoundTripper.RoundTrip(r)
	if err == nil {
		response.Body = body{response.Body, n.closed}
	}
	return response, err
}

// TestReadersEnd checks when a client gives the connection back.
func TestReadersEnd(t *testing.T) {
	for name, test := range map[string]struct {
		use  func(f *film, cancel func()) error
		err  error
		open bool
	}{
		"read": {func(f *film, _ func()) error {
			io.Copy(io.Discard, f.Video)
			_, err := io.Copy(io.Discard, f.Sound)
			return err
		}, nil, false},
		"closed":        {func(f *film, _ func()) error { f.Sound.(io.Closer).Close(); return f.Video.(io.Closer).Close() }, nil, false},
		"never closed":  {func(f *film, _ func()) error { _, err := f.Video.Read(make([]byte, 1)); return err }, nil, true},
		"context ended": {func(f *film, cancel func()) error { cancel(); _, err := io.Copy(io.Discard, f.Video); return err }, context.Canceled, true},
		"one that fails ": {func(f *film, _ func()) error {
			f.Video.(io.Closer).Close()
			_, err := io.Copy(io.Discard, f.Sound)
			return err
		}, nil, false},
	} {
		server := serve(t, newFilmHandler(func(context.Context, *film) (*film, error) {
			return &film{Video: io.LimitReader(zeros{}, 4<<20), Sound: strings.NewReader("la")}, nil
		}))
		closed := make(chan bool, 1)
		client := server.Client()
		client.Transport = noting{client.Transport, closed}
		ctx, cancel := context.WithCancel(t.Context())
		f, err := newFilmClient(t, server, contract.SOAP11)(ctx, &film{Video: strings.NewReader("")})
		must(t, err)
		if err := test.use(f, cancel); !errors.Is(err, test.err) {
			t.Errorf("%s: %v", name, err)
		}
		select {
		case <-closed:
			if test.open {
				t.Errorf("%s: the connection is given back", name)
			}
		default:
			if !test.open {
				t.Errorf("%s: the connection is kept", name)
			}
		}
		cancel() // the server can be closed only if that ends the transfer
	}
}

// TestReadersEndWithMethod checks that a service cannot read a request any more when its method has returned.
func TestReadersEndWithMethod(t *testing.T) {
	var kept io.Reader
	server := serve(t, newFilmHandler(func(_ context.Context, f *film) (*film, error) {
		kept = f.Video
		return &film{Video: strings.NewReader("")}, nil
	}))
	if _, err := newFilmClient(t, server, contract.SOAP11)(t.Context(), &film{Video: strings.NewReader("v")}); err != nil {
		t.Fatal(err)
	}
	if _, err := kept.Read(make([]byte, 1)); err == nil || !strings.Contains(err.Error(), "the operation has returned") {
		t.Error(err)
	}
}

// zeros is an endless reader.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

// failing fails after some bytes.
func failing() io.Reader {
	return io.MultiReader(io.LimitReader(zeros{}, 1<<20), iotest.ErrReader(errors.New("disk on fire")))
}

func TestReadersThatFail(t *testing.T) {
	read := make(chan error, 1)
	server := serve(t, newFilmHandler(func(_ context.Context, f *film) (*film, error) {
		_, err := io.Copy(io.Discard, f.Video)
		read <- err
		return &film{Video: failing()}, err
	}))
	show := newFilmClient(t, server, contract.SOAP11)
	if _, err := show(t.Context(), &film{Video: failing()}); err == nil || !strings.Contains(err.Error(), "disk on fire") {
		t.Errorf("the call: %v", err)
	}
	if err := <-read; err == nil {
		t.Error("the service has read a message that is not complete")
	}
	reply, err := show(t.Context(), &film{Video: strings.NewReader("v")})
	<-read
	if err == nil {
		_, err = io.Copy(io.Discard, reply.Video)
	}
	if err == nil {
		t.Error("the client has read a message that is not complete")
	}
}

// TestReadersInEnvelope sends readers where parts are not possible, and requests that cannot be sent again.
func TestReadersInEnvelope(t *testing.T) {
	var got string
	h := newFilmHandler(func(_ context.Context, f *film) (*film, error) {
		got = readAll(t, f.Video)
		return &film{Video: strings.NewReader("back")}, nil
	})
	whole := soap.WithEnvelopes("whole", func(*contract.Port, bool) *soap.Envelopes {
		return &soap.Envelopes{EnvelopeFacts: soap.EnvelopeFacts{Whole: true}, Send: func(context.Context, *soap.Call, *soap.Fault) (soap.Sending, error) {
			return soap.Sending{Seal: func(envelope []byte) ([]byte, error) {
				if !bytes.Contains(envelope, []byte(base64.StdEncoding.EncodeToString([]byte("moving")))) {
					t.Errorf("sealed: %s", envelope)
				}
				return envelope, nil
			}}, nil
		}}
	})
	server := serve(t, h)
	if _, err := newFilmClient(t, server, contract.SOAP11, whole)(t.Context(), &film{Video: strings.NewReader("moving")}); err != nil || got != "moving" {
		t.Errorf("%q, %v", got, err)
	}
	small := newFilmClient(t, server, contract.SOAP11, whole, soap.WithMaxResponseBytes(2<<10))
	if _, err := small(t.Context(), &film{Video: io.MultiReader(strings.NewReader("moving"), io.LimitReader(zeros{}, 4<<10))}); err == nil || !strings.Contains(err.Error(), "more than 2048 bytes") {
		t.Errorf("beyond the limit: %v", err)
	}
	again := soap.WithInterceptors(func(ctx context.Context, call *soap.Call, next func(context.Context) error) error {
		if bytes.Contains(call.Request, []byte("moving")) || !bytes.Contains(call.Request, []byte("Include")) {
			t.Errorf("an interceptor sees %s", call.Request)
		}
		if err := next(ctx); err != nil {
			return err
		}
		return next(ctx)
	})
	if _, err := newFilmClient(t, server, contract.SOAP11, again)(t.Context(), &film{Video: strings.NewReader("moving")}); err == nil || !strings.Contains(err.Error(), "cannot be sent again") {
		t.Errorf("sent twice: %v", err)
	}
}

// TestLimitReaders sends 1 GiB both ways in 'make limits'.
func TestLimitReaders(t *testing.T) {
	size, bound := cost.Scaled[int64](1<<30), uint64(64<<20)
	stop, peak := make(chan struct{}), make(chan uint64)
	debug.FreeOSMemory() // of other tests
	go func() {
		var most uint64
		tick := time.NewTicker(10 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				peak <- most
				return
			case <-tick.C:
				var now runtime.MemStats
				runtime.ReadMemStats(&now)
				most = max(most, now.HeapSys-now.HeapReleased)
			}
		}
	}()
	server := serve(t, newFilmHandler(func(_ context.Context, f *film) (*film, error) {
		if n, err := io.Copy(io.Discard, f.Video); n != size || err != nil {
			t.Errorf("the request: %d bytes, %v", n, err)
		}
		return &film{Video: io.LimitReader(zeros{}, size)}, nil
	}))
	start := time.Now()
	f, err := newFilmClient(t, server, contract.SOAP11)(t.Context(), &film{Video: io.LimitReader(zeros{}, size)})
	must(t, err)
	if n, err := io.Copy(io.Discard, f.Video); n != size || err != nil {
		t.Errorf("the reply: %d bytes, %v", n, err)
	}
	took := time.Since(start)
	close(stop)
	most := <-peak
	t.Logf("limit: readers, %d MiB each way | %d MiB of memory | %d MiB, %v", size>>20, bound>>20, most>>20, took.Round(time.Millisecond))
	if most > bound {
		t.Errorf("%d MiB of memory", most>>20)
	}
}

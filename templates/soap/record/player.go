package record

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"example.com/quartet/templates/soap/redact"
)

// Player answers requests from recordings, as a handler or as a RoundTripper. Requests that have been recorded several
// times are answered in that order, and then with the last one again. It is safe for concurrent use.
type Player struct {
	// Match reports whether a recording answers a request; the fields of the response of that are not set. nil: they
	// have the same Key.
	Match func(request, recording *Exchange) bool

	// Redactor has the names with which the recordings were made: without them, requests differ in what was removed.
	// Set both fields before the player is used.
	Redactor redact.Redactor

	recordings []recording
	mu         sync.Mutex
	played     map[string]int // by the name of the first recording that matches
}

type recording struct {
	name     string
	exchange *Exchange
	key      string
}

// NewPlayer returns a player for the recordings in a folder: the files whose names end in Extension. If some of them cannot be
// read, the error names each, and the player has the others; it is nil if there are none.
func NewPlayer(folder fs.FS) (*Player, error) {
	names, err := fs.Glob(folder, "*"+Extension)
	if err == nil && len(names) == 0 {
		err = errors.New("the folder contains no file with the extension " + Extension)
	}
	if err != nil {
		return nil, fmt.Errorf("recordings: %w", err)
	}
	p := &Player{played: map[string]int{}}
	for _, name := range names {
		r, failed := readRecording(folder, name)
		if failed != nil {
			err = errors.Join(err, fmt.Errorf("recordings: %s: %w", name, failed))
			continue
		}
		p.recordings = append(p.recordings, r)
	}
	if len(p.recordings) == 0 {
		return nil, err
	}
	slices.SortStableFunc(p.recordings, func(a, b recording) int {
		aBase, aNumber := order(a.name)
		bBase, bNumber := order(b.name)
		return cmp.Or(strings.Compare(aBase, bBase), cmp.Compare(aNumber, bNumber))
	})
	return p, err
}

func readRecording(folder fs.FS, name string) (recording, error) {
	text, err := fs.ReadFile(folder, name)
	if err != nil {
		return recording{}, err
	}
	x, err := Parse(text)
	if err != nil {
		return recording{}, err
	}
	return recording{name, x, x.Key()}, nil
}

// repeated finds the number that the recorder appends to a name: it follows the eight hexadecimal digits.
var repeated = regexp.MustCompile(`^(.*-[0-9a-f]{8})-([0-9]+)$`)

// order returns what the names of equal requests have in common, and the number after it.
func order(name string) (base string, number int) {
	base = strings.TrimSuffix(path.Base(name), Extension)
	if m := repeated.FindStringSubmatch(base); m != nil {
		if number, err := strconv.Atoi(m[2]); err == nil {
			return m[1], number
		}
	}
	return base, 1
}

// UnmatchedError says that no recording answers a request.
type UnmatchedError struct {
	Method, Target string
	Nearest        string // name of the recording that is most like the request
	Difference     string // the first difference from it
}

// Error returns a message that names the nearest recording.
func (e *UnmatchedError) Error() string {
	return fmt.Sprintf("no recording answers %s %.200q; the nearest, %s, differs in %s", e.Method, e.Target, e.Nearest, e.Difference)
}

// find returns the recording that answers a request.
func (p *Player) find(request *Exchange) (*Exchange, error) {
	key := request.Key()
	var found []recording
	for _, r := range p.recordings {
		if p.Match == nil && r.key == key || p.Match != nil && p.Match(request, r.exchange) {
			found = append(found, r)
		}
	}
	if len(found) == 0 {
		return nil, p.unmatched(request, key)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	n := p.played[found[0].name]
	p.played[found[0].name] = n + 1
	return found[min(n, len(found)-1)].exchange, nil
}

// unmatched returns the error for a request with a key that no recording has. It names the recording whose key has most lines in
// common with it from the first one on, and the first difference.
func (p *Player) unmatched(request *Exchange, key string) error {
	e := &UnmatchedError{Method: request.Method, Target: request.Target}
	own := strings.Split(key, "\n")
	best := -1
	for _, r := range p.recordings {
		lines := strings.Split(r.key, "\n")
		same := 0
		for same < min(len(own), len(lines)) && own[same] == lines[same] {
			same++
		}
		if same > best {
			best, e.Nearest, e.Difference = same, r.name, difference(own, lines, same)
		}
	}
	return e
}

// difference says how two keys differ in line i.
func difference(own, recorded []string, i int) string {
	what := "the body"
	if names := [...]string{"the method", "the path", "the query", "the action"}; i < len(names) {
		what = names[i]
	}
	line := func(lines []string) string {
		if i >= len(lines) {
			return "nothing"
		}
		return fmt.Sprintf("%.100q", strings.TrimLeft(lines[i], "<="))
	}
	return what + ": " + line(own) + ", recorded: " + line(recorded)
}

// answer finds the recording for a request. If these have a MessageID of WS-Addressing, the response relates to that of the request.
func (p *Player) answer(request *http.Request) (*Exchange, error) {
	body, err := drain(&request.Body)
	if err != nil {
		return nil, fmt.Errorf("reading the request: %w", err)
	}
	x := newExchange(p.Redactor, request, body, 0, nil, nil, nil)
	recorded, err := p.find(x)
	if err != nil {
		return nil, err
	}
	if own, old := x.content().messageID, recorded.content().messageID; own != "" && old != "" {
		related := *recorded
		related.ResponseBody = bytes.ReplaceAll(recorded.ResponseBody, []byte(old), []byte(markup.Replace(own)))
		return &related, nil
	}
	return recorded, nil
}

// markup escapes text of an element.
var markup = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// ServeHTTP answers a request from its recording. Without one the status is 500, and the text says why.
func (p *Player) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	x, err := p.answer(request)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	x.answer(w)
}

// answer writes the response of an exchange.
func (x *Exchange) answer(w http.ResponseWriter) {
	maps.Copy(w.Header(), x.ResponseHeader.Clone())
	for name, values := range x.Trailer {
		w.Header()[http.TrailerPrefix+name] = slices.Clone(values)
	}
	w.WriteHeader(x.Status)
	_, _ = w.Write(x.ResponseBody)
}

// RoundTrip answers a request from its recording. Without one it returns an *UnmatchedError.
func (p *Player) RoundTrip(request *http.Request) (*http.Response, error) {
	if err := request.Context().Err(); err != nil {
		return nil, err
	}
	clone := *request
	x, err := p.answer(&clone)
	if err != nil {
		return nil, err
	}
	recorder := httptest.NewRecorder()
	x.answer(recorder)
	response := recorder.Result()
	response.Request, response.ContentLength = request, int64(len(x.ResponseBody))
	maps.DeleteFunc(response.Header, func(name string, _ []string) bool { return strings.HasPrefix(name, http.TrailerPrefix) })
	return response, nil
}

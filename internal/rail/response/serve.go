package response

import (
	"net/http"
	"strconv"
)

// Serve answers a GET or HEAD request that is not a call of an operation, from the cache if it can. The key identifies the response
// among all that are served so; timetable says that it depends on the timetable only. If the response is not in the cache, compute
// returns its body. An error of compute is returned, and nothing has been sent then. A nil Cache computes each response.
//
// The response has the header fields that w has, and those that [Cache.Intercept] sets. It is compressed for clients that accept
// gzip, once, also if the options have no level.
func (c *Cache) Serve(w http.ResponseWriter, r *http.Request, key string, timetable bool, compute func() ([]byte, error)) error {
	if c == nil {
		body, err := compute()
		if err == nil {
			send(w, r, body)
		}
		return err
	}
	e, err := c.response(r.Context(), nil, append([]byte{0}, key...), timetable, compute)
	if err != nil {
		return err
	}
	sent := c.encoded(e, w.Header(), r.Header, true)
	c.describe(e, w.Header(), sent.tag(), timetable)
	send(w, r, sent.body)
	return nil
}

func send(w http.ResponseWriter, r *http.Request, body []byte) {
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	if w.WriteHeader(http.StatusOK); r.Method != http.MethodHead {
		w.Write(body)
	}
}

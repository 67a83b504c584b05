package wsse

import (
	"cmp"
	"context"
	"strings"
	"sync"
	"time"

	"example.com/quartet/templates/soap"
)

// Replayed reports whether a key was seen before, and otherwise remembers it until a time, both in one step: if concurrent calls
// have the same key, one of them gets false. The key is a hash of a signature or a digest, any 32 bytes or fewer, and contains
// nothing of the message. After until, a message that has a time is refused for its age. With an error the message is refused;
// the error is logged and not sent. Calls are concurrent. The processes of a service that share an address need a store that they
// share.
type Replayed func(ctx context.Context, key string, until time.Time) (seen bool, err error)

// in asks the store, or a memory if store is nil, whether a key was seen before. of is the sender of its message.
func (store Replayed) in(ctx context.Context, m *memory, c clock, of, key string, created time.Time) (seen bool, err error) {
	if store == nil {
		return m.replayed(of, key)
	}
	return store(ctx, key, created.Add(c.window+c.skew))
}

// memory remembers keys for a period.
type memory struct {
	max    int
	period time.Duration
	now    func() time.Time

	mu    sync.Mutex
	known map[string]bool
	users map[string]*user // users in the queue
	queue []remembered     // the oldest first
}

type user struct {
	name string
	keys int // in the queue
}

type remembered struct {
	key string
	of  *user
	at  time.Time
}

func newMemory(most int, c clock) memory {
	return memory{max: cmp.Or(max(most, 0), 200_000), period: c.window + 2*c.skew, now: c.now}
}

func (m *memory) replayed(name, key string) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	for len(m.queue) > 0 && now.Sub(m.queue[0].at) >= m.period {
		r := m.queue[0]
		r.of.keys--
		if delete(m.known, r.key); r.of.keys == 0 {
			delete(m.users, r.of.name)
		}
		m.queue = m.queue[1:]
	}
	of := m.users[name]
	switch {
	case m.known[key]:
		return true, nil
	case of == nil:
		of = &user{name: strings.Clone(name)}
	}
	if of.keys+len(m.queue) >= m.max {
		return false, &soap.Fault{Code: soap.FaultServer, Reason: "Too many calls with a digest or a signature; try again later."}
	}
	if m.known == nil {
		m.known, m.users = make(map[string]bool), make(map[string]*user)
	}
	of.keys++
	m.known[key], m.users[of.name] = true, of
	m.queue = append(m.queue, remembered{key, of, now})
	return false, nil
}

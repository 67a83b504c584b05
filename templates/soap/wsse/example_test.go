package wsse_test

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"example.com/quartet/templates/soap/wsse"
)

// inFolder remembers messages in a folder that processes share: each is an empty file, whose name is the key. Creating a file
// that must not exist yet is one step, also for another process. Files whose time is in the past can be deleted.
func inFolder(folder string) wsse.Replayed {
	return func(_ context.Context, key string, until time.Time) (seen bool, err error) {
		name := filepath.Join(folder, hex.EncodeToString([]byte(key)))
		file, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			return true, nil
		}
		if err != nil {
			return false, err
		}
		return false, errors.Join(file.Close(), os.Chtimes(name, time.Time{}, until))
	}
}

// The processes of a service have a common memory of messages, so that none of them accepts what another has received:
// it is the field Replayed of the Trust, and of the Verifier, of each.
func ExampleReplayed() {
	folder, err := os.MkdirTemp("", "received")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(folder) }()
	one := wsse.Trust{Replayed: inFolder(folder)}
	other := wsse.Trust{Replayed: inFolder(folder)}

	until := time.Now().Add(time.Minute)
	fmt.Println(one.Replayed(context.Background(), "a message", until))
	fmt.Println(other.Replayed(context.Background(), "a message", until))
	fmt.Println(other.Replayed(context.Background(), "another one", until))
	// Output:
	// false <nil>
	// true <nil>
	// false <nil>
}

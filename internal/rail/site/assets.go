package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"
	"sync"
	"time"
)

// An asset is a file that pages refer to.
type asset struct {
	content     []byte
	contentType string
}

// contentTypes has the media types of the assets by extension. Those of package mime depend on the machine.
var contentTypes = map[string]string{
	".css": "text/css; charset=utf-8",
	".js":  "text/javascript; charset=utf-8",
	".svg": "image/svg+xml",
}

// loadAssets returns the embedded assets and their version, which is part of their addresses: all of them may be kept
// for long. A module that others import is part of the scripts of pages. Sites of a process share them.
var loadAssets = sync.OnceValues(func() (map[string]asset, string) {
	assets := make(map[string]asset)
	all := sha256.New()
	entries, _ := fs.ReadDir(files, "assets") // they are embedded
	for _, entry := range entries {
		name := entry.Name()
		kind, ok := contentTypes[path.Ext(name)]
		if !ok {
			continue
		}
		content, _ := fs.ReadFile(files, "assets/"+name)
		if module, ok := strings.CutSuffix(name, ".js"); ok {
			if exportLine.Match(content) {
				continue
			}
			content = bundle(nil, module, make(map[string]bool))
		}
		assets[name] = asset{content, kind}
		fmt.Fprintln(all, name, len(content))
		all.Write(content)
	}
	return assets, hex.EncodeToString(all.Sum(nil)[:6])
})

// serveAsset serves an asset. One of another version, which a page of another replica may ask for, is answered by the
// present one, not to be kept.
func (s *site) serveAsset(w http.ResponseWriter, r *http.Request) {
	folder, name := path.Split(r.URL.Path)
	caching := "no-cache"
	if strings.TrimSuffix(folder, "/") == s.base {
		caching = "public, max-age=31536000, immutable"
	}
	s.sendAsset(w, r, name, caching)
}

func (s *site) sendAsset(w http.ResponseWriter, r *http.Request, name, caching string) {
	a, h := s.assets[name], w.Header()
	secure(h)
	h.Set("Content-Type", a.contentType)
	h.Set("Cache-Control", caching)
	h.Set("ETag", `"`+path.Base(s.base)+`"`) // the version of all
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(a.content))
}

var (
	importLine = regexp.MustCompile(`(?m)^import (?:(\{.*\}) from )?"\./([a-z-]+)\.js";$`)
	exportLine = regexp.MustCompile(`(?m)^export ((?:async )?(?:function|class|const) (\w+))`)
)

// bundle appends a module to a script, after those that it imports and that are not yet in it. A page then needs one request: on a
// slow line, requests take longer than content. Each module becomes a function that returns what it exports. Imports and
// exports are lines of the forms above, and modules do not import each other in a circle.
func bundle(script []byte, name string, done map[string]bool) []byte {
	if done[name] {
		return script
	}
	done[name] = true
	content, err := fs.ReadFile(files, "assets/"+name+".js")
	if err != nil {
		panic(err) // it is embedded
	}
	body := importLine.ReplaceAllStringFunc(string(content), func(line string) string {
		found := importLine.FindStringSubmatch(line)
		if script = bundle(script, found[2], done); found[1] == "" {
			return ""
		}
		return "const " + found[1] + " = $" + strings.ReplaceAll(found[2], "-", "_") + ";"
	})
	var exports []string
	for _, found := range exportLine.FindAllStringSubmatch(body, -1) {
		exports = append(exports, found[2])
	}
	return fmt.Appendf(script, "const $%s = (() => {\n%s\nreturn { %s };\n})();\n", strings.ReplaceAll(name, "-", "_"),
		exportLine.ReplaceAllString(body, "$1"), strings.Join(exports, ", "))
}

package browser_test

import (
	"path/filepath"
	"testing"
)

// pictures are those in the documentation, by file.
var pictures = map[string]view{
	"board.png": {path: "/board/STERG", ready: state("#board", "ready")},
	"map.png":   {path: "/map", ready: allLines},
}

// TestScreenshots replaces the pictures in the documentation.
func TestScreenshots(t *testing.T) {
	if !*update {
		t.Skip("'make screenshots' runs this test")
	}
	s := serveRail(t, "--clock", moment)
	p := open(t, s.origin())
	p.size(viewport{"picture", 1000, 640})
	p.theme("light")
	for name, v := range pictures {
		p.show(v)
		p.savePicture(filepath.Join("..", "..", "rail", "pictures", name), 640)
	}
}

package browser_test

import (
	"os"
	"path/filepath"
	"testing"
)

// pictures are those in the documentation, by file.
var pictures = map[string]view{
	"board.png": {path: "/board/STERG", ready: state("#board", "ready")},
	"map.png":   {path: "/map", ready: allLines},
	"service.png": {path: servicePath + "?op=getStationDataByCodeXML&p.StationCode=STERG&binding=soap12", ready: requestReady("soap12"),
		use: func(p *tab) { p.call("soap12") }},
}

// TestScreenshots replaces the pictures in the documentation.
func TestScreenshots(t *testing.T) {
	if !*update {
		t.Skip("'make screenshots' runs this test")
	}
	folder := filepath.Join("..", "..", "rail", "pictures")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	s := serveRail(t, "--clock", moment)
	p := open(t, s.origin())
	p.size(viewport{"picture", 1000, 640})
	p.theme("light")
	for name, v := range pictures {
		p.show(v)
		p.savePicture(filepath.Join(folder, name), 640)
	}
}

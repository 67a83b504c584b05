package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"unsafe"
)

// TestTerminal uses a pseudo-terminal.
func TestTerminal(t *testing.T) {
	control, terminal := pseudoTerminal(t)
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "")
	line := progressLine(terminal)
	if line == nil {
		t.Fatal("there is no line on a terminal")
	}
	if n := columns(terminal); n != 132 {
		t.Errorf("%d columns, want 132", n)
	}
	if w := line.Writer(terminal); !isTerminal(w) || !inColor(w) {
		t.Error("what writes to the terminal is not known as a terminal")
	}
	if code := run(newRoot(), []string{"check", "none.wsdl", "--out", filepath.Join(t.TempDir(), "gen"), "--module", "x.example/gen"}, new(bytes.Buffer), terminal); code != exitFindings {
		t.Errorf("exit code %d", code)
	}
	shown := make([]byte, 1000)
	n, err := control.Read(shown)
	if err != nil || !bytes.HasPrefix(shown[:n], []byte("\x1b[1mnone.wsdl: ")) {
		t.Errorf("the terminal shows %q (%v)", shown[:n], err)
	}
	t.Setenv("TERM", "dumb")
	if progressLine(terminal) != nil {
		t.Error("there is a line on a terminal that cannot replace lines")
	}
}

// TestListOnTerminal lists operations in aligned columns.
func TestListOnTerminal(t *testing.T) {
	control, terminal := pseudoTerminal(t)
	if code := run(newRoot(), []string{"list", "../../../../wsdl/realtime.wsdl"}, terminal, new(bytes.Buffer)); code != exitOK {
		t.Errorf("exit code %d", code)
	}
	const want = "Realtime  soap11,soap12,get,post  getAllStationsXML()  "
	shown := make([]byte, len(want))
	if _, err := io.ReadFull(control, shown); err != nil || string(shown) != want {
		t.Errorf("the terminal shows %q (%v), want %q", shown, err, want)
	}
}

// pseudoTerminal opens a pseudo-terminal of 132 columns.
func pseudoTerminal(t *testing.T) (control, terminal *os.File) {
	t.Helper()
	control, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("there are no pseudo-terminals: %v", err)
	}
	t.Cleanup(func() { control.Close() })
	request := func(f *os.File, number uintptr, argument unsafe.Pointer) {
		t.Helper()
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), number, uintptr(argument)); errno != 0 {
			t.Fatal(errno)
		}
	}
	var number, locked int32
	request(control, syscall.TIOCSPTLCK, unsafe.Pointer(&locked))
	request(control, syscall.TIOCGPTN, unsafe.Pointer(&number))
	terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { terminal.Close() })
	request(terminal, syscall.TIOCSWINSZ, unsafe.Pointer(&[4]uint16{24, 132}))
	return control, terminal
}

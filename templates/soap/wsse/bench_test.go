package wsse

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
)

// message returns a request with a number of bytes.
func message(size int) string {
	const item = `<item id="1"><name>A station</name><platform>12</platform><time>2026-11-21T12:00:00Z</time></item>`
	return swap(request, "<amount>1</amount>", strings.Repeat(item, size/len(item)))
}

// BenchmarkSign compares signing and verifying with reading the same message without looking at it.
func BenchmarkSign(b *testing.B) {
	for _, size := range []int{1 << 10, 1 << 20, 10 << 20} {
		text := []byte(message(size))
		call := &soap.Call{Binding: contract.SOAP11}
		s := signing()
		signed := must(s.sign(context.Background(), call, text, true))
		v := &verifier{Trust: trust(), clock: newClock(at(noon), 0, 0)}
		v.Replayed = func(context.Context, string, time.Time) (bool, error) { return false, nil }
		for name, f := range map[string]func() error{
			"skip": func() error {
				d := newDecoder(text)
				defer d.Release()
				d.Root()
				d.Skip()
				return d.Err()
			},
			"sign": func() error { _, err := s.sign(context.Background(), call, text, true); return err },
			"verify": func() error {
				e, err := readEnvelope(signed, contract.SOAP11)
				if err == nil {
					_, err = v.check(context.Background(), e, nil)
				}
				return err
			},
		} {
			b.Run(fmt.Sprintf("size=%d/impl=%s", size, name), func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(int64(size))
				for b.Loop() {
					if err := f(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// TestAllocationsOfSigning: a larger message needs as many allocations, and no copies of what is in it but the message itself.
func TestAllocationsOfSigning(t *testing.T) {
	s, call := signing(), &soap.Call{Binding: contract.SOAP11}
	allocations := func(size int) float64 {
		text := []byte(message(size))
		return testing.AllocsPerRun(5, func() { must(s.sign(context.Background(), call, text, true)) })
	}
	if small, large := allocations(64<<10), allocations(2<<20); large > small+20 {
		t.Errorf("%v allocations for 64 KiB, %v for 2 MiB", small, large)
	}
}

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

// BenchmarkSign and BenchmarkVerify compare with reading the same message without looking at it.
func BenchmarkSign(b *testing.B) {
	s, call := signing(), &soap.Call{Binding: contract.SOAP11}
	compare(b, func(text []byte) error { _, err := s.sign(context.Background(), call, text, true); return err })
}

func BenchmarkVerify(b *testing.B) {
	v := &verifier{Trust: trust(), clock: newClock(at(noon), 0, 0)}
	v.Replayed = func(context.Context, string, time.Time) (bool, error) { return false, nil }
	compare(b, func(text []byte) error {
		e, err := readEnvelope(text, contract.SOAP11)
		if err == nil {
			_, err = v.check(context.Background(), e, nil)
		}
		return err
	})
}

func compare(b *testing.B, quartet func(text []byte) error) {
	skip := func(text []byte) error {
		d := newDecoder(text)
		defer d.Release()
		d.Root()
		d.Skip()
		return d.Err()
	}
	for _, size := range []int{1 << 10, 10 << 20} {
		text := []byte(message(size))
		if b.Name() == "BenchmarkVerify" {
			text = must((&Signing{Key: anna.key, Chain: anna.chain, Now: at(noon)}).sign(context.Background(), &soap.Call{Binding: contract.SOAP11}, text, true))
		}
		for _, impl := range []struct {
			name string
			read func([]byte) error
		}{{"quartet", quartet}, {"bare", skip}} {
			b.Run(fmt.Sprintf("n=%d/impl=%s", size, impl.name), func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(int64(size))
				for b.Loop() {
					if err := impl.read(text); err != nil {
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

// TestSigningChangesACopy: others may have the envelope that is signed.
func TestSigningChangesACopy(t *testing.T) {
	for _, text := range []string{request, swap(request, "<w:Security></w:Security>", "")} {
		shared := append(make([]byte, 0, 1<<16), text...)
		s := signing()
		if _, err := s.sign(t.Context(), &soap.Call{Binding: contract.SOAP11}, shared, true); err != nil || string(shared) != text {
			t.Errorf("%v, %s", err, shared)
		}
	}
}

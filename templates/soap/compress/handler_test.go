package compress

import "testing"

func TestAccepted(t *testing.T) {
	for header, want := range map[string]bool{
		"":                          false,
		"gzip":                      true,
		"GZip":                      true,
		"x-gzip":                    true,
		"deflate, gzip;q=0.5":       true,
		"gzip;q=0":                  false,
		"gzip; Q = 0.000":           false,
		"*":                         true,
		"*;q=0":                     false,
		"*, gzip;q=0":               false,
		"identity, gzip;q=0.5":      false,
		"identity;q=0.2, gzip":      true,
		"identity;q=0, *;q=0.1":     true,
		"gzip;q=2":                  false,
		"gzip;q=NaN":                false,
		"gzip;level=9":              false,
		"br;q=1, deflate":           false,
		" , gzip ;q=1.0 , identity": true,
	} {
		if got := accepted([]string{header}); got != want {
			t.Errorf("%q: %v, want %v", header, got, want)
		}
	}
}

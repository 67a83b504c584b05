module example.com/quartet/internal/conformance/authentication

go 1.26.0

require (
	example.com/quartet v0.0.0
	github.com/Azure/go-ntlmssp v0.1.1
	github.com/icholy/digest v1.2.0
	golang.org/x/crypto v0.50.0
)

replace example.com/quartet => ../../..

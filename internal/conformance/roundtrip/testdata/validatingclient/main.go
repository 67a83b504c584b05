// Validatingclient is a program that calls the rail service and validates the messages.
package main

import (
	"context"
	"fmt"
	"os"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/validate"
)

func main() {
	client, err := realtime.NewClient("", soap.SOAP12, validate.WithValidation())
	if err == nil {
		_, err = client.GetAllStationsXML(context.Background())
	}
	fmt.Fprintln(os.Stderr, err)
}

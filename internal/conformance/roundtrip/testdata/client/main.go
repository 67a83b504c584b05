// Client is a program that calls the rail service and does not serve it.
package main

import (
	"context"
	"fmt"
	"os"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
)

func main() {
	client, err := realtime.NewClient("", soap.SOAP12)
	if err == nil {
		_, err = client.GetAllStationsXML(context.Background())
	}
	fmt.Fprintln(os.Stderr, err)
}

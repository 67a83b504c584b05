// Onecall calls one operation: TestClientLinksWhatItCalls looks at what is linked.
package main

import (
	"context"
	"fmt"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
)

func main() {
	client, err := realtime.NewClient("", soap.SOAP12)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(client.GetAllStationsXML(context.Background()))
}

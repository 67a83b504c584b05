// Jsoncall calls one operation with JSON: TestJSONClientLinksNoDocuments looks at what is linked.
package main

import (
	"context"
	"fmt"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap/jsonhttp"
)

func main() {
	client, err := realtime.NewClient("", jsonhttp.Binding, jsonhttp.WithJSON())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(client.GetAllStationsXML(context.Background()))
}

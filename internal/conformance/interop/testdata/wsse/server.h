// The operation getCurrentTrainsXML of the rail contract, as soapcpp2 reads it: enough for a server that says nothing but who
// may call it.
//gsoap ns1 service name: Realtime
//gsoap ns1 service namespace: http://realtime.rail.example/
//gsoap ns1 service style: document
//gsoap ns1 service encoding: literal
//gsoap ns1 schema namespace: http://realtime.rail.example/
//gsoap ns1 schema form: qualified
#import "wsse.h"
struct ns1__ArrayOfObjTrainPositions {
	char *none;
};
struct ns1__getCurrentTrainsXMLResponse {
	struct ns1__ArrayOfObjTrainPositions *getCurrentTrainsXMLResult 1;
};
int ns1__getCurrentTrainsXML(struct ns1__getCurrentTrainsXMLResponse *out);

// The operation getStationDataByNameXML of the rail contract, as soapcpp2 reads it, with a response that has no stations.
//gsoap ns1 service name: Realtime
//gsoap ns1 service namespace: http://realtime.rail.example/
//gsoap ns1 service style: document
//gsoap ns1 service encoding: literal
//gsoap ns1 schema namespace: http://realtime.rail.example/
//gsoap ns1 schema form: qualified
//gsoap wsa schema namespace: http://www.w3.org/2005/08/addressing
#import "wsse.h"
mutable struct SOAP_ENV__Header {
	char *wsa__To;
};
struct ns1__ArrayOfObjStationData {
	char *none;
};
struct ns1__getStationDataByNameXMLResponse {
	struct ns1__ArrayOfObjStationData *getStationDataByNameXMLResult 1;
};
int ns1__getStationDataByNameXML(char *StationDesc, struct ns1__getStationDataByNameXMLResponse *out);

// A service of ASP.NET (ASMX), with records that wsdl generated. The protocol is in ../README.md.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Web.Script.Serialization;
using System.Web.Services;
using System.Web.Services.Protocols;
using RealtimeSoap;
using Values = System.Collections.Generic.Dictionary<string, object>;

[WebService(Namespace = "http://realtime.rail.example/")]
[WebServiceBinding(ConformsTo = WsiProfiles.None)]
public class Service : WebService
{
    static readonly ArrayList answers = new JavaScriptSerializer { MaxJsonLength = int.MaxValue }.Deserialize<ArrayList>(
        File.ReadAllText(Path.Combine(Environment.GetEnvironmentVariable("INTEROP_FOLDER"), "answers.json")));

    [WebMethod] public objStation[] getAllStationsXML() { return Answer<objStation>("getAllStationsXML"); }
    [WebMethod] public objStation[] getAllStationsXML_WithStationType(string StationType) { return Answer<objStation>("getAllStationsXML_WithStationType", "StationType", StationType); }
    [WebMethod] public objVendorPositions[] getVendorTrainsXML() { return Answer<objVendorPositions>("getVendorTrainsXML"); }
    [WebMethod] public objTrainPositions[] getCurrentTrainsXML() { return Answer<objTrainPositions>("getCurrentTrainsXML"); }
    [WebMethod] public objTrainPositions[] getCurrentTrainsXML_WithTrainType(string TrainType) { return Answer<objTrainPositions>("getCurrentTrainsXML_WithTrainType", "TrainType", TrainType); }
    [WebMethod] public objStationData[] getStationDataByNameXML(string StationDesc) { return Answer<objStationData>("getStationDataByNameXML", "StationDesc", StationDesc); }
    [WebMethod] public objStationData[] getStationDataByNameXML_withNumMins(string StationDesc, string NumMins) { return Answer<objStationData>("getStationDataByNameXML_withNumMins", "StationDesc", StationDesc, "NumMins", NumMins); }
    [WebMethod] public objStationData[] getStationDataByCodeXML(string StationCode) { return Answer<objStationData>("getStationDataByCodeXML", "StationCode", StationCode); }
    [WebMethod] public objStationData[] getStationDataByCodeXML_WithNumMins(string StationCode, string NumMins) { return Answer<objStationData>("getStationDataByCodeXML_WithNumMins", "StationCode", StationCode, "NumMins", NumMins); }
    [WebMethod] public objStationFilter[] getStationsFilterXML(string StationText) { return Answer<objStationFilter>("getStationsFilterXML", "StationText", StationText); }
    [WebMethod] public objTrainMovements[] getTrainMovementsXML(string TrainId, string TrainDate) { return Answer<objTrainMovements>("getTrainMovementsXML", "TrainId", TrainId, "TrainDate", TrainDate); }

    static T[] Answer<T>(string operation, params string[] parameters) where T : new()
    {
        var arguments = new Dictionary<string, string>();
        for (var i = 0; i < parameters.Length; i += 2)
            if (parameters[i + 1] != null) arguments[parameters[i]] = parameters[i + 1];
        foreach (Values answer in answers) {
            var expected = (Values) answer["arguments"];
            if ((string) answer["operation"] != operation || expected.Count != arguments.Count) continue;
            if (!expected.All(e => arguments.ContainsKey(e.Key) && arguments[e.Key] == (string) e.Value)) continue;
            if (answer["fault"] is Values fault) throw Fault(fault);
            return ((IEnumerable) answer["records"]).Cast<Values>().Select(Record<T>).ToArray();
        }
        throw new SoapException("no answer to " + operation, SoapException.ClientFaultCode);
    }

    static SoapException Fault(Values fault)
    {
        var code = (string) fault["code"] == "Client" ? SoapException.ClientFaultCode : SoapException.ServerFaultCode;
        return new SoapException((string) fault["reason"], code);
    }

    static T Record<T>(Values values) where T : new()
    {
        var record = new T();
        foreach (var field in values) {
            var property = typeof(T).GetProperty(field.Key);
            property.SetValue(record, Convert.ChangeType(field.Value, property.PropertyType, CultureInfo.InvariantCulture), null);
        }
        return record;
    }
}

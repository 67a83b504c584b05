// Calls the rail service with classes that Mono's wsdl generated, in a namespace for each port, or with the class for both SOAP ports that
// its svcutil generated. The protocol is in ../README.md.
using System;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Reflection;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Text;
using System.Web.Script.Serialization;
using System.Web.Services.Protocols;
using Values = System.Collections.Generic.Dictionary<string, object>;

static class Client
{
    static void Main()
    {
        var json = new JavaScriptSerializer { MaxJsonLength = int.MaxValue };
        var input = new StreamReader(Console.OpenStandardInput(), new UTF8Encoding(false));
        var output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false)) { AutoFlush = true };
        var request = json.Deserialize<Values>(input.ReadToEnd());
        var services = new Dictionary<string, object>();
        foreach (Values call in (IEnumerable) request["calls"]) {
            var port = (string) call["port"];
            if (!services.ContainsKey(port))
                services[port] = NewService(port, (string) request["address"]);
            output.WriteLine(json.Serialize(Answer(services[port], call)));
        }
    }

    static object NewService(string port, string address)
    {
        var type = Type.GetType(port + ".Realtime");
        if (type != null) {
            dynamic service = Activator.CreateInstance(type);
            service.Url = address;
            return service;
        }
        var version = port == "RealtimeSoap" ? MessageVersion.Soap11 : MessageVersion.Soap12;
        var binding = new CustomBinding(new TextMessageEncodingBindingElement(version, Encoding.UTF8), new HttpTransportBindingElement());
        return Activator.CreateInstance(Type.GetType("RealtimeSoapClient", true), binding, new EndpointAddress(address));
    }

    static Values Answer(object service, Values call)
    {
        var arguments = (Values) call["arguments"];
        var names = ((IEnumerable) call["parameters"]).Cast<string>().ToArray();
        var operation = (string) call["operation"];
        // For the HTTP bindings, wsdl adds a number to the name of the second overload.
        var method = service.GetType().GetMethods().First(m => (m.Name == operation || m.Name == operation + "1") &&
            m.GetParameters().Select(p => p.Name).SequenceEqual(names));
        var parameters = names.Select(name => arguments.ContainsKey(name) ? arguments[name] : null);
        try {
            var array = (IEnumerable) method.Invoke(service, parameters.ToArray());
            var records = array == null ? new Values[0] : array.Cast<object>().Select(Record).ToArray();
            return new Values { { "records", records } };
        } catch (TargetInvocationException e) when (e.InnerException is SoapException) {
            var fault = (SoapException) e.InnerException;
            return Fault(fault.Code.Name, fault.Message);
        } catch (TargetInvocationException e) when (e.InnerException is FaultException) {
            var fault = (FaultException) e.InnerException;
            return Fault(fault.Code.Name, fault.Message);
        } catch (TargetInvocationException e) when (e.InnerException is WebException) {
            var response = (HttpWebResponse) ((WebException) e.InnerException).Response;
            using (var body = new StreamReader(response.GetResponseStream()))
                return Fault(((int) response.StatusCode).ToString(), body.ReadToEnd().TrimEnd());
        } catch (TargetInvocationException e) {
            return new Values { { "error", e.InnerException.ToString() } };
        }
    }

    static Values Fault(string code, string reason)
    {
        return new Values { { "fault", new Values { { "code", code }, { "reason", reason } } } };
    }

    static Values Record(object record)
    {
        var values = new Values();
        foreach (var property in record.GetType().GetProperties()) {
            var value = property.GetValue(record, null);
            if (value is DateTime)
                values[property.Name] = ((DateTime) value).ToString("yyyy-MM-ddTHH:mm:ss.FFFFFFF");
            else if (value != null && property.Name != "ExtensionData")
                values[property.Name] = value.ToString();
        }
        return values;
    }
}

import com.google.gson.Gson;
import com.google.gson.reflect.TypeToken;
import com.sun.net.httpserver.HttpServer;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import javax.jws.WebService;
import javax.xml.namespace.QName;
import javax.xml.soap.SOAPFactory;
import javax.xml.soap.SOAPConstants;
import javax.xml.ws.BindingType;
import javax.xml.ws.Endpoint;
import javax.xml.ws.soap.SOAPBinding;
import javax.xml.ws.soap.SOAPFaultException;
import rail.*;

/** A service with classes that wsimport generated. The protocol is in ../README.md. */
public class JaxWsServer {
    record Fault(String code, String reason) {}
    record Prepared(String operation, Map<String, String> arguments, List<Map<String, String>> records, Fault fault) {}

    static List<Prepared> answers;

    public static void main(String[] args) throws Exception {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        answers = new Gson().fromJson(input.readLine(), new TypeToken<List<Prepared>>() {});
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        Endpoint.create(new Service11()).publish(server.createContext("/soap11"));
        Endpoint.create(new Service12()).publish(server.createContext("/soap12"));
        server.start();
        var address = "http://127.0.0.1:" + server.getAddress().getPort();
        System.out.println(new Gson().toJson(Map.of("RealtimeSoap", address + "/soap11", "RealtimeSoap12", address + "/soap12")));
        while (input.readLine() != null) {}
        System.exit(0);
    }

    @WebService(endpointInterface = "rail.RealtimeSoap", targetNamespace = "http://realtime.rail.example/")
    public static class Service11 extends Service {
        public Service11() { super(SOAPConstants.SOAP_1_1_PROTOCOL, SOAPConstants.URI_NS_SOAP_1_1_ENVELOPE, "Client", "Server"); }
    }

    @WebService(endpointInterface = "rail.RealtimeSoap", targetNamespace = "http://realtime.rail.example/")
    @BindingType(SOAPBinding.SOAP12HTTP_BINDING)
    public static class Service12 extends Service {
        public Service12() { super(SOAPConstants.SOAP_1_2_PROTOCOL, SOAPConstants.URI_NS_SOAP_1_2_ENVELOPE, "Sender", "Receiver"); }
    }

    abstract static class Service implements RealtimeSoap {
        private final String protocol, namespace, client, server;

        Service(String protocol, String namespace, String client, String server) {
            this.protocol = protocol;
            this.namespace = namespace;
            this.client = client;
            this.server = server;
        }

        public ArrayOfObjStation getAllStationsXML() { return answer(new ArrayOfObjStation(), "getAllStationsXML"); }
        public ArrayOfObjStation getAllStationsXMLWithStationType(String type) { return answer(new ArrayOfObjStation(), "getAllStationsXML_WithStationType", "StationType", type); }
        public ArrayOfObjVendorPositions getVendorTrainsXML() { return answer(new ArrayOfObjVendorPositions(), "getVendorTrainsXML"); }
        public ArrayOfObjTrainPositions getCurrentTrainsXML() { return answer(new ArrayOfObjTrainPositions(), "getCurrentTrainsXML"); }
        public ArrayOfObjTrainPositions getCurrentTrainsXMLWithTrainType(String type) { return answer(new ArrayOfObjTrainPositions(), "getCurrentTrainsXML_WithTrainType", "TrainType", type); }
        public ArrayOfObjStationData getStationDataByNameXML(String name) { return answer(new ArrayOfObjStationData(), "getStationDataByNameXML", "StationDesc", name); }
        public ArrayOfObjStationData getStationDataByNameXMLWithNumMins(String name, String minutes) { return answer(new ArrayOfObjStationData(), "getStationDataByNameXML_withNumMins", "StationDesc", name, "NumMins", minutes); }
        public ArrayOfObjStationData getStationDataByCodeXML(String code) { return answer(new ArrayOfObjStationData(), "getStationDataByCodeXML", "StationCode", code); }
        public ArrayOfObjStationData getStationDataByCodeXMLWithNumMins(String code, String minutes) { return answer(new ArrayOfObjStationData(), "getStationDataByCodeXML_WithNumMins", "StationCode", code, "NumMins", minutes); }
        public ArrayOfObjStationFilter getStationsFilterXML(String text) { return answer(new ArrayOfObjStationFilter(), "getStationsFilterXML", "StationText", text); }
        public ArrayOfObjTrainMovements getTrainMovementsXML(String id, String date) { return answer(new ArrayOfObjTrainMovements(), "getTrainMovementsXML", "TrainId", id, "TrainDate", date); }

        private <T> T answer(T array, String operation, String... parameters) {
            var arguments = new java.util.HashMap<String, String>();
            for (var i = 0; i < parameters.length; i += 2)
                if (parameters[i + 1] != null) arguments.put(parameters[i], parameters[i + 1]);
            for (var a : answers)
                if (a.operation.equals(operation) && a.arguments.equals(arguments)) return result(array, a);
            throw fault(new Fault("Client", "no answer to " + operation + " with " + arguments));
        }

        @SuppressWarnings("unchecked")
        private <T> T result(T array, Prepared prepared) {
            if (prepared.fault != null) throw fault(prepared.fault);
            try {
                Field field = array.getClass().getDeclaredFields()[0];
                var type = (Class<?>) ((ParameterizedType) field.getGenericType()).getActualTypeArguments()[0];
                var list = (List<Object>) array.getClass().getMethod("get" + type.getSimpleName()).invoke(array);
                for (var values : prepared.records) list.add(Beans.fill(type.getConstructor().newInstance(), values));
                return array;
            } catch (Exception e) {
                throw new RuntimeException(e);
            }
        }

        private SOAPFaultException fault(Fault fault) {
            try {
                var code = new QName(namespace, fault.code.equals("Client") ? client : server);
                return new SOAPFaultException(SOAPFactory.newInstance(protocol).createFault(fault.reason, code));
            } catch (Exception e) {
                throw new RuntimeException(e);
            }
        }
    }
}

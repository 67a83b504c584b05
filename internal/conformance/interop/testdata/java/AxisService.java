import com.google.gson.Gson;
import com.google.gson.reflect.TypeToken;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.InputStreamReader;
import java.lang.reflect.Array;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Calendar;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import javax.xml.namespace.QName;
import org.apache.axis.AxisFault;
import org.apache.axis.Constants;
import org.apache.axis.WSDDEngineConfiguration;
import org.apache.axis.deployment.wsdd.WSDDDocument;
import org.apache.axis.description.TypeDesc;
import org.apache.axis.encoding.ser.CalendarDeserializer;
import org.apache.axis.transport.http.SimpleAxisServer;
import org.apache.axis.utils.XMLUtils;
import rail.*;

/** A service with classes that WSDL2Java of Axis generated; its description is the argument. The protocol is in ../README.md. */
public class AxisService implements RealtimeSoap_PortType {
    record Fault(String code, String reason) {}
    record Prepared(String operation, Map<String, String> arguments, List<Map<String, String>> records, Fault fault) {}

    static List<Prepared> answers;

    public static void main(String[] args) throws Exception {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        answers = new Gson().fromJson(input.readLine(), new TypeToken<List<Prepared>>() {});
        var server = new SimpleAxisServer();
        var socket = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        server.setServerSocket(socket);
        var deployment = ((WSDDEngineConfiguration) server.getAxisServer().getConfig()).getDeployment();
        new WSDDDocument(XMLUtils.newDocument(new FileInputStream(args[0]))).deploy(deployment);
        server.getAxisServer().refreshGlobalOptions();
        server.start(true);
        System.out.println(new Gson().toJson(Map.of("RealtimeSoap", "http://127.0.0.1:" + socket.getLocalPort() + "/axis/services/RealtimeSoap")));
        while (input.readLine() != null) {}
        System.exit(0);
    }

    public ObjStation[] getAllStationsXML() throws AxisFault { return answer(ObjStation.class, "getAllStationsXML"); }
    public ObjStation[] getAllStationsXML_WithStationType(String type) throws AxisFault { return answer(ObjStation.class, "getAllStationsXML_WithStationType", "StationType", type); }
    public ObjVendorPositions[] getVendorTrainsXML() throws AxisFault { return answer(ObjVendorPositions.class, "getVendorTrainsXML"); }
    public ObjTrainPositions[] getCurrentTrainsXML() throws AxisFault { return answer(ObjTrainPositions.class, "getCurrentTrainsXML"); }
    public ObjTrainPositions[] getCurrentTrainsXML_WithTrainType(String type) throws AxisFault { return answer(ObjTrainPositions.class, "getCurrentTrainsXML_WithTrainType", "TrainType", type); }
    public ObjStationData[] getStationDataByNameXML(String name) throws AxisFault { return answer(ObjStationData.class, "getStationDataByNameXML", "StationDesc", name); }
    public ObjStationData[] getStationDataByNameXML_withNumMins(String name, String minutes) throws AxisFault { return answer(ObjStationData.class, "getStationDataByNameXML_withNumMins", "StationDesc", name, "NumMins", minutes); }
    public ObjStationData[] getStationDataByCodeXML(String code) throws AxisFault { return answer(ObjStationData.class, "getStationDataByCodeXML", "StationCode", code); }
    public ObjStationData[] getStationDataByCodeXML_WithNumMins(String code, String minutes) throws AxisFault { return answer(ObjStationData.class, "getStationDataByCodeXML_WithNumMins", "StationCode", code, "NumMins", minutes); }
    public ObjStationFilter[] getStationsFilterXML(String text) throws AxisFault { return answer(ObjStationFilter.class, "getStationsFilterXML", "StationText", text); }
    public ObjTrainMovements[] getTrainMovementsXML(String id, String date) throws AxisFault { return answer(ObjTrainMovements.class, "getTrainMovementsXML", "TrainId", id, "TrainDate", date); }

    private static <T> T[] answer(Class<T> type, String operation, String... parameters) throws AxisFault {
        var arguments = new HashMap<String, String>();
        for (var i = 0; i < parameters.length; i += 2)
            if (parameters[i + 1] != null) arguments.put(parameters[i], parameters[i + 1]);
        for (var a : answers)
            if (a.operation.equals(operation) && a.arguments.equals(arguments)) return result(type, a);
        throw fault(new Fault("Client", "no answer to " + operation + " with " + arguments));
    }

    @SuppressWarnings("unchecked")
    private static <T> T[] result(Class<T> type, Prepared prepared) throws AxisFault {
        if (prepared.fault != null) throw fault(prepared.fault);
        var records = (T[]) Array.newInstance(type, prepared.records.size());
        try {
            for (var i = 0; i < records.length; i++) records[i] = fill(type.getConstructor().newInstance(), prepared.records.get(i));
        } catch (Exception e) {
            throw new RuntimeException(e);
        }
        return records;
    }

    private static <T> T fill(T record, Map<String, String> values) throws Exception {
        for (var description : TypeDesc.getTypeDescForClass(record.getClass()).getFields()) {
            var value = values.get(description.getXmlName().getLocalPart());
            if (value == null) continue;
            var field = record.getClass().getDeclaredField(description.getFieldName());
            field.setAccessible(true);
            if (field.getType() == int.class) field.setInt(record, Integer.parseInt(value));
            else if (field.getType() == Calendar.class) field.set(record, new CalendarDeserializer(Calendar.class, Constants.XSD_DATETIME).makeValue(value + "Z"));
            else field.set(record, basic(value));
        }
        return record;
    }

    /** Removes characters beyond U+FFFF, which Axis writes as references to two surrogates. */
    private static String basic(String text) { return text.replaceAll("[\\x{10000}-\\x{10FFFF}]", ""); }

    private static AxisFault fault(Fault fault) {
        return new AxisFault(new QName(Constants.URI_SOAP11_ENV, fault.code), basic(fault.reason), null, null);
    }
}

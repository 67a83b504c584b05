import com.google.gson.Gson;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.apache.axis.AxisFault;
import org.apache.axis.description.TypeDesc;
import rail.RealtimeLocator;
import rail.RealtimeSoap_PortType;

/** Calls the rail service with classes that WSDL2Java of Axis generated. The protocol is in ../README.md. */
class AxisClient {
    static class Request { String address; List<Call> calls; }
    static class Call { String operation; List<String> parameters; Map<String, String> arguments; }
    record Fault(String code, String reason) {}
    record Answer(List<Map<String, String>> records, Fault fault) {}

    public static void main(String[] args) throws Exception {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC")); // a time without a zone becomes one of the local zone
        var gson = new Gson();
        var request = gson.fromJson(new InputStreamReader(System.in, StandardCharsets.UTF_8), Request.class);
        var port = new RealtimeLocator().getRealtimeSoap(new URL(request.address));
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (var call : request.calls) out.println(gson.toJson(send(port, call)));
    }

    static Answer send(RealtimeSoap_PortType port, Call call) throws Exception {
        var types = new Class<?>[call.parameters.size()];
        Arrays.fill(types, String.class);
        try {
            var array = (Object[]) RealtimeSoap_PortType.class.getMethod(call.operation, types)
                .invoke(port, call.parameters.stream().map(call.arguments::get).toArray());
            var records = new ArrayList<Map<String, String>>();
            for (var record : array == null ? new Object[0] : array) records.add(fields(record));
            return new Answer(records, null);
        } catch (InvocationTargetException e) {
            if (!(e.getCause() instanceof AxisFault f)) throw e;
            return new Answer(null, new Fault(f.getFaultCode().getLocalPart(), f.getFaultString()));
        }
    }

    static Map<String, String> fields(Object record) throws Exception {
        var values = new HashMap<String, String>();
        for (var description : TypeDesc.getTypeDescForClass(record.getClass()).getFields()) {
            var field = record.getClass().getDeclaredField(description.getFieldName());
            field.setAccessible(true);
            var value = field.get(record);
            if (value instanceof Calendar time) value = new SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss.SSS").format(time.getTime()).replaceAll("\\.000$", "");
            if (value != null) values.put(description.getXmlName().getLocalPart(), value.toString());
        }
        return values;
    }
}

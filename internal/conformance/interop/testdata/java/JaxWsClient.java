import com.google.gson.Gson;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.io.InputStreamReader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.jws.WebParam;
import javax.xml.namespace.QName;
import javax.xml.ws.RequestWrapper;
import javax.xml.ws.WebServiceFeature;
import javax.xml.ws.soap.AddressingFeature;
import javax.xml.ws.soap.SOAPFaultException;
import rail.Realtime;
import rail.RealtimeSoap;

/** Calls the rail service with classes that wsimport generated; with an argument, it requires WS-Addressing. The protocol is in ../README.md. */
class JaxWsClient {
    static class Request { String wsdl; List<Call> calls; }
    static class Call { String port, member; Map<String, String> arguments; }
    record Fault(String code, String reason) {}
    record Answer(List<Map<String, String>> records, Fault fault) {}

    public static void main(String[] args) throws Exception {
        var gson = new Gson();
        var request = gson.fromJson(new InputStreamReader(System.in, StandardCharsets.UTF_8), Request.class);
        var namespace = "http://realtime.rail.example/";
        var service = new Realtime(new URL(request.wsdl), new QName(namespace, "Realtime"));
        var features = args.length == 0 ? new WebServiceFeature[0] : new WebServiceFeature[] {new AddressingFeature(true, true)};
        var ports = new HashMap<String, RealtimeSoap>();
        var out = new java.io.PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (var call : request.calls) {
            var port = ports.computeIfAbsent(call.port, name -> service.getPort(new QName(namespace, name), RealtimeSoap.class, features));
            out.println(gson.toJson(send(port, call)));
        }
    }

    static Answer send(RealtimeSoap port, Call call) throws Exception {
        var method = Arrays.stream(RealtimeSoap.class.getMethods()).filter(m -> isMethod(m, call.member)).findAny().orElseThrow();
        try {
            return new Answer(records(method.invoke(port, arguments(method, call))), null);
        } catch (InvocationTargetException e) {
            if (!(e.getCause() instanceof SOAPFaultException f)) throw e;
            return new Answer(null, new Fault(f.getFault().getFaultCodeAsQName().getLocalPart(), f.getFault().getFaultString()));
        }
    }

    /** Methods have the parameters of an operation or, if its name is overloaded, one parameter with the whole request. */
    static boolean isMethod(Method method, String element) {
        var wrapper = method.getAnnotation(RequestWrapper.class);
        return wrapper != null ? wrapper.localName().equals(element) : name(method.getParameters()[0]).equals(element);
    }

    static String name(Parameter parameter) { return parameter.getAnnotation(WebParam.class).name(); }

    static Object[] arguments(Method method, Call call) throws Exception {
        var parameters = method.getParameters();
        if (method.getAnnotation(RequestWrapper.class) != null)
            return Arrays.stream(parameters).map(p -> call.arguments.get(name(p))).toArray();
        var request = parameters[0].getType().getConstructor().newInstance();
        for (var field : request.getClass().getDeclaredFields()) {
            field.setAccessible(true);
            field.set(request, call.arguments.get(Beans.name(field)));
        }
        return new Object[] {request};
    }

    /** Returns the first list inside a result. */
    static List<Map<String, String>> records(Object result) throws Exception {
        while (result != null && !(result instanceof List)) {
            var field = result.getClass().getDeclaredFields()[0];
            field.setAccessible(true);
            result = field.get(result);
        }
        var records = new ArrayList<Map<String, String>>();
        for (var record : result == null ? List.of() : (List<?>) result) records.add(Beans.fields(record));
        return records;
    }
}

import archive.*;
import java.net.URL;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import com.sun.net.httpserver.HttpServer;
import javax.jws.WebService;
import javax.xml.namespace.QName;
import javax.xml.ws.*;
import javax.xml.ws.soap.*;

/** The archive with JAX-WS: a client or, without arguments, a service. The protocol is in ../README.md. */
public class JaxWs {
    public static void main(String[] args) throws Exception {
        if (args.length == 0) {
            serve();
            return;
        }
        var service = new ArchiveService(new URL(args[0]), new QName("http://archive.example/", "ArchiveService"));
        var features = new WebServiceFeature[] { new AddressingFeature(true, true), new MTOMFeature() };
        for (var port : new String[] { "Archive11", "Archive12" })
            call(service.getPort(new QName("http://archive.example/", port), Archive.class, features), port, args);
        System.exit(0);
    }

    static void call(Archive port, String name, String[] args) {
        for (int i = 2; i < args.length; i++) {
            var content = content(Integer.parseInt(args[i]));
            var id = port.store("n" + args[i], content);
            report(name, "store", args[i], id.equals("n" + args[i]));
            report(name, "fetch", args[i], fetch(port, id, content));
            Holder<byte[]> first = new Holder<>(content), second = new Holder<>(content(10));
            port.echo(first, second);
            report(name, "echo", args[i], Arrays.equals(first.value, content) && Arrays.equals(second.value, content(10)));
        }
        port.discard("n" + args[2]);
        report(name, "discard", args[2], true);
        report(name, "fetch", "unknown", fetch(port, "unknown", null));
    }

    static boolean fetch(Archive port, String id, byte[] content) {
        try {
            return Arrays.equals(port.fetch(id), content);
        } catch (Unknown_Exception e) {
            return content == null && e.getFaultInfo().getId().equals(id);
        }
    }

    static void report(String port, String operation, String argument, boolean ok) {
        System.out.println(port + " " + operation + " " + argument + " " + ok);
    }

    static byte[] content(int size) {
        var content = new byte[size];
        for (int i = 0; i < size; i++) content[i] = (byte) (i % 251);
        return content;
    }

    static void serve() throws Exception {
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        for (var required : new boolean[] { true, false }) {
            var features = new WebServiceFeature[] { new AddressingFeature(true, required), new MTOMFeature() };
            var path = required ? "/" : "/optional/";
            Endpoint.create(new Service11(), features).publish(server.createContext(path + "Archive11"));
            Endpoint.create(new Service12(), features).publish(server.createContext(path + "Archive12"));
        }
        server.start();
        System.out.println("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        while (System.in.read() >= 0) {}
        System.exit(0);
    }

    @WebService(endpointInterface = "archive.Archive", targetNamespace = "http://archive.example/", serviceName = "ArchiveService", portName = "Archive11")
    public static class Service11 extends Service {}

    @WebService(endpointInterface = "archive.Archive", targetNamespace = "http://archive.example/", serviceName = "ArchiveService", portName = "Archive12")
    @BindingType(SOAPBinding.SOAP12HTTP_BINDING)
    public static class Service12 extends Service {}

    abstract static class Service implements Archive {
        private final Map<String, byte[]> contents = new ConcurrentHashMap<>();

        public String store(String name, byte[] content) {
            contents.put(name, content);
            return name;
        }

        public byte[] fetch(String id) throws Unknown_Exception {
            var content = contents.get(id);
            if (content != null) return content;
            var detail = new Unknown();
            detail.setId(id);
            throw new Unknown_Exception("no content", detail);
        }

        public void echo(Holder<byte[]> first, Holder<byte[]> second) {}

        public void discard(String id) { contents.remove(id); }
    }
}

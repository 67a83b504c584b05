// The archive with WCF on Mono: a client or, without arguments, a service. The protocol is in ../README.md.
using System;
using System.Collections.Concurrent;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Runtime.Serialization;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Xml;

[DataContract(Name = "unknown", Namespace = "http://archive.example/")]
class Unknown
{
    [DataMember(Name = "id")] public string Id;
}

[ServiceContract(Namespace = "http://archive.example/")]
interface IArchive
{
    [OperationContract(Action = "http://archive.example/store", ReplyAction = "http://archive.example/stored")]
    [return: MessageParameter(Name = "id")]
    string store(string name, byte[] content);

    [OperationContract(Action = "http://archive.example/Archive/fetchRequest", ReplyAction = "http://archive.example/Archive/fetchResponse")]
    [FaultContract(typeof(Unknown), Action = "http://archive.example/Archive/fetch/Fault/unknown", Name = "unknown", Namespace = "http://archive.example/")]
    [return: MessageParameter(Name = "content")]
    byte[] fetch(string id);

    [OperationContract(Action = "http://archive.example/Archive/echoRequest", ReplyAction = "http://archive.example/Archive/echoResponse")]
    [return: MessageParameter(Name = "first")]
    byte[] echo(byte[] first, ref byte[] second);

    [OperationContract(Action = "http://archive.example/Archive/discard", IsOneWay = true)]
    void discard(string id);
}

[ServiceBehavior(InstanceContextMode = InstanceContextMode.Single)]
class Archive : IArchive
{
    readonly ConcurrentDictionary<string, byte[]> contents = new ConcurrentDictionary<string, byte[]>();

    public string store(string name, byte[] content)
    {
        contents[name] = content;
        return name;
    }

    public byte[] fetch(string id)
    {
        byte[] content;
        if (contents.TryGetValue(id, out content)) return content;
        throw new FaultException<Unknown>(new Unknown { Id = id }, "no content", new FaultCode("Sender"), "http://archive.example/Archive/fetch/Fault/unknown");
    }

    public byte[] echo(byte[] first, ref byte[] second) { return first; }

    public void discard(string id)
    {
        byte[] content;
        contents.TryRemove(id, out content);
    }
}

static class Wcf
{
    static Binding NewBinding()
    {
        const int limit = 1 << 26;
        var quotas = new XmlDictionaryReaderQuotas { MaxArrayLength = limit, MaxStringContentLength = limit };
        return new WSHttpBinding(SecurityMode.None) { MaxReceivedMessageSize = limit, ReaderQuotas = quotas };
    }

    static void Main(string[] args)
    {
        if (args.Length == 0)
            Serve();
        else
            Call(args[1] + "Archive12", args.Skip(2).ToArray());
    }

    static void Call(string address, string[] sizes)
    {
        Action<string, string, bool> report = (operation, argument, ok) =>
            Console.WriteLine("Archive12 " + operation + " " + argument + " " + (ok ? "true" : "false"));
        var archive = new ChannelFactory<IArchive>(NewBinding(), new EndpointAddress(address)).CreateChannel();
        foreach (var size in sizes) {
            var content = Content(int.Parse(size));
            var id = archive.store("n" + size, content);
            report("store", size, id == "n" + size);
            report("fetch", size, Fetch(archive, id, content));
            var second = Content(10);
            var first = archive.echo(content, ref second);
            report("echo", size, first.SequenceEqual(content) && second.SequenceEqual(Content(10)));
        }
        archive.discard("n" + sizes[0]);
        report("discard", sizes[0], true);
        report("fetch", "unknown", Fetch(archive, "unknown", null));
    }

    static bool Fetch(IArchive archive, string id, byte[] content)
    {
        try {
            return archive.fetch(id).SequenceEqual(content);
        } catch (FaultException<Unknown> e) {
            return content == null && e.Detail.Id == id;
        }
    }

    static byte[] Content(int size) { return Enumerable.Range(0, size).Select(i => (byte) (i % 251)).ToArray(); }

    static void Serve()
    {
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var address = "http://127.0.0.1:" + ((IPEndPoint) listener.LocalEndpoint).Port + "/";
        listener.Stop();
        using (var host = new ServiceHost(new Archive())) {
            host.AddServiceEndpoint(typeof(IArchive), NewBinding(), address + "Archive12");
            host.Open();
            Console.WriteLine(address);
            while (Console.Read() >= 0) {}
        }
    }
}

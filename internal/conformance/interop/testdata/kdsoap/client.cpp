// Calls the rail service with classes that kdwsdl2cpp generated. The protocol is in ../README.md.
#include "realtime.h"
#include <KDSoapClient/KDSoapValue.h>
#include <QCoreApplication>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTextStream>

// records returns the fields of the items of an array, as the generated classes hold them.
static QJsonObject records(const KDSoapValue &array)
{
    QJsonArray list;
    for (const KDSoapValue &item : array.childValues()) {
        QJsonObject record;
        for (const KDSoapValue &field : item.childValues())
            record[field.name()] = field.value().toString();
        list.append(record);
    }
    return QJsonObject{{"records", list}};
}

// fault reads "Fault code CODE: REASON", or "Fault CODE: REASON" for SOAP 1.2, which is all that a blocking call leaves.
static QJsonObject fault(const QString &text)
{
    static const QRegularExpression format("^Fault (?:code )?([^: ]*:)?([A-Za-z]+): (.*)$", QRegularExpression::DotMatchesEverythingOption);
    const auto match = format.match(text);
    if (!match.hasMatch())
        return QJsonObject{{"error", text}};
    return QJsonObject{{"fault", QJsonObject{{"code", match.captured(2)}, {"reason", match.captured(3)}}}};
}

#define SET(Parameter) \
    if (arguments[#Parameter].isString()) parameters.set##Parameter(arguments[#Parameter].toString());

#define CALL(operation, Operation, set)                                                                \
    if (member == #operation) {                                                                        \
        TNS__##Operation parameters;                                                                   \
        set const auto response = service.operation(parameters);                                       \
        if (!service.lastError().isEmpty())                                                            \
            return fault(service.lastError());                                                         \
        return records(response.operation##Result().serialize("result"));                              \
    }

template <class Service>
static QJsonObject answer(Service &service, const QString &member, const QJsonObject &arguments)
{
    CALL(getAllStationsXML, GetAllStationsXML, )
    CALL(getAllStationsXML_WithStationType, GetAllStationsXML_WithStationType, SET(StationType))
    CALL(getVendorTrainsXML, GetVendorTrainsXML, )
    CALL(getCurrentTrainsXML, GetCurrentTrainsXML, )
    CALL(getCurrentTrainsXML_WithTrainType, GetCurrentTrainsXML_WithTrainType, SET(TrainType))
    CALL(getStationDataByNameXML, GetStationDataByNameXML, SET(StationDesc))
    CALL(getStationDataByNameXML_withNumMins, GetStationDataByNameXML_withNumMins, SET(StationDesc) SET(NumMins))
    CALL(getStationDataByCodeXML, GetStationDataByCodeXML, SET(StationCode))
    CALL(getStationDataByCodeXML_WithNumMins, GetStationDataByCodeXML_WithNumMins, SET(StationCode) SET(NumMins))
    CALL(getStationsFilterXML, GetStationsFilterXML, SET(StationText))
    CALL(getTrainMovementsXML, GetTrainMovementsXML, SET(TrainId) SET(TrainDate))
    return QJsonObject{{"error", "no operation " + member}};
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QFile input;
    input.open(0, QIODevice::ReadOnly);
    const QJsonObject request = QJsonDocument::fromJson(input.readAll()).object();
    Realtime::RealtimeSoap soap11;
    Realtime::RealtimeSoap12 soap12;
    soap11.setEndPoint(request["address"].toString());
    soap12.setEndPoint(request["address"].toString());
    QTextStream output(stdout);
    output.setCodec("UTF-8");
    for (const QJsonValue &value : request["calls"].toArray()) {
        const QJsonObject call = value.toObject(), arguments = call["arguments"].toObject();
        const QString member = call["member"].toString();
        const QJsonObject line = call["port"].toString() == "RealtimeSoap" ? answer(soap11, member, arguments) : answer(soap12, member, arguments);
        output << QJsonDocument(line).toJson(QJsonDocument::Compact) << "\n";
    }
    return 0;
}

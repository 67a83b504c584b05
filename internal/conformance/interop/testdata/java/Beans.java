import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;
import javax.xml.bind.annotation.XmlElement;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;

/** Reads and fills records by the names of their elements. */
class Beans {
    /** Returns the element of a field. */
    static String name(Field field) {
        var element = field.getAnnotation(XmlElement.class);
        return element == null || element.name().equals("##default") ? field.getName() : element.name();
    }

    static Map<String, String> fields(Object record) throws Exception {
        var values = new HashMap<String, String>();
        for (var field : record.getClass().getDeclaredFields()) {
            field.setAccessible(true);
            var value = field.get(record);
            if (value != null) values.put(name(field), value instanceof XMLGregorianCalendar time ? time.toXMLFormat() : value.toString());
        }
        return values;
    }

    static <T> T fill(T record, Map<String, String> values) throws Exception {
        for (var field : record.getClass().getDeclaredFields()) {
            var value = values.get(name(field));
            if (value == null) continue;
            field.setAccessible(true);
            if (field.getType() == int.class) field.setInt(record, Integer.parseInt(value));
            else if (field.getType() == XMLGregorianCalendar.class) field.set(record, DatatypeFactory.newInstance().newXMLGregorianCalendar(value));
            else field.set(record, value);
        }
        return record;
    }
}

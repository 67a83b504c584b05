// Calls the rail service with a client that the npm package @hey-api/openapi-ts generated. The argument is its folder. The protocol is
// in ../README.md.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const api = createRequire(import.meta.url)(process.argv[2]);
const operations = {
  getAllStationsXML: api.getAllStationsXml,
  getAllStationsXML_WithStationType: api.getAllStationsXmlWithStationType,
  getVendorTrainsXML: api.getVendorTrainsXml,
  getCurrentTrainsXML: api.getCurrentTrainsXml,
  getCurrentTrainsXML_WithTrainType: api.getCurrentTrainsXmlWithTrainType,
  getStationDataByNameXML: api.getStationDataByNameXml,
  getStationDataByNameXML_withNumMins: api.getStationDataByNameXmlWithNumMins,
  getStationDataByCodeXML: api.getStationDataByCodeXml,
  getStationDataByCodeXML_WithNumMins: api.getStationDataByCodeXmlWithNumMins,
  getStationsFilterXML: api.getStationsFilterXml,
  getTrainMovementsXML: api.getTrainMovementsXml,
};

const request = JSON.parse(readFileSync(0, "utf8"));

async function call({ member, arguments: parameters }) {
  const body = Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== null));
  const { data, error } = await operations[member]({ baseUrl: request.address, body });
  if (error) return error.code ? { fault: { code: error.code, reason: error.detail ?? "" } } : { error: String(error) };
  return { records: data.map((record) => Object.fromEntries(Object.entries(record).map(([field, value]) => [field, String(value)]))) };
}

for (const c of request.calls) console.log(JSON.stringify(await call(c)));

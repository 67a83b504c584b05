-- Calls the rail service with lua-soap, without the contract. The protocol is in ../README.md.
local json = require "json"
local soap = require "soap"
local client = require "soap.client"

local namespace = "http://realtime.rail.example/"

-- text returns what lua-soap writes as the text of an element: it takes what looks like an entity for one.
local function text(value) return (value:gsub("&", "&amp;")) end

local function children(element)
    local list = {}
    for _, child in ipairs(element or {}) do
        if type(child) == "table" then list[#list + 1] = child end
    end
    return list
end

local function content(element)
    local parts = {}
    for _, part in ipairs(element) do
        if type(part) == "string" then parts[#parts + 1] = part end
    end
    return table.concat(parts)
end

-- find returns the first element of a name, with any prefix, in an element.
local function find(element, name)
    for _, child in ipairs(children(element)) do
        if child.tag:match("[^:]+$") == name then return child end
        local found = find(child, name)
        if found then return found end
    end
end

-- fault returns the fault in the error of a call, which ends with the body of the response.
local function fault(message)
    local ok, envelope = pcall(require("lxp.lom").parse, message:match("\n\n(.*)") or "")
    if not ok or not envelope then return { error = message } end
    local code = find(envelope, "faultcode") or find(find(envelope, "Code"), "Value")
    local reason = find(envelope, "faultstring") or find(find(envelope, "Reason"), "Text")
    if not code or not reason then return { error = message } end
    return { fault = { code = content(code):match("[^:]+$"), reason = content(reason) } }
end

local function answer(request, call)
    local entries = {}
    for _, name in ipairs(call.parameters) do
        local value = call.arguments[name]
        if type(value) == "string" then entries[#entries + 1] = { tag = name, text(value) } end
    end
    local ok, ns, _, result = pcall(client.call, {
        url = request.address, namespace = namespace, method = call.member, entries = entries,
        soapaction = namespace .. call.member, soapversion = call.port == "RealtimeSoap12" and 1.2 or 1.1,
    })
    if not ok then return fault(tostring(ns)) end
    local records = json.util.InitArray {}
    for _, record in ipairs(children(children(result)[1])) do
        local fields = {}
        for _, field in ipairs(children(record)) do fields[field.tag] = content(field) end
        records[#records + 1] = fields
    end
    return { records = records }
end

local request = json.decode(io.read "*a")
for _, call in ipairs(request.calls) do
    print(json.encode(answer(request, call)))
end

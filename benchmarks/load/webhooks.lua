-- Makes wrk send a list of webhooks, one on each line: headers as name=value, separated by tabs, and
-- the body after the last tab.
local requests = {}
local position = 0

function init(args)
  local file = assert(args[1], "expected the file of webhooks after --")
  for line in io.lines(file) do
    local headers = { ["content-type"] = "application/json" }
    local rest = line
    while true do
      local name, value, after = rest:match("^([%w-]+)=([^\t]*)\t(.*)$")
      if name == nil then break end
      headers[name] = value
      rest = after
    end
    requests[#requests + 1] = wrk.format("POST", "/webhooks/platform", headers, rest)
  end
end

function request()
  position = position + 1
  if position > #requests then position = 1 end
  return requests[position]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\nresult {"requests":%d,"durationUs":%d,"bad":%d,"p50Us":%d,"p99Us":%d}\n',
    summary.requests, summary.duration,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50), latency:percentile(99)
  ))
end

-- Makes wrk send a list of requests, one on each line: method, path, key and body, separated by tabs.
-- At the end of the list it starts again. For confirm and open, where a repeated request is less work,
-- the bench checks that the end was never reached.
local requests = {}
local position = 0

function init(args)
  local file = assert(args[1], "expected the file of requests after --")
  for line in io.lines(file) do
    local method, path, key, body = line:match("^([^\t]*)\t([^\t]*)\t([^\t]*)\t(.*)$")
    local headers = { ["x-api-key"] = key }
    if body == "" then
      body = nil
    else
      headers["content-type"] = "application/json"
    end
    requests[#requests + 1] = wrk.format(method, path, headers, body)
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

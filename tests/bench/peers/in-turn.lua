-- Visitors in turn, from the file VISITORS (a path, a tab and a cookie per line). Each request asks for a URL that nobody
-- asked for before, so that nothing is answered from the last second.
local visitors = {}
for line in io.lines(os.getenv('VISITORS')) do
  local path, cookie = line:match('^(.-)\t(.*)$')
  table.insert(visitors, { path = path, headers = cookie ~= '' and { Cookie = cookie } or nil })
end
local count = tonumber(os.getenv('FIRST'))
request = function()
  count = count + 1
  local visitor = visitors[count % #visitors + 1]
  return wrk.format(nil, visitor.path .. '?n=' .. count, visitor.headers)
end

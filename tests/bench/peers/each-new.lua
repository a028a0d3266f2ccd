-- Each request asks for another address, so that nothing is answered from the last second.
local count = 0
request = function()
  count = count + 1
  return wrk.format(nil, wrk.path .. "?n=" .. count)
end

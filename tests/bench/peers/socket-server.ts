/** Bare `ws`: sends one text to every socket when asked. The minimum cost of a broadcast. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

const server = createServer((_request, response) => {
  for (const client of sockets.clients) client.send('{"event":"test","data":{"user":{"id":"bench"}}}')
  response.end()
})
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on('connection', (socket) => socket.send('{"event":"connected"}'))
server.listen(0, '127.0.0.1', () => console.log(`listening ${(server.address() as AddressInfo).port}`))

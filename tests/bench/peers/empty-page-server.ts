/** Fastify and Vike with an empty page: the base cost of server rendering. */
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { renderPage } from 'vike/server'

await import(`${process.argv[2]}/server/entry.mjs`)
const app = fastify()
app.get('/*', async (request, reply) => {
  const { httpResponse } = await renderPage({ urlOriginal: request.url, headersOriginal: request.headers })
  reply.status(httpResponse.statusCode)
  for (const [name, value] of httpResponse.headers) reply.header(name, value)
  return reply.send(await httpResponse.getBody())
})
await app.listen({ port: 0, host: '127.0.0.1' })
console.log(`listening ${(app.server.address() as AddressInfo).port}`)

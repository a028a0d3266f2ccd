import { createServer } from 'node:http'
import t from 'tap'
import { failureOf, listenOnFreePort, shortLimits } from '../../../../tests/support/egress.ts'
import { Egress } from './egress.ts'

let served = 0
const server = createServer((_request, response) => {
  served += 1
  response.end('{}')
})
const port = await listenOnFreePort(server)
t.teardown(() => server.close())
const url = `http://id.example:${port}`

t.test('A39: a service that an administrator has named is reached by its own client only', async (t) => {
  let found = ['127.0.0.1']
  const usual = new Egress({
    rules: { allow: new Set(), ownHosts: () => [] },
    limits: shortLimits,
    resolve: async () => found.map((address) => ({ address, family: 4 })),
  })
  const send = (to: string, client = usual.withService(`${url}/realm`)) =>
    failureOf(client.send(to, { method: 'POST', body: 'secret' }))
  t.equal(await send(`${url}/token`), 'responded')
  t.equal(await send(`http://127.0.0.1:${port}/`, usual.withService(`http://127.0.0.1:${port}`)), 'responded')
  t.equal(usual.accepts(url), false)
  t.equal(await failureOf(usual.get(url)), 'invalid-url', 'what people fetch does not reach it')
  t.equal(await send(`http://127.0.0.1:${port}/`), 'invalid-url', 'nor does its client reach others')
  t.equal(await send('http://127.0.0.1/'), 'unreachable')
  found = ['127.0.0.1', '1.1.1.1']
  t.equal(await send(url), 'unreachable', 'credentials are not sent in plain text over the internet')
  t.equal(await send('http://1.1.1.1:8080/', usual.withService('http://1.1.1.1:8080')), 'unreachable')
  t.equal(served, 2)
})

import { createServer, type ServerResponse } from 'node:http'
import { createServer as createTcp, type Socket } from 'node:net'
import t from 'tap'
import { failureOf, listenOnFreePort, readUrl, shortLimits } from '../../../../tests/support/egress.ts'
import { systemResolve } from './connection.ts'
import { Egress, type EgressOptions } from './egress.ts'
import type { EgressError } from './egress-error.ts'

/** Counts connections to this machine. */
let hits = 0
const canary = createTcp((socket) => {
  hits += 1
  socket.destroy()
})
const canaryPort = await listenOnFreePort(canary)
t.teardown(() => canary.close())

type Respond = (response: ServerResponse, path: string, headers: NodeJS.Dict<string | string[]>) => void
let respond: Respond = (response) => response.end('bytes')
const sockets = new Set<Socket>()
const originServer = createServer((request, response) => respond(response, request.url ?? '', request.headers))
originServer.on('connection', (socket) => sockets.add(socket))
const originPort = await listenOnFreePort(originServer)
t.teardown(() => {
  for (const socket of sockets) socket.destroy()
  originServer.close()
})
const origin = `http://origin.example:${originPort}`

/** A client that may reach the origin server by a public name. */
const egress = (options: Partial<EgressOptions> & { allow?: string[]; ownHosts?: string[]; ports?: number[] } = {}) =>
  new Egress({
    rules: {
      allow: new Set(options.allow ?? [`origin.example:${originPort}`]),
      ownHosts: () => options.ownHosts ?? [],
      ...(options.ports ? { ports: new Set(options.ports.map(String)) } : {}),
    },
    limits: { ...shortLimits, ...options.limits },
    resolve: options.resolve ?? (async () => [{ address: '127.0.0.1', family: 4 }]),
  })
/** A client that may use the canary's port: only its address is forbidden. */
const guarded = (options: Partial<EgressOptions> & { ownHosts?: string[] } = {}) =>
  egress({ ...options, allow: [], ports: [canaryPort] })
t.test('A39: reaches no form of a private address', async (t) => {
  const forms =
    `127.0.0.1 127.1 127.0.1 127.255.255.254 0 0.0.0.0 0x7f.1 0x7f000001 0X7F.0.0.1 0177.0.0.1 017700000001 2130706433
    ①②⑦.0.0.1 １２７.0.0.1 127。0。0。1 %31%32%37.0.0.1 127.0.0.1. [::1] [::] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1]
    [::ffff:7f00:1] [::127.0.0.1] [::ffff:0:127.0.0.1] [64:ff9b::7f00:1] [64:ff9b::127.0.0.1] [64:ff9b:1::7f00:1] [2002:7f00:1::]
    [2001:0:4136:e378:8000:63bf:80ff:fffe] [2001:db8::1] [100::1] 10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1
    192.168.255.255 100.64.0.1 100.127.255.255 169.254.169.254 0xa9fea9fe 2852039166 [fd00:ec2::254] [fe80::1] [fc00::1] [fec0::1]
    [ff02::1] 198.18.0.1 198.19.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1 198.51.100.1 203.0.113.1 224.0.0.1
    239.255.255.255 240.0.0.1 255.255.255.255`.split(/\s+/)
  const client = guarded({ resolve: async () => t.fail('a literal address is not looked up') as never })
  await Promise.all(
    forms.flatMap((form) =>
      ['http', 'https'].map(async (scheme) =>
        t.equal(await failureOf(client.get(`${scheme}://${form}:${canaryPort}/`)), 'unreachable', form),
      ),
    ),
  )
  t.ok(forms.length >= 55)
  t.equal(hits, 0)
})

t.test('A39: rejects names that the system resolves to this machine', async (t) => {
  const client = guarded({ limits: { connectTimeoutMs: 300 }, resolve: systemResolve, ownHosts: ['files.example.org'] })
  const names = ['localhost', 'LOCALHOST', 'localhost.', 'ip6-localhost', 'files.example.org', 'FILES.example.org.']
  for (const name of names) t.equal(await failureOf(client.get(`http://${name}:${canaryPort}/`)), 'unreachable', name)
  t.equal(hits, 0)
})

t.test('A41: checks all addresses that the connection’s own lookup returns', async (t) => {
  const v4 = (address: string) => ({ address, family: 4 })
  const v6 = (address: string) => ({ address, family: 6 })
  const lookups = [
    [v4('127.0.0.1')],
    [v4('1.1.1.1'), v4('127.0.0.1')],
    [v4('127.0.0.1'), v4('1.1.1.1')],
    [v4('1.1.1.1'), v6('::1')],
    [v4('1.1.1.1'), v6('fd00::1')],
    [v6('::ffff:127.0.0.1')],
    [v6('64:ff9b::7f00:1')],
    [v4('10.1.2.3')],
    [],
  ]
  for (const found of lookups) {
    const client = guarded({ resolve: async () => found })
    t.equal(await failureOf(client.get(`http://rebind.example:${canaryPort}/`)), 'unreachable', JSON.stringify(found))
  }
  // The first name is allowed; a redirect to the same machine by another name is resolved and checked again.
  let lookupCount = 0
  const redirected = egress({
    // Short ones may end before a busy machine has sent the first response.
    limits: { connectTimeoutMs: 2_000, headersTimeoutMs: 10_000 },
    resolve: async (host) => {
      if (host === 'turn.example') lookupCount += 1
      return [v4('127.0.0.1')]
    },
  })
  respond = (response) => response.writeHead(302, { location: 'http://turn.example/' }).end()
  t.equal(await failureOf(redirected.get(origin)), 'unreachable')
  t.equal(lookupCount, 1, 'each hop is resolved once, by its own connection')
  t.equal(hits, 0)
})

t.test('A42: rejects other schemes and ports, and credentials', async (t) => {
  const client = egress()
  const texts = [
    'file:///etc/passwd',
    'gopher://origin.example/',
    'ftp://origin.example/',
    'data:text/plain,x',
    'javascript:alert(1)',
    'ws://origin.example/',
    'http://user@origin.example/',
    'http://user:pass@origin.example/',
    'http://h:80@127.0.0.1/',
    ...[22, 25, 5432, 6379, 8080, 1].map((port) => `http://origin.example:${port}/`),
    `http://127.0.0.1:${canaryPort}/`,
    'http://',
    '/etc/passwd',
    'origin.example',
    `http://origin.example/${'a'.repeat(5_000)}`,
  ]
  for (const text of texts) {
    t.equal(client.accepts(text), false, text.slice(0, 60))
    t.equal(await failureOf(client.get(text)), 'invalid-url')
  }
  for (const text of ['http://a.example/x', 'https://a.example:443/', 'http://127.0.0.1/', origin])
    t.equal(client.accepts(text), true, `${text} is checked by its address, later`)
  t.equal(hits, 0)
})

t.test('A40: follows five redirects, checks each, and sends no cookies or credentials along', async (t) => {
  const client = egress({ allow: [`origin.example:${originPort}`, `other.example:${originPort}`] })
  const redirecting = async (location: string, status = 302) => {
    respond = (response, path) => (path === '/' ? response.writeHead(status, { location }).end() : response.end('no'))
    return failureOf(client.get(`${origin}/`))
  }
  for (const status of [301, 302, 303, 307, 308])
    t.equal(await redirecting('http://127.0.0.1/x', status), 'unreachable', `${status} to loopback`)
  for (const to of [
    'http://[::1]/x',
    'http://localhost./x',
    'http://169.254.169.254/latest',
    '//0/x',
    'http://2130706433/x',
  ])
    t.equal(await redirecting(to), 'unreachable', to)
  for (const to of [
    'file:///etc/passwd',
    'gopher://a.example/',
    'data:,x',
    `http://127.0.0.1:${canaryPort}/`,
    'http://u:p@a.example/',
  ])
    t.equal(await redirecting(to), 'invalid-redirect', to)
  t.equal(await redirecting('/'), 'invalid-redirect', 'a loop')

  const hops = (limit: number) => {
    respond = (response, path) => {
      const at = Number(path.slice(1) || 0)
      if (at < limit) response.writeHead(302, { location: `/${at + 1}`, 'set-cookie': 'a=b' }).end()
      else response.end('there')
    }
    return failureOf(client.get(`${origin}/`))
  }
  t.equal(await hops(5), 'responded')
  t.equal(await hops(6), 'invalid-redirect')

  const seen: NodeJS.Dict<string | string[]>[] = []
  respond = (response, path, headers) => {
    seen.push(headers)
    if (path === '/')
      response.writeHead(302, { location: `http://other.example:${originPort}/x`, 'set-cookie': 'sid=1' }).end()
    else response.end('there')
  }
  await readUrl(client, `${origin}/`)
  t.equal(seen[1]?.host, `other.example:${originPort}`)
  for (const name of ['cookie', 'authorization', 'referer']) t.equal(seen[1]?.[name], undefined, name)
  t.equal(seen[0]?.['accept-encoding'], 'identity')
  t.equal(hits, 0)
})

t.test('A43: limits the size and time of a malicious server’s response', async (t) => {
  const slow = egress()
  respond = () => undefined
  t.equal(await failureOf(slow.get(origin)), 'unreachable', 'no headers')
  respond = (response) => response.writeHead(200).flushHeaders()
  t.equal(await failureOf(readUrl(slow, origin)), 'interrupted', 'no bytes')
  respond = (response) => {
    const timer = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(timer))
  }
  t.equal(await failureOf(readUrl(slow, origin)), 'interrupted', 'one byte at a time')
  respond = (response) => {
    response.socket?.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort')
    response.socket?.end()
  }
  t.equal(await failureOf(readUrl(slow, origin)), 'interrupted', 'shorter than declared')
  respond = (response) => {
    response.socket?.write(`HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n${'longer than declared'.repeat(9)}`)
  }
  t.equal((await readUrl(slow, origin)).size, 5, 'longer than declared is cut')
  respond = (response) => response.writeHead(200, { big: 'x'.repeat(1_000_000) }).end()
  t.equal(await failureOf(slow.get(origin)), 'unreachable', '1 MB of headers')
  respond = (response) => response.socket?.end('nonsense\r\n\r\n')
  t.equal(await failureOf(slow.get(origin)), 'unreachable', 'not HTTP')
  const bomb = Buffer.from('H4sIAAAAAAAAA0tJTE5NSkxOSgUAm8NWuAoAAAA=', 'base64')
  respond = (response) => response.writeHead(200, { 'content-encoding': 'gzip, gzip, gzip, gzip, gzip' }).end(bomb)
  t.equal((await readUrl(slow, origin)).size, bomb.length, 'nothing is decompressed')
  respond = (response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    }
    response.on('drain', more)
    more()
  }
  t.equal(
    await failureOf(readUrl(egress({ limits: { ...shortLimits, totalTimeoutMs: 300 } }), origin)),
    'interrupted',
    'endless: ended by the total timeout',
  )

  const stopped = new AbortController()
  const response = await slow.get(origin, { signal: stopped.signal })
  const reading = (async () => {
    for await (const _ of response.body);
  })()
  setTimeout(() => stopped.abort(), 50)
  t.equal(await failureOf(reading), 'cancelled')
})

t.test('A44: closed, filtered, private and unknown hosts give the same error after the same time', async (t) => {
  const closed = createTcp()
  const closedPort = await listenOnFreePort(closed)
  await new Promise((resolve) => closed.close(resolve))
  const client = egress({
    allow: [`closed.example:${closedPort}`],
    limits: { connectTimeoutMs: 400 },
    resolve: async (host) => {
      if (host === 'unknown.example') throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
      if (host === 'filtered.example') return new Promise(() => undefined)
      return [{ address: '127.0.0.1', family: 4 }]
    },
  })
  const urls = [
    `http://closed.example:${closedPort}/`,
    'http://filtered.example/',
    'http://private.example/',
    'http://unknown.example/',
    'http://127.0.0.1/',
  ]
  let isTimeUp = false
  setTimeout(() => {
    isTimeUp = true
  }, 395)
  const errors = await Promise.all(
    urls.map(async (url) => {
      const error = (await client.get(url).catch((error: EgressError) => error)) as EgressError
      return { message: error.message, reason: error.reason, early: !isTimeUp }
    }),
  )
  t.strictSame(new Set(errors.map((one) => JSON.stringify(one))).size, 1, JSON.stringify(errors))
  t.equal(errors[0]?.early, false)
})

t.test('egress: reaches hosts that EGRESS_ALLOW names', async (t) => {
  respond = (response) => response.writeHead(206, { etag: '"a"' }).end('part of it')
  const { status, headers, size, url } = await readUrl(egress(), `${origin}/x#fragment`)
  t.strictSame([status, headers.etag, size, url.href], [206, '"a"', 10, `${origin}/x`])
  t.equal(hits, 0, 'the canary was never reached')
  const toCanary = egress({ allow: [`127.0.0.1:${canaryPort}`], resolve: systemResolve })
  t.equal(await failureOf(toCanary.get(`http://127.0.0.1:${canaryPort}/`)), 'unreachable')
  t.equal(hits, 1, 'the canary counts connections')
})

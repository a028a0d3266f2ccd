import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcp, type Socket } from 'node:net'
import t from 'tap'
import { systemResolve } from './connection.ts'
import { Egress, type EgressOptions } from './egress.ts'
import type { EgressError } from './failure.ts'
import type { EgressLimits } from './limits.ts'

const brief: Partial<EgressLimits> = {
  connect: 60,
  headers: 200,
  idle: 200,
  pace: { every: 150, bytes: 1_000 },
  total: 3_000,
}
const listening = (server: Server | ReturnType<typeof createTcp>, host = '127.0.0.1') =>
  new Promise<number>((resolve) => server.listen(0, host, () => resolve((server.address() as AddressInfo).port)))

/** Counts whoever connects to this machine itself. */
let hits = 0
const canary = createTcp((socket) => {
  hits += 1
  socket.destroy()
})
const canaryPort = await listening(canary)
t.teardown(() => canary.close())

type Deed = (answer: ServerResponse, path: string, headers: NodeJS.Dict<string | string[]>) => void
let deed: Deed = (answer) => answer.end('bytes')
const sockets = new Set<Socket>()
const stub = createServer((request, answer) => deed(answer, request.url ?? '', request.headers))
stub.on('connection', (socket) => sockets.add(socket))
const stubPort = await listening(stub)
t.teardown(() => {
  for (const socket of sockets) socket.destroy()
  stub.close()
})
const origin = `http://stub.example:${stubPort}`

/** The stub under a public name, allowed. */
const egress = (options: Partial<EgressOptions> & { allow?: string[]; own?: string[]; ports?: number[] } = {}) =>
  new Egress({
    rules: {
      allow: new Set(options.allow ?? [`stub.example:${stubPort}`]),
      own: () => options.own ?? [],
      ...(options.ports ? { ports: new Set(options.ports.map(String)) } : {}),
    },
    limits: { ...brief, ...options.limits },
    resolve: options.resolve ?? (async () => [{ address: '127.0.0.1', family: 4 }]),
  })
/** The canary's port counts as one of the web: the address is the only thing that is wrong. */
const guarded = (options: Partial<EgressOptions> & { own?: string[] } = {}) =>
  egress({ ...options, allow: [], ports: [canaryPort] })
const reasonOf = async (deed: Promise<unknown>): Promise<string> =>
  deed.then(
    () => 'answered',
    (error: EgressError) => error.reason ?? String(error),
  )
const read = async (client: Egress, url: string) => {
  let size = 0
  const answer = await client.get(url)
  for await (const piece of answer.body) size += piece.length
  return { ...answer, size }
}

t.test('A39: no form of a private address is reached', async (t) => {
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
        t.equal(await reasonOf(client.get(`${scheme}://${form}:${canaryPort}/`)), 'unreachable', form),
      ),
    ),
  )
  t.ok(forms.length >= 55)
  t.equal(hits, 0)
})

t.test('A39: names that lead to this machine, by the system’s own resolver', async (t) => {
  const client = guarded({ limits: { connect: 300 }, resolve: systemResolve, own: ['files.example.org'] })
  const names = ['localhost', 'LOCALHOST', 'localhost.', 'ip6-localhost', 'files.example.org', 'FILES.example.org.']
  for (const name of names) t.equal(await reasonOf(client.get(`http://${name}:${canaryPort}/`)), 'unreachable', name)
  t.equal(hits, 0)
})

t.test('A41: the connection’s own lookup decides, and all of its answers', async (t) => {
  const v4 = (address: string) => ({ address, family: 4 })
  const v6 = (address: string) => ({ address, family: 6 })
  const answers = [
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
  for (const found of answers) {
    const client = guarded({ resolve: async () => found })
    t.equal(await reasonOf(client.get(`http://rebind.example:${canaryPort}/`)), 'unreachable', JSON.stringify(found))
  }
  // First allowed by name and answered; the redirect to the same machine under another name asks again.
  let asked = 0
  const turning = egress({
    resolve: async (host) => {
      if (host === 'turn.example') asked += 1
      return [v4('127.0.0.1')]
    },
  })
  deed = (answer) => answer.writeHead(302, { location: 'http://turn.example/' }).end()
  t.equal(await reasonOf(turning.get(origin)), 'unreachable')
  t.equal(asked, 1, 'each hop is looked up once, by its own connection')
  t.equal(hits, 0)
})

t.test('A42: schemes, ports, credentials', async (t) => {
  const client = egress()
  const texts = [
    'file:///etc/passwd',
    'gopher://stub.example/',
    'ftp://stub.example/',
    'data:text/plain,x',
    'javascript:alert(1)',
    'ws://stub.example/',
    'http://user@stub.example/',
    'http://user:pass@stub.example/',
    'http://h:80@127.0.0.1/',
    ...[22, 25, 5432, 6379, 8080, 1].map((port) => `http://stub.example:${port}/`),
    `http://127.0.0.1:${canaryPort}/`,
    'http://',
    '/etc/passwd',
    'stub.example',
    `http://stub.example/${'a'.repeat(5_000)}`,
  ]
  for (const text of texts) {
    t.equal(client.accepts(text), false, text.slice(0, 60))
    t.equal(await reasonOf(client.get(text)), 'invalid-url')
  }
  for (const text of ['http://a.example/x', 'https://a.example:443/', 'http://127.0.0.1/', origin])
    t.equal(client.accepts(text), true, `${text} is decided by its address, later`)
  t.equal(hits, 0)
})

t.test('A40: redirects are followed five times, each checked, and carry nothing along', async (t) => {
  const client = egress({ allow: [`stub.example:${stubPort}`, `other.example:${stubPort}`] })
  const redirecting = async (location: string, status = 302) => {
    deed = (answer, path) => (path === '/' ? answer.writeHead(status, { location }).end() : answer.end('no'))
    return reasonOf(client.get(`${origin}/`))
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
    deed = (answer, path) => {
      const at = Number(path.slice(1) || 0)
      if (at < limit) answer.writeHead(302, { location: `/${at + 1}`, 'set-cookie': 'a=b' }).end()
      else answer.end('there')
    }
    return reasonOf(client.get(`${origin}/`))
  }
  t.equal(await hops(5), 'answered')
  t.equal(await hops(6), 'invalid-redirect')

  const seen: NodeJS.Dict<string | string[]>[] = []
  deed = (answer, path, headers) => {
    seen.push(headers)
    if (path === '/')
      answer.writeHead(302, { location: `http://other.example:${stubPort}/x`, 'set-cookie': 'sid=1' }).end()
    else answer.end('there')
  }
  await read(client, `${origin}/`)
  t.equal(seen[1]?.host, `other.example:${stubPort}`)
  for (const name of ['cookie', 'authorization', 'referer']) t.equal(seen[1]?.[name], undefined, name)
  t.equal(seen[0]?.['accept-encoding'], 'identity')
  t.equal(hits, 0)
})

t.test('A43: hostile servers', async (t) => {
  const slow = egress()
  deed = () => undefined
  t.equal(await reasonOf(slow.get(origin)), 'unreachable', 'no headers')
  deed = (answer) => answer.writeHead(200).flushHeaders()
  t.equal(await reasonOf(read(slow, origin)), 'interrupted', 'no bytes')
  deed = (answer) => {
    const timer = setInterval(() => answer.write('x'), 20)
    answer.on('close', () => clearInterval(timer))
  }
  t.equal(await reasonOf(read(slow, origin)), 'interrupted', 'one byte at a time')
  deed = (answer) => {
    answer.socket?.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort')
    answer.socket?.end()
  }
  t.equal(await reasonOf(read(slow, origin)), 'interrupted', 'less than it said')
  deed = (answer) => {
    answer.socket?.write(`HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n${'more than it said'.repeat(9)}`)
  }
  t.equal((await read(slow, origin)).size, 5, 'more than it said is cut')
  deed = (answer) => answer.writeHead(200, { big: 'x'.repeat(1_000_000) }).end()
  t.equal(await reasonOf(slow.get(origin)), 'unreachable', '1 MB of headers')
  deed = (answer) => answer.socket?.end('nonsense\r\n\r\n')
  t.equal(await reasonOf(slow.get(origin)), 'unreachable', 'not HTTP')
  const bomb = Buffer.from('H4sIAAAAAAAAA0tJTE5NSkxOSgUAm8NWuAoAAAA=', 'base64')
  deed = (answer) => answer.writeHead(200, { 'content-encoding': 'gzip, gzip, gzip, gzip, gzip' }).end(bomb)
  t.equal((await read(slow, origin)).size, bomb.length, 'nothing is decompressed')
  deed = (answer) => {
    const more = () => {
      while (!answer.destroyed && answer.write(Buffer.alloc(65_536)));
    }
    answer.on('drain', more)
    more()
  }
  t.equal(
    await reasonOf(read(egress({ limits: { ...brief, total: 300 } }), origin)),
    'interrupted',
    'endless: the clock ends it',
  )

  const stopped = new AbortController()
  const answer = await slow.get(origin, { signal: stopped.signal })
  const reading = (async () => {
    for await (const _ of answer.body);
  })()
  setTimeout(() => stopped.abort(), 50)
  t.equal(await reasonOf(reading), 'cancelled')
})

t.test('A44: closed, filtered, private and unknown hosts look the same, and take the same time', async (t) => {
  const closed = createTcp()
  const closedPort = await listening(closed)
  await new Promise((resolve) => closed.close(resolve))
  const client = egress({
    allow: [`closed.example:${closedPort}`],
    limits: { connect: 400 },
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
  const told = await Promise.all(
    urls.map(async (url) => {
      const from = performance.now()
      const error = (await client.get(url).catch((error: EgressError) => error)) as EgressError
      return { message: error.message, reason: error.reason, early: performance.now() - from < 395 }
    }),
  )
  t.strictSame(new Set(told.map((one) => JSON.stringify(one))).size, 1, JSON.stringify(told))
  t.equal(told[0]?.early, false)
})

t.test('what EGRESS_ALLOW names is reached', async (t) => {
  deed = (answer) => answer.writeHead(206, { etag: '"a"' }).end('part of it')
  const { status, headers, size, url } = await read(egress(), `${origin}/x#fragment`)
  t.strictSame([status, headers.etag, size, url.href], [206, '"a"', 10, `${origin}/x`])
  t.equal(hits, 0, 'the canary was never reached')
  const toCanary = egress({ allow: [`127.0.0.1:${canaryPort}`], resolve: systemResolve })
  t.equal(await reasonOf(toCanary.get(`http://127.0.0.1:${canaryPort}/`)), 'unreachable')
  t.equal(hits, 1, 'and counts who does reach it')
})

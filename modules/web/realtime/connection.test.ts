import { mock } from 'node:test'
import t, { type Test } from 'tap'
import { settingsChanged } from '../../shared/contract.ts'
import { connectRealtime } from './connection.ts'
import { onRealtime } from './realtime.ts'

/** A socket of a network that answers nothing, until `connect` is called. */
class SilentSocket {
  static CONNECTING = 0
  static OPEN = 1
  static opened: SilentSocket[] = []
  readyState = SilentSocket.CONNECTING
  isClosed = false
  sent: string[] = []
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  constructor() {
    SilentSocket.opened.push(this)
  }
  connect(settings_quiet_ms = 60_000) {
    this.readyState = SilentSocket.OPEN
    const data = { socket_id: 'one', quiet_ms: 60_000, settings_quiet_ms }
    this.onmessage?.({ data: JSON.stringify({ event: 'connected', data }) })
  }
  send(text: string) {
    this.sent.push(text)
  }
  close() {
    this.isClosed = true
  }
}

let now = 0
let date = 0
const pass = (ms: number) => {
  now += ms
  date += ms
  mock.timers.tick(ms)
}

const begin = (t: Test) => {
  SilentSocket.opened = []
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const window = new EventTarget()
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible', documentElement: { dataset: {} } })
  const values = { WebSocket: SilentSocket, window, document, location: { origin: 'http://localhost' } }
  for (const [name, value] of Object.entries(values))
    t.intercept(globalThis, name as never, { configurable: true, value })
  now = 0
  date = 0
  t.intercept(performance, 'now', { configurable: true, value: () => now })
  t.intercept(performance, 'timeOrigin', { configurable: true, value: 0 })
  t.intercept(Date, 'now', { configurable: true, value: () => date })
  const close = connectRealtime({ isSignedIn: async () => true, onSignedOut: () => {} })
  t.teardown(() => {
    close()
    mock.timers.reset()
  })
  return { sockets: SilentSocket.opened, online: () => window.dispatchEvent(new Event('online')) }
}

t.test('connection: one that is not opened within 10 s is given up for another one', async (t) => {
  const { sockets } = begin(t)
  pass(9_000)
  t.equal(sockets.length, 1)
  pass(1_000)
  pass(1_000)
  t.strictSame(
    sockets.map(({ isClosed }) => isClosed),
    [true, false],
  )
  sockets[1]?.connect()
  pass(20_000)
  t.equal(sockets.length, 2, 'an open one stays')
})

t.test(
  'connection: back online, one that was being opened for a while is opened anew, an open one is asked',
  async (t) => {
    const { sockets, online } = begin(t)
    online()
    t.equal(sockets.length, 1, 'it has only begun')
    pass(3_000)
    online()
    t.strictSame(
      sockets.map(({ isClosed }) => isClosed),
      [true, false],
    )
    sockets[1]?.connect()
    pass(3_000)
    online()
    t.equal(sockets.length, 2)
    t.strictSame(sockets[1]?.sent, ['ping'])
  },
)

t.test('connection: settings that changed while the page heard nothing count as changed now', async (t) => {
  const { sockets, online } = begin(t)
  let changes = 0
  t.teardown(onRealtime(settingsChanged, () => (changes += 1)))
  pass(3_000)
  sockets[0]?.connect(4_000)
  t.equal(changes, 0, 'before the page was read')
  pass(20_000)
  const reconnect = (settings_quiet_ms: number, code = 1006) => {
    sockets.at(-1)?.onclose?.({ code })
    pass(10_000)
    online()
    sockets.at(-1)?.connect(settings_quiet_ms)
  }
  reconnect(60_000)
  t.equal(changes, 0)
  reconnect(5_000)
  t.equal(changes, 1)
  date += 3 * 3_600_000
  reconnect(60_000)
  t.equal(changes, 2, 'while the computer slept')
  reconnect(60_000, 1012)
  t.equal(changes, 3, 'from a server that had missed events')
})

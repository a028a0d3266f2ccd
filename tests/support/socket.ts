import { WebSocket } from 'ws'
import type { Client } from './client.ts'
import type { Teardown } from './folders.ts'
import { poll } from './poll.ts'

interface ReceivedEvent {
  event: string
  data: unknown
}

export interface TestSocket {
  /** Its id, for `X-Socket-Id`. */
  id: string
  readonly open: boolean
  /** Close code. */
  closed: Promise<number>
  send(text: string): void
  /** Data of the next message of this event that no call has returned yet; waits for it. */
  next<Data = unknown>(event: string): Promise<Data>
  /** Number of received messages of this event. */
  count(event: string): number
}

const socketUrl = ({ url }: { url: string }) => `${url.replace(/^http/, 'ws')}/ws`

/** An open socket with this client's cookies. */
export const testSocket = async (t: Teardown, target: { url: string }, client: Client): Promise<TestSocket> => {
  const socket = new WebSocket(socketUrl(target), {
    headers: { cookie: client.cookieHeader(), origin: target.url },
    perMessageDeflate: false,
  })
  t.teardown(() => socket.terminate())
  const received: ReceivedEvent[] = []
  const returned = new Set<ReceivedEvent>()
  socket.on('message', (text) => received.push(JSON.parse(String(text)) as ReceivedEvent))
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  const next = async <Data>(event: string): Promise<Data> => {
    const found = (await poll(() =>
      received.find((message) => message.event === event && !returned.has(message)),
    )) as ReceivedEvent
    returned.add(found)
    return found.data as Data
  }
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  const { socket_id } = await next<{ socket_id: string }>('connected')
  return {
    id: socket_id,
    get open() {
      return socket.readyState === socket.OPEN
    },
    closed,
    send: (text) => socket.send(text),
    next,
    count: (event) => received.filter((message) => message.event === event).length,
  }
}

/** Status of an upgrade request; 101 when it succeeds. */
export const upgradeStatus = (target: { url: string }, cookie: string, origin?: string, query = ''): Promise<number> =>
  new Promise((resolve) => {
    const socket = new WebSocket(socketUrl(target) + query, { headers: { cookie, ...(origin ? { origin } : {}) } })
    socket.on('unexpected-response', (_request, { statusCode = 0 }) => {
      socket.terminate()
      resolve(statusCode)
    })
    socket.on('open', () => {
      socket.terminate()
      resolve(101)
    })
    socket.on('error', () => undefined)
  })

import { WebSocket } from 'ws'
import type { Client } from './client.ts'
import type { Teardown } from './database.ts'
import { poll } from './poll.ts'

interface Heard {
  event: string
  data: unknown
}

export interface TestSocket {
  /** Its name, for `X-Socket-Id`. */
  id: string
  readonly open: boolean
  /** Close code. */
  closed: Promise<number>
  send(text: string): void
  /** Data of the next message of this event that no call has returned yet; waits for it. */
  next<Data = unknown>(event: string): Promise<Data>
  /** How many of this event have come. */
  heard(event: string): number
}

const address = ({ url }: { url: string }) => `${url.replace(/^http/, 'ws')}/ws`

/** A browser's socket of this client, open and named. */
export const testSocket = async (t: Teardown, target: { url: string }, client: Client): Promise<TestSocket> => {
  const socket = new WebSocket(address(target), {
    headers: { cookie: client.cookieHeader(), origin: target.url },
    perMessageDeflate: false,
  })
  t.teardown(() => socket.terminate())
  const heard: Heard[] = []
  const taken = new Set<Heard>()
  socket.on('message', (text) => heard.push(JSON.parse(String(text)) as Heard))
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  const next = async <Data>(event: string): Promise<Data> => {
    const found = (await poll(() => heard.find((message) => message.event === event && !taken.has(message)))) as Heard
    taken.add(found)
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
    heard: (event) => heard.filter((message) => message.event === event).length,
  }
}

/** The status with which an upgrade is refused; 101 when it is not. */
export const refusal = (target: { url: string }, cookie: string, origin?: string): Promise<number> =>
  new Promise((resolve) => {
    const socket = new WebSocket(address(target), { headers: { cookie, ...(origin ? { origin } : {}) } })
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

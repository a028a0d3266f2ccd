import type { WebSocket } from 'ws'
import { closeCodes } from './message.ts'

/** Limit for messages from a browser, which normally sends only pings. */
const maxMessagesPerSecond = 20
/** Above this many unsent bytes a slow client is disconnected; it reloads its data when it reconnects. */
const maxBufferedBytes = 1 << 20

/** One open WebSocket. Holds only these fields and no reference to its request, because many are open at a time. */
export class SocketConnection {
  readonly id: string
  readonly userId: string
  readonly sessionId: string
  /** Topic of the view that the tab shows, set by the module that joined it; the tab receives the topic's events too. */
  topic: string | null = null
  /** Whether the client has responded since the last ping. */
  alive = true
  private readonly socket: WebSocket
  private second = 0
  private received = 0
  constructor(socket: WebSocket, id: string, userId: string, sessionId: string) {
    this.socket = socket
    this.id = id
    this.userId = userId
    this.sessionId = sessionId
  }

  /** Sends a message, given as JSON. */
  send(text: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return
    if (this.socket.bufferedAmount > maxBufferedBytes) this.socket.terminate()
    else this.socket.send(text)
  }

  close(code: number): void {
    this.socket.close(code)
  }

  terminate(): void {
    this.socket.terminate()
  }

  /** Terminates a socket that has not responded to the last ping, otherwise sends the next one. */
  ping(): void {
    if (!this.alive) this.terminate()
    else this.socket.ping()
    this.alive = false
  }

  /** Handles a message from a browser: responds to `ping` and passes on all others. A browser cannot choose a channel. */
  receive(text: string, onMessage: (text: string) => void): void {
    const second = Math.floor(Date.now() / 1_000)
    this.received = second === this.second ? this.received + 1 : 1
    this.second = second
    if (this.received > maxMessagesPerSecond) this.close(closeCodes.policy)
    else if (text === 'ping') this.send('{"event":"pong"}')
    else onMessage(text)
  }
}

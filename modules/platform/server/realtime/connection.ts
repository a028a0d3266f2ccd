import type { WebSocket } from 'ws'
import { closeCodes } from './message.ts'

/** Messages a browser may send per second; it has little to say. */
const messagesPerSecond = 20
/** Bytes that may wait for a slow reader before it is let go; it fetches anew when it is back. */
const maxBacklog = 1 << 20

/** One open socket. Many are open at a time: it holds what is needed and nothing of its request. */
export class Connection {
  readonly id: string
  readonly userId: string
  readonly sessionId: string
  /** Has answered since the last ping. */
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

  /** `text`: a message as JSON. */
  send(text: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return
    if (this.socket.bufferedAmount > maxBacklog) this.socket.terminate()
    else this.socket.send(text)
  }

  close(code: number): void {
    this.socket.close(code)
  }

  terminate(): void {
    this.socket.terminate()
  }

  /** Lets go of a socket that has not answered the last ping, else sends the next. */
  ping(): void {
    if (!this.alive) this.terminate()
    else this.socket.ping()
    this.alive = false
  }

  /** A browser asks whether the line still carries; anything else is not listened to: it cannot choose a channel. */
  receive(text: string): void {
    const second = Math.floor(Date.now() / 1_000)
    this.received = second === this.second ? this.received + 1 : 1
    this.second = second
    if (this.received > messagesPerSecond) this.close(closeCodes.policy)
    else if (text === 'ping') this.send('{"event":"pong"}')
  }
}

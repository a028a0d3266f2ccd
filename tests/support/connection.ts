import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface RawRequest {
  method?: string
  path: string
  headers?: Record<string, string | number>
  body?: Buffer
  /** Sends the body with chunked encoding, without content-length. */
  chunked?: boolean
  /** Bytes of the body per write; the next write waits for the one before. Default: all at once. */
  pieceBytes?: number
  /** Reads the response while sending, as browsers do. */
  readsEarly?: boolean
}

interface RawResponse {
  status: number
  headers: Record<string, string>
  body: string
}

/** The response at the start of `bytes` and its end offset; null while incomplete. Skips interim responses (1xx). */
const parseResponse = (bytes: Buffer): { answer: RawResponse; end: number } | null => {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const [first = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const status = Number(first.split(' ')[1])
  if (status < 200) {
    const rest = parseResponse(bytes.subarray(headEnd + 4))
    return rest && { ...rest, end: rest.end + headEnd + 4 }
  }
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  if (headers['transfer-encoding'] === 'chunked') {
    const end = bytes.indexOf('0\r\n\r\n', headEnd + 4)
    return end < 0
      ? null
      : { answer: { status, headers, body: bytes.toString('utf8', headEnd + 4, end) }, end: end + 5 }
  }
  const end = headEnd + 4 + Number(headers['content-length'] ?? 0)
  return bytes.length < end
    ? null
    : { answer: { status, headers, body: bytes.toString('utf8', headEnd + 4, end) }, end }
}

/**
 * One TCP connection of a simple HTTP client: it sends the whole request before it reads the response. Such clients lose
 * the response when the server resets the connection.
 */
export class RawConnection {
  private received = Buffer.alloc(0)
  private over = false
  private readonly socket: Socket

  private constructor(socket: Socket) {
    this.socket = socket
    // Reading starts when the request is sent completely.
    socket.pause()
    socket.on('error', () => {
      this.over = true
    })
    socket.on('close', () => {
      this.over = true
    })
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    return new RawConnection(socket)
  }

  close(): void {
    this.socket.destroy()
  }

  /** Sends a request; resolves with its response, or null when the connection ends without one. */
  async send(request: RawRequest): Promise<RawResponse | null> {
    const written = this.write(request)
    if (!request.readsEarly) await written
    return this.answer()
  }

  private async write({ method = 'POST', path, headers = {}, body, chunked, pieceBytes }: RawRequest): Promise<void> {
    const own: Record<string, string | number> = { host: 'localhost', ...headers }
    if (body) Object.assign(own, chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': body.length })
    const head = Object.entries(own).map(([name, value]) => `${name}: ${value}\r\n`)
    await this.put(Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n`))
    if (!body) return
    const size = pieceBytes ?? body.length
    for (let at = 0; at < body.length && !this.over; at += size) {
      const piece = body.subarray(at, at + size)
      if (chunked) await this.put(Buffer.from(`${piece.length.toString(16)}\r\n`))
      await this.put(piece)
      if (chunked) await this.put(Buffer.from('\r\n'))
    }
    if (chunked) await this.put(Buffer.from('0\r\n\r\n'))
  }

  private async put(bytes: Buffer): Promise<void> {
    if (this.over) return
    await new Promise<void>((resolve) => {
      const done = () => {
        this.socket.off('close', done)
        resolve()
      }
      this.socket.once('close', done)
      this.socket.write(bytes, done)
    })
  }

  private answer(): Promise<RawResponse | null> {
    return new Promise((resolve) => {
      const settle = (answer: RawResponse | null) => {
        this.socket.off('data', take)
        this.socket.off('close', ended)
        this.socket.off('end', ended)
        this.socket.pause()
        resolve(answer)
      }
      const take = (bytes: Buffer) => {
        this.received = Buffer.concat([this.received, bytes])
        const parsed = parseResponse(this.received)
        if (!parsed) return
        this.received = this.received.subarray(parsed.end)
        settle(parsed.answer)
      }
      const ended = () => settle(null)
      this.socket.on('data', take)
      this.socket.once('close', ended)
      this.socket.once('end', ended)
      if (this.socket.destroyed) ended()
      else this.socket.resume()
    })
  }
}

import { connect as connectTcp, type OnReadOpts, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'

const readBytes = 64 << 10
/** Reading pauses when this many bytes wait for `next`. TLS passes on a few records more. */
const pauseFromBytes = readBytes
/** Time for the connection and the head of the response. */
const headTimeoutMs = 3_000
const maxHeadBytes = 64 << 10
const endOfHead = '\r\n\r\n'

const headerOf = (head: string, name: string): string | undefined =>
  new RegExp(`\\r\\n${name}: *([^\\r]*)`, 'i').exec(head)?.[1]?.trim()

/**
 * The content of an object, over a connection of its own, received into reused memory: a new buffer for each 64 KiB, as
 * `node:http` makes them, takes several times the processor time. A piece is valid until the next one is requested.
 */
export class ObjectStream implements AsyncIterableIterator<Buffer> {
  /** Bytes of the whole object. */
  size = 0
  private readonly socket: Socket
  private readonly idleTimeoutMs: number
  /** Two buffers that change places: `filling` receives while the caller reads from `reading`. */
  private filling = Buffer.allocUnsafeSlow(pauseFromBytes + readBytes)
  private reading = Buffer.allocUnsafeSlow(pauseFromBytes + readBytes)
  private filled = 0
  private arrived: (() => void) | null = null
  private failure: Error | null = null
  /** Bytes of the content that have not arrived yet. */
  private left = 0

  private constructor(url: URL, idleTimeoutMs: number) {
    this.idleTimeoutMs = idleTimeoutMs
    const isTls = url.protocol === 'https:'
    const onread: OnReadOpts = {
      buffer: Buffer.allocUnsafeSlow(readBytes),
      callback: (bytes, buffer) => this.append(Buffer.from(buffer.buffer, buffer.byteOffset, bytes)),
    }
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const options = { host, port: Number(url.port || (isTls ? 443 : 80)), onread }
    // The types of tls.connect lack `onread`.
    this.socket = isTls ? connectTls(options as ConnectionOptions) : connectTcp(options)
    this.socket.on('error', (error) => this.fail(error))
    this.socket.on('timeout', () => this.fail(new Error('the object store sends nothing')))
    this.socket.on('close', () => this.fail(new Error('the connection ended early')))
  }

  /**
   * GETs bytes `start` to `end` by a presigned URL. Null for a response that cannot be read this way: an error, or encoded
   * content. Rejects when there is no response in time.
   */
  static async open(
    url: URL,
    { start, end }: { start: number; end: number },
    idleTimeoutMs: number,
  ): Promise<ObjectStream | null> {
    const stream = new ObjectStream(url, idleTimeoutMs)
    try {
      stream.socket.setTimeout(headTimeoutMs)
      stream.socket.write(
        `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nRange: bytes=${start}-${end}\r\nConnection: close${endOfHead}`,
      )
      if (await stream.readHead(start)) return stream
    } catch (error) {
      stream.destroy()
      throw error
    }
    stream.destroy()
    return null
  }

  async next(): Promise<IteratorResult<Buffer, undefined>> {
    if (this.left === 0) {
      this.destroy()
      return { done: true, value: undefined }
    }
    const piece = (await this.receive()).subarray(0, this.left)
    this.left -= piece.length
    return { done: false, value: piece }
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  destroy(): void {
    this.socket.destroy()
  }

  /** True when content of the range follows. */
  private async readHead(start: number): Promise<boolean> {
    let head = ''
    while (!head.includes(endOfHead)) {
      if (head.length > maxHeadBytes) return false
      head += (await this.receive()).toString('latin1')
    }
    const length = head.indexOf(endOfHead) + endOfHead.length
    const fields = head.slice(0, length)
    const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headerOf(fields, 'content-range') ?? '') ?? []
    const isPlain = !headerOf(fields, 'transfer-encoding') && !headerOf(fields, 'content-encoding')
    if (!/^HTTP\/1\.1 206 /.test(fields) || !isPlain || Number(first) !== start) return false
    this.size = Number(size)
    this.left = Number(last) - start + 1
    if (Number(headerOf(fields, 'content-length')) !== this.left) return false
    // Content that came with the head is the first piece.
    const rest = Buffer.from(head.slice(length), 'latin1')
    const later = this.filling.subarray(0, this.filled)
    this.filling = Buffer.concat([rest, later, Buffer.allocUnsafe(pauseFromBytes + readBytes)])
    this.filled = rest.length + later.length
    this.socket.setTimeout(this.idleTimeoutMs)
    return true
  }

  /** All bytes that have arrived; waits for the first one. */
  private async receive(): Promise<Buffer> {
    if (this.filled === 0 && !this.failure) {
      const arrival = new Promise<void>((resolve) => {
        this.arrived = resolve
      })
      await arrival
      this.arrived = null
    }
    if (this.filled === 0) throw this.failure
    const piece = this.filling.subarray(0, this.filled)
    ;[this.filling, this.reading] = [this.reading, this.filling]
    this.filled = 0
    if (!this.failure) this.socket.resume()
    return piece
  }

  /** False pauses the connection. */
  private append(bytes: Buffer): boolean {
    if (this.filled + bytes.length > this.filling.length)
      this.filling = Buffer.concat([
        this.filling.subarray(0, this.filled),
        Buffer.allocUnsafe(bytes.length + readBytes),
      ])
    bytes.copy(this.filling, this.filled)
    this.filled += bytes.length
    this.arrived?.()
    return this.filled < pauseFromBytes
  }

  private fail(error: Error): void {
    this.failure ??= error
    this.socket.destroy()
    this.arrived?.()
  }
}

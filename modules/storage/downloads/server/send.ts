import type { ServerResponse } from 'node:http'
import type { OpenBlob } from '../../../platform/index.ts'
import type { ByteRange } from './conditional-request.ts'

const largeBufferBytes = 1 << 20
const smallBufferBytes = 128 << 10
/** Concurrent streams that use large buffers; further streams use small ones. */
const maxLargeStreams = 16
/** Concurrent streams that use two buffers (60 MiB in all); further streams use one, so that slow clients occupy less. */
const maxDoubleBufferedStreams = 128
const maxPooledBuffers = 16

const pool: Buffer[] = []
let streams = 0

/** Buffers from the small size on are shared memory, so that another thread can fill them. */
const acquireBuffer = (size: number): Buffer =>
  (size === largeBufferBytes && pool.pop()) ||
  (size < smallBufferBytes ? Buffer.allocUnsafeSlow(size) : Buffer.from(new SharedArrayBuffer(size)))
const releaseBuffer = (buffer: Buffer): void => {
  if (buffer.length === largeBufferBytes && pool.length < maxPooledBuffers) pool.push(buffer)
}

/** Resolves when the socket has consumed the bytes and their buffer can be reused; false when the client disconnected. */
const write = (response: ServerResponse, piece: Buffer): Promise<boolean> =>
  new Promise((resolve) => {
    const disconnected = () => resolve(false)
    response.once('close', disconnected)
    response.write(piece, (error) => {
      response.off('close', disconnected)
      resolve(!error)
    })
  })

/** Waits until the responses before it on the connection are sent (pipelining), or the client has disconnected. */
const awaitTurn = async (response: ServerResponse): Promise<void> => {
  if (response.socket || response.destroyed) return
  await new Promise<void>((resolve) => {
    response.once('socket', () => resolve())
    response.once('close', resolve)
  })
}

/**
 * Sends a range of a blob: reads into one buffer while the other is written. Resolves with the bytes passed to the
 * socket, of which a client that disconnected may have received less. Ends the response after the last byte; destroys it
 * and throws when the blob is shorter than the range. The server ends connections whose client does not read.
 */
export const sendBlob = async (
  response: ServerResponse,
  blob: OpenBlob,
  { start, end }: ByteRange,
): Promise<number> => {
  // A client may send many requests at once: responses that wait for others occupy no buffers.
  await awaitTurn(response)
  if (response.destroyed) return 0
  const total = end - start + 1
  const preferred = streams < maxLargeStreams ? largeBufferBytes : smallBufferBytes
  const size = total <= smallBufferBytes ? total : Math.min(preferred, total)
  const readsAhead = total > size && streams < maxDoubleBufferedStreams
  streams += 1
  const buffers = readsAhead ? [acquireBuffer(size), acquireBuffer(size)] : [acquireBuffer(size)]
  let sent = 0
  let reading: Promise<Buffer | null> | null = null
  /** Reads the next piece while another is written. Its error is thrown by the next turn, which awaits it. */
  const readAhead = (buffer: Buffer, from: number) => {
    const read = readAt(buffer, from)
    read.catch(() => undefined)
    return read
  }
  const readAt = async (buffer: Buffer, from: number): Promise<Buffer | null> => {
    const wanted = buffer.subarray(0, Math.min(size, total - from))
    for (let filled = 0; filled < wanted.length; ) {
      const bytes = await blob.read(wanted.subarray(filled), start + from + filled)
      if (bytes === 0) return null
      filled += bytes
    }
    return wanted
  }
  try {
    reading = readAt(buffers[0] as Buffer, 0)
    for (let turn = 1; sent < total; turn++) {
      const piece: Buffer | null = await reading
      if (!piece) throw new Error('blob is shorter than its row')
      const next: number = sent + piece.length
      // The other buffer is free: the previous turn waited for its write.
      reading = readsAhead && next < total ? readAhead(buffers[turn % 2] as Buffer, next) : null
      if (response.destroyed) break
      if (next === total) response.end(piece)
      const connected = next === total || (await write(response, piece))
      sent = next
      if (!connected) break
      if (sent < total) reading ??= readAt(buffers[0] as Buffer, sent)
    }
    // The last piece occupies its buffer until the client takes it.
    if (sent === total && !response.writableFinished)
      await new Promise<void>((resolve) => {
        response.once('finish', resolve)
        response.once('close', resolve)
      })
    return sent
  } catch (error) {
    response.destroy()
    throw error
  } finally {
    // The buffers are not free before this read has ended; an earlier error has been thrown already.
    await reading?.catch(() => null)
    streams -= 1
    buffers.forEach(releaseBuffer)
  }
}

import type { ServerResponse } from 'node:http'
import type { OpenBlob } from '../../../platform/index.ts'
import type { ByteRange } from './conditional-request.ts'

const large = 1 << 20
const small = 128 << 10
/** Streams at once that get the large pair of buffers; more share the machine with smaller ones. */
const mostLarge = 16
const mostKept = 16

const kept: Buffer[] = []
let streams = 0

/** Larger ones are shared memory, so that another thread may fill them. */
const takeBuffer = (size: number): Buffer =>
  (size === large && kept.pop()) ||
  (size < small ? Buffer.allocUnsafeSlow(size) : Buffer.from(new SharedArrayBuffer(size)))
const giveBuffer = (buffer: Buffer): void => {
  if (buffer.length === large && kept.length < mostKept) kept.push(buffer)
}

/** Resolves when the socket has taken the bytes, so that their buffer may be used again; false: the reader is gone. */
const write = (response: ServerResponse, piece: Buffer): Promise<boolean> =>
  new Promise((resolve) => {
    const gone = () => resolve(false)
    response.once('close', gone)
    response.write(piece, (error) => {
      response.off('close', gone)
      resolve(!error)
    })
  })

/**
 * Sends a part of a blob: one buffer is read into while the other is written. Resolves with the bytes handed to the
 * socket, of which a reader who broke off may have got some less; the response is ended when all of them were, and broken off when the blob is shorter than it should be.
 */
export const sendBlob = async (
  response: ServerResponse,
  blob: OpenBlob,
  { start, end }: ByteRange,
): Promise<number> => {
  const total = end - start + 1
  const size = total <= small ? total : streams < mostLarge ? Math.min(large, total) : small
  streams += 1
  const buffers = total > size ? [takeBuffer(size), takeBuffer(size)] : [takeBuffer(size)]
  let sent = 0
  let reading: Promise<Buffer | null> | null = null
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
      if (!piece) throw new Error('blob is shorter than its row says')
      const next: number = sent + piece.length
      // The other buffer is free: its write was waited for in the turn before.
      reading = next < total ? readAt(buffers[turn % buffers.length] as Buffer, next) : null
      if (response.destroyed) break
      if (next === total) response.end(piece)
      const taken = next === total || (await write(response, piece))
      sent = next
      if (!taken) break
    }
    if (sent === total && !response.writableFinished && buffers.some((buffer) => buffer.length === large))
      await new Promise<void>((resolve) => {
        response.once('finish', resolve)
        response.once('close', resolve)
      })
    return sent
  } catch (error) {
    response.destroy()
    throw error
  } finally {
    await reading?.catch(() => null)
    streams -= 1
    buffers.forEach(giveBuffer)
  }
}

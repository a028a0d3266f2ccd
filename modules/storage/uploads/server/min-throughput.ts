import type { IncomingMessage } from 'node:http'

/** Time that the server waits for bytes, within which a sender must deliver `minBytesPerWindow`. */
const defaultWindowMs = 30_000
const minBytesPerWindow = 30 * 1_024
const samplesPerWindow = 30

/**
 * Destroys a request that delivers less than 1 KiB/s while the server waits for it, over 30 s (A70). Time in which
 * received bytes wait for the server does not count: it reads no more then, and the sender cannot send. Returns a function
 * that ends the check.
 */
export const enforceMinThroughput = (request: IncomingMessage, windowMs = defaultWindowMs): (() => void) => {
  const { socket } = request
  let before = socket.bytesRead
  let waits = 0
  const timer = setInterval(() => {
    if (request.complete || request.readableLength > 0) return
    waits += 1
    if (waits < samplesPerWindow) return
    if (socket.bytesRead - before < minBytesPerWindow)
      request.destroy(Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' }))
    waits = 0
    before = socket.bytesRead
  }, windowMs / samplesPerWindow)
  timer.unref()
  return () => clearInterval(timer)
}

import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream'

/**
 * Pieces of a body as they arrived, one at a time. Node's own iterator copies all waiting pieces into one, and its garbage
 * is most of the memory of a server that is slower than its senders (R13). A reader that stops early leaves the connection
 * open for the response.
 */
export async function* requestPieces(request: IncomingMessage): AsyncGenerator<Buffer, void, undefined> {
  let next: Buffer | null = null
  let isEnded = false
  let failure: Error | null = null
  let wake = () => {}
  const stopWatching = finished(request, { writable: false }, (error) => {
    isEnded = true
    failure = error ?? null
    wake()
  })
  const take = (piece: Buffer) => {
    next = piece
    request.pause()
    wake()
  }
  request.pause()
  request.on('data', take)
  try {
    for (;;) {
      if (next === null && !isEnded)
        await new Promise<void>((resolve) => {
          wake = resolve
          request.resume()
        })
      const piece: Buffer | null = next
      next = null
      if (piece) yield piece
      else if (failure) throw failure
      else if (isEnded) return
    }
  } finally {
    request.off('data', take)
    stopWatching()
  }
}

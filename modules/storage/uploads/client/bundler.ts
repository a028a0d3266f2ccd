import { bundle } from '../../tree/contract.ts'
import type { Transport, WireAnswer } from './transport.ts'

interface Waiting {
  fields: Record<string, string>
  bytes: ArrayBuffer
  signal: AbortSignal
  onProgress(bytes: number): void
  resolve(answer: WireAnswer): void
}

interface FileAnswer {
  status: number
  data?: { id: string }
  error?: Record<string, unknown>
}

/** While one request is on its way and another is being answered, the next gathers its files. */
const mostRequests = 2

const encoder = new TextEncoder()

const joined = (files: readonly Waiting[]): { head: number; body: ArrayBuffer } => {
  const head = encoder.encode(JSON.stringify(files.map(({ fields }) => fields)))
  const body = new Uint8Array(files.reduce((size, { bytes }) => size + bytes.byteLength, head.length))
  body.set(head)
  let at = head.length
  for (const { bytes } of files) {
    body.set(new Uint8Array(bytes), at)
    at += bytes.byteLength
  }
  return { head: head.length, body: body.buffer }
}

/**
 * Sends small files together that are ready at the same time: a request of its own costs a browser many times what such a
 * file does. Each gets the answer it would have got alone, and none waits for others to come. `undo` takes away again
 * what was stopped when its request could not be stopped any more.
 */
export const createBundler = (send: Transport, path: string, undo: (ids: string[]) => void = () => undefined) => {
  const waiting: Waiting[] = []
  let running = 0

  const post = async (files: Waiting[]): Promise<void> => {
    const { head, body } = joined(files)
    const abort = new AbortController()
    // A file that is stopped is no matter of the others; the request ends when nobody wants it any more.
    let left = false
    const stop = () => !left && files.every(({ signal }) => signal.aborted) && abort.abort()
    for (const { signal } of files) signal.addEventListener('abort', stop)
    const onProgress = (bytes: number) => {
      // All of it has left: the server stores it, whether or not somebody listens.
      left = bytes >= body.byteLength
      let rest = bytes - head
      for (const { bytes, onProgress } of files) {
        if (rest <= 0) return
        onProgress(Math.min(rest, bytes.byteLength))
        rest -= bytes.byteLength
      }
    }
    const answer = await send({
      method: 'POST',
      url: `${path}?head=${head}`,
      headers: { 'Content-Type': 'application/octet-stream' },
      body,
      signal: abort.signal,
      onProgress,
    }).catch(() => null)
    for (const { signal } of files) signal.removeEventListener('abort', stop)
    if (!answer) return
    const answers = answer.status === 200 ? (answer.body.files as FileAnswer[]) : null
    const unwanted = files.flatMap(({ signal }, at) => {
      const { status, data } = answers?.[at] ?? {}
      return signal.aborted && status === 201 && data ? [data.id] : []
    })
    if (unwanted.length > 0) undo(unwanted)
    for (const [at, file] of files.entries()) {
      const own = answers?.[at]
      file.resolve(
        own
          ? { status: own.status, body: own.data ? { data: own.data } : (own.error ?? {}), retryAfter: null }
          : answer,
      )
    }
  }

  const work = async (): Promise<void> => {
    running += 1
    // Those that are being read just now come along.
    await new Promise((resolve) => setTimeout(resolve))
    while (waiting.length > 0) await post(waiting.splice(0, bundle.files))
    running -= 1
  }

  /** As a chunk of its own would be sent and answered. Rejects when aborted. */
  return (
    fields: Record<string, string>,
    bytes: ArrayBuffer,
    signal: AbortSignal,
    onProgress: (bytes: number) => void,
  ): Promise<WireAnswer> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const file = { fields, bytes, signal, onProgress, resolve }
      const leave = () => {
        const at = waiting.indexOf(file)
        if (at >= 0) waiting.splice(at, 1)
        reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      waiting.push(file)
      if (running < mostRequests) void work()
    })
}

import type { ResultOf } from '../../../shared/contract.ts'
import { bundle } from '../../tree/contract.ts'
import type { uploadBundle, uploadChunk } from '../contract.ts'
import { type ResponseOf, responseOf } from './api-response.ts'
import { noResponse, type Transport } from './transport.ts'

interface QueuedFile {
  fields: Record<string, string>
  bytes: ArrayBuffer
  signal: AbortSignal
  onProgress(bytes: number): void
  resolve(response: ResponseOf<typeof uploadChunk>): void
  reject(reason: unknown): void
}

type BundledFileResponse = ResultOf<typeof uploadBundle>['files'][number]

/** One request is sent while the server processes another. */
const maxRequests = 2

const encoder = new TextEncoder()

const bundleOf = (files: readonly QueuedFile[]): { head: number; body: ArrayBuffer } => {
  const head = encoder.encode(JSON.stringify(files.map(({ fields }) => fields)))
  const body = new Uint8Array(files.reduce((size, { bytes }) => size + bytes.byteLength, head.length))
  body.set(head)
  let offset = head.length
  for (const { bytes } of files) {
    body.set(new Uint8Array(bytes), offset)
    offset += bytes.byteLength
  }
  return { head: head.length, body: body.buffer }
}

/** The response that a file of a bundle would have got alone. */
const responseOfFile = (response: BundledFileResponse | undefined): ResponseOf<typeof uploadChunk> => {
  if (!response) return responseOf(noResponse)
  const { status, data, error } = response
  return responseOf({ status, body: data ? { data } : (error ?? {}), retryAfter: null })
}

/**
 * Sends small files that are ready at the same time in one request, because a request costs a browser far more than
 * such a file. Each file gets the response that it would have got alone, and none waits for others to arrive.
 */
export const createBundler = (send: Transport, path: string) => {
  const waiting: QueuedFile[] = []
  let running = 0

  const post = async (files: QueuedFile[]): Promise<void> => {
    const { head, body } = bundleOf(files)
    const abort = new AbortController()
    // Stopping one file does not affect the others. The request is aborted when all of its files are stopped.
    let isSent = false
    const stop = () => !isSent && files.every(({ signal }) => signal.aborted) && abort.abort()
    for (const { signal } of files) signal.addEventListener('abort', stop)
    const onProgress = (bytes: number) => {
      // The whole body was sent: the server stores it, even if the request is aborted now.
      isSent = bytes >= body.byteLength
      let rest = bytes - head
      for (const { bytes, onProgress } of files) {
        if (rest <= 0) return
        onProgress(Math.min(rest, bytes.byteLength))
        rest -= bytes.byteLength
      }
    }
    const response = await send({
      method: 'POST',
      url: `${path}?head=${head}`,
      headers: { 'Content-Type': 'application/octet-stream' },
      body,
      signal: abort.signal,
      onProgress,
    }).then(
      (answer) => responseOf<typeof uploadBundle>(answer, 'files'),
      () => null,
    )
    for (const { signal } of files) signal.removeEventListener('abort', stop)
    if (!response) {
      for (const { signal, reject } of files) reject(signal.reason)
      return
    }
    for (const [index, { resolve }] of files.entries())
      resolve(response.ok ? responseOfFile(response.body.files[index]) : response)
  }

  const work = async (): Promise<void> => {
    running += 1
    // Waits for files that are being read at this moment.
    await new Promise((resolve) => setTimeout(resolve))
    while (waiting.length > 0) await post(waiting.splice(0, bundle.files))
    running -= 1
  }

  /**
   * Sends a file and resolves with its response, like a chunk of its own. Rejects when aborted before its request, or
   * with all files of it; else the server stores the file, and only the response tells.
   */
  return (
    fields: Record<string, string>,
    bytes: ArrayBuffer,
    signal: AbortSignal,
    onProgress: (bytes: number) => void,
  ): Promise<ResponseOf<typeof uploadChunk>> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const file = { fields, bytes, signal, onProgress, resolve, reject }
      const leave = () => {
        const index = waiting.indexOf(file)
        if (index < 0) return
        waiting.splice(index, 1)
        reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      waiting.push(file)
      if (running < maxRequests) void work()
    })
}

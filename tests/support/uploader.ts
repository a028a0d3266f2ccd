import { createHash, randomUUID } from 'node:crypto'

export interface UploadTarget {
  /** Called for each request: a restarted server may have another port. */
  url: () => string
  headers: Record<string, string>
  /** Default: the calls of signed-in users. */
  paths?: { chunks: string; state: (uploadId: string) => string }
  /** Called with the status of each answer, and with the code of an error. */
  answered?: (status: number, code?: string) => void
}

const ownPaths = { chunks: '/api/upload/chunks', state: (id: string) => `/api/upload/chunks/${id}` }

interface UploadOptions {
  name: string
  bytes: Uint8Array
  chunk: number
  parentId?: string
  path?: string
  uploadId?: string
  /** Maximum number of attempts; the delay between them grows to 500 ms. */
  attempts?: number
}

export interface UploadedFile {
  id: string
  attributes: { name: string; size: number; file_url: string; etag: string }
}

/** A connection without a response after this time is stuck: no chunk takes that long, whatever fault is injected. */
export const answerTimeoutMs = 90_000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const receivedOffset = async (target: UploadTarget, uploadId: string): Promise<number> => {
  const { state } = target.paths ?? ownPaths
  const answer = await fetch(`${target.url()}${state(uploadId)}`, {
    headers: target.headers,
    signal: AbortSignal.timeout(answerTimeoutMs),
  })
  if (answer.status === 404) return 0
  if (!answer.ok) throw new Error(`offset: ${answer.status}`)
  return ((await answer.json()) as { data: { attributes: { offset: number } } }).data.attributes.offset
}

/**
 * A minimal client of the upload protocol (D9, D27): sends chunks in order; after a failure it reads the offset and
 * resumes there. Resolves only after the server's 201, so its result was acknowledged.
 */
export const uploadFile = async (target: UploadTarget, options: UploadOptions): Promise<UploadedFile> => {
  const { name, bytes, chunk, uploadId = randomUUID(), attempts = 100 } = options
  let offset = 0
  for (let attempt = 0; ; attempt++) {
    try {
      while (true) {
        const end = Math.min(offset + chunk, bytes.length)
        const query = new URLSearchParams({
          name,
          upload_id: uploadId,
          offset: String(offset),
          total_size: String(bytes.length),
          is_last_chunk: String(end === bytes.length),
          ...(options.parentId ? { parent_id: options.parentId } : {}),
          ...(options.path ? { path: options.path } : {}),
        })
        const answer = await fetch(`${target.url()}${(target.paths ?? ownPaths).chunks}?${query}`, {
          method: 'POST',
          headers: { ...target.headers, 'content-type': 'application/octet-stream' },
          body: bytes.slice(offset, end),
          signal: AbortSignal.timeout(answerTimeoutMs),
        })
        const body = (await answer.json()) as { data: UploadedFile; expected_offset?: number; code?: string }
        target.answered?.(answer.status, body.code)
        if (answer.status === 201) return body.data
        if (answer.status === 409 && body.expected_offset !== undefined) offset = body.expected_offset
        else if (answer.status === 200) offset = end
        else throw new Error(`${name}: ${answer.status} ${body.code}`)
      }
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') throw new Error(`${name}: no answer at offset ${offset}`)
      if (attempt >= attempts || /: 4(?!09|29)\d\d/.test(String(error))) throw error
      await wait(Math.min(20 * 2 ** attempt, 500))
      offset = await receivedOffset(target, uploadId).catch((failure: Error) => {
        if (failure.name === 'TimeoutError') throw new Error(`${name}: its state was not answered`)
        return offset
      })
    }
  }
}

export const sha256Hex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

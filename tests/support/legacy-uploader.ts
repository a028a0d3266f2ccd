import { setTimeout as sleep } from 'node:timers/promises'
import { answerTimeoutMs, type UploadedFile, type UploadTarget } from './uploader.ts'

interface LegacyUpload {
  name: string
  bytes: Uint8Array
  chunk: number
  form: 'raw' | 'multipart'
  /** Sixteen characters that distinguish this upload from others of the same name, as the original client sends them. */
  prefix?: string
  /** Called after each chunk with response 200. */
  acknowledged?(chunks: number): Promise<unknown>
}

const bodyOf = ({ form, name, prefix }: LegacyUpload, fields: Record<string, string>, bytes: Uint8Array) => {
  if (form === 'raw')
    return {
      query: `?${new URLSearchParams(fields)}`,
      init: { headers: { 'content-type': 'application/octet-stream' }, body: Buffer.from(bytes) },
    }
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  data.append('chunk', new Blob([Buffer.from(bytes)]), prefix ? `${prefix}-${name}.part` : 'blob')
  return { query: '', init: { headers: {}, body: data } }
}

/**
 * Uploads as the original web client does: chunks in order, without `upload_id` and `offset` (D9, D40). A chunk
 * that fails or is answered with 503 is sent again. Any other answer throws.
 */
export const uploadLegacy = async (target: UploadTarget, upload: LegacyUpload): Promise<UploadedFile> => {
  const { name, bytes, chunk } = upload
  for (let sent = 0; ; sent++) {
    const piece = bytes.subarray(sent * chunk, (sent + 1) * chunk)
    const isLast = (sent + 1) * chunk >= bytes.length
    // Without the size, the repetition of a chunk whose answer was lost is rejected (D40).
    const fields = { name, extension: 'bin', is_last_chunk: String(isLast), total_size: String(bytes.length) }
    const { query, init } = bodyOf(upload, fields, piece)
    const answer = await retried(target, () =>
      fetch(`${target.url()}/api/upload/chunks${query}`, {
        method: 'POST',
        ...init,
        signal: AbortSignal.timeout(answerTimeoutMs),
        headers: { ...target.headers, ...init.headers } as Record<string, string>,
      }),
    )
    const body = (await answer.json()) as { data: UploadedFile; code?: string }
    if (answer.status === 201) return body.data
    if (answer.status !== 200) throw new Error(`${name}, chunk ${sent + 1}: ${answer.status} ${body.code}`)
    await upload.acknowledged?.(sent + 1)
  }
}

/** Statuses of the database, the proxy, or a concurrent attempt of the same chunk. */
const retryableStatuses = new Set([409, 429, 502, 503, 504])
const maxAttempts = 1_000

const retried = async (target: UploadTarget, send: () => Promise<Response>): Promise<Response> => {
  for (let attempt = 0; ; attempt++) {
    const answer = await send().catch((error: unknown) => {
      if (attempt > maxAttempts || (error as Error).name === 'TimeoutError') throw error
      return null
    })
    if (answer) target.answered?.(answer.status)
    if (answer && (!retryableStatuses.has(answer.status) || attempt > maxAttempts)) return answer
    await sleep(100)
  }
}

import type { WireAnswer } from './transport.ts'
import type { UploadFailure } from './types.ts'

/** What an answer to a chunk means for the file. */
export type Verdict =
  | { kind: 'received'; offset: number }
  | { kind: 'finished' }
  | { kind: 'continue'; offset: number }
  /** Not the file's fault: wait and go on, without an end. */
  | { kind: 'wait' }
  /** An earlier try of this chunk still runs over there: ask again in a moment. */
  | { kind: 'busy' }
  /** A refusal that may pass: counts towards the three attempts. */
  | { kind: 'again' }
  /** This file is over; `stop` holds the whole queue, since every other file would meet the same. */
  | { kind: 'refused'; stop: boolean; signedOut: boolean }

const unanswered = new Set([0, 408, 425, 429, 502, 503, 504])

/** PRODUCT.md §4, §8 and API.md D8, D27: which answer does what. */
export const judge = ({ status, body }: WireAnswer): Verdict => {
  const code = body.code
  if (status === 201) return { kind: 'finished' }
  if (status === 200) return { kind: 'received', offset: offsetOf(body) }
  if (unanswered.has(status)) return { kind: 'wait' }
  if (status === 409 && typeof body.expected_offset === 'number')
    return { kind: 'continue', offset: body.expected_offset }
  if (code === 'upload-busy') return { kind: 'busy' }
  if (status === 401) return { kind: 'refused', stop: true, signedOut: code === 'unauthenticated' }
  if (status === 423 || status === 507) return { kind: 'refused', stop: true, signedOut: false }
  if ([403, 404, 410, 413, 422, 500].includes(status)) return { kind: 'refused', stop: false, signedOut: false }
  return { kind: 'again' }
}

/** `data.attributes.offset` of an upload's state. */
export const offsetOf = (body: Record<string, unknown>): number => {
  const data = body.data as { attributes?: { offset?: unknown } } | undefined
  const offset = data?.attributes?.offset
  return typeof offset === 'number' ? offset : 0
}

export const finishedOf = (body: Record<string, unknown>): boolean =>
  (body.data as { attributes?: { finished?: unknown } } | undefined)?.attributes?.finished === true

export const failureOf = ({ status, body }: WireAnswer): UploadFailure => ({
  code: typeof body.code === 'string' ? body.code : status === 0 ? 'offline' : `http-${status}`,
  status,
  message: typeof body.message === 'string' ? body.message : null,
})

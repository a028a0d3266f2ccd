import type { EgressResponse } from '../../../platform/index.ts'

/** Metadata of a file in the response of a remote server. */
export interface RemoteMetadata {
  name: string
  /** Null where the server does not send it. */
  total_bytes: number | null
  /** Sent as If-Range, which resumes the download only if the file is unchanged. Null: the download cannot be resumed. */
  validator: string | null
}

/** A weak ETag does not promise identical bytes (RFC 9110 §13.1.5), so it is no validator. */
const validatorOf = ({ headers }: EgressResponse): string | null => {
  const { etag, 'last-modified': modified } = headers
  if (etag) return /^"[^"]*"$/.test(etag) ? etag : null
  return modified && !Number.isNaN(Date.parse(modified)) ? modified : null
}

export const remoteMetadataOf = (response: EgressResponse, name: string): RemoteMetadata => {
  const length = response.headers['content-length']
  const hasLength = length !== undefined && /^\d{1,15}$/.test(length) && !response.headers['transfer-encoding']
  return { name, total_bytes: hasLength ? Number(length) : null, validator: validatorOf(response) }
}

const contentRangeOf = (response: EgressResponse) => {
  const match = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(response.headers['content-range'] ?? '')
  return match ? { start: Number(match[1]), total: match[3] === '*' ? null : Number(match[3]) } : null
}

/** Whether the response is the rest of the same file, starting exactly at `offset`. */
export const canResume = (
  response: EgressResponse,
  offset: number,
  stored: { total_bytes: number | null; validator: string | null },
): boolean => {
  const range = contentRangeOf(response)
  if (response.status !== 206 || !range || range.start !== offset) return false
  const validator = validatorOf(response)
  return (
    (validator === null || validator === stored.validator) &&
    (stored.total_bytes === null || range.total === stored.total_bytes)
  )
}

/** Whether the file, whose size was unknown, is complete already: the requested range starts behind its end. */
export const isCompleteAtOffset = (response: EgressResponse, offset: number): boolean =>
  response.status === 416 && response.headers['content-range'] === `bytes */${offset}`

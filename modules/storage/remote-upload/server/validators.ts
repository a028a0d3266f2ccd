import type { EgressAnswer } from '../../../platform/index.ts'

/** What a server tells about a file. */
export interface RemoteFacts {
  name: string
  /** Bytes; null where it does not say. */
  total: number | null
  /** For If-Range: by it the server tells whether the file is still the same. Null: it cannot be gone on with. */
  validator: string | null
}

/** A weak ETag does not promise the same bytes (RFC 9110 §13.1.5). */
const validatorOf = ({ headers }: EgressAnswer): string | null => {
  const { etag, 'last-modified': modified } = headers
  if (etag) return /^"[^"]*"$/.test(etag) ? etag : null
  return modified && !Number.isNaN(Date.parse(modified)) ? modified : null
}

export const factsOf = (answer: EgressAnswer, name: string): RemoteFacts => {
  const length = answer.headers['content-length']
  const known = length !== undefined && /^\d{1,15}$/.test(length) && !answer.headers['transfer-encoding']
  return { name, total: known ? Number(length) : null, validator: validatorOf(answer) }
}

const rangeOf = (answer: EgressAnswer) => {
  const found = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(answer.headers['content-range'] ?? '')
  return found ? { start: Number(found[1]), total: found[3] === '*' ? null : Number(found[3]) } : null
}

/** The rest of the same file, from exactly where we are. */
export const goesOn = (
  answer: EgressAnswer,
  offset: number,
  known: { total: number | null; validator: string | null },
) => {
  const range = rangeOf(answer)
  if (answer.status !== 206 || !range || range.start !== offset) return false
  const told = validatorOf(answer)
  return (told === null || told === known.validator) && (known.total === null || range.total === known.total)
}

/** Everything had come already: a Range behind the end of a file of unknown size. */
export const completedBy = (answer: EgressAnswer, offset: number): boolean =>
  answer.status === 416 && answer.headers['content-range'] === `bytes */${offset}`

import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { storageErrors } from '../../tree/index.ts'

/** Validators of a representation (RFC 9110 §8.8). */
interface Validators {
  /** Strong, with quotes. */
  etag: string
  /** Null where only the ETag applies. */
  lastModified: Date | null
}

const weakened = (tag: string) => tag.trim().replace(/^W\//, '')

/**
 * Whether the header is exactly the date that responses have (`Last-Modified`). As nginx, which may send the content: it knows
 * no other formats that `Date.parse` reads, and would send all of it where a range was counted. Compared exactly, because
 * restoring a version brings back an older date with other content.
 */
const isDate = (header: string | undefined, lastModified: Date | null): boolean =>
  lastModified !== null && header === lastModified.toUTCString()

/** Whether the client's copy is current, so that the response is 304 (RFC 9110 §13). */
export const isFresh = (headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean => {
  const ifNoneMatch = headers['if-none-match']
  if (ifNoneMatch !== undefined)
    return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => weakened(tag) === etag)
  return isDate(headers['if-modified-since'], lastModified)
}

/** Whether `If-Range` permits a partial response: no such header, the same strong ETag, or exactly the same date. */
const rangeAllowed = (headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean => {
  const ifRange = headers['if-range']
  if (typeof ifRange !== 'string') return true
  if (ifRange.startsWith('"') || ifRange.startsWith('W/')) return ifRange === etag
  return isDate(ifRange, lastModified)
}

const dateHeaders = ['if-modified-since', 'if-unmodified-since', 'if-range'] as const

/** Whether a condition is a date, so that whoever sends the content has to compare it with when the content was stored. */
export const hasDateCondition = (headers: IncomingHttpHeaders): boolean =>
  dateHeaders.some((name) => headers[name] !== undefined && !/^\s*(W\/)?"/.test(String(headers[name])))

export interface ByteRange {
  start: number
  /** Last byte, inclusive. */
  end: number
}

/**
 * The requested range; null for the whole file (no header, another unit, several ranges, invalid syntax); `unsatisfiable`
 * for a range outside the file.
 */
const readRange = (header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' => {
  const parts = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '')
  if (!parts) return null
  const [, first = '', last = ''] = parts
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Number(last)
    return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(size - length, 0), end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}

interface ResponsePlan {
  status: 200 | 206 | 304
  /** The bytes to send; all of them when `sendsBody` is false. */
  part: ByteRange
  /** Validators, length and range. */
  headers: Record<string, string | number>
  sendsBody: boolean
}

/** Plans the response to a conditional or partial GET or HEAD (RFC 9110 §13.2.2); 416 for a range outside the content. */
export const planResponse = (
  { headers, method }: Pick<FastifyRequest, 'headers' | 'method'>,
  { size, ...validators }: Validators & { size: number },
): ResponsePlan => {
  const { etag, lastModified } = validators
  const ofAll = { 'accept-ranges': 'bytes', etag, ...(lastModified && { 'last-modified': lastModified.toUTCString() }) }
  const all = { start: 0, end: size - 1 }
  if (isFresh(headers, validators)) return { status: 304, part: all, headers: ofAll, sendsBody: false }
  const sendsBody = method !== 'HEAD'
  // A HEAD request has no ranges (RFC 9110 §14.2).
  const range = sendsBody && rangeAllowed(headers, validators) ? readRange(headers.range, size) : null
  if (range === 'unsatisfiable')
    throw storageErrors.fail('range-not-satisfiable', {
      headers: { 'content-range': `bytes */${size}`, 'accept-ranges': 'bytes' },
    })
  const part = range ?? all
  const length = { 'content-length': part.end - part.start + 1 }
  const ofRange = range && { 'content-range': `bytes ${part.start}-${part.end}/${size}` }
  return { status: range ? 206 : 200, part, headers: { ...ofAll, ...length, ...ofRange }, sendsBody }
}

import { randomUUID } from 'node:crypto'
import type { Belongings } from './fixture.ts'

export interface Request {
  path: string
  body?: unknown
  /** Raw body with its type, for streams. */
  raw?: { type: string; body: string }
}

export interface AccessCase {
  /** The request that the owner sends. */
  request: (has: Belongings) => Request
  /** Expected statuses of the owner. */
  owner: number[]
  /** Expected statuses of another user with the owner's ids; null: the call concerns the caller's own data only. */
  other: number[] | null
  anonymous: number[]
  /** The call changes none of the owner's data: the next case may use the same owner. */
  keepsOwner?: true
}

const signedOut = [401]
const hidden = [404]

/** Concerns the caller's own data only. */
export const own = (path: string, owner = [200], body?: unknown): AccessCase => ({
  request: () => ({ path, body }),
  owner,
  other: null,
  anonymous: signedOut,
})
/** The same response for all callers. */
export const open = (path: string, answers: number[], body?: unknown): AccessCase => ({
  request: () => ({ path, body }),
  keepsOwner: true,
  owner: answers,
  other: null,
  anonymous: answers,
})
/** Concerns an item of the owner that is hidden from others. */
export const belonging = (request: AccessCase['request'], owner = [200], other = hidden): AccessCase => ({
  request,
  owner,
  other,
  anonymous: signedOut,
})

/** A locked link rejects all callers who have not unlocked it, its owner too. */
export const locked = (path: (token: string, has: Belongings) => string, body?: unknown): AccessCase => ({
  request: (has) => ({ path: path(has.share, has), body }),
  keepsOwner: true,
  owner: [403],
  other: [403],
  anonymous: [403],
})

/** The body of an action on one item. */
export const items = (id: string, type = 'file') => ({ items: [{ id, type }] })
export const chunk = (fields: Record<string, string>): Request => ({
  path: `/api/upload/chunks?${new URLSearchParams({ name: 'x.txt', upload_id: randomUUID(), offset: '0', total_size: '3', is_last_chunk: 'true', ...fields })}`,
  raw: { type: 'application/octet-stream', body: 'abc' },
})

export const bundle = (fields: Record<string, string>): Request => {
  const head = JSON.stringify([{ name: 'x.txt', upload_id: randomUUID(), total_size: '3', ...fields }])
  return {
    path: `/api/upload/bundle?head=${head.length}`,
    raw: { type: 'application/octet-stream', body: `${head}abc` },
  }
}

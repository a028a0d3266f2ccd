import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BlobStore, Db, Platform, Sql, Tx } from '../../../platform/index.ts'
import type { Files, NginxSender, Traffic } from '../../downloads/index.ts'
import type { Copy, Operations, Relocation, Removals } from '../../operations/index.ts'
import type { Actor, Entitlements, FolderChangeNotice, Folders, RequestScopes, Versions } from '../../tree/index.ts'
import type { Uploads } from '../../uploads/index.ts'
import type { Collections } from './collections.ts'
import { DavError } from './dav-error.ts'
import { type DavPath, readReference } from './dav-path.ts'
import { readIf, sentTokens } from './if-header.ts'
import type { Locks, Touched } from './locks.ts'
import type { DavItem, Resource, Resources } from './resources.ts'

/** Services that the methods call: those of the API. */
export interface WebdavDeps {
  platform: Pick<Platform, 'events' | 'limiter' | 'log' | 'settings'>
  db: Db
  blobs: BlobStore
  entitlements: Entitlements
  folders: Folders
  scopes: RequestScopes
  relocation: Relocation
  copies: Copy
  removals: Removals
  operations: Operations
  uploads: Uploads
  files: Files
  traffic: Traffic
  nginx: NginxSender | null
  versions: Pick<Versions, 'limits'>
  /** Counts an item without bytes, which no quota limits; throws 429 for too many of this owner. Call it after `lockNames`. */
  countEmpty(ownerId: string, tx: Tx): Promise<unknown>
  /** Tells open pages that items of these folders look different. */
  changed(change: FolderChangeNotice): void
}

export interface DavServices extends WebdavDeps {
  collections: Collections
  resources: Resources
  locks: Locks
}

/** One call: who calls, what the URL names, and what the headers say about it. */
export interface DavCall {
  services: DavServices
  actor: Actor & { userId: string }
  path: DavPath
  /** Resource of the URL when the call began. */
  resource: Resource
  request: FastifyRequest
  reply: FastifyReply
  /** Lock tokens that the caller has sent. */
  tokens: ReadonlySet<string>
}

const hostsOf = ({ headers, host }: FastifyRequest): string[] =>
  [headers.host, host].flatMap((name) => (name === undefined ? [] : name.toLowerCase()))

/** Path of a URL that a header names, on this server. */
export const destinationOf = (request: FastifyRequest, reference: string | undefined): DavPath =>
  readReference(reference, hostsOf(request))

/** Reads the header `If` and checks its conditions; 412 where none of its lists holds. Returns the tokens that it has. */
export const checkIf = async (
  { locks, resources }: DavServices,
  actor: Actor,
  resource: Resource,
  request: FastifyRequest,
): Promise<Set<string>> => {
  const header = request.headers.if
  if (typeof header !== 'string') return new Set()
  const lists = readIf(header)
  await locks.check(lists, async (tag) => {
    if (tag === null) return resource
    try {
      return await resources.find(actor, destinationOf(request, tag))
    } catch {
      return null
    }
  })
  return sentTokens(lists)
}

/** 412 unless `If-Match` and `If-None-Match` permit to change what has this ETag; null: it has none. */
export const checkMatch = ({ headers }: FastifyRequest, exists: boolean, etag: string | null): void => {
  const lists = (header: string | undefined) => header?.split(',').map((tag) => tag.trim())
  const wanted = lists(headers['if-match'])
  if (wanted && !(wanted.includes('*') ? exists : etag !== null && wanted.includes(etag))) throw new DavError(412)
  const unwanted = lists(headers['if-none-match'])
  if (unwanted && (unwanted.includes('*') ? exists : etag !== null && unwanted.includes(etag))) throw new DavError(412)
}

/**
 * Throws 423 where a lock of somebody else, or one whose token was not sent, covers a place. Resolves with locks that end. Before a
 * change it saves work; a lock that is given meanwhile is seen only in the transaction of the change, after `lockNames`.
 */
export const permit = (
  { services, actor, tokens }: DavCall,
  touched: readonly Touched[],
  sql: Sql = services.db,
): Promise<string[]> => services.locks.permit(sql, actor.userId, tokens, touched)

/** The place that loses an item, and the item with all below it. Lists of folders have no locks. */
export const removalOf = (item: DavItem): Touched[] => [
  { resource: item, change: 'tree' },
  ...(item.isListed ? [] : [{ resource: { ...item, ids: item.ids.slice(1) }, change: 'members' as const }]),
]

/** Folder that an item is in; null: the root of its account. */
export const parentIdOf = ({ ids }: { ids: readonly string[] }, isNew: boolean): string | null =>
  (isNew ? ids[0] : ids[1]) ?? null

/** The header `Depth`; 400 for a value that it cannot have. */
export const depthOf = ({ headers }: FastifyRequest): '0' | '1' | 'infinity' => {
  const depth = String(headers.depth ?? 'infinity').toLowerCase()
  if (depth !== '0' && depth !== '1' && depth !== 'infinity') throw new DavError(400)
  return depth
}

/** Seconds between 1970 and the end of the year 9999. */
const maxSeconds = 253_402_300_799

/** Time from seconds since 1970, as some programs send it; null for anything else. */
export const timeOfSeconds = (text: string | undefined): Date | null => {
  const seconds = /^\d{1,12}(\.\d+)?$/.test(text ?? '') ? Number(text) : Number.NaN
  return seconds <= maxSeconds ? new Date(seconds * 1_000) : null
}

import type { Db } from '../../../platform/index.ts'
import { type Entitlements, type Scope, usedBytes } from '../../tree/index.ts'
import { type DavPath, davHref } from './dav-path.ts'
import type { Entry } from './entry.ts'
import { tokenUri } from './if-header.ts'
import type { Lock } from './lock-table.ts'
import { escapeXml } from './xml.ts'

/** Facts from which the properties of one resource are made. */
export interface Shown {
  path: DavPath
  isFolder: boolean
  /** Null for the root, for collections, and for an account. */
  entry: Entry | null
  /** Null where nothing is stored: the root and collections. */
  scope: Scope | null
  locks: readonly Lock[]
  /** The item and the folders above it, itself first. */
  ids: readonly string[]
}

export interface Quota {
  used: number
  available: number | null
}

/** Bytes that an account uses and may still store; `available` null: no limit. */
export const quotaOf = async (db: Db, entitlements: Entitlements, { ownerId }: Scope): Promise<Quota> => {
  const [used, { limit }] = await Promise.all([usedBytes(db, ownerId), entitlements.canUpload(ownerId, 0)])
  return { used, available: limit === null ? null : Math.max(limit - used, 0) }
}

const supportedLock = ['exclusive', 'shared']
  .map(
    (kind) => `<D:lockentry><D:lockscope><D:${kind}/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockentry>`,
  )
  .join('')

/** A lock as `DAV:activelock`. `path` and `ids`: of the resource that is asked for, from which the locked one is some levels up. */
export const activeLock = (lock: Lock, path: DavPath, ids: readonly string[]): string => {
  const levels = Math.max(ids.indexOf(lock.itemId), 0)
  const root = davHref(path.slice(0, path.length - levels), lock.isDeep)
  return [
    `<D:activelock><D:locktype><D:write/></D:locktype>`,
    `<D:lockscope><D:${lock.isExclusive ? 'exclusive' : 'shared'}/></D:lockscope>`,
    `<D:depth>${lock.isDeep ? 'infinity' : '0'}</D:depth>`,
    lock.holder ?? '',
    `<D:timeout>Second-${Math.max(lock.secondsLeft, 0)}</D:timeout>`,
    `<D:locktoken><D:href>${tokenUri(lock.token)}</D:href></D:locktoken>`,
    `<D:lockroot><D:href>${escapeXml(root)}</D:href></D:lockroot></D:activelock>`,
  ].join('')
}

type Value = (shown: Shown) => string | null

const ofEntry =
  (value: (entry: Entry) => string | null): Value =>
  ({ entry }) =>
    entry && value(entry)
const ofFile = (value: (entry: Entry) => string | null): Value =>
  ofEntry((entry) => (entry.isFolder ? null : value(entry)))

/** Live properties in `DAV:` as inner XML; null: this resource has none. */
export const liveProperties: Readonly<Record<string, Value>> = {
  resourcetype: ({ isFolder }) => (isFolder ? '<D:collection/>' : ''),
  displayname: ({ path }) => escapeXml(path.at(-1) ?? ''),
  creationdate: ofEntry(({ createdAt }) => createdAt.toISOString()),
  getlastmodified: ofEntry(({ changedAt }) => changedAt.toUTCString()),
  getcontentlength: ofFile(({ size }) => String(size)),
  getcontenttype: ofFile(({ mediaType }) => escapeXml(mediaType ?? 'application/octet-stream')),
  getetag: ofFile(({ etag }) => etag && escapeXml(etag)),
  supportedlock: ({ entry }) => (entry ? supportedLock : ''),
  lockdiscovery: ({ locks, path, ids }) => locks.map((lock) => activeLock(lock, path, ids)).join(''),
}

/** Live properties that are computed only for who names them. */
export const quotaProperties: Readonly<Record<string, (quota: Quota) => string | null>> = {
  'quota-available-bytes': ({ available }) => (available === null ? null : String(available)),
  'quota-used-bytes': ({ used }) => String(used),
}

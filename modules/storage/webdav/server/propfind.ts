import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { folderPages, ownScope, type Scope } from '../../tree/index.ts'
import { propertiesAsXml, readWanted, type Wanted, wantsDead, wantsLocks, wantsQuota } from './asked-properties.ts'
import { type DavCall, type DavServices, depthOf } from './call.ts'
import { DavError } from './dav-error.ts'
import type { DavPath } from './dav-path.ts'
import { portionsOf, propertiesOf } from './dead-properties.ts'
import { type Entry, entryOfRow } from './entry.ts'
import { type Quota, quotaOf, type Shown } from './live-properties.ts'
import { type Lock, locksOf } from './lock-table.ts'
import { covers } from './locks.ts'
import { multistatus } from './multistatus.ts'
import { type ExistingResource, existing } from './resources.ts'
import { readXml } from './xml.ts'

/** Characters after which a piece of an answer is sent. */
const pieceLength = 1 << 18

interface Listed {
  entry: Entry
  /** The folders above it within its collection, the nearest first. */
  above: readonly string[]
  scope: Scope
}

/** Pages of what is directly below a resource. */
async function* pagesBelow({ services, actor }: DavCall, resource: ExistingResource): AsyncGenerator<Listed[]> {
  const { db, collections } = services
  if (resource.kind === 'list') {
    const folders = await collections.folders(resource.path[0] as string, actor)
    yield folders.map(({ entry, scope }) => ({ entry, scope, above: [] }))
  } else if ('ids' in resource) {
    const { scope, ids } = resource
    for await (const rows of folderPages(db, scope, ids[0] ?? null))
      yield rows.map((row) => ({ entry: entryOfRow(row), scope, above: ids }))
  }
}

/** Reads what the properties of resources are made from; once per owner what is the same for all of them. */
class Reader {
  private readonly services: DavServices
  private readonly userId: string
  private readonly wanted: Wanted
  private readonly locks = new Map<string, Promise<Lock[]>>()
  private readonly quotas = new Map<string, Promise<Quota>>()
  constructor({ services, actor }: Pick<DavCall, 'services' | 'actor'>, wanted: Wanted) {
    this.services = services
    this.userId = actor.userId
    this.wanted = wanted
  }

  /** A folder without an item of its own: the root and the collections. Programs ask the one that is mounted for free space. */
  async place(path: DavPath): Promise<string> {
    const [name] = path
    const isOwn = name === undefined || this.services.collections.isOwn(name)
    const scope = isOwn ? ownScope({ userId: this.userId }) : null
    const shown: Shown = { path, isFolder: true, entry: null, scope, locks: [], ids: [] }
    return propertiesAsXml(this.wanted, shown, [], await this.quotaOf(scope))
  }

  /** Responses in pieces: what clients keep with one item may have a megabyte. */
  async *items(paths: (entry: Entry) => DavPath, listed: readonly Listed[]): AsyncGenerator<string> {
    const { db } = this.services
    const hasDead = wantsDead(this.wanted) && listed.length > 0
    let text = ''
    for (const portion of hasDead ? await portionsOf(db, listed, ({ entry }) => entry.id) : [listed]) {
      const ids = portion.map(({ entry }) => entry.id)
      const dead: Awaited<ReturnType<typeof propertiesOf>> = hasDead ? await propertiesOf(db, ids) : new Map()
      for (const { entry, above, scope } of portion) {
        const chain = [entry.id, ...above]
        const locks = (await this.locksOf(scope)).filter((lock) => covers(lock, chain))
        const shown: Shown = { path: paths(entry), isFolder: entry.isFolder, entry, scope, locks, ids: chain }
        text += propertiesAsXml(this.wanted, shown, dead.get(entry.id) ?? [], await this.quotaOf(scope))
        if (text.length < pieceLength) continue
        yield text
        text = ''
      }
    }
    if (text !== '') yield text
  }

  /** Response of one item. */
  async item(path: DavPath, listed: Listed): Promise<string> {
    return (await Array.fromAsync(this.items(() => path, [listed]))).join('')
  }

  private async locksOf({ ownerId }: Scope): Promise<readonly Lock[]> {
    if (!wantsLocks(this.wanted)) return []
    const locks = this.locks.get(ownerId) ?? locksOf(this.services.db, ownerId)
    this.locks.set(ownerId, locks)
    return locks
  }

  /** The quota of the caller's own account; that of others is not for members of their folders. */
  private async quotaOf(scope: Scope | null): Promise<Quota | null> {
    if (scope?.ownerId !== this.userId || !wantsQuota(this.wanted)) return null
    const { db, entitlements } = this.services
    const quota = this.quotas.get(scope.ownerId) ?? quotaOf(db, entitlements, scope)
    this.quotas.set(scope.ownerId, quota)
    return quota
  }
}

/** Properties of a resource and of what is directly below it, sent piece by piece: memory does not grow with the folder. */
export const propfind = async (call: DavCall): Promise<FastifyReply> => {
  const { services, path, request, reply } = call
  const depth = depthOf(request)
  const wanted = readWanted(await readXml(request.raw))
  const resource = existing(call.resource)
  const isFolder = resource.kind !== 'item' || resource.entry.isFolder
  if (depth === 'infinity' && isFolder) throw new DavError(403, 'propfind-finite-depth')
  const reader = new Reader(call, wanted)
  const first =
    resource.kind === 'item'
      ? await reader.item(path, { entry: resource.entry, above: resource.ids.slice(1), scope: resource.scope })
      : await reader.place(path)
  const pages = depth === '1' && isFolder ? pagesBelow(call, resource) : null
  // Errors of the first page are still answered as errors.
  const start = await pages?.next()
  async function* responses() {
    yield first
    if (resource.kind === 'root') for (const name of services.collections.names) yield await reader.place([name])
    for (let page = start; page && !page.done; page = await pages?.next())
      yield* reader.items(({ name }) => [...path, name], page.value)
  }
  return multistatus(reply, depth === '0' ? first : Readable.from(inMultistatus(responses()), { objectMode: false }))
}

async function* inMultistatus(responses: AsyncIterable<string>): AsyncGenerator<string> {
  yield multistatus.start
  yield* responses
  yield multistatus.end
}

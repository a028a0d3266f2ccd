import type { Db, Events, Tx } from '../../../../platform/index.ts'
import { addTrashed } from '../counters.ts'
import type { Scope } from '../scope.ts'
import type { KindBytes } from '../usage-by-kind.ts'
import { kindSums } from '../usage-by-kind.ts'
import { lockTree } from './tree-lock.ts'

/** Rows removed per transaction: each holds the owner's lock for some ten milliseconds. */
const batch = 1_000
const folderBatch = 100
/** Times a tree is gone through again because something came into it meanwhile. */
const passes = 5

interface Folder {
  root: string
  id: string
}

interface Gone extends KindBytes {
  n: number
  size: number
  trashed: number
  blobs: string[]
}

/** Hears of rows that a transaction removes. */
export type Removed = (tx: Tx, rows: number) => Promise<void>
const nobody: Removed = async () => undefined

/** What was trashed on its own before its folder was has an entry in the trash of its own: it is none of what goes. */
const foldersBelow = `with recursive down as (
    select id as root, id, 0 as height from items where id = any($1::uuid[]) and is_folder and owner_id = $2
    union all
    select down.root, c.id, down.height + 1 from down join items c on c.parent_id = down.id
    where c.is_folder and c.trashed_at is null
  ) select root, id from down order by height desc`

/** Folders that stay are recounted: their tree may be restored before its turn comes. */
const remove = (condition: string) => `with doomed as (
    select i.id from items i where i.owner_id = $1 and ${condition} limit ${batch} for update
  ), gone as (
    delete from items using doomed where items.id = doomed.id returning items.size, items.kind, items.blob_id, items.trashed_at, items.parent_id
  ), versions as (
    delete from item_versions v using doomed where v.item_id = doomed.id returning v.size, v.kind, v.blob_id
  ), fewer as (
    select parent_id, count(*)::int as n from gone where trashed_at is null and parent_id is not null group by parent_id
  ), recounted as (
    update items p set child_count = p.child_count - fewer.n from fewer
    where p.id = fewer.parent_id and p.id not in (select id from doomed)
  ) select (select count(*) from gone) as n, (select count(trashed_at) from gone) as trashed,
    coalesce(sum(size), 0) as size, ${kindSums},
    coalesce(array_agg(distinct blob_id) filter (where blob_id is not null), '{}') as blobs
    from (select size, kind, blob_id from gone union all select size, kind, blob_id from versions) bytes`

/** It stays in the trash without the folder, and is restored to the root. */
const releaseTrashed = `with own as (
    select id from items where owner_id = $1 and parent_id = any($2::uuid[]) and trashed_at is not null
    limit ${batch} for update
  ) update items set parent_id = null from own where items.id = own.id returning 1`

/** For ever. Rows go in small transactions, so that others of the same owner never wait long. */
export class Purge {
  private readonly db: Db
  private readonly events: Events
  constructor(db: Db, events: Events) {
    this.db = db
    this.events = events
  }

  /**
   * Removes trashed trees with all that went to the trash with them, frees their bytes, and hands blobs that nobody else
   * refers to over for unlinking. A root that somebody restores meanwhile is left as it then is; a stop half way leaves
   * the rest in the trash. `removed` is told the rows of each transaction, in it; what it throws stops the work there.
   */
  async trees(scope: Scope, roots: readonly string[], removed: Removed = nobody): Promise<void> {
    for (let start = 0; start < roots.length; start += batch)
      await this.some(scope, roots.slice(start, start + batch), removed)
    if (roots.length === 0) return
    this.events.emit('storage.items.purged', {
      ownerId: scope.ownerId,
      actorId: scope.actor.userId,
      socketId: scope.actor.socketId ?? null,
      itemIds: roots.length <= batch ? [...roots] : [],
      parentIds: [],
    })
  }

  private async some(scope: Scope, roots: readonly string[], removed: Removed): Promise<void> {
    for (let pass = 0; pass < passes; pass++) {
      try {
        const folders = await this.db.query<Folder>(foldersBelow, [roots, scope.ownerId])
        for (let start = 0; start < folders.length; start += folderBatch)
          await this.emptyAndRemove(scope, folders.slice(start, start + folderBatch), removed)
        const files = 'i.id = any($2::uuid[]) and not i.is_folder and i.trashed_at is not null'
        await this.removeAll(scope, files, () => [...roots], removed)
        return
      } catch (error) {
        // Something was uploaded into a folder just before it went: its row refuses to leave a child behind.
        if ((error as { code?: string }).code !== '23503') throw error
      }
    }
  }

  /** Deepest folders come first: by their turn all folders below them are gone. */
  private async emptyAndRemove(scope: Scope, folders: Folder[], removed: Removed): Promise<void> {
    const roots = [...new Set(folders.map(({ root }) => root))]
    const within = (alive: ReadonlySet<string>) => folders.filter(({ root }) => alive.has(root)).map(({ id }) => id)
    await this.repeat(scope, roots, async (tx, alive) => {
      const ids = within(alive)
      return ids.length > 0 ? (await tx.query(releaseTrashed, [scope.ownerId, ids])).length : 0
    })
    const files = 'i.parent_id = any($2::uuid[]) and not i.is_folder and i.trashed_at is null'
    await this.removeAll(scope, files, within, removed, roots)
    await this.removeAll(scope, 'i.id = any($2::uuid[]) and i.is_folder', within, removed, roots)
  }

  private removeAll(
    scope: Scope,
    condition: string,
    ids: (alive: ReadonlySet<string>) => string[],
    told: Removed,
    roots: readonly string[] = [],
  ): Promise<void> {
    return this.repeat(scope, roots, async (tx, alive) => {
      const n = await removeSome(tx, scope.ownerId, condition, ids(alive))
      if (n > 0) await told(tx, n)
      return n
    })
  }

  /** A batch per transaction, in turn with others who change the tree; `deed` is told which roots are still trashed. */
  private async repeat(
    scope: Scope,
    roots: readonly string[],
    deed: (tx: Tx, alive: ReadonlySet<string>) => Promise<number>,
  ): Promise<void> {
    for (;;) {
      const rows = await this.db.transaction(async (tx) => {
        await lockTree(tx, scope.ownerId)
        return deed(tx, await stillTrashed(tx, roots))
      })
      if (rows < batch) return
    }
  }
}

const stillTrashed = async (tx: Tx, roots: readonly string[]): Promise<ReadonlySet<string>> => {
  if (roots.length === 0) return new Set()
  const rows = await tx.query<{ id: string }>(
    'select id from items where id = any($1::uuid[]) and trashed_at is not null',
    [roots],
  )
  return new Set(rows.map(({ id }) => id))
}

const removeSome = async (tx: Tx, owner: string, condition: string, ids: string[]): Promise<number> =>
  ids.length === 0 ? 0 : removeRows(tx, owner, condition, ids)

/** Up to a thousand of the owner's rows `i` that fulfil `condition`, in which `$2` is `value`, with their counts and bytes. */
export const removeRows = async (tx: Tx, owner: string, condition: string, value: unknown): Promise<number> => {
  const [gone] = await tx.query<Gone>(remove(condition), [owner, value])
  if (!gone || gone.n === 0) return 0
  await releaseBlobs(tx, gone.blobs)
  await addTrashed(tx, owner, -gone.trashed)
  await tx.query(
    `update usage set used_bytes = greatest(used_bytes - $2, 0), images_bytes = images_bytes - $3, videos_bytes = videos_bytes - $4, audios_bytes = audios_bytes - $5,
       documents_bytes = documents_bytes - $6 where user_id = $1`,
    [owner, gone.size, gone.images, gone.videos, gone.audios, gone.documents],
  )
  return gone.n
}

/**
 * Blobs nobody refers to leave the table; the collector unlinks their bytes after this commit. They are locked first:
 * a copy that is being made of one of them is waited for, and seen by the statement that looks.
 */
export const releaseBlobs = async (tx: Tx, blobs: readonly string[]): Promise<void> => {
  if (blobs.length === 0) return
  await tx.query('select 1 from blobs where id = any($1::uuid[]) order by id for update', [blobs], 'storage.lock-blobs')
  await tx.query(
    `with gone as (
       delete from blobs b where b.id = any($1::uuid[]) and not exists (select 1 from items i where i.blob_id = b.id)
       and not exists (select 1 from item_versions v where v.blob_id = b.id) returning key
     ) insert into blob_deletions (key) select key from gone on conflict do nothing`,
    [blobs],
  )
}

import type { Db, Events, Jobs, Logger } from '../../../../platform/index.ts'
import { lockTree } from './tree-lock.ts'

/** Delay before the changes of an owner are aggregated, and so the age of a displayed size. */
const batchDelayMs = 1_000

/**
 * The deltas `own` of an owner, added up by folder, for each folder above them up to and including the root of a trashed
 * tree. A delta without a folder belongs to the owner's trash, and so does one that reaches a trashed folder. The limit of
 * the height ends the walk where the data has a cycle.
 */
const sumDeltasSql = (deltas: string): string => `own as (
    select folder_id, sum(size) as size, sum(files) as files, sum(folders) as folders from ${deltas} group by folder_id
  ), up as (
    select i.id, i.parent_id, i.trashed_at, own.size, own.files, own.folders, 0 as height
    from own join items i on i.id = own.folder_id
    union all
    select p.id, p.parent_id, p.trashed_at, up.size, up.files, up.folders, up.height + 1
    from up join items p on p.id = up.parent_id where up.trashed_at is null and up.height < 10000
  ), trash as (
    select coalesce(sum(size), 0) as size, coalesce(sum(files), 0) as files, coalesce(sum(folders), 0) as folders from (
      select size, files, folders from own where folder_id is null
      union all select size, files, folders from up where trashed_at is not null
    ) each
  )`

/** Takes an owner's deltas and adds them to the folders and to the trash. */
const aggregateDeltasSql = `with recursive taken as (
    delete from folder_size_deltas where owner_id = $1 returning folder_id, size, files, folders
  ), ${sumDeltasSql('taken')}, sums as (
    select id, parent_id, sum(size) as size, sum(files) as files, sum(folders) as folders from up group by id, parent_id
    having sum(size) <> 0 or sum(files) <> 0 or sum(folders) <> 0
  ), added as (
    insert into folder_sizes (folder_id, size, files, folders) select id, size, files, folders from sums order by id
    on conflict (folder_id) do update set size = folder_sizes.size + excluded.size,
      files = folder_sizes.files + excluded.files, folders = folder_sizes.folders + excluded.folders
  ), trashed as (
    update usage set trash_bytes = trash_bytes + trash.size, trash_files = trash_files + trash.files,
      trash_folders = trash_folders + trash.folders
    from trash where user_id = $1 and (trash.size <> 0 or trash.files <> 0 or trash.folders <> 0)
  ) select distinct parent_id from sums where size <> 0 or files <> 0`

/**
 * The trash of an owner as of this statement: aggregated sums, and deltas that are not aggregated yet. Hidden folders, which
 * an undo may return to it, are in the sums but not listed there.
 */
export const trashSizeSql = `with recursive pending as (
    select folder_id, size, files, folders from folder_size_deltas where owner_id = $1
  ), ${sumDeltasSql('pending')}
  select coalesce(u.trash_files, 0) + trash.files as files,
    coalesce(u.trash_folders, 0) + trash.folders - (select count(*) from items where owner_id = $1 and merged_by is not null)
      as folders,
    coalesce(u.trash_bytes, 0) + trash.size as size
  from trash left join usage u on u.user_id = $1`

interface FolderSizesDeps {
  db: Db
  events: Events
  jobs: Jobs
  log: Logger
}

/**
 * Aggregates `folder_size_deltas` into `folder_sizes` and the trash sums of `usage` a second after each change (decision
 * 0023). No request waits for it. It holds the owner's tree lock, because it walks up the tree, no longer than a move does.
 */
export class FolderSizes {
  private readonly deps: FolderSizesDeps
  private readonly changed = new Set<string>()
  private timer: NodeJS.Timeout | null = null
  private running: Promise<void> | null = null
  private started = false
  constructor(deps: FolderSizesDeps) {
    this.deps = deps
    const record = ({ ownerId }: { ownerId: string }) => this.record(ownerId)
    for (const name of ['storage.file.created', 'storage.folder.created'] as const) deps.events.on(name, record)
    for (const name of [
      'storage.items.moved',
      'storage.items.trashed',
      'storage.items.restored',
      'storage.items.copied',
      'storage.items.purged',
    ] as const)
      deps.events.on(name, record)
    deps.jobs.define('aggregate-folder-sizes', () => this.aggregateAll(), { cron: '* * * * *' })
  }

  /** Starts aggregating after each change. Call it after the migrations. */
  start(): void {
    this.started = true
  }

  /** Waits for the running aggregation; the next process aggregates the rest. */
  async stop(): Promise<void> {
    this.started = false
    if (this.timer) clearTimeout(this.timer)
    await this.running
  }

  /** Aggregates all deltas of one owner. */
  async aggregate(ownerId: string): Promise<void> {
    const resized = await this.deps.db.transaction(async (tx) => {
      await lockTree(tx, ownerId)
      return tx.query<{ parent_id: string | null }>(aggregateDeltasSql, [ownerId], 'storage.aggregate-folder-sizes')
    })
    if (resized.length > 0)
      this.deps.events.emit('storage.folders.resized', {
        ownerId,
        parentIds: resized.map(({ parent_id }) => parent_id),
      })
  }

  /** Job of every minute: aggregates deltas that a stopped process left. Resolves with the number of aggregated owners. */
  async aggregateAll(): Promise<{ owners: number }> {
    const rows = await this.deps.db.query<{ owner_id: string }>('select distinct owner_id from folder_size_deltas')
    let owners = 0
    for (const { owner_id } of rows) if (await this.tryAggregate(owner_id)) owners += 1
    return { owners }
  }

  /** False, and a warning in the log, when it fails: wrong data of one owner do not stop the others. */
  private tryAggregate(ownerId: string): Promise<boolean> {
    return this.aggregate(ownerId).then(
      () => true,
      (error: unknown) => {
        this.deps.log.warn({ err: error, ownerId }, 'cannot aggregate folder sizes; the job retries within a minute')
        return false
      },
    )
  }

  private record(ownerId: string): void {
    if (!this.started) return
    this.changed.add(ownerId)
    this.timer ??= setTimeout(() => {
      this.running = this.aggregateChanged()
    }, batchDelayMs).unref()
  }

  private async aggregateChanged(): Promise<void> {
    const owners = [...this.changed]
    this.changed.clear()
    for (const owner of owners) await this.tryAggregate(owner)
    this.timer = null
    for (const owner of this.changed) this.record(owner)
  }
}

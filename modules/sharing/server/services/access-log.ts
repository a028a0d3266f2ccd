import { sql } from 'kysely'
import {
  type Db,
  type Executor,
  type Logger,
  networkOf,
  type RowOf,
  type Settings,
  type Sql,
} from '../../../platform/index.ts'
import { BoundedMap } from '../../../shared/contract.ts'
import type { ActivityEntry } from '../../../storage/index.ts'
import type { SharingTables } from '../entities/index.ts'
import { addVisit } from './add-visit.ts'
import type { ShareAccess } from './share-access.ts'
import { VisitCounter } from './visit-counter.ts'
import { VisitRows } from './visit-rows.ts'

const columns = [
  'id',
  'occurred_at',
  'action',
  'visitor',
  'visitor_count',
  'recipient',
  'item_id',
  'item_name',
  'bytes',
  'completed',
  'ip',
] as const
export type AccessLogRow = Pick<RowOf<SharingTables['share_access_log']>, (typeof columns)[number]>

/** A client without cookies opens a link at most once in this time. */
const pageViewTtlMs = 60_000
const maxPageViews = 10_000
const rowsPerBatch = 1_000
/** Who uploaded a file. */
interface UploadActor {
  shareId: string
  visitor: string
  recipientId: string | null
  ip: string | null
}

interface AccessLogDeps {
  db: Db
  settings: Settings
  log: Logger
  /** Activity of the folders that links lead to. */
  activity: { record(sql: Sql, entries: readonly ActivityEntry[]): Promise<void> }
}

/** Log of visits, downloads and uploads by links. */
export class AccessLog {
  private readonly db: Db
  private readonly settings: Settings
  private readonly pageViews = new BoundedMap<string, number>(maxPageViews)
  private readonly visits: VisitCounter
  private readonly visitRows = new VisitRows()
  private readonly log: Logger
  private readonly activity: AccessLogDeps['activity']
  constructor({ db, settings, log, activity }: AccessLogDeps) {
    this.db = db
    this.settings = settings
    this.log = log
    this.activity = activity
    this.visits = new VisitCounter({
      db,
      onWritten: (visits) => this.recordActivity(visits),
      onError: (error) => log.error({ err: error }, 'visits were not recorded'),
    })
  }

  /** Counts a visit of a browser that is not distinguished: one row stands for half an hour of such visits. */
  countVisit(shareId: string): void {
    this.visits.add(shareId)
  }

  /** Before the process ends: writes everything, or logs it as lost. A crash loses the visits of the last second. */
  flush(): Promise<void> {
    return this.visits.flush()
  }

  /** `visits`: link → number. An error does not reach the caller, who would count the visits again. */
  private recordActivity(visits: ReadonlyMap<string, number>): Promise<void> {
    return this.addActivity(visits).catch((error: unknown) =>
      this.log.error({ err: error }, 'activity of links was not recorded'),
    )
  }

  /** Adds visits to the activity of the link's folder, or of its file's folder. */
  private async addActivity(visits: ReadonlyMap<string, number>): Promise<void> {
    const rows = await this.db.query<{ id: string; ownerId: string; itemId: string; folderId: string | null }>(
      `select s.id, s.owner_id as "ownerId", s.item_id as "itemId",
         case when i.is_folder then i.id else i.parent_id end as "folderId"
       from shares s join item_summaries i on i.id = s.item_id where s.id = any($1::uuid[])`,
      [[...visits.keys()]],
      'sharing.opened-folders',
    )
    const entries = rows.map(({ id, itemId, ...of }) => ({
      ...of,
      actorId: null,
      action: 'link-opened' as const,
      count: visits.get(id) ?? 0,
      itemIds: [itemId],
    }))
    await this.activity.record(this.db, entries)
  }

  /** As `recordOpened`, after the response of a page; repeated views of `client` within a minute cost no query. */
  recordPageView(access: ShareAccess, ip: string, client: string): void {
    if (this.registerView(access.share.id, client)) this.visits.inBackground(this.recordOpened(access, ip))
  }

  /** Remembers a view. False for one within a minute of another, which is not counted. */
  private registerView(shareId: string, client: string): boolean {
    const key = `${shareId} ${client}`
    const now = performance.now()
    if ((this.pageViews.get(key) ?? -pageViewTtlMs) > now - pageViewTtlMs) return false
    this.pageViews.set(key, now)
    return true
  }

  private countOnce(shareId: string, network: string): void {
    if (this.registerView(shareId, network)) this.countVisit(shareId)
  }

  async recordOpened(access: ShareAccess, ip: string): Promise<void> {
    const { id } = access.share
    // Many visits of one network, or of one link, are not distinguished: they share one row without an IP.
    if (access.visitor === '' || this.visitRows.isFull(id)) return this.countOnce(id, networkOf(ip))
    if (!(await addVisit(this.db, access, await this.loggableIp(ip)))) return
    this.visitRows.add(id)
    await this.recordActivity(new Map([[id, 1]]))
  }

  async recordUploaded(
    { shareId, visitor, recipientId, ip }: UploadActor,
    item: { id: string; name: string; size: number },
    executor: Executor = this.db,
  ): Promise<void> {
    await executor
      .builder<SharingTables>()
      .insertInto('share_access_log')
      .values(({ selectFrom }) => ({
        share_id: shareId,
        action: 'uploaded',
        visitor,
        recipient: selectFrom('share_recipients').select('email').where('id', '=', recipientId),
        item_id: item.id,
        item_name: item.name,
        bytes: item.size,
        completed: true,
        ip,
      }))
      .execute()
  }

  /** Newest first; `before` is the id of the last row of the page before. */
  list(shareId: string, count: number, before: number | null): Promise<AccessLogRow[]> {
    return this.db
      .builder<SharingTables>()
      .selectFrom('share_access_log')
      .select(columns)
      .where('share_id', '=', shareId)
      .$if(before !== null, (query) => query.where('id', '<', sql<number>`${before}::bigint`))
      .orderBy('id', 'desc')
      .limit(count)
      .execute()
  }

  /** All rows, newest first. */
  async *batches(shareId: string): AsyncGenerator<AccessLogRow[]> {
    for (let before: number | null = null; ; ) {
      const rows: AccessLogRow[] = await this.list(shareId, rowsPerBatch, before)
      yield rows
      before = rows.at(-1)?.id ?? null
      if (rows.length < rowsPerBatch) return
    }
  }

  /** The IP as the setting `share_log_addresses` allows: whole, shortened to the network, or null. */
  async loggableIp(ip: string): Promise<string | null> {
    const setting = await this.settings.get('share_log_addresses')
    if (setting === 'none') return null
    return setting === 'full' ? ip : shortenIp(ip)
  }
}

/** `203.0.113.7` → `203.0.113.0`; of IPv6 the first 48 bits. */
const shortenIp = (ip: string): string => {
  const network = networkOf(ip)
  if (!network.includes(':')) return network.replace(/\.\d+$/, '.0')
  return `${network.split(':').slice(0, 3).join(':')}::`
}

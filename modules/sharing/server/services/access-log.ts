import { type Db, type Logger, networkOf, type Settings, type Sql } from '../../../platform/index.ts'
import type { Admission } from './guard.ts'

export interface AccessRow {
  id: number
  at: Date
  kind: 'opened' | 'downloaded' | 'uploaded'
  /** Empty: browsers that were too many to be told apart. */
  visitor: string
  people: number
  recipient: string | null
  item_id: string | null
  item_name: string | null
  bytes: number
  completed: boolean
  address: string | null
}

/** One visit: the same browser within this time does not open the link a second time. */
const visit = '30 minutes'

/** ms in which a program that keeps no cookies opens a link once at most. */
const glance = 60_000
const mostGlances = 10_000
/** ms in which visits of a crowd are gathered before they are written. */
const gathering = 1_000

/** Who brought a file. */
export interface Bringer {
  shareId: string
  visitor: string
  recipientId: string | null
  address: string | null
}

/** Who opened, downloaded and uploaded what by a link. */
export class AccessLog {
  private readonly db: Db
  private readonly settings: Settings
  private readonly glances = new Map<string, number>()
  /** Visits of browsers without a name, by link, not written yet. */
  private crowds = new Map<string, number>()
  private gatherer: NodeJS.Timeout | null = null
  /** What is written behind an answer. */
  private readonly behind = new Set<Promise<void>>()
  private readonly log: Logger
  constructor(db: Db, settings: Settings, log: Logger) {
    this.db = db
    this.settings = settings
    this.log = log
  }

  /** A visit of one of so many that they are counted only: one line for all of half an hour. */
  crowd(shareId: string): void {
    this.gather([[shareId, 1]])
  }

  /**
   * Before the process ends: everything is written, or logged as lost. A crash loses the last second of a crowd, and what
   * was just on its way.
   */
  async flush(): Promise<void> {
    this.later(this.writeCrowds())
    await Promise.all(this.behind)
  }

  /** Nobody waits for the log but the end of the process. */
  private later(writing: Promise<void>): void {
    const done: Promise<void> = writing
      .catch((error: unknown) => this.log.error({ err: error }, 'visits were not recorded'))
      .finally(() => this.behind.delete(done))
    this.behind.add(done)
  }

  private gather(visits: Iterable<readonly [string, number]>): void {
    for (const [shareId, people] of visits) this.crowds.set(shareId, (this.crowds.get(shareId) ?? 0) + people)
    this.gatherer ??= setTimeout(() => this.later(this.writeCrowds()), gathering).unref()
  }

  private async writeCrowds(): Promise<void> {
    if (this.gatherer) clearTimeout(this.gatherer)
    this.gatherer = null
    if (this.crowds.size === 0) return
    const crowds = this.crowds
    this.crowds = new Map()
    try {
      await this.insertCrowds(crowds)
    } catch (error) {
      // Counted with those that come.
      this.gather(crowds)
      throw error
    }
  }

  private async insertCrowds(crowds: ReadonlyMap<string, number>): Promise<void> {
    await this.db.query(
      `with seen as (
         select c.share_id, c.people, (
           select max(a.id) from share_access a where a.share_id = c.share_id and a.visitor = '' and a.kind = 'opened'
           and a.at > now() - interval '${visit}') as line
         from unnest($1::uuid[], $2::int[]) as c (share_id, people) join shares s on s.id = c.share_id
       ), added as (
         update share_access a set people = a.people + seen.people from seen where a.id = seen.line
       ) insert into share_access (share_id, kind, visitor, people, completed)
         select share_id, 'opened', '', people, true from seen where line is null`,
      [[...crowds.keys()], [...crowds.values()]],
      'sharing.crowds',
    )
  }

  /** As `opened`, for a page, behind its answer: one more look of `who` within a minute costs no query. */
  visited(admission: Admission, ip: string, who: string): void {
    const key = `${admission.share.id} ${who}`
    const now = Date.now()
    if ((this.glances.get(key) ?? 0) > now - glance) return
    if (this.glances.size > mostGlances) this.glances.clear()
    this.glances.set(key, now)
    this.later(this.opened(admission, ip))
  }

  async opened(admission: Admission, ip: string): Promise<void> {
    const { share, visitor, recipientId } = admission
    await this.db.query(
      `insert into share_access (share_id, kind, visitor, recipient, completed, address)
       select $1, 'opened', $2, (select email from share_recipients where id = $3), true, $4
       where not exists (select 1 from share_access where share_id = $1 and visitor = $2 and kind = 'opened'
         and at > now() - interval '${visit}')`,
      [share.id, visitor, recipientId, await this.addressOf(ip)],
      'sharing.opened',
    )
  }

  async uploaded(
    { shareId, visitor, recipientId, address }: Bringer,
    item: { id: string; name: string; size: number },
    sql: Sql = this.db,
  ): Promise<void> {
    await sql.query(
      `insert into share_access (share_id, kind, visitor, recipient, item_id, item_name, bytes, completed, address)
       values ($1, 'uploaded', $2, (select email from share_recipients where id = $3), $4, $5, $6, true, $7)`,
      [shareId, visitor, recipientId, item.id, item.name, item.size, address],
    )
  }

  /** Newest first; `before` is the id of the last one seen. */
  list(shareId: string, count: number, before: number | null): Promise<AccessRow[]> {
    return this.db.query<AccessRow>(
      `select id, at, kind, visitor, people, recipient, item_id, item_name, bytes, completed, address from share_access
       where share_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3`,
      [shareId, before, count],
      'sharing.log',
    )
  }

  /** By the setting `share_log_addresses`: whole, shortened to the network, or not at all. */
  async addressOf(ip: string): Promise<string | null> {
    const wish = await this.settings.get('share_log_addresses')
    if (wish === 'none') return null
    return wish === 'full' ? ip : shortened(ip)
  }
}

/** `203.0.113.7` → `203.0.113.0`; of IPv6 the first 48 bits. */
const shortened = (ip: string): string => {
  const network = networkOf(ip)
  if (!network.includes(':')) return network.replace(/\.\d+$/, '.0')
  return `${network.split(':').slice(0, 3).join(':')}::`
}

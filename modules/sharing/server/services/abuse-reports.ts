import { networkOf, type Platform, platformErrors } from '../../../platform/index.ts'
import type { AbuseReason } from '../../contract.ts'
import type { Mails } from './mails.ts'
import type { ShareLookup } from './share-access.ts'
import type { ShareLinks } from './share-links.ts'

const perNetwork = { limit: 5, windowSeconds: 3600 }
/** Reports of one link that wait for an administrator; more say nothing new. */
const maxOpenPerLink = 20

export type AbuseResolution = 'link-closed' | 'owner-suspended' | 'dismissed'

export interface AbuseReportRow {
  id: number
  share_id: string | null
  owner_id: string
  item_name: string
  reason: AbuseReason
  message: string | null
  email: string | null
  created_at: Date
  resolved_at: Date | null
  resolution: AbuseResolution | null
}

const columns = 'id, share_id, owner_id, item_name, reason, message, email, created_at, resolved_at, resolution'

export interface AbuseReportsDeps {
  platform: Pick<Platform, 'db' | 'limiter' | 'settings' | 'audit'>
  mails: Mails
  shareLinks: ShareLinks
  /** Who reads reports where the setting `contact_email` is empty, so that none is lost. */
  adminEmails(): Promise<readonly string[]>
}

/** Visitors report links; administrators resolve the reports. */
export class AbuseReports {
  private readonly deps: AbuseReportsDeps
  constructor(deps: AbuseReportsDeps) {
    this.deps = deps
  }

  /** Also emails the installation's contact, or else all administrators. 429 after 5 an hour and network. */
  async create(
    { share, item }: ShareLookup,
    given: { reason: AbuseReason; message?: string | undefined; email?: string | undefined },
    ip: string,
  ): Promise<void> {
    const { db, limiter, settings } = this.deps.platform
    await limiter.consume(['abuse-report', networkOf(ip)], perNetwork)
    const contact = await settings.get('contact_email')
    const readers = contact ? [contact] : await this.deps.adminEmails()
    await db.transaction(async (tx) => {
      const created = await tx.query(
        `insert into abuse_reports (share_id, owner_id, item_name, reason, message, email)
         select $1, $2, $3, $4, $5, $6
         where (select count(*) from abuse_reports where share_id = $1 and resolved_at is null) < ${maxOpenPerLink}
         returning id`,
        [share.id, share.owner_id, item.name, given.reason, given.message?.trim() || null, given.email?.trim() || null],
      )
      for (const to of created.length > 0 ? readers : []) await this.deps.mails.abuseReport(to, { item: item.name }, tx)
    })
  }

  /** The newest first; `before` is the id of the last one of the page before. */
  list(isOpen: boolean, limit: number, before: number | null): Promise<AbuseReportRow[]> {
    return this.deps.platform.db.query(
      `select ${columns} from abuse_reports where resolved_at is ${isOpen ? 'null' : 'not null'}
       and ($1::bigint is null or id < $1) order by id desc limit $2`,
      [before, limit],
    )
  }

  /** How many wait for an administrator. */
  async openCount(): Promise<number> {
    const [found] = await this.deps.platform.db.query<{ count: number }>(
      'select count(*)::int as count from abuse_reports where resolved_at is null',
    )
    return found?.count ?? 0
  }

  /** 404 for an unknown or resolved one. */
  async find(id: number): Promise<AbuseReportRow> {
    const [report] = await this.deps.platform.db.query<AbuseReportRow>(
      `select ${columns} from abuse_reports where id = $1 and resolved_at is null`,
      [id],
    )
    if (!report) throw platformErrors.fail('not-found')
    return report
  }

  /** Deletes the reported link, and resolves all its reports. */
  async closeLink(report: AbuseReportRow, actor: { actorId: string; ip: string }): Promise<void> {
    const { share_id, owner_id } = report
    // The link's end clears `share_id`.
    const ids = await this.openIds('share_id', share_id)
    if (share_id) await this.deps.shareLinks.close(owner_id, share_id, actor.actorId)
    await this.resolve([report.id, ...ids], report, 'link-closed', actor)
  }

  /** After a suspension: resolves all reports of links of this owner. */
  async resolveOwner(report: AbuseReportRow, actor: { actorId: string; ip: string }): Promise<void> {
    await this.resolve(await this.openIds('owner_id', report.owner_id), report, 'owner-suspended', actor)
  }

  dismiss(report: AbuseReportRow, actor: { actorId: string; ip: string }): Promise<void> {
    return this.resolve([report.id], report, 'dismissed', actor)
  }

  private async openIds(column: 'share_id' | 'owner_id', id: string | null): Promise<number[]> {
    const rows = await this.deps.platform.db.query<{ id: number }>(
      `select id from abuse_reports where ${column} = $1 and resolved_at is null`,
      [id],
    )
    return rows.map((row) => row.id)
  }

  private async resolve(
    ids: readonly number[],
    { id, owner_id, item_name }: AbuseReportRow,
    resolution: AbuseResolution,
    actor: { actorId: string; ip: string },
  ): Promise<void> {
    const { db, audit } = this.deps.platform
    await db.transaction(async (tx) => {
      await tx.query(
        `update abuse_reports set resolved_at = now(), resolution = $2
         where id = any($1::bigint[]) and resolved_at is null`,
        [ids, resolution],
      )
      const details = { resolution, owner: owner_id, item: item_name }
      await audit({ ...actor, action: 'sharing.report.resolved', target: String(id), details }, tx)
    })
  }
}

import {
  type AuditActor,
  networkOf,
  type Platform,
  platformErrors,
  type RowOf,
  type Tx,
} from '../../../platform/index.ts'
import type { AbuseReason } from '../../contract.ts'
import type { SharingTables } from '../entities/index.ts'
import { sharingErrors } from '../errors.ts'
import { rateLimits } from '../rate-limits.ts'
import { lockShareLink } from '../share-link.row.ts'
import type { ShareMails } from './mails.ts'
import type { ShareLookup } from './share-access.ts'
import type { ShareLinks } from './share-links.ts'

/** Reports of one link that wait for an administrator; further ones are accepted and dropped. */
const maxOpenPerLink = 20

type AbuseResolution = 'link-closed' | 'owner-suspended' | 'dismissed'

type AbuseReportRow = RowOf<SharingTables['abuse_reports']>

interface AbuseReportsDeps {
  platform: Pick<Platform, 'db' | 'limiter' | 'settings' | 'audit'>
  mails: ShareMails
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

  private get tables() {
    return this.deps.platform.db.builder<SharingTables>()
  }

  /** Also emails the installation's contact, or else all administrators. 404; 429 after 5 an hour and network. */
  async create(
    { share, item }: ShareLookup,
    { reason, message, email }: { reason: AbuseReason; message?: string | undefined; email?: string | undefined },
    ip: string,
  ): Promise<void> {
    const { db, limiter, settings } = this.deps.platform
    const report = async () => {
      const contact = await settings.get('contact_email')
      const readers = contact ? [contact] : await this.deps.adminEmails()
      await db.transaction(async (tx) => {
        // Reports of one link are counted and added one after the other, and none after its end.
        if (!(await lockShareLink(tx, share.id))) throw sharingErrors.fail('share-not-found')
        // SQL: one statement counts and inserts.
        const created = await tx.query(
          `insert into abuse_reports (share_id, owner_id, item_name, reason, message, email)
           select $1, $2, $3, $4, $5, $6
           where (select count(*) from abuse_reports where share_id = $1 and resolved_at is null) < ${maxOpenPerLink}
           returning id`,
          [share.id, share.owner_id, item.name, reason, message?.trim() || null, email?.trim() || null],
        )
        for (const to of created.length > 0 ? readers : [])
          await this.deps.mails.abuseReport(to, { item: item.name }, tx)
      })
    }
    await limiter.attempt([{ limit: rateLimits.abuseReportsPerNetwork, subject: [networkOf(ip)] }], report)
  }

  /** Newest first. `before`: id of the last report of the page before; null: the first page. */
  list(state: 'open' | 'resolved', limit: number, before: number | null): Promise<AbuseReportRow[]> {
    let reports = this.tables.selectFrom('abuse_reports').selectAll().orderBy('id', 'desc').limit(limit)
    reports = reports.where('resolved_at', state === 'open' ? 'is' : 'is not', null)
    if (before !== null) reports = reports.where('id', '<', before)
    return reports.execute()
  }

  /** Number of reports that wait for an administrator. */
  async openCount(): Promise<number> {
    const row = await this.tables
      .selectFrom('abuse_reports')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('resolved_at', 'is', null)
      .executeTakeFirst()
    return row?.count ?? 0
  }

  /** 404 for an unknown or resolved one. */
  async find(id: number): Promise<AbuseReportRow> {
    const report = await this.tables
      .selectFrom('abuse_reports')
      .selectAll()
      .where('id', '=', id)
      .where('resolved_at', 'is', null)
      .executeTakeFirst()
    if (!report) throw platformErrors.fail('not-found')
    return report
  }

  /** Deletes the reported link, and resolves all its reports. 404 when the report was resolved meanwhile. */
  closeLink(report: AbuseReportRow, actor: AuditActor): Promise<void> {
    const { share_id, owner_id } = report
    return this.deps.platform.db.transaction(async (tx) => {
      if (share_id) await lockShareLink(tx, share_id)
      await this.resolve(tx, report, 'link-closed', actor, { share_id })
      // Last, because deleting the link clears `share_id` of the reports, by which they are found.
      if (share_id) await this.deps.shareLinks.close(tx, owner_id, share_id, actor.actorId)
    })
  }

  /** Suspends the owner by `suspend`, and resolves all reports of the owner's links. 404 as `closeLink`. */
  suspendOwner(report: AbuseReportRow, actor: AuditActor, suspend: (tx: Tx) => Promise<unknown>): Promise<void> {
    const { owner_id } = report
    return this.deps.platform.db.transaction(async (tx) => {
      await this.resolve(tx, report, 'owner-suspended', actor, { owner_id })
      await suspend(tx)
    })
  }

  /** 404 as `closeLink`. */
  dismiss(report: AbuseReportRow, actor: AuditActor): Promise<void> {
    return this.deps.platform.db.transaction((tx) => this.resolve(tx, report, 'dismissed', actor))
  }

  /** Resolves the report, and the open ones of the same link or owner. 404 when another administrator was first. */
  private async resolve(
    tx: Tx,
    { id, owner_id, item_name }: AbuseReportRow,
    resolution: AbuseResolution,
    actor: AuditActor,
    same: { share_id?: string | null; owner_id?: string } = {},
  ): Promise<void> {
    // SQL: rows are locked in one order, so that two administrators do not wait for each other.
    const resolved = await tx.query<{ id: number }>(
      `update abuse_reports set resolved_at = now(), resolution = $2 where id = any(array(
         select id from abuse_reports where resolved_at is null and (id = $1 or share_id = $3 or owner_id = $4)
         order by id for update)) returning id`,
      [id, resolution, same.share_id ?? null, same.owner_id ?? null],
    )
    if (!resolved.some((row) => row.id === id)) throw platformErrors.fail('not-found')
    const details = { resolution, owner: owner_id, item: item_name }
    await this.deps.platform.audit({ ...actor, action: 'sharing.report.resolved', target: String(id), details }, tx)
  }
}

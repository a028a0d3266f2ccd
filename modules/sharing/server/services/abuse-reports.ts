import { sql } from 'kysely'
import { type AuditActor, networkOf, type Platform, platformErrors, type RowOf } from '../../../platform/index.ts'
import type { AbuseReason } from '../../contract.ts'
import type { SharingTables } from '../entities/index.ts'
import type { Mails } from './mails.ts'
import type { ShareLookup } from './share-access.ts'
import type { ShareLinks } from './share-links.ts'

const perNetwork = { limit: 5, windowSeconds: 3600 }
/** Reports of one link that wait for an administrator; more say nothing new. */
const maxOpenPerLink = 20

type AbuseResolution = 'link-closed' | 'owner-suspended' | 'dismissed'

type AbuseReportRow = RowOf<SharingTables['abuse_reports']>

interface AbuseReportsDeps {
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

  private get tables() {
    return this.deps.platform.db.builder<SharingTables>()
  }

  /** Also emails the installation's contact, or else all administrators. 429 after 5 an hour and network. */
  async create(
    { share, item }: ShareLookup,
    given: { reason: AbuseReason; message?: string | undefined; email?: string | undefined },
    ip: string,
  ): Promise<void> {
    const { db, limiter, settings } = this.deps.platform
    const report = async () => {
      const contact = await settings.get('contact_email')
      const readers = contact ? [contact] : await this.deps.adminEmails()
      await db.transaction(async (tx) => {
        // SQL: one statement counts and inserts.
        const created = await tx.query(
          `insert into abuse_reports (share_id, owner_id, item_name, reason, message, email)
           select $1, $2, $3, $4, $5, $6
           where (select count(*) from abuse_reports where share_id = $1 and resolved_at is null) < ${maxOpenPerLink}
           returning id`,
          [
            share.id,
            share.owner_id,
            item.name,
            given.reason,
            given.message?.trim() || null,
            given.email?.trim() || null,
          ],
        )
        for (const to of created.length > 0 ? readers : [])
          await this.deps.mails.abuseReport(to, { item: item.name }, tx)
      })
    }
    await limiter.attempt([{ key: ['abuse-report', networkOf(ip)], limit: perNetwork }], report)
  }

  /** The newest first; `before` is the id of the last one of the page before. */
  list(isOpen: boolean, limit: number, before: number | null): Promise<AbuseReportRow[]> {
    let reports = this.tables.selectFrom('abuse_reports').selectAll().orderBy('id', 'desc').limit(limit)
    reports = reports.where('resolved_at', isOpen ? 'is' : 'is not', null)
    if (before !== null) reports = reports.where('id', '<', before)
    return reports.execute()
  }

  /** How many wait for an administrator. */
  async openCount(): Promise<number> {
    const found = await this.tables
      .selectFrom('abuse_reports')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('resolved_at', 'is', null)
      .executeTakeFirst()
    return found?.count ?? 0
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

  /** Deletes the reported link, and resolves all its reports. */
  async closeLink(report: AbuseReportRow, actor: AuditActor): Promise<void> {
    const { share_id, owner_id } = report
    // The link's end clears `share_id`.
    const ids = await this.openIds('share_id', share_id)
    if (share_id) await this.deps.shareLinks.close(owner_id, share_id, actor.actorId)
    await this.resolve([report.id, ...ids], report, 'link-closed', actor)
  }

  /** After a suspension: resolves all reports of links of this owner. */
  async resolveOwner(report: AbuseReportRow, actor: AuditActor): Promise<void> {
    await this.resolve(await this.openIds('owner_id', report.owner_id), report, 'owner-suspended', actor)
  }

  dismiss(report: AbuseReportRow, actor: AuditActor): Promise<void> {
    return this.resolve([report.id], report, 'dismissed', actor)
  }

  private async openIds(column: 'share_id' | 'owner_id', id: string | null): Promise<number[]> {
    const rows = await this.tables
      .selectFrom('abuse_reports')
      .select('id')
      .where(column, '=', id)
      .where('resolved_at', 'is', null)
      .execute()
    return rows.map((row) => row.id)
  }

  private async resolve(
    ids: readonly number[],
    { id, owner_id, item_name }: AbuseReportRow,
    resolution: AbuseResolution,
    actor: AuditActor,
  ): Promise<void> {
    const { db, audit } = this.deps.platform
    await db.transaction(async (tx) => {
      await tx
        .builder<SharingTables>()
        .updateTable('abuse_reports')
        .set({ resolved_at: sql<Date>`now()`, resolution })
        .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
        .where('resolved_at', 'is', null)
        .execute()
      const details = { resolution, owner: owner_id, item: item_name }
      await audit({ ...actor, action: 'sharing.report.resolved', target: String(id), details }, tx)
    })
  }
}

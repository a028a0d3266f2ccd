import type { AuditActor, Db, Tx } from '../../../platform/index.ts'
import { toIso } from '../../../shared/contract.ts'
import { displayName, shownEmail } from '../../../users/index.ts'
import type { AbuseReportPage, ReportAction, ReportQuery } from '../../contract.ts'
import type { AdminDeps } from '../deps.ts'
import type { OtherAccounts } from './other-accounts.ts'

const perPage = 50

interface Owner {
  id: string
  email: string
  first_name: string | null
  last_name: string | null
}

/** Reports of links, with the names of the links' owners, and the administrators' actions on them. */
export class Reports {
  private readonly db: Db
  private readonly sharing: AdminDeps['sharing']
  private readonly otherAccounts: OtherAccounts
  constructor({ db, sharing }: Pick<AdminDeps, 'db' | 'sharing'>, otherAccounts: OtherAccounts) {
    this.db = db
    this.sharing = sharing
    this.otherAccounts = otherAccounts
  }

  async page({ state = 'open', before }: ReportQuery): Promise<AbuseReportPage> {
    const { abuseReports } = this.sharing
    const rows = await abuseReports.list(state, perPage + 1, before === undefined ? null : Number(before))
    const shown = rows.slice(0, perPage)
    const owners = await this.owners(shown.map(({ owner_id }) => owner_id))
    return {
      data: shown.flatMap(({ owner_id, share_id, created_at, resolved_at, ...report }) => {
        const owner = owners.get(owner_id)
        if (!owner) return []
        return [
          {
            ...report,
            created_at: created_at.toISOString(),
            resolved_at: toIso(resolved_at),
            link_exists: share_id !== null,
            owner: { id: owner.id, name: displayName(owner), email: shownEmail(owner.email) },
          },
        ]
      }),
      meta: { next: rows.length > perPage ? String(shown.at(-1)?.id) : null },
    }
  }

  openCount(): Promise<number> {
    return this.sharing.abuseReports.openCount()
  }

  /** Throws 404; 409 `own-account`, `last-admin`. */
  async resolve(
    id: number,
    { action, reason }: { action: ReportAction; reason?: string },
    actor: AuditActor,
  ): Promise<void> {
    const { abuseReports } = this.sharing
    const report = await abuseReports.find(id)
    if (action === 'dismiss') return abuseReports.dismiss(report, actor)
    if (action === 'suspend') {
      // An empty one was cleared by the administrator: the form offers the item's name.
      const stated = reason === undefined ? report.item_name : reason.trim() || null
      const suspend = (tx: Tx) => this.otherAccounts.suspend([report.owner_id], stated, actor, tx)
      return abuseReports.suspendOwner(report, actor, suspend)
    }
    return abuseReports.closeLink(report, actor)
  }

  private async owners(ids: readonly string[]): Promise<Map<string, Owner>> {
    const rows = await this.db.query<Owner>(
      'select id, email, first_name, last_name from user_summaries where id = any($1::uuid[])',
      [[...new Set(ids)]],
    )
    return new Map(rows.map((row) => [row.id, row]))
  }
}

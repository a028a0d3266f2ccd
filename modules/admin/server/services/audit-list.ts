import { type AuditFilter, type AuditRow, type Db, readAuditLog } from '../../../platform/index.ts'
import { type CsvColumns, csv, csvLines, isUuid, startOfDay } from '../../../shared/contract.ts'
import { displayName, normalEmail, shownEmail } from '../../../users/index.ts'
import type { AuditEntry, AuditEntryPage, AuditQuery } from '../../contract.ts'

const perPage = 50
const exportBatch = 5_000
const maxExported = 100_000

type Person = NonNullable<AuditEntry['actor']>

const columns: CsvColumns<AuditEntry> = {
  time: (entry) => entry.created_at,
  actor: (entry) => entry.actor?.email ?? entry.actor_id,
  ip: (entry) => entry.ip,
  action: (entry) => entry.action,
  target: (entry) => entry.person?.email ?? entry.target,
  details: (entry) => (entry.details ? JSON.stringify(entry.details) : null),
}

/** The audit log with the names of the accounts. */
export class AuditList {
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  async page(query: AuditQuery): Promise<AuditEntryPage> {
    const before = query.before === undefined ? null : Number(query.before)
    const filter = await this.filterOf(query)
    const rows = filter ? await readAuditLog(this.db, filter, { before, limit: perPage + 1 }) : []
    const shown = rows.slice(0, perPage)
    const next = rows.length > perPage ? String(shown.at(-1)?.id) : null
    return { data: await this.present(shown), meta: { next } }
  }

  async csv(query: AuditQuery): Promise<string> {
    const lines = [csv(columns, [])]
    const filter = await this.filterOf(query)
    for (let before: number | null = null; filter && lines.length <= maxExported; ) {
      const rows: AuditRow[] = await readAuditLog(this.db, filter, { before, limit: exportBatch })
      lines.push(...csvLines(columns, await this.present(rows)))
      const last = rows.at(-1)
      if (!last || rows.length < exportBatch) break
      before = last.id
    }
    return lines.join('\r\n')
  }

  /** Null when no account has the email. */
  private async filterOf({
    person,
    actor,
    target,
    action,
    from,
    until,
    zone = 'UTC',
  }: AuditQuery): Promise<AuditFilter | null> {
    const filter = { actorId: actor, target, action, from: startOfDay(from, zone), until: startOfDay(until, zone, 1) }
    if (person === undefined) return filter
    const [account] = await this.db.query<{ id: string }>('select id from user_summaries where email = $1', [
      normalEmail(person),
    ])
    return account ? { ...filter, personId: account.id } : null
  }

  private async present(rows: readonly AuditRow[]): Promise<AuditEntry[]> {
    const people = await this.people(rows.flatMap(({ actor_id, target }) => [actor_id ?? '', target ?? '']))
    return rows.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      actor: people.get(row.actor_id ?? '') ?? null,
      person: people.get(row.target ?? '') ?? null,
    }))
  }

  private async people(ids: readonly string[]): Promise<Map<string, Person>> {
    const wanted = [...new Set(ids.filter(isUuid))]
    const rows = await this.db.query<{
      id: string
      email: string
      first_name: string | null
      last_name: string | null
    }>('select id, email, first_name, last_name from user_summaries where id = any($1::uuid[])', [wanted])
    return new Map(rows.map((row) => [row.id, { id: row.id, name: displayName(row), email: shownEmail(row.email) }]))
  }
}

import type { Db } from './db/db.ts'

export interface AuditRow {
  id: number
  created_at: Date
  actor_id: string | null
  ip: string | null
  action: string
  target: string | null
  details: Record<string, unknown> | null
}

/** Conditions that an entry must all meet. */
export interface AuditFilter {
  /** The account that acted, or that the action affected. */
  personId?: string | undefined
  actorId?: string | undefined
  target?: string | undefined
  /** An action, or the common beginning of several actions, up to a dot: `users.sign-in`. */
  action?: string | undefined
  /** Fields of the entry's `details`, with the values that they must have. */
  details?: Record<string, unknown> | undefined
  from?: Date | undefined
  until?: Date | undefined
}

/** Reads the audit log, newest first. Each filter walks an index of its own, so the cost does not grow with the log. */
export const readAuditLog = (
  db: Db,
  { personId, actorId, target, action, details, from, until }: AuditFilter,
  { before, limit }: { before: number | null; limit: number },
): Promise<AuditRow[]> => {
  const values: unknown[] = []
  const conditions = ['true']
  const add = (sql: (parameter: string) => string, value: unknown) => conditions.push(sql(`$${values.push(value)}`))
  if (actorId !== undefined) add((parameter) => `actor_id = ${parameter}::uuid`, actorId)
  if (target !== undefined) add((parameter) => `target = ${parameter}`, target)
  if (action !== undefined) add((parameter) => `(action = ${parameter} or action ^@ (${parameter} || '.'))`, action)
  if (details) add((parameter) => `details @> ${parameter}::jsonb`, JSON.stringify(details))
  if (from) add((parameter) => `created_at >= ${parameter}`, from)
  if (until) add((parameter) => `created_at < ${parameter}`, until)
  if (before !== null) add((parameter) => `id < ${parameter}::bigint`, before)
  const select = (...more: string[]) => `(select id, created_at, actor_id, ip, action, target, details from audit_log
    where ${[...conditions, ...more].join(' and ')} order by id desc limit ${limit})`
  if (personId === undefined) return db.query(select(), values)
  const [actor, done] = [`$${values.push(personId)}::uuid`, `$${values.push(personId)}::text`]
  return db.query(
    `${select(`actor_id = ${actor}`)} union all ${select(`target = ${done}`, `actor_id is distinct from ${actor}`)}
     order by id desc limit ${limit}`,
    values,
  )
}

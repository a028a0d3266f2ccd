import {
  array,
  content,
  endpoint,
  integer,
  maxEmailLength,
  nullable,
  object,
  optional,
  record,
  type Static,
  string,
  timestamp,
  unknown,
  uuid,
} from '../../shared/contract.ts'

const Person = object({ id: uuid(), name: string(), email: string() })

/** An action with its actor and its target. `actor` and `person` are null when their account was deleted. */
export const AuditEntry = object({
  id: integer(),
  created_at: timestamp(),
  actor_id: nullable(uuid()),
  actor: nullable(Person),
  ip: nullable(string()),
  /** `module.thing.happened`. */
  action: string(),
  /** An id, a name or a masked email. */
  target: nullable(string()),
  /** The account that `target` names. */
  person: nullable(Person),
  details: nullable(record(string(), unknown())),
})
export type AuditEntry = Static<typeof AuditEntry>

/**
 * `person`: the email of an account that acted or is concerned. `action`: one, or the beginning of several. `from`,
 * `until`: days in `zone` (default: UTC), both included.
 */
export const AuditQuery = object({
  person: optional(string({ maxLength: maxEmailLength })),
  actor: optional(uuid()),
  target: optional(string({ maxLength: 300 })),
  action: optional(string({ maxLength: 100, pattern: '^[a-z0-9.-]+$' })),
  from: optional(string({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
  until: optional(string({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
  zone: optional(string({ maxLength: 64, pattern: '^[A-Za-z0-9_+/:-]+$' })),
  before: optional(string({ pattern: '^\\d{1,18}$' })),
})
export type AuditQuery = Static<typeof AuditQuery>

/** `next` is `before` of the next page. */
export const AuditEntryPage = object({ data: array(AuditEntry), meta: object({ next: nullable(string()) }) })
export type AuditEntryPage = Static<typeof AuditEntryPage>

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  summary: 'List the audit log, the newest first',
  access: 'admin',
  scope: 'account',
  query: AuditQuery,
  response: { 200: AuditEntryPage },
  errors: [],
})

export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit/export.csv',
  summary: 'Download the audit log as CSV, 100,000 entries at most',
  access: 'admin',
  scope: 'account',
  query: AuditQuery,
  response: { 200: content('text/csv', ['content-disposition', 'cache-control']) },
  errors: [],
})

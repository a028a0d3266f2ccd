import { defineEntity, p } from '@mikro-orm/core'

export const Setting = defineEntity({
  name: 'Setting',
  tableName: 'settings',
  properties: { name: p.text().primary(), value: p.text().nullable() },
})

export const RateLimit = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limits',
  properties: {
    key: p.text().primary(),
    count: p.integer(),
    resetAt: p.datetime().columnType('timestamptz').fieldName('reset_at'),
  },
})

/** Append-only; written by `audit()` alone. */
export const AuditEntry = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_log',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    at: p.datetime().columnType('timestamptz').defaultRaw('now()'),
    actorId: p.uuid().fieldName('actor_id').nullable(),
    ip: p.text().nullable(),
    action: p.text(),
    target: p.text().nullable(),
    details: p.json().nullable(),
  },
})

export const platformEntities = [Setting, RateLimit, AuditEntry]

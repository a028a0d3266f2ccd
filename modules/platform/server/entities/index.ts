import { defineEntity, p } from '@mikro-orm/core'
import type { TablesOf } from '../db/builder.ts'
import { LanguageEntity, LanguageStringEntity } from './language.entities.ts'

export const SettingEntity = defineEntity({
  name: 'Setting',
  tableName: 'settings',
  properties: { name: p.text().primary(), value: p.text().nullable() },
})

const RateLimitEntity = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limits',
  properties: {
    key: p.text().primary(),
    count: p.integer(),
    resetAt: p.datetime().columnType('timestamptz').fieldName('reset_at'),
  },
})

/** `StoreUses`. */
const StoreUseEntity = defineEntity({
  name: 'StoreUse',
  tableName: 'store_uses',
  properties: { store: p.text().primary(), tokens: p.array().columnType('text[]').$type<string[]>() },
})

/**
 * Append-only, by triggers: only `audit()` writes it. A job deletes entries after `audit_retention_days`, but keeps the
 * entries of `keepNewest`.
 */
export const AuditEntryEntity = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_log',
  indexes: [
    ...['actor_id', 'target', 'action'].map((column) => {
      const name = `audit_log_${column.replace('_id', '')}_index`
      return { name, expression: `create index ${name} on audit_log (${column}, id)` }
    }),
    { name: 'audit_log_created_at_index', properties: ['createdAt'] },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    createdAt: p.datetime().columnType('timestamptz').fieldName('created_at').defaultRaw('now()'),
    actorId: p.uuid().fieldName('actor_id').nullable(),
    ip: p.text().nullable(),
    action: p.text(),
    target: p.text().nullable(),
    details: p.json().nullable(),
  },
})

export const platformEntities = [
  SettingEntity,
  RateLimitEntity,
  StoreUseEntity,
  AuditEntryEntity,
  LanguageEntity,
  LanguageStringEntity,
] as const
export type PlatformTables = TablesOf<typeof platformEntities>

import { defineEntity, p } from '@mikro-orm/core'
import type { Ground } from '../../tree/index.ts'

/** Addresses that were handed over together, and the scope they are fetched in. */
export const RemoteBatch = defineEntity({
  name: 'RemoteBatch',
  tableName: 'remote_batches',
  properties: {
    id: p.uuid().primary(),
    principal: p.text(),
    actorId: p.uuid().fieldName('actor_id').nullable(),
    ownerId: p.uuid().fieldName('owner_id'),
    rootId: p.uuid().fieldName('root_id').nullable(),
    permission: p.text(),
    parentId: p.uuid().fieldName('parent_id').nullable(),
    ground: p.json<Ground>().columnType('jsonb').nullable(),
    hadParent: p.boolean().fieldName('had_parent'),
    createdAt: p.datetime().columnType('timestamptz').fieldName('created_at').defaultRaw('now()'),
    finishedAt: p.datetime().columnType('timestamptz').fieldName('finished_at').nullable(),
  },
})

/** One address. Whoever fetches it holds its lease; without a renewal it is anybody's again. */
export const RemoteUrl = defineEntity({
  name: 'RemoteUrl',
  tableName: 'remote_urls',
  properties: {
    id: p.uuid().primary(),
    batchId: p.uuid().fieldName('batch_id'),
    position: p.integer(),
    url: p.text(),
    status: p.text().default('waiting'),
    reason: p.text().nullable(),
    name: p.text().nullable(),
    total: p.bigint('number').nullable(),
    received: p.bigint('number').default(0),
    validator: p.text().nullable(),
    itemId: p.uuid().fieldName('item_id').nullable(),
    lease: p.uuid().nullable(),
    leaseUntil: p.datetime().columnType('timestamptz').fieldName('lease_until').nullable(),
  },
})

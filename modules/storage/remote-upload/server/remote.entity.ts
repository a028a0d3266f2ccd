import { defineEntity, p } from '@mikro-orm/core'
import type { Grant } from '../../tree/index.ts'

/** URLs that were submitted together, and the scope that their files are stored in. */
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
    accessGrant: p.json<Grant>().columnType('jsonb').fieldName('access_grant').nullable(),
    hadParent: p.boolean().fieldName('had_parent'),
    createdAt: p.datetime().columnType('timestamptz').fieldName('created_at').defaultRaw('now()'),
    finishedAt: p.datetime().columnType('timestamptz').fieldName('finished_at').nullable(),
  },
})

/** One URL. The process that fetches it holds its lease; without a renewal any process may take it over. */
export const RemoteUrl = defineEntity({
  name: 'RemoteUrl',
  tableName: 'remote_urls',
  properties: {
    id: p.uuid().primary(),
    batchId: p.uuid().fieldName('batch_id'),
    position: p.integer(),
    url: p.text(),
    status: p.text().default('waiting'),
    failureReason: p.text().fieldName('failure_reason').nullable(),
    name: p.text().nullable(),
    totalBytes: p.bigint('number').fieldName('total_bytes').nullable(),
    receivedBytes: p.bigint('number').fieldName('received_bytes').default(0),
    validator: p.text().nullable(),
    itemId: p.uuid().fieldName('item_id').nullable(),
    leaseId: p.uuid().fieldName('lease_id').nullable(),
    leaseUntil: p.datetime().columnType('timestamptz').fieldName('lease_until').nullable(),
  },
})

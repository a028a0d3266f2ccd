import { defineEntity, p } from '@mikro-orm/core'
import { UserEntity } from '../../../users/index.ts'
import { folderReference, type Grant, ItemEntity } from '../../tree/index.ts'

/** URLs that were submitted together, and the scope that their files are stored in. */
export const RemoteBatchEntity = defineEntity({
  name: 'RemoteBatch',
  tableName: 'remote_batches',
  indexes: [
    { name: 'remote_batches_actor_id_index', properties: ['actorId'] },
    { name: 'remote_batches_finished_at_index', properties: ['finishedAt'] },
    { name: 'remote_batches_owner_id_index', properties: ['ownerId'] },
    { name: 'remote_batches_parent_id_index', properties: ['parentId'], where: 'parent_id is not null' },
    { name: 'remote_batches_principal_index', properties: ['principal', 'createdAt'] },
    { name: 'remote_batches_root_id_index', properties: ['rootId'], where: 'root_id is not null' },
  ],
  properties: {
    id: p.uuid().primary(),
    principal: p.text(),
    actorId: p.manyToOne(UserEntity).mapToPk().fieldName('actor_id').nullable().deleteRule('cascade'),
    ownerId: p.manyToOne(UserEntity).mapToPk().fieldName('owner_id').deleteRule('cascade'),
    rootId: folderReference('root_id').nullable().deleteRule('cascade'),
    permission: p.text(),
    parentId: folderReference('parent_id').nullable().deleteRule('set null'),
    accessGrant: p.json<Grant>().columnType('jsonb').fieldName('access_grant').nullable(),
    hadParent: p.boolean().fieldName('had_parent'),
    createdAt: p.datetime().columnType('timestamptz').fieldName('created_at').defaultRaw('now()'),
    finishedAt: p.datetime().columnType('timestamptz').fieldName('finished_at').nullable(),
  },
})

/** One URL. The process that fetches it holds its lease; without a renewal any process may take it over. */
export const RemoteUrlEntity = defineEntity({
  name: 'RemoteUrl',
  tableName: 'remote_urls',
  indexes: [
    { name: 'remote_urls_batch_id_index', properties: ['batchId', 'position'] },
    { name: 'remote_urls_item_id_index', properties: ['itemId'], where: 'item_id is not null' },
    { name: 'remote_urls_open_index', properties: ['batchId'], where: "status in ('waiting', 'running')" },
  ],
  checks: [{ name: 'remote_urls_status_check', expression: "status in ('waiting', 'running', 'done', 'failed')" }],
  properties: {
    id: p.uuid().primary(),
    batchId: p.manyToOne(RemoteBatchEntity).mapToPk().fieldName('batch_id').deleteRule('cascade'),
    position: p.integer(),
    url: p.text(),
    status: p.text().default('waiting'),
    failureReason: p.text().fieldName('failure_reason').nullable(),
    name: p.text().nullable(),
    totalBytes: p.bigint('number').fieldName('total_bytes').nullable(),
    receivedBytes: p.bigint('number').fieldName('received_bytes').default(0),
    validator: p.text().nullable(),
    itemId: p.manyToOne(ItemEntity).mapToPk().fieldName('item_id').nullable().deleteRule('set null'),
    leaseId: p.uuid().fieldName('lease_id').nullable(),
    leaseUntil: p.datetime().columnType('timestamptz').fieldName('lease_until').nullable(),
  },
})

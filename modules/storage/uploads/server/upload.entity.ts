import { defineEntity, p } from '@mikro-orm/core'
import { UserEntity } from '../../../users/index.ts'
import { folderReference } from '../../tree/index.ts'

/** An open upload, or one that finished less than a day ago (a repeated last chunk finds it). */
export const UploadSessionEntity = defineEntity({
  name: 'UploadSession',
  tableName: 'upload_sessions',
  indexes: [
    { name: 'upload_sessions_expires_at_index', properties: ['expiresAt'] },
    { name: 'upload_sessions_open_index', properties: ['principal'], where: 'finished_at is null' },
    { name: 'upload_sessions_owner_id_index', properties: ['ownerId'], where: 'finished_at is null' },
    { name: 'upload_sessions_parent_id_index', properties: ['parentId'], where: 'parent_id is not null' },
    {
      name: 'upload_sessions_staging_key_unique',
      expression: `create unique index upload_sessions_staging_key_unique
        on upload_sessions (staging_key) where finished_at is null`,
    },
  ],
  checks: [
    { name: 'upload_sessions_received_bytes_check', expression: 'received_bytes >= 0' },
    { name: 'upload_sessions_reserved_bytes_check', expression: 'reserved_bytes >= 0' },
    { name: 'upload_sessions_total_size_check', expression: 'total_size >= 0' },
  ],
  properties: {
    principal: p.text().primary(),
    id: p.uuid().primary(),
    ownerId: p.manyToOne(UserEntity).mapToPk().fieldName('owner_id').deleteRule('cascade'),
    actorId: p.manyToOne(UserEntity).mapToPk().fieldName('actor_id').nullable().deleteRule('cascade'),
    parentId: folderReference('parent_id').nullable().deleteRule('set null'),
    hadParent: p.boolean().fieldName('had_parent').default(false),
    path: p.text().nullable(),
    name: p.text(),
    totalSize: p.bigint('number').fieldName('total_size').nullable(),
    receivedBytes: p.bigint('number').fieldName('received_bytes').default(0),
    reservedBytes: p.bigint('number').fieldName('reserved_bytes').default(0),
    sha256: p.blob().nullable(),
    modifiedAt: p.datetime().columnType('timestamptz').fieldName('modified_at').nullable(),
    onConflict: p.text().fieldName('on_conflict').nullable(),
    stagingKey: p.text().fieldName('staging_key'),
    network: p.text().nullable(),
    lastChunkSize: p.bigint('number').fieldName('last_chunk_size').nullable(),
    lastChunkCrc32: p.bigint('number').fieldName('last_chunk_crc32').nullable(),
    itemId: p.uuid().fieldName('item_id').nullable(),
    finishedAt: p.datetime().columnType('timestamptz').fieldName('finished_at').nullable(),
    createdAt: p.datetime().columnType('timestamptz').fieldName('created_at').defaultRaw('now()'),
    expiresAt: p.datetime().columnType('timestamptz').fieldName('expires_at'),
  },
})

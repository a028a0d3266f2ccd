import { defineEntity, p } from '@mikro-orm/core'

/** An open upload, or one that finished less than a day ago (a repeated last chunk finds it). */
export const UploadSession = defineEntity({
  name: 'UploadSession',
  tableName: 'upload_sessions',
  properties: {
    principal: p.text().primary(),
    id: p.uuid().primary(),
    ownerId: p.uuid().fieldName('owner_id'),
    actorId: p.uuid().fieldName('actor_id').nullable(),
    parentId: p.uuid().fieldName('parent_id').nullable(),
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

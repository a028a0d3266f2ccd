import { defineEntity, p } from '@mikro-orm/core'
import { Blob } from './blob.entity.ts'
import { Item } from './item.entity.ts'

/** What a file held before it was replaced. Its bytes count for the file's owner. */
export const ItemVersion = defineEntity({
  name: 'ItemVersion',
  tableName: 'item_versions',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    itemId: () => p.manyToOne(Item).mapToPk().fieldName('item_id'),
    ownerId: p.uuid().fieldName('owner_id'),
    blobId: () => p.manyToOne(Blob).mapToPk().fieldName('blob_id'),
    size: p.bigint('number'),
    kind: p.text(),
    creatorId: p.uuid().fieldName('creator_id').nullable(),
    modifiedAt: p.datetime().columnType('timestamptz').fieldName('modified_at').nullable(),
    storedAt: p.datetime().columnType('timestamptz').fieldName('stored_at'),
    replacedAt: p.datetime().columnType('timestamptz').fieldName('replaced_at').defaultRaw('now()'),
  },
})

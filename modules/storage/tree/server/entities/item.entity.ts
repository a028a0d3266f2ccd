import { defineEntity, p } from '@mikro-orm/core'
import { Blob } from './blob.entity.ts'

/** Files and folders. `trashedAt` is set on the root of a trashed tree only. */
export const Item = defineEntity({
  name: 'Item',
  tableName: 'items',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    ownerId: p.uuid().fieldName('owner_id'),
    creatorId: p.uuid().fieldName('creator_id').nullable(),
    parentId: () => p.manyToOne(Item).mapToPk().fieldName('parent_id').nullable(),
    isFolder: p.boolean().fieldName('is_folder'),
    name: p.text(),
    kind: p.text(),
    size: p.bigint('number').default(0),
    blobId: () => p.manyToOne(Blob).mapToPk().fieldName('blob_id').nullable(),
    color: p.text().nullable(),
    emoji: p.json().nullable(),
    childCount: p.integer().fieldName('child_count').default(0),
    trashedAt: p.datetime().columnType('timestamptz').fieldName('trashed_at').nullable(),
    createdAt: p.datetime().columnType('timestamptz').fieldName('created_at').defaultRaw('now()'),
    updatedAt: p.datetime().columnType('timestamptz').fieldName('updated_at').defaultRaw('now()'),
    modifiedAt: p.datetime().columnType('timestamptz').fieldName('modified_at').nullable(),
  },
})

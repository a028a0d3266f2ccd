import { defineEntity, p } from '@mikro-orm/core'
import { UserEntity } from '../../../../users/index.ts'
import { BlobEntity } from './blob.entity.ts'
import { foreignCreator, ItemEntity } from './item.entity.ts'

/** Previous content of a replaced file. Its bytes count towards the quota of the file's owner. */
export const ItemVersionEntity = defineEntity({
  name: 'ItemVersion',
  tableName: 'item_versions',
  indexes: [
    { name: 'item_versions_item_id_index', properties: ['itemId', 'replacedAt', 'id'] },
    { name: 'item_versions_blob_id_index', properties: ['blobId'] },
    { name: 'item_versions_owner_id_index', properties: ['ownerId'] },
    { name: 'item_versions_replaced_at_index', properties: ['replacedAt'] },
    { name: 'item_versions_foreign_creator_index', properties: ['creatorId', 'id'], where: foreignCreator },
  ],
  checks: [
    { name: 'item_versions_size_check', expression: 'size >= 0' },
    { name: 'item_versions_kind_check', expression: "kind in ('image', 'video', 'audio', 'document', 'other')" },
  ],
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    itemId: () => p.manyToOne(ItemEntity).mapToPk().fieldName('item_id').deleteRule('cascade'),
    ownerId: p.manyToOne(UserEntity).mapToPk().fieldName('owner_id').deleteRule('cascade'),
    blobId: () => p.manyToOne(BlobEntity).mapToPk().fieldName('blob_id'),
    size: p.bigint('number'),
    kind: p.text(),
    /** Without a foreign key, like `creatorId` of items. */
    creatorId: p.uuid().fieldName('creator_id').nullable(),
    modifiedAt: p.datetime().columnType('timestamptz').fieldName('modified_at').nullable(),
    storedAt: p.datetime().columnType('timestamptz').fieldName('stored_at'),
    replacedAt: p.datetime().columnType('timestamptz').fieldName('replaced_at').defaultRaw('now()'),
  },
})
